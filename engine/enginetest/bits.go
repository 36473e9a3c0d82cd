package enginetest

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// numbersOf lists every number of a report that methods have computed, or find
// when they are asked.
func numbersOf(ctx context.Context, r *engine.Report) ([]float64, error) {
	var all []float64
	for _, run := range r.Runs {
		for _, x := range []*mat.Dense{run.Train.X, run.Held.X, run.Mapped} {
			all = append(all, cells(x)...)
		}
		if e := run.Embedding; e != nil {
			further, err := screeOf(ctx, e)
			if err != nil {
				return nil, err
			}
			all = slices.Concat(all, cells(e.Y), e.Spectrum, further)
		}
		all = append(all, run.Predicted...)
	}
	for _, s := range r.Scores {
		all = append(all, s.Folds...)
	}
	return all, nil
}

// screeOf lists what the scree of an embedding tells; nothing if it has none.
func screeOf(ctx context.Context, e *engine.Embedding) ([]float64, error) {
	if e.Scree == nil {
		return nil, nil
	}
	spectrum, err := e.Scree.Spectrum(ctx)
	if err != nil {
		return nil, err
	}
	residual, err := e.Scree.Residual(ctx)
	return slices.Concat(spectrum, residual), err
}

// cells lists the elements of x, row by row; none of nil.
func cells(x *mat.Dense) []float64 {
	if x == nil {
		return nil
	}
	var all []float64
	n, _ := x.Dims()
	for i := range n {
		all = append(all, x.RawRowView(i)...)
	}
	return all
}

func testFinite(t *testing.T, r *engine.Report) {
	t.Helper()
	all, err := numbersOf(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("a result holds %v", v)
			return
		}
	}
}

// testSameBits computes twice on one processor and once on two.
func testSameBits(t *testing.T, compute func() ([]float64, error)) {
	t.Helper()
	var first []float64
	for i, procs := range []int{1, 1, 2} {
		before := runtime.GOMAXPROCS(procs)
		values, err := compute()
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = values
		} else if at, same := sameBits(first, values); !same {
			t.Errorf("run %d, on %d processors, differs from the first at number %d of %d", i+1, procs, at, len(first))
		}
	}
}

// testSameRun is testSameBits of a pipeline.
func testSameRun(t *testing.T, p engine.Pipeline) {
	t.Helper()
	testSameBits(t, func() ([]float64, error) {
		r, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
		if err != nil {
			return nil, err
		}
		return numbersOf(t.Context(), r)
	})
}

// sameBits compares bit by bit, and tells where the first difference is.
func sameBits(a, b []float64) (at int, same bool) {
	if len(a) != len(b) {
		return min(len(a), len(b)), false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return i, false
		}
	}
	return 0, true
}

// testRowByRow holds the images of the rows of x together against those of
// each row alone, bit by bit. apply fills dst, of the given width.
func testRowByRow(t *testing.T, what string, x *mat.Dense, width int, apply func(ctx context.Context, dst, x *mat.Dense) error) {
	t.Helper()
	n, d := x.Dims()
	whole := mat.NewDense(n, width, nil)
	if err := apply(t.Context(), whole, x); err != nil {
		t.Fatal(err)
	}
	one := mat.NewDense(1, width, nil)
	for i := range n {
		if err := apply(t.Context(), one, mat.NewDense(1, d, slices.Clone(x.RawRowView(i)))); err != nil {
			t.Fatal(err)
		}
		if _, same := sameBits(whole.RawRowView(i), one.RawRowView(0)); !same {
			t.Errorf("%s: row %d among others gives %v, alone %v", what, i, whole.RawRowView(i), one.RawRowView(0))
			return
		}
	}
}
