package protocol

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:      "none",
		Summary:   "holds no row: everything is learned from and shown for all rows",
		Citation:  "Efron 1983, doi:10.1080/01621459.1983.10477973 (how optimistic such scores are)",
		Examples:  []string{`swissroll(n=300) | none | pca`},
		HoldsNone: true,
	}, func() *None { return new(None) })
}

// None holds no row. Scores then describe the rows that were learned from and
// promise too much for others (Efron 1983,
// doi:10.1080/01621459.1983.10477973).
//
// Candidates are chosen by a division of all rows, which is what its
// parameters are about. They are chosen well, but how well they do on other
// rows is not what their scores say: the best of many is partly luck. Protocols
// that hold rows say it.
type None struct{ Division }

// Params declares the parameters.
func (m *None) Params(p *engine.Params) { m.declare(p) }

// Split returns one fold that learns from all rows.
func (*None) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{newFold(t.Len(), nil, 0)}, nil
}
