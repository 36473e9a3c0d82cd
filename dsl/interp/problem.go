package interp

import (
	"errors"
	"fmt"
	"go/scanner"
	"reflect"
	"strings"

	"unfold/dsl/interp/machine"
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

	Idle reflect.Type // of a statement that is a value and does nothing, its type
	Bar  *Bar         // the operator | that the problem is with
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

// A Frame is a place in a cell that was being evaluated.
type Frame struct {
	Name      string // cell
	Line, Col int    // counted from 1, columns in bytes
	EndCol    int    // first column behind what was evaluated, on the same line; Col if not known
	Func      string // function as Go names it, such as (*T).Method; "" for the cell itself

	More  int  // calls left out behind this one, outwards: of the same function
	Mixed bool // or of several

	NilCol, NilEnd int // what must not be nil there, on the same line; 0 if not known
}

func (f Frame) at(g Frame) bool { return f.Name == g.Name && f.Line == g.Line && f.Col == g.Col }

func (f Frame) String() string { return fmt.Sprintf("%s:%d:%d", f.Name, f.Line, f.Col) }

// An Interruption is the error of a cell that was cancelled.
type Interruption struct {
	Cause  error   // the context's
	Frames []Frame // where it was, the innermost first; none if compiled code still holds it
}

func (e *Interruption) Error() string { return e.Cause.Error() }

// Unwrap is the context's error.
func (e *Interruption) Unwrap() error { return e.Cause }

// A RuntimeError is a panic of a running cell, or an error by which compiled
// code ended it. The reader's own frames lead to it, innermost first; those
// of the interpreter are left out.
type RuntimeError struct {
	Value  any // what was panicked with
	Frames []Frame
	Panic  bool  // false when compiled code ended the cell by an error of its own
	Go     bool  // in a goroutine the cell had started
	Start  Frame // the go statement that had
}

func (e *RuntimeError) Error() string {
	switch {
	case !e.Panic:
		return e.message()
	case e.Go:
		return "panic: " + e.message() + " [in a goroutine]"
	}
	return "panic: " + e.message()
}

func (e *RuntimeError) message() string {
	if err, ok := e.Value.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(e.Value)
}

// Unwrap is the error panicked with, if it was one.
func (e *RuntimeError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// An ExitError is a cell's call of os.Exit or log.Fatal. The session goes on.
type ExitError struct{ Code int }

func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", e.Code) }

// ErrTooDeep is the panic value of a recursion that would have exhausted the stack.
var ErrTooDeep = fmt.Errorf("stack overflow: the calls in progress fill %d MB, which some %d nested ones do; "+
	"if the recursion ends at all, keep what is left to do in a slice instead", machine.Deepest>>20, machine.Deepest/callBytes/1000*1000)

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
