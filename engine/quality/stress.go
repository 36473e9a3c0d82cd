package quality

import (
	"context"
	"math"

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
	}, func() *Stress { return new(Stress) })
}

// Stress is the relative error of the distances in the embedding,
//
//	√(Σ_{i<j} (δ_ij − ‖y_i − y_j‖)² / Σ_{i<j} δ_ij²),
//
// against the dissimilarities δ that the embedder was to keep, such as
// geodesics. 0 is perfect, and 1 is what all rows at one place give. Nothing is
// rescaled: an embedding of another size than its target has stress. It is
// NaN where all δ are zero. Beyond 5,000 rows, a sample of them is compared
// with all others.
//
// Cost: O(n² dim) time and n rows of the target.
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
	y, target := r.Embedding.Y, r.Embedding.Target
	n := target.Len()
	rows := sampleRows(ctx, n)
	parts, err := parallel.Blocks(ctx, len(rows), 8, func(lo, hi int) sums {
		var s sums
		delta := make([]float64, n)
		for _, i := range rows[lo:hi] {
			target.Row(delta, i)
			for j, d := range delta {
				miss := d - math.Sqrt(squaredDistance(y.RawRowView(i), y.RawRowView(j)))
				s.missed += miss * miss
				s.all += d * d
			}
		}
		return s
	})
	var s sums
	for _, p := range parts {
		s.missed, s.all = s.missed+p.missed, s.all+p.all
	}
	return engine.Score{Name: "stress", Value: relative(s.missed, s.all), Better: engine.Lower}, err
}
