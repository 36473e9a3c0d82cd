package interp

import (
	"errors"
	"fmt"
	"go/types"
	"log"
	"log/slog"
	"reflect"
	"strings"

	"unfold/dsl/interp/console"
	"unfold/dsl/interp/core"
	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/trace"
	"unfold/dsl/interp/workspace"
)

// A compiler makes functions of plans: it notes what their text holds, lowers it,
// and gives it to the machine with the packages that it asks for.
type compiler struct {
	workspace *workspace.Workspace
	prelude   *types.Package
	console   *console.Console
	lowerer   *core.Lowerer
	machine   *machine.Machine
	sites     *trace.Sites
	supplied  map[string]bool // packages that the machine has the tables of

	ownsProcess bool
}

// newCompiler makes the compiler of a session that has a workspace.
func newCompiler(s *Session, ownsProcess bool) (*compiler, error) {
	files := s.workspace.Files
	anchor := files.AddFile("_", -1, 1)
	files.Take()
	streams := machine.Options{In: s.console.Stdin(), Out: s.console.Writer("stdout"), Err: s.console.Writer("stderr")}
	m, err := machine.New(streams, anchor)
	if err != nil {
		return nil, err
	}
	m.Ask(nil, reflect.TypeFor[*log.Logger](), reflect.TypeFor[*slog.Logger]())
	m.Substitute(reflect.TypeFor[*log.Logger](), s.console.Method)
	return &compiler{
		workspace: s.workspace,
		prelude:   s.prelude,
		console:   s.console,
		lowerer:   core.New(s.mint, s.workspace.Packages.Tables, s.workspace.Own, s.prelude, anchor.Pos(0)),
		machine:   m,
		sites:     trace.NewSites(files),
		supplied:  map[string]bool{},

		ownsProcess: ownsProcess,
	}, nil
}

// compile lowers a plan and gives it to the interpreter, which declares what
// is in it and hands out what it does. A plan that asks for nothing compiles
// to nil.
func (c *compiler) compile(p *workspace.Plan) (body func(), err error) {
	if len(p.Units) == 0 {
		return nil, nil
	}
	var made *core.Program
	defer func() {
		if r := recover(); r != nil {
			err = c.refused(p, fmt.Errorf("%v", r))
		}
		if err != nil && made != nil {
			made.TakeBack()
			for _, name := range made.Declares {
				c.machine.Undeclare(name)
			}
		}
	}()
	made, err = c.lower(p)
	var refusal *core.Refusal
	if errors.As(err, &refusal) {
		at := c.workspace.Files.Position(refusal.Pos)
		return nil, workspace.Problems{{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + 1, Message: refusal.Message, Hint: refusal.Remedy}}
	}
	if err != nil {
		return nil, err
	}
	if err := c.supply(made); err != nil {
		return nil, err
	}
	c.mirror()
	if body, err = c.machine.Compile(made.File, made.Deferred); err != nil {
		return nil, c.refused(p, err)
	}
	return body, nil
}

// mirror tells the machine of the files it lacks.
func (c *compiler) mirror() {
	for _, f := range c.workspace.Files.Take() {
		c.machine.AddFile(f)
	}
}

// refused is what the interpreter has against a cell that go/types accepted:
// a gap of the interpreter, told as one.
func (c *compiler) refused(p *workspace.Plan, err error) error {
	pr := workspace.Problem{Name: p.Cell, Line: 1, Col: 1, EndCol: 2, Message: err.Error(), Hint: "valid Go, which the interpreter does not support yet"}
	var refusal *machine.Refusal
	if errors.As(err, &refusal) {
		if refusal.Pos.IsValid() {
			at := c.workspace.Files.Position(refusal.Pos)
			pr.Name, pr.Line, pr.Col, pr.EndCol = at.Filename, at.Line, at.Column, at.Column+1
		}
		pr.Message = trace.AsWritten(pr.Message)
	}
	if cause, fell := strings.CutPrefix(pr.Message, "CFG post-order panic: "); fell {
		pr.Message = "the interpreter fails to compile this (" + cause + ")"
	}
	return workspace.Problems{pr}
}
