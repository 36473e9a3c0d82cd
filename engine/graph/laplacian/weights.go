package laplacian

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/linear/sparse"
)

// least is the weight below which an edge would not be seen beside others: it keeps
// graphs in one part.
const least = 1e-8

// Edges returns the weights of edges, "binary" or "heat", and the t of heat, infinite
// for binary ones; the t that is given, or the mean of the squared lengths for
// engine.Auto.
func Edges(ctx context.Context, g *engine.Graph, weights string, t float64) (*sparse.Matrix, float64) {
	if weights == "binary" {
		return fromGraph(g, 0, func(float64) float64 { return 1 }), math.Inf(1)
	}
	if t == engine.Auto {
		t = meanSquare(g)
	}
	return Heat(ctx, g, t, 0), t
}

// Heat returns W with exp(−length²/t) for each edge of g and own on the diagonal. A note
// tells how many edges are so long that their weight was raised to 1e-8.
func Heat(ctx context.Context, g *engine.Graph, t, own float64) *sparse.Matrix {
	raised := 0
	w := fromGraph(g, own, func(length float64) float64 {
		v := elementary.Exp(-length * length / t)
		if v < least {
			raised++
			return least
		}
		return v
	})
	if raised > 0 {
		engine.Remark(ctx, "edges so long that their weight would be below 1e-8, and count as that: %d", raised/2)
	}
	return w
}

// meanSquare returns the mean of the squared lengths of edges, or 1 if all are zero.
func meanSquare(g *engine.Graph) float64 {
	var sum float64
	for _, length := range g.Length {
		sum += float64(length * length)
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(len(g.Length))
}

// fromGraph returns the weights of edges, columns rising, with own on the diagonal.
func fromGraph(g *engine.Graph, own float64, weight func(length float64) float64) *sparse.Matrix {
	n := g.Len()
	w := &sparse.Matrix{Start: make([]int, 1, n+1), At: make([]int32, 0, len(g.End)+n), Value: make([]float64, 0, len(g.End)+n)}
	for i := range n {
		ends, lengths := g.Of(i)
		w.At, w.Value = append(w.At, int32(i)), append(w.Value, own)
		for e, j := range ends {
			w.At, w.Value = append(w.At, j), append(w.Value, weight(lengths[e]))
		}
		w.Start = append(w.Start, len(w.At))
	}
	return w
}

// Degrees returns the sums of the rows of w.
func Degrees(w *sparse.Matrix) []float64 {
	d := make([]float64, w.Len())
	for i := range d {
		_, values := w.Of(i)
		for _, v := range values {
			d[i] += v
		}
	}
	return d
}

// Anisotropic divides w_ij by (q_i q_j)^alpha for the degrees q, which are how dense
// rows lie, and returns q^−alpha (Coifman, Lafon 2006, doi:10.1016/j.acha.2006.04.006).
func Anisotropic(w *sparse.Matrix, alpha float64) []float64 {
	scale := powers(Degrees(w), -alpha)
	for i := range w.Len() {
		columns, values := w.Of(i)
		for e, j := range columns {
			values[e] *= scale[i] * scale[j]
		}
	}
	return scale
}

// powers returns the power of each of the values.
func powers(values []float64, power float64) []float64 {
	scale := make([]float64, len(values))
	for i, v := range values {
		scale[i] = 1
		if power != 0 {
			scale[i] = elementary.Pow(v, power)
		}
	}
	return scale
}
