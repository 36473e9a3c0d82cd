package unfolding

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "mvu",
		Summary:  "draws all rows apart while neighbours keep their distances",
		Formula:  "min (1/|S|) Σ_S (‖y_i−y_j‖²/δ_ij² − 1)² − ν Σ_i ‖y_i − mean‖² / r",
		Citation: "Weinberger, Saul 2006, doi:10.1007/s11263-005-4939-z",
		Aliases:  []string{"sde", "semidefiniteembedding"},
		Examples: []string{
			`swissroll(n=150) | mvu(k=6)`,
			`swissroll(n=150) | holdout(0.3) | mvu(k=6) | barycentre | gap`,
			`vshape(n=80) | mvu(k=5, constraints="atmost") | certificate`,
		},

		Unlabelled: true,
	}, func() engine.Embedder { return new(MVU) })
}

// MVU, maximum variance unfolding, draws rows as far apart as the distances of
// neighbours allow, so that a folded sheet comes to lie flat.
//
//	G    = argmin (1/|S|) Σ_S (d_ij/δ_ij² − 1)² − ν tr(G)/r,  d_ij = G_ii + G_jj − 2 G_ij,
//	       G positive semidefinite, G 1 = 0
//	y_ip = √λ_p v_ip  for the largest eigenvalues λ_p of G with vectors v_p
//
// S are the pairs of which either row is among the other's k nearest by the metric
// before it, δ their distances, and r what tr(G) would be at the lengths of shortest
// paths along S, so that ν has no unit. X n×d → Y n×dim, in the units of δ.
//
// With cliques="yes" the neighbours of a row keep their distances from each other as
// well, which makes graphs rigid that are not by themselves, as square grids are. With
// constraints="atmost" kept pairs may be nearer to each other than δ, which lets
// noise and short circuits give way. A graph in several parts is joined by its
// shortest bridges, as isomap's is, and a note lists them.
//
// The optimum is found by semidefinite.Solve and proved by its dual: a note and the
// measure certificate tell the gap, how much lower anything can be than what was
// found. Where it could not be closed to 1e-4 the note says that the optimum is not
// certified. Tension makes kept distances a little too long, in proportion to ν.
//
// Copies of a row have one place. More than 10000 distinct rows are placed by 2000
// of them that lie far from each other, which are unfolded by their geodesics; the
// others go to the barycentre of the nearest that these geodesics tell. landmarks=
// asks for another number. A map for new rows is left to barycentre, krr and other
// extenders.
//
// With map=linear or another form it is the images of a map that keep distances and go
// apart, and unseen rows have theirs too:
//
//	(p/2) Σ_S (‖y_i−y_j‖² − δ_ij²)² − (1/n) Σ_i ‖y_i − mean‖²
//
// is gone down by limited-memory BFGS in five rounds, from the leading principal
// components at the size of δ, with p growing tenfold up to that at which the first part
// counts beside the second as it does for free points of the start's extent. Minima are
// local, nothing is proved, and all rows take part; a note tells how well pairs keep.
// Few maps can keep the distances of rows with many columns. What these cost then
// outweighs all else, and neighbours alone would say how the map lies: with nu = auto it
// is found once more with ν the mean of (‖y_i−y_j‖²/δ_ij² − 1)² that was left, at which
// both parts count alike, and a note tells ν.
//
// Time some 30 factors of a sparse matrix of n (dim + 5) rows; memory that of one,
// and n²/2 numbers for the geodesics it begins with, asked for before they are taken.
// It fails for k ≥ n, rows that are all equal, rows that differ at no distance, and
// more dimensions than the optimum has. It is deterministic (Weinberger, Saul 2006,
// doi:10.1007/s11263-005-4939-z; landmarks after Weinberger, Packer, Saul 2005,
// Nonlinear dimensionality reduction by semidefinite programming and kernel matrix
// factorization, AISTATS 10).
//
// Deviation: distances are kept softly, since those of dense graphs leave the exact
// programme no inner point; the exact one is the limit of small ν.
type MVU struct{ Isometry }

// Params declares the parameters.
func (m *MVU) Params(p *engine.Params) { m.declare(p) }

// Embed places the rows of s.
func (m *MVU) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	return m.embed(ctx, s, drawing{})
}
