package terminal

import (
	"context"
	"os"
	"os/signal"

	"unfold/engine/early"
)

// Interruptible returns a context for a cell, or a script of them, that Ctrl-C ends,
// and not the program. Where something is at work that can end early, the first asks
// it to, and the cell goes on with what that has come to. stop lets go of the signal.
func Interruptible(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ending, ask := early.With(ctx, nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for {
			select {
			case <-signals:
				if !ask() {
					cancel()
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ending, func() {
		signal.Stop(signals)
		cancel()
	}
}
