package dsl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// multiSource is a source of more tables than one. It stands at the head of a
// pipeline as any source does, but only compare can run it, on each alone.
type multiSource struct {
	Names  []string
	Tables any // pipelines among them, which no text stands for; nil if all are names

	sets []*Pipeline // by name
}

// multiStage is the stage of a multiSource. It is no word of the catalogue:
// over makes its steps.
var multiStage = &engine.Stage{Name: "over", Role: engine.SourceRole, Summary: "is several data sets, for compare to run recipes on", New: func() engine.Method { return new(multiSource) }}

// Params declares the names, so that a plan tells them. Where all data sets are
// names, they are also how a cell writes them.
func (t *multiSource) Params(p *engine.Params) {
	p.Texts(&t.Names, "data", "names of the data sets")
	if t.Tables != nil {
		p.Any(&t.Tables, "tables", "pipelines among them")
	}
}

// Load refuses: there is no one table.
func (t *multiSource) Load(context.Context) (*engine.Table, error) {
	return nil, &engine.Error{Cause: fmt.Sprintf("these are %d data sets, and a pipeline runs on one", len(t.sets)), Remedy: remedy.Say("write compare(over(...) | cv(10), name=recipe)")}
}

// setsOf returns the tables at the head of a pipeline and what follows them;
// false if it has one table.
func setsOf(p *Pipeline) (tables *multiSource, rest *Pipeline, many bool) {
	if tables, many = p.steps[0].Method.(*multiSource); !many {
		return nil, nil, false
	}
	return tables, &Pipeline{session: p.session, steps: p.steps[1:], origins: p.origins[1:]}, true
}

// over makes one pipeline of several data sets: names that load knows, paths,
// names of collections, and pipelines that have data.
func (s *Session) over(data ...any) *Pipeline {
	t := new(multiSource)
	for _, d := range data {
		var err error
		switch named, ok := d.(Argument); {
		case ok && named.Name == "data": // as a plan writes it
			err = s.addSets(t, named.Value)
		case ok:
			err = &engine.Error{Stage: "over", Cause: byPosition("over"), Remedy: remedy.Say("%s", "leave the name "+named.Name+" out")}
		default:
			err = s.addSets(t, d)
		}
		if err != nil {
			panic(abort{err})
		}
	}
	if len(t.sets) == 0 {
		panic(abort{&engine.Error{Stage: "over", Cause: "there are no data sets", Remedy: remedy.Say(`write over("iris", "wine", ...), or over("paper")`)}})
	}
	return &Pipeline{session: s, steps: []engine.Step{{Stage: multiStage, Method: t}}, origins: make([]origin, 1)}
}

// addSets adds what an argument stands for.
func (s *Session) addSets(t *multiSource, data any) error {
	switch d := data.(type) {
	case string:
		for _, name := range strings.Split(d, ",") {
			if err := s.addNamed(t, strings.TrimSpace(name)); err != nil {
				return err
			}
		}
		return nil
	case []string:
		return s.addSets(t, strings.Join(d, ","))
	case *Pipeline:
		if d == nil || d.IsRecipe() {
			break
		}
		if others, rest, many := setsOf(d); many {
			for i, one := range others.sets {
				if err := t.add(s.join(one, rest), others.Names[i], others.Tables != nil || len(rest.steps) > 0); err != nil {
					return err
				}
			}
			return nil
		}
		return t.add(d, d.title(), true)
	}
	return &engine.Error{Stage: "over", Cause: describe(data) + " is no data set", Remedy: remedy.Say(`give names in quotes, as in over("iris", "wine"), or pipelines that have data`)}
}

// addNamed adds a data set by its name, or all of a collection.
func (s *Session) addNamed(t *multiSource, name string) error {
	if members, ok := s.collections()[name]; ok {
		for _, member := range members {
			if err := s.addNamed(t, member); err != nil {
				return err
			}
		}
		return nil
	}
	step, err := s.loadStep(name)
	if err != nil {
		return err
	}
	if prober, ok := step.Method.(engine.Prober); ok {
		if err := prober.Probe(); err != nil {
			return err // which names what is near
		}
	}
	return t.add(&Pipeline{session: s, steps: []engine.Step{step}, origins: make([]origin, 1)}, name, false)
}

// add adds a table. No two may be the same: data sets that count twice are not
// independent.
func (t *multiSource) add(p *Pipeline, name string, given bool) error {
	same := func(q *Pipeline) bool { return q.String() == p.String() }
	if slices.ContainsFunc(t.sets, same) {
		return &engine.Error{Stage: "over", Cause: name + " is given twice", Remedy: remedy.Say("data sets count once each: leave one out")}
	}
	t.sets, t.Names = append(t.sets, p), append(t.Names, name)
	if given {
		t.Tables = t.sets
	}
	return nil
}

// title is what to call the data of a pipeline: as its source was written, with
// the words of what follows.
func (p *Pipeline) title() string {
	words := []string{p.steps[0].Name()}
	if params := engine.ParamsOf(p.steps[0].Method); len(params) > 0 && params[0].Type == engine.Text {
		words[0] = params[0].Value().(string)
	}
	for _, step := range p.steps[1:] {
		words = append(words, step.Name())
	}
	return strings.Join(words, " | ")
}
