package protocol

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "none",
		Summary:  "holds no row: everything is learned from and shown for all rows",
		Citation: "Efron 1983, doi:10.1080/01621459.1983.10477973 (how optimistic such scores are)",
		Examples: []string{`swissroll(n=300) | none | pca`},
	}, func() *None { return new(None) })
}

// None holds no row. Scores then describe the rows that were learned from and
// promise too much for others (Efron 1983,
// doi:10.1080/01621459.1983.10477973).
type None struct{}

// Params declares nothing.
func (*None) Params(*engine.Params) {}

// Split returns one fold that learns from all rows.
func (*None) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{divide(t.Len(), nil, 0)}, nil
}
