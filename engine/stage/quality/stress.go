package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:     "stress",
		Summary:  "is the relative error of the distances that the embedding is meant to keep",
		Formula:  "√(Σ_{i<j} (δ_ij − ‖y_i − y_j‖)² / Σ_{i<j} δ_ij²)",
		Citation: "Kruskal 1964, doi:10.1007/BF02289565",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | stress`},
		Needs:    engine.NeedEmbedding | engine.NeedTarget,
		Rank:     270,
	}, func() *Stress { return new(Stress) })
}

// Stress is the relative error of the distances in the embedding,
//
//	√(Σ_{i<j} (δ_ij − ‖y_i − y_j‖)² / Σ_{i<j} δ_ij²),
//
// against the dissimilarities δ that the embedder was to keep, such as
// geodesics. 0 is perfect, and 1 is what all rows at one place give. Nothing is
// rescaled: an embedding of another size than its target has stress. It is
// NaN where all δ are zero. Beyond 20,000 rows, a sample of them is compared
// with all others; of geodesics by landmarks, the landmarks are.
//
// Cost: O(n² dim) time and half of the target, or n rows of one that keeps no
// triangle; O(n dim) memory.
//
// Citation: Kruskal 1964, doi:10.1007/BF02289565. Deviation: the denominator
// sums δ², not the distances of the embedding, so that the scores of several
// embeddings of one target compare.
type Stress struct{}

// Params declares that there are none.
func (*Stress) Params(*engine.Params) {}

// Score sums over the pairs.
func (*Stress) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	type sums struct{ missed, all float64 }
	target, placed := r.Embedding.Target, newColumnPoints(r.Embedding.Y)
	n, rows := target.Len(), sampleRows(ctx, target)
	fresh, done := rowFuncOf(target), parallel.Count(ctx, "pairs", len(rows))
	const grain = 8
	parts := make([]sums, len(rows)/grain+1)
	type workspace struct {
		fill         rowFunc
		delta, found []float64
	}
	own := func() workspace { return workspace{fresh(), make([]float64, n), make([]float64, n)} }
	err := parallel.With(ctx, len(rows), grain, own, func(w workspace, lo, hi int) {
		var s sums
		for _, i := range rows[lo:hi] {
			others := n
			if len(rows) == n {
				others = i // each pair once
			}
			w.fill(w.delta[:others], i)
			placed.distances(w.found[:others], i)
			for j, d := range w.delta[:others] {
				miss := d - w.found[j]
				s.missed += float64(miss * miss) // the conversions forbid fusing
				s.all += float64(d * d)
			}
		}
		parts[lo/grain] = s
		done.Add(hi - lo)
	})
	var s sums
	for _, p := range parts {
		s.missed, s.all = s.missed+p.missed, s.all+p.all
	}
	return engine.Score{Name: "stress", Value: rootRatio(s.missed, s.all), Better: engine.Lower}, err
}
