// Package gainratio grows trees of decisions by the gain ratio of splits and
// prunes them by pessimistic estimates of their errors, as C4.5 does: Quinlan
// 1993, C4.5: programs for machine learning; release 8: Quinlan 1996,
// doi:10.1613/jair.279.
//
// A row that lacks the cell which a split asks for goes down all branches, as a
// case in each that counts for a fraction. Weights are whole multiples of 2⁻³²
// and n log n is tabled in fixed point, so that all sums are exact: equal gains
// are equal, whatever the order of the rows, and nothing depends on how many
// goroutines there are.
//
// It imports the vocabulary of the engine, package tree and the engine's internal
// packages. Start at [Grow] and [Grown.Prune]; candidate.go is what is asked of a
// column, limit.go what a leaf is thought to err.
package gainratio
