package worker

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"unfold/dsl/cell"
)

// A child is one life of the interpreter, as the front sees it.
type child struct {
	s       *Supervisor
	preface string        // of what is told of the session: why there is a new child; empty for the first
	ready   chan struct{} // closed when it takes cells
	dying   chan struct{} // closed when it says nothing any more
	gone    chan struct{} // closed when that is settled: what it died of, who comes next

	greeted   bool         // it has said that it is ready
	restoring atomic.Bool  // it declares the session anew
	begun     atomic.Int64 // when it became ready, in nanoseconds
	death     death        // once gone
	orphaned  bool         // once gone: cells ran when it died

	mu      sync.Mutex
	process *process
	calls   map[uint64]*call
	killed  *death // why we have ended it
	hungUp  bool

	writing sync.Mutex
}

// newChild makes a child to take the place of one that has died, nil for none.
func newChild(s *Supervisor, before *child) *child {
	c := &child{s: s, calls: map[uint64]*call{}, ready: make(chan struct{}), dying: make(chan struct{}), gone: make(chan struct{})}
	if before != nil {
		c.preface = "the session was started anew"
		if d := before.death; !before.orphaned {
			c.preface = fmt.Sprintf("between cells the interpreter ended%s (%s); %s", d.otherCell(""), d.message, c.preface)
		}
	}
	return c
}

// run runs the child, from its start until another replaces it.
func (c *child) run() {
	defer c.s.replaceChild(c)
	p, err := startProcess(c.s.options.Command())
	if err != nil {
		c.death = death{kind: "Crash", message: err.Error()}
		close(c.dying)
		return
	}
	defer p.close()
	c.attach(p)
	said := &report{show: func(text string) { c.s.outputs.last().Stream("stderr", text) }, hasten: p.kill}
	var drains sync.WaitGroup
	drains.Go(func() { drain(p.stdout, func(b []byte) { c.s.outputs.last().Stream("stdout", string(b)) }) })
	drains.Go(func() { drain(p.stderr, said.add) })
	ended := make(chan *os.ProcessState, 1)
	go func() { ended <- p.wait() }()
	go c.guard(p.pid())

	if err := c.listen(processOutput{p.from}); err != nil {
		c.kill(death{kind: "Crash", message: err.Error()})
	}
	close(c.dying)
	late := time.AfterFunc(farewell, p.kill)
	state := <-ended
	late.Stop()
	drains.Wait()
	c.orphaned = c.isBusy()
	c.death = causeOfDeath(state, said.last())
	if killed := c.whyKilled(); killed != nil {
		c.death = *killed
	}
}

// attach makes the process known, and ends it if that was wanted before.
func (c *child) attach(p *process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.process = p
	if c.killed != nil {
		p.kill()
	}
	if c.hungUp {
		p.to.Close()
	}
}

// A processOutput reads what a process writes, until it has ended and nothing
// is left.
type processOutput struct{ f *os.File }

func (p processOutput) Read(b []byte) (int, error) {
	n, err := p.f.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = p.f.SetReadDeadline(time.Now().Add(partingSpan))
		if n, err = p.f.Read(b); errors.Is(err, os.ErrDeadlineExceeded) {
			err = io.EOF
		}
	}
	return n, err
}

// listen takes what the child says until its end. An error means that it does
// not keep to the protocol.
func (c *child) listen(from io.Reader) error {
	for from := bufio.NewReader(from); ; {
		f, err := readFrame(from)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err == nil {
			err = c.handle(f)
		}
		if err != nil {
			return err
		}
	}
}

// handle handles one frame. It waits only for readers of the output.
func (c *child) handle(f frame) error {
	out := func() cell.Output { return c.s.outputs.of(f.id) }
	switch f.kind {
	case kindReady:
		if c.greeted {
			return errors.New("worker: the interpreter began twice")
		}
		c.greeted = true
		var r readyBody
		if err := decode(f, &r); err != nil {
			return err
		}
		go c.restoreSession(r.Remembers)
	case kindStdout:
		out().Stream("stdout", string(f.body))
	case kindStderr:
		out().Stream("stderr", string(f.body))
	case kindDisplay, kindClear, kindProgress:
		return show(f, out())
	case kindEndsEarly:
		var q endsEarlyBody
		if err := decode(f, &q); err != nil {
			return err
		}
		c.endsEarly(f.id, q.Can)
	case kindInput:
		var q inputBody
		if err := decode(f, &q); err != nil {
			return err
		}
		go c.question(f.id, q, out())
	case kindResult, kindReply:
		c.deliver(f)
	case kindMemories:
		var changes []cell.Memory
		if err := decode(f, &changes); err != nil {
			return err
		}
		c.s.journal.record(changes)
	case kindFault:
		c.s.options.Fault(errors.New(string(f.body)))
	default:
		return fmt.Errorf("worker: nobody knows message %d", f.kind)
	}
	return nil
}

// show shows what a cell wants to be seen.
func show(f frame, out cell.Output) error {
	switch f.kind {
	case kindDisplay:
		var d displayBody
		if err := decode(f, &d); err != nil {
			return err
		}
		out.Display(d.Value.value(), d.ID)
	case kindClear:
		var q clearBody
		if err := decode(f, &q); err != nil {
			return err
		}
		out.Clear(q.Wait)
	case kindProgress:
		var p progressBody
		if err := decode(f, &p); err != nil {
			return err
		}
		p.Picture = p.Drawn.value()
		out.Progress(p.Progress)
	}
	return nil
}
