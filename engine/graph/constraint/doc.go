// Package constraint turns what is known of pairs of rows into what an embedding is
// held to: which pairs keep a distance and which one, which pairs are stretched, and
// which nothing is said of.
//
// Start with Pairs, in pairs.go. What is known comes as columns of the table
// (targets.go), as numbers from elsewhere, or as a list of pairs in a file or a Go
// value (list.go). Rows that are copies of each other are one row to all of this
// (distinct.go). The package imports the engine's vocabulary, its internal packages,
// and neighbour and geodesic for the graph of kept pairs.
package constraint
