// Package quality holds the measures: numbers that say how well a run
// predicted the rows it was judged by, how faithfully an embedding keeps what
// it was made from, and how closely its map follows it.
//
// Where a measure compares all pairs of rows and the rows are many, it
// compares a sample of them with all others, drawn with a fixed seed, and
// remarks on it.
//
// Each measure declares its [engine.Stage.Rank]: what is predicted has 1xx, what
// the embedding keeps 2xx, how the map follows it 3xx, how large what was learned is
// 4xx, what the rows are like by themselves 5xx.
//
// Each measure has a file. The package imports the engine's vocabulary, its internal
// packages and the tools that families share, such as rank, and no other family. Start
// reading at accuracy.go for predictions and at trustworthiness.go for embeddings.
package quality

import "unfold/engine"

var family engine.Family

func declare[M engine.Measure](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.MeasureRole, s, make)
}

// Stages returns the measures, in the order in which a table lists them.
func Stages() []engine.Stage { return family.Stages() }
