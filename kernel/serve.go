package kernel

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"unfold/kernel/wire"
)

// Together these stay below the two and a half seconds after which Jupyter
// kills a kernel that it has asked to shut down.
const (
	lastCell = 300 * time.Millisecond // for the cell at work to end
	lastPost = 300 * time.Millisecond // for what it said to be handed over
	linger   = time.Second            // for front ends to take it
)

// Serve runs a kernel at the sockets that a connection file names, until a
// front end shuts it down, ctx is done or the server that started it is gone.
// It returns an error if the sockets cannot be opened.
//
// While it runs, an interrupt signal ends the cell at work, not the process.
func Serve(ctx context.Context, connectionFile string, lang Language, draw Renderer, info Info) error {
	at, err := wire.ReadConnection(connectionFile)
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	server, err := wire.Listen(at, info.faults())
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	ServeOn(ctx, server, lang, draw, info)
	return nil
}

// ServeOn runs a kernel as Serve does, at sockets that are open already, and
// closes them at the end.
func ServeOn(ctx context.Context, server *wire.Server, lang Language, draw Renderer, info Info) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	session := server.Session()
	k := &kernel{
		lang:    lang,
		draw:    draw,
		info:    info,
		fault:   info.faults(),
		server:  server,
		session: session,
		iopub:   newIOPub(server.IOPub, session, info.faults()),
		queue:   newQueue(),
		stop:    stop,
		answers: make(chan wire.Message, 1),
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	k.iopub.post(nil, "status", statusContent{"starting"})

	cells := make(chan struct{})
	go k.iopub.run()
	go k.receive(ctx)
	go k.attendControl(ctx)
	go func() {
		defer close(cells)
		for r := k.queue.pop(ctx); r != nil; r = k.queue.pop(ctx) {
			k.handle(r, shell)
		}
	}()
	go k.attendSignals(ctx, signals)
	go watchParent(ctx, stop)

	<-ctx.Done()
	k.interrupt(errInterrupted)
	within(lastCell, cells)
	k.part()
}

// receive takes what arrives on shell and stdin. It never waits for a cell.
func (k *kernel) receive(ctx context.Context) {
	for {
		select {
		case m := <-k.server.Shell.Messages():
			k.queue.push(&request{Message: m, router: k.server.Shell, arrived: time.Now()})
		case m := <-k.server.Stdin.Messages():
			k.answered(m)
		case <-ctx.Done():
			return
		}
	}
}

// attendControl answers control requests, beside whatever the shell does.
func (k *kernel) attendControl(ctx context.Context) {
	for {
		select {
		case m := <-k.server.Control.Messages():
			k.handle(&request{Message: m, router: k.server.Control, arrived: time.Now()}, control)
		case <-ctx.Done():
			return
		}
	}
}

// attendSignals takes the interrupt signals of the process.
func (k *kernel) attendSignals(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			k.interrupt(errInterrupted)
		case <-ctx.Done():
			return
		}
	}
}

// part says the last words and closes the sockets.
func (k *kernel) part() {
	said := make(chan struct{})
	go func() {
		defer close(said)
		k.iopub.flush()
	}()
	within(lastPost, said)
	k.iopub.close()
	k.server.Close(linger)
}

// within waits until c is closed, but not for longer than d.
func within(d time.Duration, c <-chan struct{}) {
	select {
	case <-c:
	case <-time.After(d):
	}
}

// faults returns where to report failures.
func (i Info) faults() func(error) {
	if i.Fault != nil {
		return i.Fault
	}
	return func(err error) { fmt.Fprintln(os.Stderr, err) }
}
