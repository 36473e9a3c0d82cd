package quality

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:     "isometry",
		Summary:  "is how far the edges of the neighbourhood graph are from keeping their lengths",
		Formula:  "mean over edges ij of |‖y_i − y_j‖ / δ_ij − 1|",
		Citation: "Weinberger, Saul 2006, doi:10.1007/s11263-005-4939-z",
		Examples: []string{`swissroll(n=400) | isomap(k=8) | isometry`},
		Needs:    engine.NeedEmbedding | engine.NeedGraph,
		Rank:     275,
	}, func() *Isometry { return new(Isometry) })
}

// Isometry is how far the edges of the neighbourhood graph are from the length that
// the embedding is meant to keep,
//
//	mean over edges ij of |‖y_i − y_j‖ / δ_ij − 1|,
//
// with δ_ij the length of an edge: the dissimilarity that joined the rows, or the
// distance that was asked for. 0 is a local isometry, 0.05 means that edges are off
// by one twentieth, and 1 is what all rows at one place give. Bridges count as edges
// do; those between copies of a row, of length zero, do not. It is NaN where no edge
// has a length.
//
// What is kept of far pairs is not looked at: stress and residual tell that.
//
// Cost: O(m dim) time for m edges, no memory to speak of. It is deterministic.
//
// Citation: local isometry is what maximum variance unfolding asks for (Weinberger,
// Saul 2006, doi:10.1007/s11263-005-4939-z).
type Isometry struct{}

// Params declares that there are none.
func (*Isometry) Params(*engine.Params) {}

// Score sums over the edges, each from its first row.
func (*Isometry) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	type sums struct{ missed, count float64 }
	g, placed := r.Embedding.Graph, r.Embedding.Y
	const grain = 256
	parts := make([]sums, g.Len()/grain+1)
	err := parallel.For(ctx, g.Len(), grain, func(lo, hi int) {
		var s sums
		for i := lo; i < hi; i++ {
			ends, lengths := g.Of(i)
			for e, j := range ends {
				if i < int(j) && lengths[e] > 0 {
					s.missed += math.Abs(between(placed.RawRowView(i), placed.RawRowView(int(j)))/lengths[e] - 1)
					s.count++
				}
			}
		}
		parts[lo/grain] = s
	})
	var s sums
	for _, p := range parts {
		s.missed, s.count = s.missed+p.missed, s.count+p.count
	}
	return engine.Score{Name: "isometry", Value: s.missed / s.count, Better: engine.Lower}, err
}

// between is the distance of two points.
func between(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += float64((v - b[c]) * (v - b[c]))
	}
	return math.Sqrt(sum)
}
