package interp

import (
	"context"
	"fmt"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/workspace"
)

// Run evaluates a cell. The name is what its positions are told by, such as
// In[3]; line directives in the text go before it. The value is that of the
// last item if this is an expression with a value, and shown says whether
// there is one to show. The error is of type Problems if the cell was
// refused and nothing ran, or one of package execution if it failed half-way or
// was stopped. What ran before a failure stays, as does every name the cell
// declares.
//
// Several cells may run at once. A cancelled cell and the goroutines it has
// started have left the interpreter when Run returns, those aside that
// compiled code holds for longer than a tenth of a second, which is told on
// stderr: they end when they come back. Other cells, and goroutines that they
// have left behind, go on.
func (s *Session) Run(ctx context.Context, name, src string, out cell.Output) (value any, shown bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	r, body, err := s.prepare(ctx, name, src, out)
	if err != nil || body == nil {
		return nil, false, err
	}
	defer s.console.Drain()
	if err := s.runner.Execute(r, body); err != nil {
		return nil, false, err
	}
	return r.Value()
}

// prepare understands and compiles a cell, and enters what it declares. The
// body is what is left to do, nil for nothing.
func (s *Session) prepare(ctx context.Context, name, src string, out cell.Output) (*execution.Run, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteWakers(src)
	r := s.runner.New(ctx, name, out)
	p := s.workspace.Plan(name, src)
	if len(p.Problems) > 0 {
		p.TakeBack()
		tellKept(r, p.KeepImports())
		return nil, nil, workspace.Problems(p.Problems)
	}
	body, err := s.accept(r, p)
	return r, body, err
}

// accept compiles a plan and makes what it declares the session's.
func (s *Session) accept(r *execution.Run, p *workspace.Plan) (body func(), err error) {
	r.ShowsNil = p.ShowsNil() // while the syntax is as it was checked
	body, err = s.compiler.compile(p)
	if err != nil {
		p.TakeBack()
		return nil, err
	}
	for _, note := range p.Notes {
		r.Write("stderr", note+"\n")
	}
	s.workspace.Accept(p)
	s.journal.Touch(p)
	return body, nil
}

// Check reports everything that is wrong with a cell. Nothing runs and nothing is
// declared.
func (s *Session) Check(name, src string) []workspace.Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.workspace.Check(name, src)
}

// KeepImports lets the packages that a cell has found be imported although it is
// refused for another, which was not: people import in one cell what they use in
// all. Run does so by itself; this is for whoever has learned from Check that Run
// would refuse. Where all are found it does nothing.
func (s *Session) KeepImports(ctx context.Context, name, src string, out cell.Output) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tellKept(s.runner.New(ctx, name, out), s.workspace.KeepImports(name, src))
}

func tellKept(r *execution.Run, paths []string) {
	if len(paths) > 0 {
		r.Write("stderr", "imported all the same: "+strings.Join(paths, ", ")+"\n")
	}
}

// initialise compiles a package and runs its initialisation.
func (s *Session) initialise(p *workspace.Plan) (err error) {
	s.wakers.Store(true) // its text is not looked at
	body, err := s.compiler.compile(p)
	if err != nil || body == nil {
		return err
	}
	done := make(chan any, 1)
	go func() {
		var failure any
		defer func() { done <- failure }()
		defer func() { failure = recover() }()
		s.runner.Enter(s.runner.New(context.Background(), p.Cell, nil))
		body()
	}()
	if failure := <-done; failure != nil {
		return fmt.Errorf("package %s fails when it is initialised: %v", p.Cell, failure)
	}
	return nil
}
