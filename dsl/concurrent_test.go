package dsl_test

import (
	"context"
	"testing"
	"time"
)

// A cell is answered while another's pipeline runs, and each hears its own.
func TestCellsAtOnce(t *testing.T) {
	s := newSession(t)
	fit := &memory{started: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	left := make(chan error)
	go func() {
		_, err := s.Eval(ctx, `load("waveform") | isomap(k=12, dim=2) | krr(0.01) | svm | cv(k=10, repeats=20)`, fit)
		left <- err
	}()
	select {
	case <-fit.started:
	case err := <-left:
		t.Fatalf("the fit ended before it began: %v", err)
	}
	other := &memory{}
	if v, err := s.Eval(context.Background(), "import \"fmt\"\nfmt.Println(\"here\")\n1 + 2", other); v != 3 || err != nil {
		t.Errorf("1 + 2 is %v, %v", v, err)
	}
	short, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if _, err := s.Eval(short, "for {}", other); err == nil {
		t.Error("a loop without end has ended")
	}
	if fit.text.String() != "" || other.text.String() != "here\n" || len(other.progress) > 0 {
		t.Errorf("the fit says %q, the other %q with %d steps", fit.text.String(), other.text.String(), len(other.progress))
	}
	select {
	case err := <-left:
		t.Errorf("the fit ended meanwhile: %v", err)
	default:
	}
	cancel()
	if err := <-left; err == nil {
		t.Error("the fit was cancelled without an error")
	}
}
