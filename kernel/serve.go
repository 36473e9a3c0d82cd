package kernel

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"unfold/kernel/history"
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
// While it runs, an interrupt signal ends the cells at work, not the process,
// and a signal to terminate ends the kernel in good order, as does one that the
// terminal has gone, unless the process was started to ignore that.
//
// If the file leaves ports to the system, it is written anew with those that
// were picked, for it is how front ends find the kernel.
func Serve(ctx context.Context, connectionFile string, lang Language, draw Renderer, info Info) error {
	at, err := wire.ReadConnection(connectionFile)
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	server, err := wire.Listen(at, info.faultHandler())
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	if picked := server.Connection(); picked != at {
		if err := picked.Write(connectionFile); err != nil {
			server.Close(0)
			return fmt.Errorf("kernel: %w", err)
		}
	}
	ServeOn(ctx, server, lang, draw, info)
	return nil
}

// ServeOn runs a kernel as Serve does, at sockets that are open already, and
// closes them at the end.
func ServeOn(ctx context.Context, server *wire.Server, lang Language, draw Renderer, info Info) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	fault := info.faultHandler()
	session := server.Session()
	k := &kernel{
		lang:    lang,
		draw:    draw,
		info:    info,
		fault:   fault,
		server:  server,
		session: session,
		iopub:   newIOPub(server.IOPub, session, fault),
		ctx:     ctx,
		stop:    stop,
		history: history.New(info.History, fault),
		comms:   comms{open: make(map[string]*openComm)},
		asking:  make(chan struct{}, 1),
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	defer signal.Stop(signals)
	k.iopub.post(nil, "status", statusContent{"starting"})

	go k.iopub.run()
	k.open(ctx, "")
	go k.receive(ctx)
	go k.serveControl(ctx)
	go k.serveSignals(ctx, signals)
	go watchParent(ctx, stop)

	<-ctx.Done()
	k.cancelCells()
	callWithin(lastCell, k.shells.wait)
	k.shutDown()
}

// receive takes what arrives on shell and stdin. It never waits for a cell.
func (k *kernel) receive(ctx context.Context) {
	for {
		select {
		case m := <-k.server.Shell.Messages():
			k.route(&request{Message: m, router: k.server.Shell})
		case m := <-k.server.Stdin.Messages():
			k.deliverAnswer(m)
		case <-ctx.Done():
			return
		}
	}
}

// serveControl answers control requests, beside whatever the shell does.
func (k *kernel) serveControl(ctx context.Context) {
	for {
		select {
		case m := <-k.server.Control.Messages():
			k.handle(&request{Message: m, router: k.server.Control}, onControl[m.Header.Type])
		case <-ctx.Done():
			return
		}
	}
}

// serveSignals takes the signals of the process: an interrupt is for the
// cells, any other for the kernel, which ends.
func (k *kernel) serveSignals(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case s := <-signals:
			if s == os.Interrupt {
				k.interrupt()
			} else {
				k.stop()
			}
		case <-ctx.Done():
			return
		}
	}
}

// shutDown sends the last messages, closes the sockets and removes the files.
func (k *kernel) shutDown() {
	filed := make(chan struct{})
	go func() {
		defer close(filed)
		k.history.Close()
	}()
	callWithin(lastPost, k.iopub.flush)
	k.iopub.close()
	k.server.Close(linger)
	if err := k.spills.remove(); err != nil {
		k.fault(fmt.Errorf("kernel: long output is left behind: %w", err))
	}
	<-filed
}

// callWithin calls f and waits for it, no longer than d.
func callWithin(d time.Duration, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(d):
	}
}

// faultHandler returns where to report failures.
func (i Info) faultHandler() func(error) {
	if i.Fault != nil {
		return i.Fault
	}
	return func(err error) { fmt.Fprintln(os.Stderr, err) }
}
