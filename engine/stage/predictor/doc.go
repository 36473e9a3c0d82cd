// Package predictor holds the learners at the end of a pipeline: from the
// embedded coordinates of the training rows, or from prepared columns where
// nothing was embedded, they learn to tell the class or the response of any
// row.
//
// A predictor looks at one row at a time: what it says about a batch is what
// it says about the rows one by one, to the bit.
//
// Each method has a file of its name; surfaces.go evaluates what package smo finds,
// packages cart, gainratio and oblique grow trees. The package imports the engine's
// vocabulary, its internal packages and the tools that families share, and no other
// family. Start reading at knn.go, then svm.go.
package predictor

import "unfold/engine"

var family engine.Family

func declare[M engine.Learner](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.PredictorRole, s, make)
}

// Stages returns the predictors.
func Stages() []engine.Stage { return family.Stages() }
