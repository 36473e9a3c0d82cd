package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// KNN joins each row to its k nearest: G_ij = 1 for those, ties to the smaller
// index. Row sums are k. Copies of a row are its nearest neighbours.
//
// By itself k is the nearest whole number to ln n, as in spectral clustering
// (von Luxburg 2007, doi:10.1007/s11222-007-9033-z), but more than the columns,
// and less than n. Time that of neighbour lists, memory O(nk). It fails unless
// 1 ≤ k < n. It is deterministic.
type KNN struct {
	K      int            // neighbours, or engine.Auto
	Search neighbour.Mode // whether they may be approximate
}

func (f KNN) String() string { return "knn(k=" + auto(f.K) + ")" }

// Graph joins the rows of d.
func (f KNN) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	n := d.Len()
	if f.K == engine.Auto {
		f.K = usualNeighbours(d)
	}
	if err := neighbour.Check(f.K, n); err != nil {
		return nil, err
	}
	nearest, err := neighbour.Find(ctx, d, f.K, f.Search)
	if err != nil {
		return nil, err
	}
	g, err := newGraph(ctx, n, n*f.K, f.String())
	if err != nil {
		return nil, err
	}
	g.setEvenStarts(f.K)
	return g, parallel.For(ctx, n, parallel.Grain(20*f.K), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			near, _ := nearest.Of(i)
			end, weight := g.Of(i)
			slices.Sort(end[:copy(end, near)])
			for l := range weight {
				weight[l] = 1
			}
		}
	})
}

// usualNeighbours returns ln n, floored at one more than the columns.
func usualNeighbours(d engine.Distances) int {
	n := d.Len()
	k := int(math.Round(elementary.Log(float64(max(n, 1)))))
	if p, ok := d.(engine.Pointed); ok {
		_, columns := p.Points().Dims()
		k = max(k, columns+1)
	}
	return max(1, min(k, n-1))
}

// auto writes a number that a function may choose.
func auto[T int | float64](v T) string {
	if v == engine.Auto {
		return "auto"
	}
	return fmt.Sprint(v)
}
