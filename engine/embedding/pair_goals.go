package embedding

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// goals are what rows are to be told apart by: classes, each a corner of a
// simplex, so that Δ is 0 inside a class and 2 between classes; or a response.
type goals struct {
	values *mat.Dense // n×m
	labels []int      // nil for a response
}

// goalsOf refuses rows that have nothing to learn, or all the same.
func goalsOf(ctx context.Context, s engine.Sample) (*goals, error) {
	if s.Len() < 3 {
		return nil, &engine.Error{Cause: fmt.Sprintf("need at least 3 rows, got %d", s.Len()), Remedy: "give more rows"}
	}
	values, err := answersOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return &goals{values, s.Labels}, nil
}

// square returns Δ_ij = |y_i − y_j|².
func (g *goals) square(i, j int) float64 {
	if g.labels != nil {
		if g.labels[i] == g.labels[j] {
			return 0
		}
		return 2
	}
	var sum float64
	other := g.values.RawRowView(j)
	for c, v := range g.values.RawRowView(i) {
		sum += float64((v - other[c]) * (v - other[c]))
	}
	return sum
}

// mean returns the mean of Δ over pairs of rows: twice the variance of the
// responses, by n − 1.
func (g *goals) mean() float64 {
	centre, _ := centred(g.values)
	n, _ := centre.Dims()
	var sum float64
	for i := range n {
		for _, v := range centre.RawRowView(i) {
			sum += float64(v * v)
		}
	}
	return 2 * sum / float64(n-1)
}

// targets are Δ times a factor.
type targets struct {
	*goals
	factor float64
}

func (t targets) at(i, j int) float64 { return t.factor * t.square(i, j) }

// row fills dst with the targets of row i.
func (t targets) row(dst []float64, i int) {
	for j := range dst {
		dst[j] = t.at(i, j)
	}
}
