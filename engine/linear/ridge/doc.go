// Package ridge solves systems (K + λI) W = Z with the Gram matrices of package
// gram, and finds out which λ predicts best.
//
// Start with Fit, which is a Solver that serves once: fit.go says what is
// computed in float32 and what that is held to. From there
//
//   - solver.go, factor.go: K + λI decomposed; conjugate.go: what a factor in
//     float32 leads to, corrected by conjugate gradients; batch.go: several
//     systems that share the products with one K;
//   - centres.go, normal_equations.go, preconditioner.go: the coefficients of a
//     few centres instead of all rows;
//   - crossvalidate.go, leave_one_out.go: errors of rows held out, for a grid of
//     kernels and ridges (grid.go), from one decomposition each (inverse.go) or
//     from one preconditioned descent for all ridges of a kernel (joint.go,
//     sketch.go, descent.go).
//
// The package imports the engine's vocabulary, its internal packages, the
// products and factors of engine/linear/blas, and gram, which knows nothing of it. The
// same bits come out at any GOMAXPROCS.
package ridge
