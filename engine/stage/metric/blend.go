package metric

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/dependence"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "blend",
		Summary:     "adds distances of classes or responses to those of rows",
		Formula:     "q² = (1 − a) e²/mean(e²) + a Δ/mean(Δ),  Δ_ij = ‖y_i − y_j‖²",
		Citation:    "unfold's own; classes as corners: Cox, Cox 2001, Multidimensional Scaling, 2nd edition",
		Examples:    []string{`waveform(n=300) | scale | blend(0.2) | isomap(k=10) | krr | svm`},
		ReadsLabels: true,
	}, func() engine.Metric { return new(Blend) })
}

// Blend adds how far apart the answers of two rows are to how far the rows are,
//
//	q² = (1 − a) e²/mean(e²) + a Δ/mean(Δ),  e = ‖x_i − x_j‖,  Δ = ‖y_i − y_j‖²
//
// with means over all pairs, so that a is the share of the answers in the mean of q².
// y are responses in their own units, or corners of a simplex for classes, Δ = 0
// within a class and 2 between two. X n×d and classes or a response; q has no unit. It
// is the distance of points in d + m columns, so neighbours are found as those of
// points are.
//
// Time and memory O(n (d + m)). It fails without answers, for cells that are not
// finite, for one class, a constant response, and rows that are all equal. It is
// deterministic.
//
// A little of it is a prior for columns that are hopelessly noisy; more of it keeps
// what was given rather than what is learned.
type Blend struct {
	Share float64 // a
}

// Params declares the parameters.
func (m *Blend) Params(p *engine.Params) {
	p.Float(&m.Share, "share", 0.1, engine.From(0, 1), "of the classes or responses in squared dissimilarities").Simpler(engine.Smaller)
}

// Distances returns q for the rows of s.
func (m *Blend) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	own := meanSquare(s.X)
	if own == 0 {
		return nil, spectral.Identical()
	}
	n, d := s.X.Dims()
	_, r := answers.Dims()
	points := mat.NewDense(n, d+r, nil)
	ofRows, ofAnswers := math.Sqrt((1-m.Share)/own), math.Sqrt(m.Share/meanSquare(answers))
	for i := range n {
		row := points.RawRowView(i)
		for c, v := range s.X.RawRowView(i) {
			row[c] = ofRows * v
		}
		for c, v := range answers.RawRowView(i) {
			row[d+c] = ofAnswers * v
		}
	}
	return blended{engine.Euclidean(points)}, nil
}

// blended are distances of points that rows outside the sample have no place among.
type blended struct{ engine.Pointed }
