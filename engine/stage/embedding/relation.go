package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/dependence"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/remedy"
)

// A relation is of neighbours, which are to be as far apart as their responses.
type relation struct {
	pairwise.Responses
	mean float64 // Δ over pairs of rows, in the units of the responses
	unit float64 // what Δ is divided by
}

// relate returns the neighbours that the rows of s have by the metric before them.
// It refuses rows that have nothing to learn, or all the same.
func relate(ctx context.Context, s engine.Sample, near around.Function) (*relation, error) {
	if err := finiteRows(s); err != nil {
		return nil, err
	}
	if s.Len() < 3 {
		return nil, &engine.Error{Cause: fmt.Sprintf("need at least 3 rows, got %d", s.Len()), Remedy: remedy.Say("give more rows")}
	}
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := distancesOf(s)
	if err != nil {
		return nil, err
	}
	d = around.Keep(s, d) // one search serves all candidates of a sweep
	graph, err := near.Graph(ctx, d, answers)
	if err != nil {
		return nil, err
	}
	return &relation{pairwise.Responses{Graph: graph, Values: answers, Labels: s.Labels, Factor: 1}, meanSquare(answers), 1}, nil
}

// scale brings the responses to a mean Δ of one.
func (r *relation) scale() { r.unit, r.Factor = r.mean, 1/r.mean }

// restore brings a map found for scaled responses to their own units.
func (r *relation) restore(w []float64) []float64 {
	for k := range w {
		w[k] *= math.Sqrt(r.unit)
	}
	return w
}

// meanSquare returns the mean of ‖y_i − y_j‖² over pairs of rows: twice their
// variance, by n − 1.
func meanSquare(y *mat.Dense) float64 {
	c, _ := centre(y)
	n, _ := c.Dims()
	var sum float64
	for i := range n {
		for _, v := range c.RawRowView(i) {
			sum += float64(v * v)
		}
	}
	return 2 * sum / float64(n-1)
}
