package kernel_test

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"unfold/dsl/cell"
	"unfold/kernel"
	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// sleeping sends a cell that would sleep for an hour, and waits until it is at
// work.
func sleeping(c *kerneltest.Client) wire.Message {
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": "sleep 3600000"})
	atWork(c, request)
	return request
}

// atWork waits until a cell's execute_input has come, which precedes the cell.
func atWork(c *kerneltest.Client, request wire.Message) {
	for {
		m := c.Published()
		if m.Header.Type == "execute_input" && kerneltest.ParentID(m) == request.Header.ID {
			return
		}
	}
}

const interrupted = "execute_reply error 1 Interrupted: the cell was interrupted"

// interruptUntilDone repeats an interrupt, for a signal finds its way in its
// own time.
func interruptUntilDone(t *testing.T, c *kerneltest.Client, interrupt func()) wire.Message {
	t.Helper()
	for range 200 {
		interrupt()
		select {
		case m := <-c.Shell.Messages():
			return m
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("the cell goes on")
	return wire.Message{}
}

func TestInterruptByMessage(t *testing.T) {
	c := start(t)
	sleeping(c)
	reply := interruptUntilDone(t, c, func() {
		if r := c.Ask(c.Control, "interrupt_request", struct{}{}); kerneltest.Content(r)["status"] != "ok" {
			t.Errorf("interrupt_reply: %s", r.Content)
		}
	})
	if got := kerneltest.Line(reply); got != interrupted {
		t.Errorf("got %s", got)
	}
	if got := kerneltest.Line(c.Run("echo 2").Reply); got != "execute_reply ok 2" {
		t.Errorf("the next cell: %s", got)
	}
}

// TestInterruptKeepsWhatWorkHasComeTo: the first ends the work and not the cell, which
// the second does.
func TestInterruptKeepsWhatWorkHasComeTo(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for pictures")
	}
	t.Parallel()
	c := start(t)
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": "refine 3600000\nsleep 3600000"})
	atWork(c, request)
	awaitBar(c)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	select {
	case m := <-c.Shell.Messages():
		t.Fatalf("the first interrupt ends the cell: %s", kerneltest.Line(m))
	case <-time.After(100 * time.Millisecond):
	}
	if got := kerneltest.Line(interruptUntilDone(t, c, func() { c.Ask(c.Control, "interrupt_request", struct{}{}) })); got != interrupted {
		t.Errorf("got %s", got)
	}

	request = c.Send(c.Shell, "execute_request", map[string]any{"code": "refine 3600000"})
	atWork(c, request)
	awaitBar(c)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if got, want := kerneltest.Line(c.Reply(c.Shell, request)), "execute_reply ok 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// awaitBar waits until the work of a cell is seen, which has begun then.
func awaitBar(c *kerneltest.Client) {
	for c.Published().Header.Type != "display_data" {
	}
}

func TestInterruptBySignal(t *testing.T) {
	c := start(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot signal itself here")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	signal := func() {
		if err := self.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	signal() // while idle: nothing
	sleeping(c)
	if got := kerneltest.Line(interruptUntilDone(t, c, signal)); got != interrupted {
		t.Errorf("got %s", got)
	}
}

func TestInterruptWhileIdleHarmsNoCell(t *testing.T) {
	c := start(t)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if got := kerneltest.Line(c.Run("sleep 1").Reply); got != "execute_reply ok 1" {
		t.Errorf("got %s", got)
	}
}

func TestInterruptAbortsTheQueue(t *testing.T) {
	t.Parallel()
	c := start(t)
	sleeping(c)
	next := c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 2"})
	interruptUntilDone(t, c, func() { c.Ask(c.Control, "interrupt_request", struct{}{}) })
	if got := kerneltest.Line(c.Reply(c.Shell, next)); got != "execute_reply aborted <nil>" {
		t.Errorf("the cell behind it: %s", got)
	}
}

func TestControlAnswersBesideACell(t *testing.T) {
	c := start(t)
	sleeping(c)
	reply := kerneltest.Content(c.Ask(c.Control, "kernel_info_request", struct{}{}))
	if reply["status"] != "ok" || reply["protocol_version"] != "5.5" {
		t.Errorf("got %v", reply)
	}
	if _, err := c.Echo(t.Context(), []byte("beat")); err != nil {
		t.Errorf("heartbeat: %v", err)
	}
}

func TestShutdown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "connection.json")
	server, err := wire.Listen(wire.Loopback(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	at := server.Connection()
	server.Close(0) // its ports are free now, and very likely stay so
	if err := at.Write(file); err != nil {
		t.Fatal(err)
	}
	for name, busy := range map[string]bool{"idle": false, "at work": true} {
		t.Run(name, func(t *testing.T) {
			done := make(chan error)
			go func() {
				info := kernel.Info{Name: "toy", Fault: func(error) {}}
				done <- kernel.Serve(context.Background(), file, kerneltest.NewToy(), kerneltest.Plain{}, info)
			}()
			c := kerneltest.Connect(t, listening(t, at))
			if busy {
				sleeping(c)
			}
			request := c.Send(c.Control, "shutdown_request", map[string]any{"restart": true})
			if got := string(c.Reply(c.Control, request).Content); got != `{"status":"ok","restart":true}` {
				t.Errorf("reply: %s", got)
			}
			var kinds []string
			for _, m := range c.Outputs(request) {
				kinds = append(kinds, m.Header.Type)
			}
			if got := strings.Join(kinds, " "); got != "status shutdown_reply status" {
				t.Errorf("published %s", got)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// listening waits until a kernel listens at a connection.
func listening(t *testing.T, at wire.Connection) wire.Connection {
	t.Helper()
	for range 200 {
		if c, err := wire.Dial(at, "probe"); err == nil {
			c.Close()
			return at
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("no kernel listens")
	return at
}

func TestServeNeedsItsConnectionFile(t *testing.T) {
	err := kernel.Serve(t.Context(), filepath.Join(t.TempDir(), "none.json"), kerneltest.NewToy(), kerneltest.Plain{}, kernel.Info{})
	if err == nil || !strings.Contains(err.Error(), "connection file") {
		t.Errorf("got %v", err)
	}
}

// A signal to terminate, or that the terminal has gone, ends the kernel in good
// order, cells and all.
func TestSignalsEndTheKernel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot signal itself here")
	}
	for _, s := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			if signal.Ignored(s) {
				t.Skip("it was ignored when the tests began, as nohup has it")
			}
			endBySignal(t, s)
		})
	}
}

func endBySignal(t *testing.T, s os.Signal) {
	server, err := wire.Listen(wire.Loopback(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		kernel.ServeOn(context.Background(), server, kerneltest.NewToy(), kerneltest.Plain{}, kernel.Info{Fault: func(error) {}})
	}()
	c := kerneltest.Connect(t, server.Connection())
	request := sleeping(c)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(s); err != nil {
		t.Fatal(err)
	}
	if got := kerneltest.Line(c.Finish(request).Reply); got != interrupted {
		t.Errorf("the cell at work: %s", got)
	}
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("the kernel goes on")
	}
}

// A cell that goes on after an interrupt is ended by another, at the price of
// the session.
func TestSecondInterruptStopsTheLanguage(t *testing.T) {
	c := start(t)
	stuck := c.Send(c.Shell, "execute_request", map[string]any{"code": "stick"})
	atWork(c, stuck)
	for range 200 {
		c.Ask(c.Control, "interrupt_request", struct{}{})
		select {
		case m := <-c.Shell.Messages():
			if got := kerneltest.Line(m); got != "execute_reply error 1 ToyFailure: stopped" {
				t.Errorf("got %s", got)
			}
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("the cell goes on")
}

// Every request is wrapped in busy and idle, and idle comes last.
func TestIdleIsLast(t *testing.T) {
	c := start(t)
	sub := c.Subshell()
	for _, send := range []func() wire.Message{
		func() wire.Message { return c.Send(c.Control, "kernel_info_request", struct{}{}) },
		func() wire.Message { return c.Send(c.Control, "list_subshell_request", struct{}{}) },
		func() wire.Message { return c.Send(c.Control, "usage_request", struct{}{}) },
		func() wire.Message { return c.Send(c.Control, "no_such_request", struct{}{}) },
		func() wire.Message {
			return c.Send(c.Control, "delete_subshell_request", map[string]any{"subshell_id": 5})
		},
		func() wire.Message {
			return c.Send(c.Shell, "comm_open", map[string]any{"comm_id": "a", "target_name": "echo"})
		},
		func() wire.Message { return c.Send(c.Shell, "comm_msg", map[string]any{"comm_id": "a"}) },
		func() wire.Message { return c.Send(c.Shell, "no_such_request", struct{}{}) },
		func() wire.Message { return c.SendTo(sub, "execute_request", map[string]any{"code": "print a\nfail"}) },
		func() wire.Message { return c.SendTo(sub, "no_such_request", struct{}{}) },
		func() wire.Message { return c.SendTo("nowhere", "comm_msg", map[string]any{"comm_id": "a"}) },
	} {
		request := send()
		published := c.Outputs(request)
		if first := kerneltest.Line(published[0]); first != "status busy" {
			t.Errorf("%s: began with %s", request.Header.Type, first)
		}
		last := c.Send(c.Control, "kernel_info_request", struct{}{})
		for m := c.Published(); kerneltest.ParentID(m) != last.Header.ID; m = c.Published() {
			if kerneltest.ParentID(m) == request.Header.ID {
				t.Errorf("%s: %s after idle", request.Header.Type, kerneltest.Line(m))
			}
		}
		c.Outputs(last)
	}
}

// While a failure is held back its cell is over: however often somebody asks
// for an end, that does not cost the session.
func TestInterruptsWhileAFailureIsHeldBack(t *testing.T) {
	lang := &ended{Toy: kerneltest.NewToy(), evaluated: make(chan struct{}, 1)}
	at, _ := kerneltest.Start(t, lang, kerneltest.Plain{}, kernel.Info{Name: "toy"})
	c := kerneltest.Connect(t, at)
	failed := c.Send(c.Shell, "execute_request", map[string]any{"code": "fail x"})
	<-lang.evaluated
	time.Sleep(20 * time.Millisecond) // the failure is told after a hundred
	for range 3 {
		c.Ask(c.Control, "interrupt_request", struct{}{})
	}
	if got := kerneltest.Line(c.Finish(failed).Reply); got != "execute_reply error 1 ToyFailure: x" {
		t.Error(got)
	}
	if n := lang.stops.Load(); n > 0 {
		t.Errorf("the language was stopped %d times", n)
	}
}

// An ended language tells when a cell is evaluated, and counts how often it is
// stopped.
type ended struct {
	*kerneltest.Toy
	evaluated chan struct{}
	stops     atomic.Int32
}

func (e *ended) Eval(ctx context.Context, code string, out cell.Output) (any, error) {
	defer func() { e.evaluated <- struct{}{} }()
	return e.Toy.Eval(ctx, code, out)
}

func (e *ended) Stop() { e.stops.Add(1) }
