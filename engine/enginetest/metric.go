package enginetest

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Metrics tests that dissimilarities are symmetric, finite, not negative, zero
// on the diagonal, equal for copies of a row and independent of the order of the
// rows.
func Metrics(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.MetricRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Metric)
		rows := metricSample(m, Blobs(60).Sample())
		d, err := m.Distances(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		testDistances(t, d, 60)
		testOutward(t, d, rows.X)
		testOrder(t, m, rows, d)
		testCopiesMeasured(t, m, s.ReadsLabels)
		testSameBits(t, func() ([]float64, error) {
			d, err := m.Distances(t.Context(), rows)
			if err != nil {
				return nil, err
			}
			return cells(matrixOf(d)), nil
		})
		testCancelled(t, "Distances", func(ctx context.Context) error { _, err := m.Distances(ctx, rows); return err })
		testRefused(t, defaultStep(t, s), keep{})
		testAwkward(t, defaultStep(t, s), keep{})
	})
}

// metricSample is the sample as the metric wants it: where columns are rows,
// they hold the dissimilarities themselves.
func metricSample(m engine.Metric, s engine.Sample) engine.Sample {
	if _, ok := m.(engine.Restrictor); ok {
		s.X, s.Columns = matrixOf(s.Distances), nil
	}
	return s
}

// matrixOf asks for all rows of d.
func matrixOf(d engine.Distances) *mat.Dense {
	n := d.Len()
	all := mat.NewDense(n, n, nil)
	for i := range n {
		d.Row(all.RawRowView(i), i)
	}
	return all
}

func testDistances(t *testing.T, d engine.Distances, n int) {
	t.Helper()
	if d.Len() != n {
		t.Fatalf("%d dissimilarities a row, want %d", d.Len(), n)
	}
	all := matrixOf(d)
	for i := range n {
		for j := range n {
			v := all.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 || i == j && v != 0 || v != all.At(j, i) {
				t.Fatalf("rows %d and %d are %v apart, and %v the other way", i, j, v, all.At(j, i))
			}
		}
	}
}

// testOutward measures from rows of the sample as if they were new.
func testOutward(t *testing.T, d engine.Distances, x *mat.Dense) {
	t.Helper()
	outward, ok := d.(engine.Outward)
	if !ok {
		return
	}
	n := d.Len()
	inside, outside := make([]float64, n), make([]float64, n)
	for i := range n {
		d.Row(inside, i)
		outward.From(outside, x.RawRowView(i))
		for j := range n {
			if math.Abs(inside[j]-outside[j]) > 1e-7*(1+inside[j]) {
				t.Fatalf("rows %d and %d are %v apart, but %v from outside", i, j, inside[j], outside[j])
			}
		}
	}
}

// testOrder permutes the rows.
func testOrder(t *testing.T, m engine.Metric, s engine.Sample, d engine.Distances) {
	t.Helper()
	order := permutation(s.Len())
	moved := permuteSample(s, order)
	if _, ok := m.(engine.Restrictor); ok {
		for i, from := range order {
			for j, to := range order {
				moved.X.Set(i, j, s.X.At(from, to))
			}
		}
	}
	e, err := m.Distances(t.Context(), moved)
	if err != nil {
		t.Fatal(err)
	}
	was, is := matrixOf(d), matrixOf(e)
	for i, from := range order {
		for j, to := range order {
			if math.Abs(is.At(i, j)-was.At(from, to)) > 1e-9*(1+was.At(from, to)) {
				t.Fatalf("rows %d and %d are %v apart, and %v once permuted", from, to, was.At(from, to), is.At(i, j))
			}
		}
	}
}
