// Package embedding is the family of stages that place the training rows in
// few dimensions.
//
// An embedder may read the labels of the rows that it places. Those that see columns
// bring a map for unseen rows, which never does; those that see dissimilarities leave
// it to an extender. Axes that come of eigenvectors have a fixed order and sign, and
// copies of a row one place.
//
// Each method has a file, which reads as the paper does; what it needs on the way is
// in the tools. The package imports the engine's vocabulary, its internal packages and
// the tools that families share, and no other family. Start reading at pca.go for
// projections and at isomap.go for neighbourhoods.
package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/dependence"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/spectral"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}

// distancesOf returns the sample's dissimilarities: Euclidean ones where no
// metric has set others.
func distancesOf(s engine.Sample) (engine.Distances, error) {
	return check.Distances(s)
}

// finiteRows refuses samples of fewer than two rows, and cells that are no
// numbers.
func finiteRows(s engine.Sample) error {
	if _, err := distancesOf(s); err != nil {
		return err
	}
	return check.Finite(s)
}

// remarkUnused notes that a metric stands before a method which works on the
// columns.
func remarkUnused(ctx context.Context, s engine.Sample) {
	if _, euclidean := s.Distances.(engine.Pointed); s.Distances != nil && !euclidean {
		engine.Remark(ctx, "it works on the columns: the metric before it changes nothing")
	}
}

// remarkEqual notes axes, of the first dim, whose eigenvalues are equal.
func remarkEqual(ctx context.Context, equal []spectral.Cluster, dim int) {
	spectral.RemarkEqual(ctx, equal, dim)
}

// tooManyDimensions is the error that fewer dimensions exist than were asked for, which
// are as many as there are of something.
func tooManyDimensions(dim, positive int, of string) error {
	return check.TooManyDimensions(dim, positive, of)
}

// firstColumns returns the first count columns of y, on their own.
func firstColumns(y *mat.Dense, count int) *mat.Dense {
	n, dim := y.Dims()
	if count == dim {
		return y
	}
	return mat.DenseCopyOf(y.Slice(0, n, 0, count))
}

// centre returns x with the means of its columns taken off, and the means.
func centre(x *mat.Dense) (*mat.Dense, []float64) {
	out := mat.DenseCopyOf(x)
	return out, moments.Centre(out)
}

// centreWithAnswers returns the centred columns of s, their means and the centred
// answers, once all are known to be numbers.
func centreWithAnswers(ctx context.Context, s engine.Sample) (x *mat.Dense, mean []float64, y *mat.Dense, err error) {
	if err := finiteRows(s); err != nil {
		return nil, nil, nil, err
	}
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, nil, nil, err
	}
	x, mean = centre(s.X)
	y, _ = centre(answers)
	return x, mean, y, nil
}
