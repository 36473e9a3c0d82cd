// Package semidefinite unfolds points: it draws them apart as far as the lengths of
// some pairs allow, which is a semidefinite programme in their inner products G,
//
//	F(G) = 1/|S| Σ_S (d_ij/τ_ij² − 1)² − ν/ref ⟨L, G⟩,  G ⪰ 0,  d_ij = G_ii + G_jj − 2 G_ij
//
// with kept pairs S, their lengths τ, and what is drawn apart, L (Weinberger, Saul
// 2006, doi:10.1007/s11263-005-4939-z, with lengths that may give: G near the hard
// problem's as ν goes to zero). F is convex in G. The reference ref = ⟨L, G⟩ of the
// geodesics along S makes ν a number without units.
//
// G is never formed: F goes down on the factor of G = Y Yᵀ with a few columns, by
// Newton's steps (descent.go) with a sparse factor (newton.go), each to the lowest
// point of a small span (span.go), until a proof by the dual (proof.go) closes the
// gap, or finds the direction of a further column (solve.go). No optimum is called
// one without that proof.
//
// Everything is done in a fixed order, so results are the same bits at any
// GOMAXPROCS. Start with Problem (problem.go) and Solve; stretch.go is what draws
// points apart. The package imports the engine's vocabulary, its internal packages,
// engine/graph/geodesic, engine/linear/spectral, engine/linear/sparse and engine/linear/blas.
package semidefinite
