package ridge

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/linear/gram"
)

// TestSolveAllGivesTheSameBits has systems with factors in both precisions, with
// few and many targets, that take different numbers of steps.
func TestSolveAllGivesTheSameBits(t *testing.T) {
	x := gaussian(2, 1600, 4)
	e := gram.NewEntries(gram.RBF{Sigma: 1}, x)
	if err := e.Cache(t.Context()); err != nil {
		t.Fatal(err)
	}
	targets := []*mat.Dense{gaussian(3, 1600, 2), gaussian(4, 1600, 5), gaussian(5, 1600, 1)}
	var solvers []*Solver
	for _, lambda := range []float64{1e-9, 1e-4, 0.1, 10} {
		s, err := NewSolver(t.Context(), e, lambda)
		if err != nil {
			t.Fatal(err)
		}
		solvers = append(solvers, s)
	}
	found, err := SolveAll(t.Context(), e, solvers, targets)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range solvers {
		for j, z := range targets {
			want, err := s.Solve(t.Context(), e, z)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(found[i][j], want) {
				t.Errorf("ridge %v, targets %d: solved together, the bits differ", s.lambda, j)
			}
		}
	}
}

func TestMeetingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := gram.NewEntries(gram.RBF{Sigma: 1}, gaussian(2, 300, 4))
	v, asked := make([]float64, 300), 0
	ask := func(p products) error {
		for {
			if err := p.times(ctx, make([]float64, 300), v, 1); err != nil {
				return err
			}
			if asked++; asked == 5 {
				cancel()
			}
		}
	}
	if err := solveInBatch(ctx, e, []func(p products) error{ask}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

// TestMeetingOutlivesThoseWhoLeave has systems that fail, panic or end while
// others wait for them.
func TestMeetingOutlivesThoseWhoLeave(t *testing.T) {
	e := gram.NewEntries(gram.RBF{Sigma: 1}, gaussian(2, 50, 4))
	fault := errors.New("fault")
	for name, leave := range map[string]func() error{
		"end": func() error { return nil }, "fail": func() error { return fault }, "panic": func() error { panic("fault") },
	} {
		t.Run(name, func(t *testing.T) {
			rounds := 0
			patient := func(p products) error {
				for ; rounds < 3; rounds++ {
					if err := p.times(t.Context(), make([]float64, 50), make([]float64, 50), 1); err != nil {
						return err
					}
				}
				return nil
			}
			defer func() {
				if p := recover(); fmt.Sprint(p) == "fault" != (name == "panic") {
					t.Errorf("panic is %v", p)
				}
				if rounds != 3 {
					t.Errorf("%d rounds, want 3", rounds)
				}
			}()
			err := solveInBatch(t.Context(), e, []func(p products) error{func(products) error { return leave() }, patient})
			if errors.Is(err, fault) != (name == "fail") {
				t.Errorf("error is %v", err)
			}
		})
	}
}

func BenchmarkSolveAll(b *testing.B) {
	const n = 4500
	e := gram.NewEntries(gram.RBF{Sigma: 3}, gaussian(2, n, 21))
	if err := e.Cache(b.Context()); err != nil {
		b.Fatal(err)
	}
	var solvers []*Solver
	for _, lambda := range []float64{1e-4, 1e-2, 0.1, 1} {
		s, err := NewSolver(b.Context(), e, lambda)
		if err != nil {
			b.Fatal(err)
		}
		solvers = append(solvers, s)
	}
	var targets []*mat.Dense
	for j := range 6 {
		targets = append(targets, gaussian(uint64(j), n, 2))
	}
	b.Run("together", func(b *testing.B) {
		for b.Loop() {
			if _, err := SolveAll(b.Context(), e, solvers, targets); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			for _, s := range solvers {
				for _, z := range targets {
					if _, err := s.Solve(b.Context(), e, z); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}
