package worker

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// frames is where a printer writes, for a test to wait for.
type frames chan string

func (f frames) Write(b []byte) (int, error) {
	f <- string(b[headerSize:])
	return len(b), nil
}

// What the goroutines of an interrupted cell print arrives, even if nothing
// follows.
func TestInterruptedCellsAreHeard(t *testing.T) {
	to := make(frames, 100)
	p := newPrinter(to)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for n := range 50 {
		text := fmt.Sprintln("line", n)
		p.print(ctx, kindStdout, 1, text)
		select {
		case got := <-to:
			if got != text {
				t.Fatalf("got %q, want %q", got, text)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%q has not arrived", text)
		}
	}
}

// Who holds the turn may be waiting for the reader. What an interrupted cell
// prints meanwhile does not wait, and arrives when the turn is free, with
// nothing more to come.
func TestInterruptedCellsDoNotWait(t *testing.T) {
	to := make(frames, 100)
	p := newPrinter(to)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.turn <- struct{}{}
	p.print(ctx, kindStdout, 1, "behind\n")
	<-p.turn
	select {
	case got := <-to:
		if got != "behind\n" {
			t.Errorf("got %q", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("it has not arrived")
	}
}
