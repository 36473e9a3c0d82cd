// Package sparse holds symmetric matrices most of whose entries are zero, and
// factors those that are positive definite: A = L Lᵀ.
//
// Where the entries are says in which order rows are best eliminated and what L
// will be like, before any number is looked at (Plan: dissection.go, tree.go,
// supernodes.go). Columns of L that have entries in the same rows are kept as one
// dense block, so that nearly all of the work are products of engine/linear/blas
// (factor.go); systems are solved by the blocks (solve.go). Subtrees of the
// elimination tree that do not meet are worked on side by side. Which these are
// depends on the matrix alone, and all sums have one order, so results are the same
// bits at any GOMAXPROCS. Every loop honours its context.
//
// The package imports the engine's vocabulary, its internal packages, check and
// blas. Start with NewPlan in plan.go.
package sparse
