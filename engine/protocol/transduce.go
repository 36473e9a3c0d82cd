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
		Examples:   []string{`swissroll(n=200) | transduce(0.5) | isomap(k=8) | ridge`},
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
// rows without one apart. So are candidates. An inner division would have to
// hide labels a second time, from rows that are fewer by those hidden already,
// and choose for another mixture of labelled and unlabelled rows than the one
// that the choice is for; which share to hide there, the sentence does not say.
//
// It fails where there are no labels to hide, and where holdout does.
type Transduce struct {
	Share    float64 // of the rows whose labels are hidden
	Stratify string  // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed    int
	Repeats int // engine.Auto for one
}

// Params declares the parameters.
func (m *Transduce) Params(p *engine.Params) {
	p.Float(&m.Share, "share", 0.3, engine.Inside(0, 1), "share of the rows whose labels are hidden")
	declareStratify(p, &m.Stratify)
	m.Grouping.declare(p)
	declareSeed(p, &m.Seed)
	declareRepeats(p, &m.Repeats, "times that the labels of another share are hidden").Quietly()
}

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
