package interp

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp/core"
	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/workspace"
)

// Run evaluates a cell. The name is what its positions are told by, such as
// In[3]; line directives in the text go before it. The value is that of the
// last item if this is an expression with a value, and shown says whether
// there is one to show. The error is of type Problems if the cell was
// refused and nothing ran, *RuntimeError or ExitError if it failed half-way,
// or the context's. What ran before a failure stays, as does every name the
// cell declares.
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
	defer s.io.Drain()
	if err := s.execute(r, body); err != nil {
		return nil, false, err
	}
	return r.value()
}

// prepare understands and compiles a cell, and enters what it declares. The
// body is what is left to do, nil for nothing.
func (s *Session) prepare(ctx context.Context, name, src string, out cell.Output) (*run, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.newRun(ctx, name, out)
	p := s.workspace.Plan(name, src)
	if len(p.Problems) > 0 {
		p.TakeBack()
		r.tellKept(p.KeepImports())
		return nil, nil, workspace.Problems(p.Problems)
	}
	body, err := s.accept(r, p)
	return r, body, err
}

// accept compiles a plan and makes what it declares the session's.
func (s *Session) accept(r *run, p *workspace.Plan) (body func(), err error) {
	body, err = s.compile(p)
	if err != nil {
		p.TakeBack()
		return nil, err
	}
	for _, note := range p.Notes {
		r.write("stderr", note+"\n")
	}
	r.showsNil = p.ShowsNil()
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
	s.newRun(ctx, name, out).tellKept(s.workspace.KeepImports(name, src))
}

func (r *run) tellKept(paths []string) {
	if len(paths) > 0 {
		r.write("stderr", "imported all the same: "+strings.Join(paths, ", ")+"\n")
	}
}

// compile lowers a plan and gives it to the interpreter, which declares what
// is in it and hands out what it does. A plan that asks for nothing compiles
// to nil.
func (s *Session) compile(p *workspace.Plan) (body func(), err error) {
	if len(p.Units) == 0 {
		return nil, nil
	}
	var made *core.Program
	defer func() {
		if r := recover(); r != nil {
			err = s.refused(p, fmt.Errorf("%v", r))
		}
		if err != nil && made != nil {
			made.TakeBack()
			for _, name := range made.Declares {
				s.machine.Undeclare(name)
			}
		}
	}()
	made, err = s.lower(p)
	var refusal *core.Refusal
	if errors.As(err, &refusal) {
		at := s.workspace.Files.Position(refusal.Pos)
		return nil, workspace.Problems{{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + 1, Message: refusal.Message, Hint: refusal.Remedy}}
	}
	if err != nil {
		return nil, err
	}
	if err := s.supply(made); err != nil {
		return nil, err
	}
	s.mirror()
	if body, err = s.machine.Compile(made.File, made.Deferred); err != nil {
		return nil, s.refused(p, err)
	}
	return body, nil
}

// initialise compiles a package and runs its initialisation.
func (s *Session) initialise(p *workspace.Plan) (err error) {
	body, err := s.compile(p)
	if err != nil || body == nil {
		return err
	}
	done := make(chan any, 1)
	go func() {
		var failure any
		defer func() { done <- failure }()
		defer func() { failure = recover() }()
		s.runs.enter(s.newRun(context.Background(), p.Cell, nil))
		body()
	}()
	if failure := <-done; failure != nil {
		return fmt.Errorf("package %s fails when it is initialised: %v", p.Cell, failure)
	}
	return nil
}

// mirror tells the machine of the files it lacks.
func (s *Session) mirror() {
	for _, f := range s.workspace.Files.Take() {
		s.machine.AddFile(f)
	}
}

// refused is what the interpreter has against a cell that go/types accepted:
// a gap of the interpreter, told as one.
func (s *Session) refused(p *workspace.Plan, err error) error {
	pr := workspace.Problem{Name: p.Cell, Line: 1, Col: 1, EndCol: 2, Message: err.Error(), Hint: "valid Go, which the interpreter does not support yet"}
	var refusal *machine.Refusal
	if errors.As(err, &refusal) {
		if refusal.Pos.IsValid() {
			at := s.workspace.Files.Position(refusal.Pos)
			pr.Name, pr.Line, pr.Col, pr.EndCol = at.Filename, at.Line, at.Column, at.Column+1
		}
		pr.Message = withoutVersions(pr.Message)
	}
	if cause, fell := strings.CutPrefix(pr.Message, "CFG post-order panic: "); fell {
		pr.Message = "the interpreter fails to compile this (" + cause + ")"
	}
	return workspace.Problems{pr}
}

// withoutVersions writes the names in a message as the reader does.
func withoutVersions(message string) string {
	return versionPattern.ReplaceAllString(message, "$1")
}

var versionPattern = regexp.MustCompile(`\b([\pL_][\pL\pN_]*)#\d+\b`)

// execute runs the body of a cell and waits until it has left.
func (s *Session) execute(r *run, body func()) error {
	given := r.ctx
	defer r.begin()()
	s.runs.latest.Store(r)
	done := make(chan struct{})
	var failure any
	var steps []machine.Step // that the cell left when it failed or was ended
	go func() {
		defer close(done)
		leave := s.runs.enter(r)
		defer leave() // before done says so: a goroutine that is on its way out is no cell's
		defer func() { failure, steps = recover(), s.told(token.NoPos) }()
		s.stop() // if it was cancelled before it was seen to be here
		body()
	}()
	select {
	case <-done:
		if failure == nil {
			r.settle()
		}
	case <-r.ctx.Done():
	}
	if !r.finish() {
		s.halt(r)
		select {
		case <-done: // and will not go on where it was
		default:
			steps = nil
		}
		if err := given.Err(); err != nil {
			return &Interruption{Cause: err, Frames: s.trace(steps)}
		}
		return s.crashed(context.Cause(r.ctx), steps)
	}
	if failure == nil {
		return nil
	}
	return s.panicked(failure, s.trace(steps))
}

// crashed is the error of a run that a goroutine of it has ended. If nobody
// knows where, it is where the cell was.
func (s *Session) crashed(cause error, steps []machine.Step) error {
	s.ending.Lock()
	defer s.ending.Unlock()
	if e, ok := cause.(*RuntimeError); ok && len(e.Frames) == 0 {
		e.Frames = s.trace(steps)
	}
	return cause
}

func (s *Session) panicked(v any, frames []Frame) error {
	v = machine.Panicked(v)
	if exit, ok := v.(ExitError); ok {
		return exit
	}
	e := &RuntimeError{Value: v, Frames: frames, Panic: true}
	if said, ok := machine.InGo(v); ok {
		e.Value = said
		return e
	}
	if err, ok := v.(error); ok {
		if s.aborts != nil && s.aborts(err) {
			e.Panic = false
		} else if machine.HasPosition(err.Error()) { // the interpreter's own
			e.Value = errors.New(withoutVersions(machine.WithoutPositions(err.Error())))
		}
	}
	return e
}
