// Package metric is the family of stages that say how far rows are apart.
//
// Dissimilarities that read labels are for training rows only; they draw
// classes together or apart, so that an embedder after them separates them.
//
// Each method has a file; labelled.go is what those that read labels have in common.
// The package imports the engine's vocabulary, its internal packages and the tools
// that families share, and no other family. Start reading at euclidean.go, then
// warp.go.
package metric

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Metric) {
	engine.Declare(&family, engine.MetricRole, s, make)
}

// rows returns how many rows x has; zero for none.
func rows(x *mat.Dense) int {
	if x == nil {
		return 0
	}
	n, _ := x.Dims()
	return n
}
