package protocol

import (
	"context"

	"unfold/engine"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "transduce",
		Summary:  "hides the labels of a share of the rows, or of each part in turn, but no row",
		Formula:  "X of all n rows is known; labels are known of n − share·n",
		Citation: "Joachims 1999, Transductive inference for text classification, ICML",
		Examples: []string{`swissroll(n=200) | transduce(0.5) | isomap(k=8) | ridge`, `swissroll(n=200) | transduce(0.5) | isomap(k=[6, 10]) | ridge`,
			`waveform(n=200) | transduce(folds=5) | scale | isomap(k=8) | knn(5)`},
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
// The divisions are those of holdout with the same share and seed, or, where folds
// are said, those of cv with as many folds and the same seed, so that every row is
// judged once in each repeat. But its scores are not comparable with those of rows
// that nobody has seen, and reports say that they are transductive.
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
// It fails where there are no labels to hide, and where holdout or cv does.
type Transduce struct {
	Share    float64 // of the rows whose labels are hidden
	Stratify string  // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed    int
	Repeats int // engine.Auto for one
	Folds   int // parts whose labels are hidden in turn, instead of a share; engine.Auto for a share
	Choice
}

// Params declares the parameters.
func (m *Transduce) Params(p *engine.Params) {
	p.Float(&m.Share, "share", 0.3, engine.Inside(0, 1), "share of the rows whose labels are hidden")
	declareStratify(p, &m.Stratify)
	m.Grouping.declare(p)
	declareSeed(p, &m.Seed)
	declareRepeats(p, &m.Repeats, "times that the labels of another share are hidden").Quietly()
	p.Int(&m.Folds, "folds", engine.Auto, engine.OrAuto(engine.AtLeast(2)), "hides the labels of each of so many parts of the rows in turn, as cv holds them; auto: of a share once").Quietly()
	m.Choice.declare(p)
}

// Inner divides the labelled rows.
func (m *Transduce) Inner() engine.Protocol { return m.newInner(m.Stratify, m.Grouping, m.Seed) }

// Split returns a fold for each repeat, or as many as Folds says.
func (m *Transduce) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	if !t.HasClasses() && !t.HasResponse() {
		return nil, &engine.Error{Cause: "the data have neither classes nor a response, so there are no labels to hide", Remedy: remedy.Load("name the column", "label", "class")}
	}
	folds, err := m.divide(ctx, t)
	for i := range folds {
		folds[i].Transduced = true
	}
	return folds, err
}

// divide returns the folds of holdout, or those of cv.
func (m *Transduce) divide(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	if m.Folds != engine.Auto {
		cv := &CV{K: m.Folds, Repeats: m.Repeats, Stratify: m.Stratify, Grouping: m.Grouping, Seed: m.Seed, param: "folds"}
		return cv.Split(ctx, t)
	}
	c := holdoutSplit{m.Share, m.Stratify, m.Grouping, m.Seed}
	return c.folds(ctx, t, atLeastOnce(m.Repeats))
}
