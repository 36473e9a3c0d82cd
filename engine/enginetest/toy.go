package enginetest

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// The toys stand around the stage under test. Each does the least that its
// role asks for.

// given is the source of a table that is there.
type given struct{ table *engine.Table }

func (given) Params(*engine.Params) {}

func (g given) Load(context.Context) (*engine.Table, error) { return g.table, nil }

// hold holds the last quarter of the rows.
type hold struct{}

func (hold) Params(*engine.Params) {}

func (hold) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	n := t.Len()
	var f engine.Fold
	for i := range n {
		if i < n-n/4 {
			f.Train = append(f.Train, i)
		} else {
			f.Held = append(f.Held, i)
		}
	}
	return []engine.Fold{f}, nil
}

// keep is an embedder that keeps the first two columns.
type keep struct{}

func (keep) Params(*engine.Params) {}

func (keep) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n, d := s.X.Dims()
	return &engine.Embedding{
		Y:        mat.DenseCopyOf(s.X.Slice(0, n, 0, min(2, d))),
		Spectrum: []float64{2, 1, 0.5},
		Scree: engine.NewScree(func(context.Context) ([]float64, []float64, error) {
			return []float64{2, 1, 0.5}, []float64{0.5, 0.25, 0.125}, nil
		}),
		Target: s.Distances,
		Graph:  path(n),
	}, nil
}

// path is the graph that joins each row to the next, its last edge a bridge.
func path(n int) *engine.Graph {
	g := &engine.Graph{Start: []int{0}, Components: 1}
	for i := range n {
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < n {
				g.End, g.Length = append(g.End, int32(j)), append(g.Length, 1)
			}
		}
		g.Start = append(g.Start, len(g.End))
	}
	if n > 1 {
		g.Components, g.Bridges = 2, []engine.Edge{{I: n - 2, J: n - 1, Length: 1}}
	}
	return g
}

// follow is an extender that sends each row where the training row nearest to
// it was placed.
type follow struct{}

func (follow) Params(*engine.Params) {}

func (follow) Extend(_ context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	return &engine.Extension{Map: following{s.X, e.Y}}, nil
}

type following struct{ x, y *mat.Dense }

func (f following) Dim() int { _, d := f.y.Dims(); return d }

func (f following) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	near := engine.Euclidean(f.x).(engine.Outward)
	distances := make([]float64, near.Len())
	for i := range n {
		near.From(distances, x.RawRowView(i))
		best := 0
		for j, v := range distances {
			if v < distances[best] {
				best = j
			}
		}
		dst.SetRow(i, f.y.RawRowView(best))
	}
	return nil
}

// guess is a predictor that goes through the values it was taught, row after
// row, whatever the rows are.
type guess struct{}

func (guess) Params(*engine.Params) {}

func (guess) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	return guessing(s.Truth()), nil
}

type guessing []float64

func (g guessing) Predict(_ context.Context, dst []float64, _ *mat.Dense) error {
	for i := range dst {
		dst[i] = g[i%len(g)]
	}
	return nil
}

// divide is a tree of one test: whether the first number of a row is at most that
// of the first row.
type divide struct{}

func (divide) Params(*engine.Params) {}

func (divide) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	n, d := s.X.Dims()
	test := tree.Threshold{At: s.X.At(0, 0)}
	grown := &tree.Tree{Columns: s.Columns, Width: d, Classes: s.Classes, Nodes: []tree.Node{{Split: test, Children: []int{1, 2}}, {}, {}}}
	if !s.HasClasses() {
		grown.Responses = s.ResponseNames()
	}
	for i := range n {
		for _, at := range []int{0, 1 + test.Branch(s.X.RawRowView(i))} {
			take(&grown.Nodes[at], s, i)
		}
	}
	return grown, nil
}

// take adds row i of the sample to what a node knows of its rows.
func take(n *tree.Node, s engine.Sample, i int) {
	n.Weight++
	if s.HasClasses() {
		if n.Counts == nil {
			n.Counts = make([]float64, len(s.Classes))
		}
		n.Counts[s.Labels[i]]++
		if n.Counts[s.Labels[i]] > n.Counts[n.Class] {
			n.Class = s.Labels[i]
		}
		return
	}
	if n.Mean == nil {
		n.Mean, n.Variance = make([]float64, s.Width()), make([]float64, s.Width())
	}
	for r, v := range s.Response.RawRowView(i) {
		miss := v - n.Mean[r]
		n.Mean[r] += miss / n.Weight
		n.Variance[r] += (float64(miss*(v-n.Mean[r])) - n.Variance[r]) / n.Weight
	}
}

// bag is guess as many trees would say it, wrong about every tenth row that it has
// not seen.
type bag struct{ guess }

func (bag) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	_, d := s.X.Dims()
	return bagging{guessing(s.Truth()), s.Len(), d}, nil
}

type bagging struct {
	guessing
	rows, columns int
}

func (b bagging) OutOfBag() tree.OutOfBag { return tree.OutOfBag{Error: 0.1, Rows: b.rows} }

func (b bagging) Importances(context.Context) ([]tree.Importance, error) {
	return make([]tree.Importance, b.columns), nil
}

// stand is guess by a prototype of each class, which stands on the first row that
// there is, and a weight of each column.
type stand struct{ guess }

func (stand) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	p := standing{guessing: guessing(s.Truth()), row: s.X.RawRowView(0)}
	for c := range s.Classes {
		p.classes = append(p.classes, c)
	}
	for j := range p.row {
		p.columns = append(p.columns, fmt.Sprint("column ", j+1))
	}
	return p, nil
}

type standing struct {
	guessing
	classes []int
	columns []string
	row     []float64
}

func (s standing) Classes() []int          { return s.classes }
func (s standing) Columns() []string       { return s.columns }
func (s standing) Prototype(int) []float64 { return s.row }

func (s standing) Relevance(int) []float64 {
	diagonal := make([]float64, len(s.row))
	for j := range diagonal {
		diagonal[j] = 1 / float64(len(diagonal))
	}
	return diagonal
}

// Margins are those of rows in turn, over all that there may be.
func (standing) Margins(_ context.Context, dst []float64, _ *mat.Dense) error {
	for i := range dst {
		dst[i] = float64(i%10) / 10
	}
	return nil
}

func (s standing) Relevances(k int) *mat.SymDense {
	lambda := mat.NewSymDense(len(s.row), nil)
	for j, v := range s.Relevance(k) {
		lambda.SetSym(j, j, v)
	}
	return lambda
}

// sentence makes a pipeline of the table and the steps, each an engine.Step or
// a method.
func sentence(t *engine.Table, steps ...any) engine.Pipeline {
	p := engine.Pipe(given{t})
	for _, s := range steps {
		switch s := s.(type) {
		case engine.Step:
			p.Steps = append(p.Steps, s)
		case engine.Method:
			p = p.Then(engine.Pipe(s))
		}
	}
	return p
}

// leave has two folds, each without one of the first two rows where there are more.
type leave struct{}

func (leave) Params(*engine.Params) {}

func (leave) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	folds := make([]engine.Fold, 2)
	for f := range folds {
		for i := range t.Len() {
			if i == f && t.Len() > 2 {
				folds[f].Held = append(folds[f].Held, i)
			} else {
				folds[f].Train = append(folds[f].Train, i)
			}
		}
	}
	return folds, nil
}
