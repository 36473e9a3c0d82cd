package parallel

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"unfold/engine"
)

// atProcs runs f at several values of GOMAXPROCS.
func atProcs(t *testing.T, f func(t *testing.T)) {
	for _, procs := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(procs)
		f(t)
		runtime.GOMAXPROCS(before)
	}
}

func TestForCoversEveryIndexOnce(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 2, 15, 16, 17, 1000} {
			for _, grain := range []int{0, 1, 16, 5000} {
				seen := make([]int, n)
				if err := For(t.Context(), n, grain, func(lo, hi int) {
					for i := lo; i < hi; i++ {
						seen[i]++
					}
				}); err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(seen, func(c int) bool { return c != 1 }) {
					t.Fatalf("n = %d, grain = %d: indices visited %v times", n, grain, seen)
				}
			}
		}
	})
}

func TestSumIsTheSameBitsAtAnyProcs(t *testing.T) {
	values := make([]float64, 9999)
	for i := range values {
		values[i] = math.Sin(float64(i)) * math.Exp(float64(i%40))
	}
	var sums []float64
	atProcs(t, func(t *testing.T) {
		sum, err := Sum(t.Context(), len(values), 64, func(lo, hi int) float64 {
			var s float64
			for _, v := range values[lo:hi] {
				s += v
			}
			return s
		})
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
	})
	if sums[0] != sums[1] || sums[0] != sums[2] {
		t.Errorf("sums differ: %v", sums)
	}
}

func TestCancelStopsTheLoop(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var once sync.Once
		begun := time.Now()
		err := For(ctx, 1<<40, 1, func(lo, hi int) { once.Do(cancel) })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error is %v, want %v", err, context.Canceled)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("stopped after %v", took)
		}
	})
}

func TestFinishedLoopIgnoresLateCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := For(ctx, 1, 1, func(lo, hi int) { cancel() }); err != nil {
		t.Errorf("the only block was done, but the error is %v", err)
	}
}

func TestTryReturnsTheFailure(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		bad := errors.New("bad")
		err := Try(t.Context(), 100, 1, func() int { return 0 }, func(_, lo, hi int) error {
			if lo == 40 {
				return bad
			}
			return nil
		})
		if err != bad {
			t.Errorf("error is %v, want %v", err, bad)
		}
	})
}

func TestPanicReachesTheCaller(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		defer func() {
			if p := recover(); p != "boom" {
				t.Errorf("recovered %v, want boom", p)
			}
		}()
		For(t.Context(), 100, 1, func(lo, hi int) {
			if lo == 50 {
				panic("boom")
			}
		})
		t.Error("no panic")
	})
}

func TestWorkspacesAreNotShared(t *testing.T) {
	var mu sync.Mutex
	var made []*int
	err := With(t.Context(), 1000, 3, func() *int {
		mu.Lock()
		defer mu.Unlock()
		made = append(made, new(int))
		return made[len(made)-1]
	}, func(w *int, lo, hi int) { *w += hi - lo })
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, w := range made {
		total += *w
	}
	if total != 1000 {
		t.Errorf("workspaces counted %d indices, want 1000", total)
	}
}

func TestCounterTellsWithinItsPart(t *testing.T) {
	var mu sync.Mutex
	var told []float64
	ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, p.Fraction)
	})
	c := Count(Part(ctx, 0.5, 0.75), "work", 5000)
	if err := For(ctx, 5000, 7, func(lo, hi int) { c.Add(hi - lo) }); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(told) || told[0] != 0.5 || told[len(told)-1] != 0.75 {
		t.Errorf("told fractions %v, want rising from 0.5 to 0.75", told)
	}
	if len(told) > 101 {
		t.Errorf("told %d times, want at most 101", len(told))
	}
}
