package neighbour

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
)

// eachLevel runs a test with every set of vector instructions there is.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer simd.Use(l)()
			test(t)
		})
	}
}

// forced finds lists by walking or by sweeping, whichever is faster.
func forced(ctx context.Context, x *mat.Dense, k int, sweeping bool) (*engine.Neighbours, error) {
	a, err := buildKDTree(ctx, x, nil)
	if err != nil {
		return nil, err
	}
	s := &search{kdTree: a}
	if sweeping {
		s.filter, err = newFilter(ctx, a)
	}
	if err == nil && s.filter == nil {
		_, err = a.packPanels(ctx)
	}
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	nb, _ := NewLists(ctx, n, k)
	return nb, s.listNeighbours(ctx, nb, func() *listCollector { return &listCollector{k: k} })
}

func TestEveryWayGivesTheSortedRows(t *testing.T) {
	tables := awkward(t)
	want := make(map[string]*engine.Neighbours)
	for name, x := range tables {
		n, _ := x.Dims()
		want[name] = slow(engine.Euclidean(x), n-1)
	}
	eachLevel(t, func(t *testing.T) {
		for name, x := range tables {
			n, _ := x.Dims()
			for _, k := range []int{1, 7, n - 1} {
				if k >= n || k > 7 && simd.Current() == simd.Portable {
					continue
				}
				check := func(way string, got *engine.Neighbours, err error) {
					if err != nil {
						t.Fatalf("%s, k = %d, %s: %v", name, k, way, err)
					}
					if i := differs(got, want[name], k); i >= 0 {
						index, length := got.Of(i)
						wantIndex, wantLength := want[name].Of(i)
						t.Fatalf("%s, k = %d, %s: list of row %d is %v %v, want %v %v", name, k, way, i, index, length, wantIndex[:k], wantLength[:k])
					}
				}
				got, err := Nearest(t.Context(), engine.Euclidean(x), k)
				check("chosen", got, err)
				if name == "beyond squares" {
					continue
				}
				for _, sweeping := range []bool{false, true} {
					got, err := forced(t.Context(), x, k, sweeping)
					check(fmt.Sprintf("sweeping %v", sweeping), got, err)
				}
			}
		}
	})
}

// differs returns a row whose list is not the beginning of the longer one, or
// -1.
func differs(got, all *engine.Neighbours, k int) int {
	for i := range len(all.Index) / all.K {
		index, length := got.Of(i)
		wantIndex, wantLength := all.Of(i)
		if !slices.Equal(index, wantIndex[:k]) || !slices.Equal(length, wantLength[:k]) {
			return i
		}
	}
	return -1
}

func FuzzNearest(f *testing.F) {
	f.Add(uint64(1), 50, 3, 4, uint8(0))
	f.Add(uint64(2), 200, 20, 9, uint8(1))
	f.Add(uint64(3), 130, 6, 5, uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, n, d, k int, kind uint8) {
		if n < 2 || n > 300 || d < 1 || d > 40 || k < 1 || k >= n {
			return
		}
		r := rand.New(rand.NewPCG(seed, 2))
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for c := range d {
				switch kind % 4 {
				case 0:
					x.Set(i, c, r.NormFloat64())
				case 1:
					x.Set(i, c, float64(r.IntN(3)))
				case 2:
					x.Set(i, c, r.NormFloat64()*1e-7+float64(r.IntN(2))*1e7)
				default:
					x.Set(i, c, r.ExpFloat64()*float64(r.IntN(1000)-500)*1e-160)
				}
			}
		}
		want := slow(engine.Euclidean(x), k)
		for _, sweeping := range []bool{false, true} {
			got, err := forced(t.Context(), x, k, sweeping)
			if err != nil {
				t.Fatal(err)
			}
			if i := differs(got, want, k); i >= 0 {
				t.Fatalf("sweeping %v: list of row %d differs", sweeping, i)
			}
		}
	})
}

// TestRelationsEqualSplitLists includes classes of one row and classes that
// have no k rows.
func TestRelationsEqualSplitLists(t *testing.T) {
	if testing.Short() {
		t.Skip("long: splits lists of many rows")
	}
	for name, x := range awkward(t) {
		n, _ := x.Dims()
		all := slow(engine.Euclidean(x), n-1)
		for _, classes := range []int{1, 2, 7, n} {
			labels := make([]int, n)
			for i := range labels {
				labels[i] = 3 * (i * i % classes)
			}
			labels[n-1] = -5
			for _, k := range []int{1, 6, n - 1} {
				r, err := Relate(t.Context(), engine.Euclidean(x), labels, k)
				if err != nil {
					t.Fatal(err)
				}
				for i := range n {
					var own, others []int32
					index, _ := all.Of(i)
					for _, j := range index {
						if labels[j] == labels[i] {
							own = append(own, j)
						} else {
							others = append(others, j)
						}
					}
					gotOwn, _ := r.Own(i)
					gotOthers, _ := r.Others(i)
					if !slices.Equal(gotOwn, own[:min(k, len(own))]) || !slices.Equal(gotOthers, others[:min(k, len(others))]) {
						t.Fatalf("%s, %d classes, k = %d, row %d: own %v of %v, others %v of %v", name, classes, k, i, gotOwn, own, gotOthers, others)
					}
				}
			}
		}
	}
}

func TestSameListsAtAnyProcs(t *testing.T) {
	for _, d := range []int{3, 30} {
		x := points(9, 3000, d, 0)
		var want *engine.Neighbours
		for _, procs := range []int{1, 2, 8} {
			before := runtime.GOMAXPROCS(procs)
			got, err := Nearest(t.Context(), engine.Euclidean(x), 8)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if !slices.Equal(got.Length, want.Length) || !slices.Equal(got.Index, want.Index) {
				t.Errorf("d = %d: GOMAXPROCS = %d gives other lists", d, procs)
			}
		}
	}
}

// TestManyCopiesDoNotTakeQuadraticTime would take minutes if every row met
// every copy of it.
func TestManyCopiesDoNotTakeQuadraticTime(t *testing.T) {
	if testing.Short() {
		t.Skip("long: 6,000 rows three times")
	}
	for _, d := range []int{2, 20, 150} {
		n := 6000
		x := mat.NewDense(n, d, nil)
		for i := range n {
			x.Set(i, 0, float64(i%3))
		}
		nb, err := Nearest(t.Context(), engine.Euclidean(x), 5)
		if err != nil {
			t.Fatal(err)
		}
		if index, length := nb.Of(n - 1); !slices.Equal(index, []int32{int32((n - 1) % 3), int32((n-1)%3 + 3), int32((n-1)%3 + 6), int32((n-1)%3 + 9), int32((n-1)%3 + 12)}) || length[4] != 0 {
			t.Errorf("d = %d: the last row's neighbours are %v at %v", d, index, length)
		}
	}
}

func TestCancelIsPrompt(t *testing.T) {
	x := points(20, 50000, 40, 0)
	for _, find := range []func(ctx context.Context) error{
		func(ctx context.Context) error { _, err := Nearest(ctx, engine.Euclidean(x), 10); return err },
		func(ctx context.Context) error {
			_, err := Between(ctx, engine.Euclidean(x), make([]int32, 50000), 1, nil, false)
			return err
		},
	} {
		for _, wait := range []time.Duration{0, 30 * time.Millisecond, 200 * time.Millisecond} {
			ctx, cancel := context.WithCancel(t.Context())
			var at time.Time
			timer := time.AfterFunc(wait, func() { at = time.Now(); cancel() })
			err := find(ctx)
			if timer.Stop() || err == nil {
				continue // it was done before
			}
			if took := time.Since(at); took > 5*time.Second || !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled after %v: %v, and %v later", wait, err, took)
			}
			t.Logf("stopped %v after the cancellation at %v", time.Since(at), wait)
		}
	}
}
