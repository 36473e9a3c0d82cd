// Package smo solves the dual problem of support vector machines, and the
// families of such problems that methods ask for: OneAgainstOne for several
// classes, Regress for responses. A CachedKernel keeps what these
// have in common, and what they have in common with those of other costs.
//
// The problem is, for signs y = ±1 and a symmetric kernel matrix K,
//
//	min ½αᵀQα + pᵀα,  0 ≤ α ≤ C,  yᵀα = 0,  Q_st = y_s y_t K_st,
//
// and its Surface is f = Σ α_s y_s K_s − ρ. With p = −1, and the labels of rows
// for y, the sign of f decides between two classes; with two variables about
// each row, y = ±1 and p = ε ∓ its response, f is the regression of the
// responses that does not see errors below ε.
//
// It is solved by sequential minimal optimisation: of all variables two at a
// time move along the constraint yᵀα = 0. The first is the one that violates
// the optimality conditions most, the second the one with which the objective
// falls most by second-order information (Fan, Chen, Lin 2005, Journal of
// Machine Learning Research 6). Rows whose variables will stay at a bound are
// set aside meanwhile and looked at again before the end (Joachims 1998;
// libsvm: Chang, Lin 2011, doi:10.1145/1961189.1961199).
//
// Where few variables are free of their bounds, as in kernels that are nearly of
// low rank, two at a time take thousands of steps to settle them if C is large.
// There a WarmStart begins at the solution of a smaller C, and Newton's method
// moves the free variables at once between steps.
//
// In place of the gradient G the solver keeps v_t = −y_t G_t = −y_t p_t − Σ_s α_s y_s K_ts,
// what is left of −y_t p_t, which the surface is to be at t, once the surface
// without its offset is taken away. In these terms α is optimal when no variable
// that may rise (up: y = 1 and α < C, or y = −1 and α > 0) has a larger v than
// one that may fall (low: y = 1 and α > 0, or y = −1 and α < C).
//
// # Precision
//
// Kernel entries are computed in float64 and kept in float32, as libsvm does;
// v, α and all sums are float64. So the problem that is solved, to any
// tolerance, is the one with entries rounded to 24 bits, whose optimum differs
// from that of the unrounded one by about 1e-8 of its size.
//
// # Determinism
//
// A solution depends on the problem alone: not on GOMAXPROCS, not on the level
// of package simd, not on how much memory there is for kernel rows.
//
// Start with Problem and Solver; solver.go has the loop, step.go a step of it,
// shrink.go the rows set aside, newton_step.go the moves of all free variables,
// warmstart.go smaller costs. pairs.go and regression.go build on it. The package
// imports internal packages alone.
package smo
