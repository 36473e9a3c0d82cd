package protocol

import (
	"context"

	"unfold/engine"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:       "transduce",
		Summary:    "hides the labels of a share of the rows, which all other stages see",
		Formula:    "X of all n rows is known; labels are known of n − share·n",
		Citation:   "Joachims 1999, Transductive inference for text classification, ICML",
		Examples:   []string{`swissroll(n=200) | transduce(0.5) | isomap(k=8) | ridge`, `swissroll(n=200) | transduce(0.5) | isomap(k=[6, 10]) | ridge`},
		Transduces: true,
	}, func() *Transduce { return new(Transduce) })
}

// Transduce hides the labels of a share of the rows, and leaves the rows where
// they are: what learns without labels, such as scale or isomap, learns from all
// of them, so that rows without a label are placed too and need no map. What
// predicts learns from the labelled rows, where they were placed, and is judged
// on the others. With a map after the embedder, these are judged where the map
// takes them, as the sentence says.
//
// The divisions are those of holdout with the same share and seed. But its scores
// are not comparable with those of rows that nobody has seen, and reports say
// that they are transductive.
//
// Stages that learn from labels are refused, unless they say that they can do
// with rows that have none: a dissimilarity that reads labels would set the
// rows without one apart.
//
// Candidates are chosen between by transduction within the labelled rows: each
// inner fold hides the labels of some of them too, and is judged by these. All n
// rows are present throughout, so what needs no labels learns from the same rows
// as in the end. But an inner fold of v knows (1 − 1/v)(n − share·n) labels, and
// the choice is one for that many: with five inner folds and a share of 0.3 it is
// made where 56 % of the rows have labels, for use where 70 % have. More inner
// folds bring the two together.
//
// It fails where there are no labels to hide, and where holdout does.
type Transduce struct {
	Share    float64 // of the rows whose labels are hidden
	Stratify string  // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed    int
	Repeats int // engine.Auto for one
	Choice
}

// Params declares the parameters.
func (m *Transduce) Params(p *engine.Params) {
	p.Float(&m.Share, "share", 0.3, engine.Inside(0, 1), "share of the rows whose labels are hidden")
	declareStratify(p, &m.Stratify)
	m.Grouping.declare(p)
	declareSeed(p, &m.Seed)
	declareRepeats(p, &m.Repeats, "times that the labels of another share are hidden").Quietly()
	m.Choice.declare(p)
}

// Inner divides the labelled rows.
func (m *Transduce) Inner() engine.Protocol { return m.newInner(m.Stratify, m.Grouping, m.Seed) }

// Split returns a fold for each repeat.
func (m *Transduce) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	if !t.HasClasses() && !t.HasResponse() {
		return nil, &engine.Error{Cause: "the data have neither classes nor a response, so there are no labels to hide", Remedy: remedy.Load("name the column", "label", "class")}
	}
	c := holdoutSplit{m.Share, m.Stratify, m.Grouping, m.Seed}
	folds, err := c.folds(ctx, t, atLeastOnce(m.Repeats))
	for i := range folds {
		folds[i].Transduced = true
	}
	return folds, err
}
