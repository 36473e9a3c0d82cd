package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"unfold/dsl/cell"
	"unfold/engine/early"
)

// A Language is what the child runs. Eval is called for several cells at a
// time if the front end runs several, the other methods at any time from any
// goroutine. If it is a [cell.Rememberer] too, its session outlives the child.
type Language interface {
	Eval(ctx context.Context, code string, out cell.Output) (any, error)
	Complete(code string, cursor int) cell.Completion
	Inspect(code string, cursor, detail int) (cell.Help, bool)
	Pending(code string) (indent string, c cell.Completeness)
}

// A Renderer draws values: data by MIME type, and metadata beside it. Its
// method may be called from several goroutines.
type Renderer interface {
	Render(value any) (data, metadata map[string]any)
}

// A Host is what the child needs to serve.
type Host struct {
	Language Language
	Renderer Renderer
	// JSON encodes what bundles hold, whatever it is.
	JSON func(any) json.RawMessage
	// Memory is how many bytes the process may hold. A cell that drives it
	// beyond is ended. Zero sets no bound.
	Memory uint64
}

// Serve runs cells for the supervisor that started this process, until that
// closes the pipe. It fails if there is no such supervisor.
func Serve(h Host) error {
	in, out, err := inherited()
	if err != nil {
		return fmt.Errorf("worker: this command is for the kernel's own use: %w", err)
	}
	debug.SetMaxStack(maxStack)
	return serve(h, in, out)
}

// maxStack lets a recursion without end fail soon, and before its stack fills
// the memory. A stack is doubled when it is full, and no last one but a power
// of two makes sense.
const maxStack = 128 << 20

// A server is the child's side.
type server struct {
	Host
	to    *printer
	turns *turns
	later *time.Timer // to remember more
	rest  idleTimer
	work  sync.WaitGroup // of cells

	mu        sync.Mutex
	cells     map[uint64]*running
	watched   bool   // somebody watches the heap
	asked     uint64 // questions so far
	questions map[uint64]chan answerBody
}

// A running is a cell at work.
type running struct {
	id     uint64
	cancel context.CancelCauseFunc
	ctx    context.Context
	out    *output
	code   string

	endEarly func() bool // asks what runs and can end early to do so
}

func serve(h Host, in io.Reader, out io.Writer) error {
	s := &server{
		Host:      h,
		to:        newPrinter(out),
		turns:     newTurns(),
		cells:     map[uint64]*running{},
		questions: map[uint64]chan answerBody{},
	}
	s.later = time.AfterFunc(aWhile, s.rememberMore)
	defer s.later.Stop()
	if h.Memory > 0 {
		debug.SetMemoryLimit(int64(h.Memory))
	}
	s.rest.begin()
	_, remembers := h.Language.(cell.Rememberer)
	if err := s.to.send(kindReady, 0, readyBody{remembers}); err != nil {
		return err
	}
	s.rest.end()
	for from := bufio.NewReader(in); ; {
		f, err := readFrame(from)
		if err == io.EOF {
			s.shutDown()
			return nil
		}
		if err == nil {
			err = s.handle(f)
		}
		if err != nil {
			return err
		}
	}
}

// departure is how long cells may take to end when the front has gone.
const departure = farewell / 2

// shutDown ends the running cells and waits for them a moment, since what they
// have started, programs above all, ends with them.
func (s *server) shutDown() {
	s.endAll(context.Canceled)
	over := make(chan struct{})
	go func() {
		defer close(over)
		s.work.Wait()
	}()
	select {
	case <-over:
	case <-time.After(departure):
	}
}

// handle starts what a frame asks for, and does not wait for it.
func (s *server) handle(f frame) error {
	switch f.kind {
	case kindEval:
		var q evalBody
		if err := decode(f, &q); err != nil {
			return err
		}
		c := s.begin(f.id, q)
		s.work.Go(func() { s.run(c) })
	case kindCancel:
		s.end(f.id, context.Canceled)
	case kindEnough:
		s.endEarly(f.id)
	case kindAnswer:
		var a answerBody
		if err := decode(f, &a); err != nil {
			return err
		}
		s.deliverAnswer(f.id, a)
	case kindComplete, kindInspect, kindPending:
		var q queryBody
		if err := decode(f, &q); err != nil {
			return err
		}
		go s.reply(f, func() any { return s.ask(f.kind, q) })
	case kindSelect:
		var rows []int
		if err := decode(f, &rows); err != nil {
			return err
		}
		if chooser, can := s.Language.(cell.Selecting); can {
			chooser.Select(rows)
		}
	case kindRestore:
		var memories []cell.Memory
		if err := decode(f, &memories); err != nil {
			return err
		}
		go s.reply(f, func() any { return s.restore(memories) })
	default:
		return fmt.Errorf("worker: nobody knows message %d", f.kind)
	}
	return nil
}

// begin makes a cell known, so that what comes next may cancel it.
func (s *server) begin(id uint64, q evalBody) *running {
	// The context does not end with the cell: what it has left behind goes on.
	ctx, cancel := context.WithCancelCause(context.Background())
	if q.Counts {
		ctx = cell.WithCount(ctx, q.Count)
	}
	c := &running{id: id, cancel: cancel, code: q.Code}
	c.ctx, c.endEarly = early.With(ctx, func(can bool) { _ = s.to.send(kindEndsEarly, id, endsEarlyBody{can}) })
	ctx = c.ctx
	c.out = &output{s: s, id: id, ctx: ctx}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells[id] = c
	if s.Memory > 0 && !s.watched {
		s.watched = true
		go s.watch()
	}
	return c
}

// endEarly asks what runs in a cell and can end early to do so. Where that has just
// ended, the cell does.
func (s *server) endEarly(id uint64) {
	s.mu.Lock()
	c := s.cells[id]
	s.mu.Unlock()
	if c != nil && !c.endEarly() {
		s.end(id, context.Canceled)
	}
}

// end ends the context of a cell, if that runs.
func (s *server) end(id uint64, cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.cells[id]; c != nil {
		c.cancel(cause)
	}
}

// run runs a cell, says how it ended, and then what the session has become.
func (s *server) run(c *running) {
	s.rest.begin()
	defer s.rest.end()
	s.turns.begin()
	value, err := s.eval(c)
	s.mu.Lock()
	delete(s.cells, c.id)
	s.mu.Unlock()
	last := s.turns.end()
	s.finish(c, value, err)
	if last {
		s.remember(inPassing)
		s.turns.remembered()
		s.later.Reset(aWhile)
	}
}

// eval runs a cell and draws its value; a panic in either is a failure.
func (s *server) eval(c *running) (value renderedValue, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.fault(p)
			err = failure{kind: "Panic", summary: fmt.Sprint("panic: ", p)}
		}
		var beyond beyondBudget
		if err != nil && errors.As(context.Cause(c.ctx), &beyond) {
			err = beyond.failure()
		}
	}()
	v, err := s.Language.Eval(c.ctx, c.code, c.out)
	if err != nil {
		return renderedValue{}, err
	}
	return renderValue(v, s.Renderer, s.JSON), nil
}

func (s *server) finish(c *running, value renderedValue, err error) {
	result := resultBody{Value: value}
	if err != nil {
		result.Failure = newFailure(err)
	}
	if err := s.to.send(kindResult, c.id, result); err != nil {
		_ = s.to.send(kindResult, c.id, resultBody{Failure: newFailure(err)})
	}
}

// fault tells the front's log of a panic that was caught.
func (s *server) fault(p any) {
	_ = s.to.sendRaw(kindFault, 0, fmt.Appendf(nil, "worker: panic: %v\n%s", p, debug.Stack()))
}
