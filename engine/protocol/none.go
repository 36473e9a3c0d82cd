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
//
// Candidates are chosen by a division of all rows, which is what its
// parameters are about. They are chosen well, but how well they do on other
// rows is not what their scores say: the best of many is partly luck. Protocols
// that hold rows say it.
type None struct {
	Stratify string // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed int
	Choice
}

// Params declares the parameters, of which few sentences make use.
func (m *None) Params(p *engine.Params) {
	m.Choice.declare(p)
	p.Text(&m.Stratify, "stratify", Stratified, engine.OneOf(Stratified, Unstratified, ""), "whether every class, or decile of the response, has its share in each inner fold").Quietly()
	m.Grouping.declare(p)
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the inner division").Quietly()
}

// Inner divides the rows.
func (m *None) Inner() engine.Protocol {
	stratify := m.Stratify
	if stratify == "" {
		stratify = Stratified
	}
	return m.within(stratify, m.Grouping, m.Seed)
}

// Split returns one fold that learns from all rows.
func (*None) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{divide(t.Len(), nil, 0)}, nil
}
