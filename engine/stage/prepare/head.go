package prepare

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:    "head",
		Summary: "keeps the first n rows, to look at them",
		Examples: []string{
			`load("balance") | head`,
			`load("balance") | sort("-left_weight") | head(10)`,
		},
	}, func() *Head { return new(Head) })
	declare(engine.Stage{
		Name:     "tail",
		Summary:  "keeps the last n rows, to look at them",
		Examples: []string{`load("balance") | tail(3)`},
	}, func() *Tail { return new(Tail) })
}

// Head keeps the first N rows of the table, and drops the others for good. A cell then
// shows the rows themselves. Nothing is learned, and nothing is random.
type Head struct {
	N int // rows
}

// Params declares the parameter.
func (m *Head) Params(p *engine.Params) { declareFew(p, &m.N) }

// Select tells the first rows.
func (m *Head) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	return between(0, min(m.N, t.Len())), ctx.Err()
}

// ShowsRows says that rows are to be looked at.
func (*Head) ShowsRows() bool { return true }

// Tail keeps the last N rows of the table, in their order, and drops the others for
// good. A cell then shows the rows themselves. Nothing is learned, and nothing is random.
type Tail struct {
	N int // rows
}

// Params declares the parameter.
func (m *Tail) Params(p *engine.Params) { declareFew(p, &m.N) }

// Select tells the last rows.
func (m *Tail) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	return between(max(0, t.Len()-m.N), t.Len()), ctx.Err()
}

// ShowsRows says that rows are to be looked at.
func (*Tail) ShowsRows() bool { return true }

// declareFew declares how many rows are looked at.
func declareFew(p *engine.Params, n *int) {
	p.Int(n, "n", 5, engine.AtLeast(1), "rows to keep; all, of a table of fewer")
}

// between counts from one number up to another, which is left out.
func between(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}
