package workspace

import (
	"errors"
	"fmt"
	"go/scanner"
	"reflect"
	"strings"
)

// A Problem is a fault of a cell's text, found before anything runs.
type Problem struct {
	Name      string // cell
	Line, Col int    // where, counted from 1, columns in bytes
	EndCol    int    // first column behind the faulty text, on the same line
	Message   string
	Hint      string // a remedy, or ""
	Import    string // the package that an undefined name stands for, or ""
	Syntax    bool   // the text is not Go at all

	Unused reflect.Type // of a statement that is a value and does nothing, its type
	Bar    *Bar         // the operator | that the problem is with
}

// A Bar is an operator | between operands for which Go has no meaning. The
// types of operands are those of compiled packages, less a pointer, or nil.
type Bar struct {
	Line, Col int
	X, Y      reflect.Type
}

func (p Problem) Error() string {
	s := fmt.Sprintf("%s:%d:%d: %s", p.Name, p.Line, p.Col, p.Message)
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}

// Problems is the error of a cell that was refused: everything that is wrong
// with it, in the order of the text.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Syntax reports whether the text was no Go at all.
func (ps Problems) Syntax() bool {
	for _, p := range ps {
		if p.Syntax {
			return true
		}
	}
	return false
}

func syntaxProblems(err error) []Problem {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []Problem{{Message: err.Error(), Syntax: true}}
	}
	list.RemoveMultiples()
	ps := make([]Problem, len(list))
	for i, e := range list {
		ps[i] = Problem{Name: e.Pos.Filename, Line: e.Pos.Line, Col: e.Pos.Column, EndCol: e.Pos.Column + 1, Message: e.Msg, Syntax: true}
	}
	return ps
}
