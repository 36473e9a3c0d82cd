package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "certificate",
		Summary:  "is how much lower the objective of any other embedding can be, as is proved",
		Formula:  "(F − bound) / |F|",
		Citation: "Boyd, Vandenberghe 2004, doi:10.1017/CBO9780511804441",
		Examples: []string{`swissroll(n=200) | mvu(k=6) | certificate`},
		Needs:    engine.NeedEmbedding | engine.NeedProof,
		Rank:     277,
	}, func() *Certificate { return new(Certificate) })
}

// Certificate is the gap of an embedding that is the solution of an optimisation,
//
//	(F − bound) / |F|,
//
// where F is what the embedder has brought its objective down to, and bound is a
// number that its dual proves to be below all values. 1e-4 means that nobody can find
// places with an objective lower by more than one part in ten thousand; 0 is the
// optimum itself. It says how well the programme was solved, not whether it was the
// right one: recovery and isometry look at that.
//
// Cost: none, the embedder has it. It is deterministic.
//
// Citation: weak duality, Boyd, Vandenberghe 2004, doi:10.1017/CBO9780511804441,
// section 5.2.
type Certificate struct{}

// Params declares that there are none.
func (*Certificate) Params(*engine.Params) {}

// Score is the gap.
func (*Certificate) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	return engine.Score{Name: "certificate", Value: r.Embedding.Proof.Gap, Better: engine.Lower}, ctx.Err()
}
