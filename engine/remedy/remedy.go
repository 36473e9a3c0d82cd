// Package remedy says what to do about an error, as data: put a stage, set a
// parameter, load the data otherwise. Stages and parameters that a remedy names
// can so be held to a catalogue. It imports the wording of messages alone. Start at
// [Remedy].
package remedy

import "fmt"

// A Remedy is what to do about an engine.Error: alternatives, the best first. It is
// data, so that stages and parameters which it names can be held to a catalogue;
// String says it in words.
//
//	remedy.Raise("lambda").Or(remedy.Put("dedupe").After(engine.SourceRole))
//
// reads "raise lambda, or put dedupe after the source".
type Remedy []Advice

// An Advice is one thing to do.
type Advice struct {
	Act    Act
	Stages []string // any of which is to be put, used or dropped
	Kind   string   // what they are examples of: "an embedder"
	Param  string   // that is to be changed
	Values []any    // any of which it is to have; nil is left to the reader
	Where  Where
	Words  string // all of Say; of Give how, of Load and FewerRows what for
	Which  string // what speaks for it: "holds no row"
	If     string // when it helps: "cells are missing"
}

// An Act is what an Advice asks for.
type Act int

// The acts.
const (
	ActSay   Act = iota // what no other act says
	ActPut              // a stage somewhere
	ActUse              // another stage
	ActDrop             // a stage, or the stages of a role
	ActSet              // a parameter to one of the values, or to any
	ActRaise            // a parameter, to the value if there is one
	ActLower            // a parameter, to the value if there is one
	ActOmit             // a parameter
	ActGive             // a value as the words say, such as one of Go
	ActLoad             // the data with a parameter of the source
)

// Where is the place of a stage, or the stage whose parameter is meant.
type Where struct {
	Relation string // "before", "after", "of", "instead of" or "at the end"
	Stage    string // empty for a role, and for the stage that fails
	Role     string
}

// Say is free advice, for what names no stage and no parameter. No text is no
// advice.
func Say(format string, args ...any) Remedy {
	if text := fmt.Sprintf(format, args...); text != "" {
		return Remedy{{Words: text}}
	}
	return nil
}

// Put is to put one of the stages before the one that fails.
func Put(stages ...string) Remedy {
	return Remedy{{Act: ActPut, Stages: stages, Where: Where{Relation: "before"}}}
}

// Use is to use one of the stages in place of the one that fails.
func Use(stages ...string) Remedy { return Remedy{{Act: ActUse, Stages: stages}} }

// Drop is to drop a stage.
func Drop(stage string) Remedy { return Remedy{{Act: ActDrop, Stages: []string{stage}}} }

// DropAll is to drop the stages of a role.
func DropAll(role fmt.Stringer) Remedy {
	return Remedy{{Act: ActDrop, Where: Where{Role: role.String()}}}
}

// Set is to give a parameter one of the values, or any if there is none.
func Set(param string, values ...any) Remedy {
	return Remedy{{Act: ActSet, Param: param, Values: values}}
}

// Raise is to make a number larger.
func Raise(param string) Remedy { return Remedy{{Act: ActRaise, Param: param}} }

// Reduce is to make a number smaller.
func Reduce(param string) Remedy { return Remedy{{Act: ActLower, Param: param}} }

// Omit is to leave an argument out.
func Omit(param string) Remedy { return Remedy{{Act: ActOmit, Param: param}} }

// Give is to give an argument in another way: "as a Go slice".
func Give(param, how string) Remedy { return Remedy{{Act: ActGive, Param: param, Words: how}} }

// Load is to load the data with an argument of the source, if one is named, for
// an aim such as "name the column". A value of nil is left to the reader.
func Load(aim, param string, value any) Remedy {
	return Remedy{{Act: ActLoad, Words: aim, Param: param, Values: []any{value}}}
}

// FewerRows is to work on a sample of the rows.
func FewerRows() Remedy {
	r := Put("sample").at(Where{"after", "", "source"})
	r[0].Words, r[0].Param, r[0].Values = "take fewer rows", "n", []any{nil}
	return r
}

// Or adds alternatives.
func (r Remedy) Or(other Remedy) Remedy { return append(r[:len(r):len(r)], other...) }

// To is the value that a parameter is to be raised or lowered to.
func (r Remedy) To(value any) Remedy {
	return r.amend(func(a *Advice) { a.Values = []any{value} })
}

// Before puts the stage before that of a role.
func (r Remedy) Before(role fmt.Stringer) Remedy { return r.at(Where{"before", "", role.String()}) }

// After puts the stage behind that of a role.
func (r Remedy) After(role fmt.Stringer) Remedy { return r.at(Where{"after", "", role.String()}) }

// BeforeStage puts the stage before another.
func (r Remedy) BeforeStage(name string) Remedy { return r.at(Where{"before", name, ""}) }

// AfterStage puts the stage behind another, or behind the one that fails if
// it has no name.
func (r Remedy) AfterStage(name string) Remedy { return r.at(Where{"after", name, ""}) }

// InsteadOf names the stage that gives way.
func (r Remedy) InsteadOf(stage string) Remedy { return r.at(Where{"instead of", stage, ""}) }

// Last puts the stage at the end.
func (r Remedy) Last() Remedy { return r.at(Where{Relation: "at the end"}) }

// Of says that the parameter is one of another stage, by its role.
func (r Remedy) Of(role fmt.Stringer) Remedy { return r.at(Where{"of", "", role.String()}) }

// As says what the stages are examples of: "an embedder".
func (r Remedy) As(kind string) Remedy { return r.amend(func(a *Advice) { a.Kind = kind }) }

// Which says what speaks for the stages: "holds no row".
func (r Remedy) Which(does string) Remedy { return r.amend(func(a *Advice) { a.Which = does }) }

// If says when it helps: "cells are missing".
func (r Remedy) If(condition string) Remedy { return r.amend(func(a *Advice) { a.If = condition }) }

func (r Remedy) at(w Where) Remedy { return r.amend(func(a *Advice) { a.Where = w }) }

// amend changes the last alternative of a remedy that is still being built.
func (r Remedy) amend(change func(*Advice)) Remedy {
	changed := append(Remedy(nil), r...)
	change(&changed[len(changed)-1])
	return changed
}
