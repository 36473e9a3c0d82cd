// Package spectral turns dissimilarities into coordinates: the leading pairs of
// their centred inner products (Scale), rows placed by landmarks (Triangulate),
// residual variance and its elbow; and it finds the extreme eigenpairs of other
// symmetric matrices, the largest of dense ones (Top) and the smallest of sparse
// ones (Smallest).
//
// Large problems are solved in block spaces: long vectors are multiplied and
// made orthonormal by blocks of rows, whose sums are added in their order, so
// results are the same bits at any GOMAXPROCS; small projected problems go to
// LAPACK. What is found is measured by the residual that it leaves. Every loop
// ends, and honours its context between blocks that take milliseconds; only a
// decomposition of a whole matrix, of up to 2000 rows unless much of the
// spectrum is asked for, runs through.
//
// Start with Pairs (pairs.go), which either decomposes a matrix or searches it:
// operator.go says what a search multiplies by, krylov.go how it goes, space.go
// and orthonormal.go what a step is. The package imports the engine's vocabulary,
// its internal packages and the decompositions of engine/linear/blas.
package spectral
