package engine_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"unfold/engine"
)

func TestScreeIsFoundOnce(t *testing.T) {
	var finds atomic.Int32
	s := engine.NewScree(func(ctx context.Context) ([]float64, []float64, error) {
		finds.Add(1)
		engine.Remark(ctx, "looked")
		return []float64{2, 1}, []float64{0.5, 0.25}, nil
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			ctx, notes := engine.WithNotes(t.Context(), "viewer")
			spectrum, err := s.Spectrum(ctx)
			if err != nil || !slices.Equal(spectrum, []float64{2, 1}) {
				t.Errorf("spectrum is %v (%v)", spectrum, err)
			}
			if said := notes(); len(said) != 1 || said[0] != (engine.Note{Stage: "viewer", Text: "looked"}) {
				t.Errorf("remarks are %v", said)
			}
		})
		all.Go(func() {
			if residual, err := s.Residual(t.Context()); err != nil || !slices.Equal(residual, []float64{0.5, 0.25}) {
				t.Errorf("residual variance is %v (%v)", residual, err)
			}
		})
	}
	all.Wait()
	if finds.Load() != 1 {
		t.Errorf("it was found %d times", finds.Load())
	}
}

func TestScreeIsTriedAgain(t *testing.T) {
	broken := errors.New("broken")
	under, release := make(chan struct{}), make(chan struct{})
	first := true
	s := engine.NewScree(func(context.Context) ([]float64, []float64, error) {
		if first {
			first = false
			close(under)
			<-release
			return nil, nil, broken
		}
		return []float64{1}, []float64{0}, nil
	})
	failed := make(chan error)
	go func() {
		_, err := s.Residual(t.Context())
		failed <- err
	}()
	<-under
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Spectrum(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("who waits and is cancelled gets %v", err)
	}
	close(release)
	if err := <-failed; !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
	if spectrum, err := s.Spectrum(t.Context()); err != nil || len(spectrum) != 1 {
		t.Errorf("asked again it is %v (%v)", spectrum, err)
	}
}
