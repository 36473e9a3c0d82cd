// Package neighbourhood says how strongly rows of a sample are neighbours: each
// of its functions makes a sparse, weighted, directed graph G, whose weight G_ij
// tells how much row j is a neighbour of row i. G_ii is zero, and G need not be symmetric.
//
//	KNN           G_ij = 1 for the k nearest rows
//	Epsilon       G_ij = 1 for rows within a radius
//	Enclosing     G_ij = 1 for the fewest nearest rows whose hull holds the row
//	Natural       G_ij = 1 where Voronoi cells meet: the Delaunay graph
//	Gabriel       G_ij = 1 where no third row is inside the ball over i and j
//	Entropy       G_ij = exp(−β_i d_ij²)/Σ, as spread as Perplexity rows
//	CrossEntropy  the same, with β_i from rows and responses together
//	Student       G_ij = (1 + d_ij²/a)⁻¹/Σ
//
// The first five have weights of one, and rows that sum to their degrees; the
// last three have rows that sum to one. Functions hold settings only and are
// safe for concurrent use; what they make is the same bits at any GOMAXPROCS.
// Choice lets a stage take any of them by name.
//
// A reference is Venna, Peltonen, Nybo, Aidos and Kaski 2010, JMLR 11:451–490,
// for the entropies and the reading of weights as neighbours; each function
// names its own.
//
// Start with Function and Graph, then any function's file. Natural is made in
// delaunay.go with exact tests (predicates.go); the entropies in entropy.go and
// bandwidth.go. The package imports the engine's vocabulary and its internal
// packages, neighbour for lists, and gram for the median width.
package neighbourhood

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

// A Function makes a graph of n rows.
type Function interface {
	// Graph returns G for dissimilarities d. Functions that speak of hulls and
	// balls need an engine.Pointed; only CrossEntropy reads responses, one row
	// of them for each row of d, and others may be given nil.
	Graph(ctx context.Context, d engine.Distances, responses *mat.Dense) (*Graph, error)
	// String says which function it is, with its settings: "knn(k=8)".
	String() string
}

// pointsOf returns the rows that d is between, for functions that need them.
func pointsOf(d engine.Distances, what string) (*mat.Dense, error) {
	p, ok := d.(engine.Pointed)
	if !ok {
		return nil, &engine.Error{Param: "graph", Cause: what + " are found among points, and the metric has none", Remedy: remedy.DropAll(engine.MetricRole).Or(remedy.Set("graph", "knn"))}
	}
	x := p.Points()
	if err := check.Matrix(x); err != nil {
		return nil, err
	}
	if largest := max(mat.Max(x), -mat.Min(x)); largest > 1e150 {
		return nil, &engine.Error{Cause: fmt.Sprintf("X has values up to %.3g, whose squares overflow", largest), Remedy: remedy.Put("scale")}
	}
	return x, nil
}

// checkRows refuses fewer rows than weights can be told apart of.
func checkRows(n int) error {
	if n >= 3 {
		return nil
	}
	return &engine.Error{Cause: fmt.Sprintf("need at least 3 rows, got %d", n), Remedy: remedy.Say("give more rows")}
}
