package spectral

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/remedy"
)

// Gather returns the triangle of d, in float64 if double, in float32 otherwise:
// the one that d keeps if it keeps any, or else one that is made row by row.
// Time O(n²) beyond the rows of d, memory n²/2 numbers, asked for before they
// are taken.
func Gather(ctx context.Context, d engine.Distances, double bool) (*triangle.Matrix, error) {
	if t, ok := d.(triangle.Holder); ok {
		return t.Triangle(), nil
	}
	n := d.Len()
	if err := memory.Claim(ctx, triangle.Bytes(n, double), fmt.Sprintf("the dissimilarities of %d rows", n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	t, fill := triangle.NewSingle(n), func(t *triangle.Matrix, i int, row []float64) {
		for j, v := range row {
			t.Single(i)[j] = float32(v)
		}
	}
	if double {
		t, fill = triangle.NewDouble(n), func(t *triangle.Matrix, i int, row []float64) { copy(t.Double(i), row) }
	}
	count := parallel.Count(ctx, "dissimilarities", n)
	err := parallel.With(ctx, n, parallel.Grain(n), func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			fill(t, i, row[:i])
		}
		count.Add(hi - lo)
	})
	return t, err
}
