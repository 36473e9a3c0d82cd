package protocol

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "permute",
		Summary:  "cross-validates, and again with labels that were dealt to the rows anew",
		Formula:  "p = (1 + #{deals that score as well}) / (1 + n)",
		Citation: "Ojala, Garriga 2010, Permutation tests for studying classifier performance, JMLR 11",
		Examples: []string{`waveform(n=120) | permute(9) | scale | knn(5)`},
	}, func() *Permute { return new(Permute) })
}

// Permute tells what a pipeline scores by luck, and by reading labels: it runs
// once with the labels that the rows have, and n times with labels that were
// dealt to them anew, so that no row knows more of its label than of another's.
// Whatever it scores then, it has not learned. The first test of Ojala and
// Garriga 2010; the share of deals that do as well as the real labels, with
// these counted in, is the p-value (Phipson, Smyth 2010,
// doi:10.2202/1544-6115.1585).
//
// Rows are divided into k folds as by cv, once, and every deal meets the same
// folds. Labels change places within a fold only. Each fold so keeps as many
// rows of every class as it has. Without that, real labels would be stratified
// and dealt ones would not, and a score that gains by strata would look like one
// that gains by knowledge: of 400 data sets of noise, of 24 rows in two classes,
// 34 had p ≤ 0.05 by deals across folds, 13 by deals within. Given the division,
// all labellings that are reached in this way are equally likely if rows and
// labels have nothing to do with each other, so the test is exact: the p-value is
// at most α in at most a share α of such data.
//
// The k folds of the real labels come first, then those of each deal. Where
// candidates are chosen, every deal chooses for itself. There are no groups
// here: within one, rows are not exchangeable with those of another.
//
// It fails where there are no labels to deal, where cv does, and where folds
// hold equal labels only, so that a deal changes nothing. The same seed deals
// the same labels, and the first deals are the same however many follow.
type Permute struct {
	N        int // deals
	K        int // folds
	Stratify string
	Seed     int
	Choice
}

// Params declares the parameters.
func (m *Permute) Params(p *engine.Params) {
	p.Int(&m.N, "n", 200, engine.AtLeast(1), "times that the labels are dealt anew; the p-value is 1/(n+1) at least")
	p.Int(&m.K, "k", 5, engine.AtLeast(2), "folds")
	declareStratify(p, &m.Stratify)
	declareSeed(p, &m.Seed)
	m.Choice.declare(p)
}

// Inner divides the training rows.
func (m *Permute) Inner() engine.Protocol { return m.newInner(m.Stratify, Grouping{}, m.Seed) }

// Split returns the folds of the real labels, then those of each deal.
func (m *Permute) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	if t.Width() == 0 {
		return nil, &engine.Error{Cause: "the data have neither classes nor a response, so there are no labels to deal", Remedy: remedy.Load("name the column", "label", "class")}
	}
	cv := &CV{K: m.K, Repeats: 1, Stratify: m.Stratify, Seed: m.Seed}
	folds, err := cv.Split(ctx, t)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(folds, func(f engine.Fold) bool { return varies(t.Target.Take(f.Held)) }) {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("the labels within each of the %d folds are equal, so dealing them there changes nothing", m.K), Remedy: remedy.Reduce("k")}
	}
	plain := folds
	for deal := 1; deal <= m.N; deal++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from := permuteWithin(random.New(m.Seed, fmt.Sprintf("permute %d", deal)), plain, t.Len())
		for _, f := range plain {
			f.Dealt, f.Deal = from, deal
			folds = append(folds, f)
		}
	}
	return folds, nil
}

// varies reports whether rows differ in what is to be learned of them.
func varies(t engine.Target) bool {
	truth, width := t.Truth(), t.Width()
	for at := width; at < len(truth); at++ {
		if truth[at] != truth[at-width] {
			return true
		}
	}
	return false
}

// permuteWithin returns where each row has its label from: a row that is held
// together with it.
func permuteWithin(stream *random.Stream, folds []engine.Fold, n int) []int {
	from := make([]int, n)
	for _, f := range folds {
		shuffled := slices.Clone(f.Held)
		stream.Shuffle(shuffled)
		for i, row := range f.Held {
			from[row] = shuffled[i]
		}
	}
	return from
}
