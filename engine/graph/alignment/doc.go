// Package alignment says what neighbourhoods ask of coordinates, and adds it up.
//
// Each neighbourhood (Patches, patches.go) asks that something of the places of its
// rows be small, which is the square of a few sums of them: what is left of a row
// when its neighbours rebuild it (Weights and Modified: weights.go, modified.go), how
// far the places bend (Hessian, hessian.go), or what affine maps of the tangent space
// do not explain (Tangent, tangent.go). All of it together is yᵀ M y with a sparse
// matrix M (Sum, sum.go), whose smallest eigenvectors are the coordinates.
//
// All sums have one order, so M is the same bits at any GOMAXPROCS. Every loop
// honours its context. The package imports the engine's vocabulary, its internal
// packages, blas, neighbour and sparse. Start with Patches.
package alignment
