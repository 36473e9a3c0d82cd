package worker

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"unfold/dsl/cell"
)

// leisurely is a toy that takes its time to be restored, and sees whether it is
// written down meanwhile.
type leisurely struct {
	*toy
	restoring, disturbed atomic.Bool
}

func (s *leisurely) Restore(context.Context, []cell.Memory) []cell.Memory {
	s.restoring.Store(true)
	defer s.restoring.Store(false)
	time.Sleep(4 * aWhile)
	return nil
}

func (s *leisurely) Changes(time.Duration) []cell.Memory {
	if s.restoring.Load() {
		s.disturbed.Store(true)
	}
	return nil
}

// A session that is being restored is not written down at the same time, which
// would read what the other writes.
func TestRestoringIsNotDisturbed(t *testing.T) {
	language := &leisurely{toy: newToy()}
	in, front := io.Pipe()
	heard, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- serve(Host{Language: language, Renderer: plain{}, JSON: toJSON}, in, out) }()
	if f, err := readFrame(heard); err != nil || f.kind != kindReady {
		t.Fatalf("it began with message %d (%v)", f.kind, err)
	}
	text, err := appendFrame(nil, frame{kindRestore, 1, []byte(`[{"Name":"x","Text":"set x 1"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := front.Write(text); err != nil {
		t.Fatal(err)
	}
	if f, err := readFrame(heard); err != nil || f.kind != kindReply {
		t.Errorf("the answer is message %d (%v)", f.kind, err)
	}
	front.Close()
	if err := <-ended; err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if language.disturbed.Load() {
		t.Error("the session was written down while it was restored")
	}
}
