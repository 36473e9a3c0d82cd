package engine_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/stage/values"
)

// Clip keeps values in the range that the training rows have, and a share of it on
// either side. Its fields are its settings; what it learns is in the map that it
// returns.
type Clip struct {
	Slack float64
}

// Params declares a field a line.
func (c *Clip) Params(p *engine.Params) {
	p.Float(&c.Slack, "slack", 0, engine.AtLeast(0), "share of the range that is left on either side")
}

// Prepare learns the range of each column from the training rows.
func (c *Clip) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	if err := check.Numbers(s); err != nil {
		return nil, err
	}
	_, d := s.X.Dims()
	r := make(ranges, d)
	for j := range r {
		column := mat.Col(nil, j, s.X)
		low, high := slices.Min(column), slices.Max(column)
		slack := c.Slack * (high - low)
		r[j] = [2]float64{low - slack, high + slack}
	}
	engine.Remark(ctx, "values are kept in %v", r)
	return &engine.Transform{Map: r, Columns: s.Columns}, nil
}

// ranges are the lowest and the highest value of each column.
type ranges [][2]float64

// Apply fills dst with the rows of x, each by itself.
func (r ranges) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Apply(func(_, j int, v float64) float64 { return min(max(v, r[j][0]), r[j][1]) }, x)
	return nil
}

// Dim returns the number of columns.
func (r ranges) Dim() int { return len(r) }

// A method of one's own is a type with Params and the verb of its role. It needs
// no declaration to run in a pipeline; one that is declared, in the init function
// of its file, is a word of the language as well.
func ExamplePreparer() {
	ctx := context.Background()
	report, err := evaluate.Run(ctx, engine.Pipe(
		&values.Data{X: [][]float64{{1}, {2}, {3}, {2}}},
		&Clip{Slack: 0.5},
	), evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	x, err := newrows.Place(ctx, report.Runs[0], mat.NewDense(2, 1, []float64{2.5, 42}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Pipeline)
	fmt.Println(report.Notes[0])
	fmt.Println(mat.Formatted(x))
	// Output:
	// data(X=a [][]float64, y=nil) | clip(slack=0.5)
	// clip: values are kept in [[0 4]]
	// ⎡2.5⎤
	// ⎣  4⎦
}
