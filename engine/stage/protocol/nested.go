package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "nested",
		Summary:  "cross-validates, and cross-validates within every fold to choose candidates",
		Formula:  "outer folds judge what inner folds of their training rows have chosen",
		Citation: "Varma, Simon 2006, doi:10.1186/1471-2105-7-91",
		Examples: []string{`waveform(n=200) | nested(5, 3) | scale | knn(k=[1, 5, 9])`},
	}, func() *Nested { return new(Nested) })
}

// Nested is cross-validation in which every training part chooses between the
// candidates of the pipeline by a cross-validation of its own. What it reports
// is how the choosing does, not how a chosen setting does: each fold may choose
// another, and no held row has had a say (Varma, Simon 2006,
// doi:10.1186/1471-2105-7-91).
//
// Any protocol here chooses so. This one has both numbers of folds in front,
// and wants the inner one to be possible before anything is learned. The outer
// division is that of cv, fold by fold, so a tuned pipeline may be held against
// plain ones under cv(k). By itself there are ten outer folds, as Kohavi 1995
// advises, and five inner ones, since these are paid for by every setting of
// every outer fold: of S settings, 10·(5·S + 1) fits.
//
// It fails where cv does, and where the training rows of a fold cannot be
// divided into the inner folds.
type Nested struct {
	Outer    int    // folds that judge
	Repeats  int    // engine.Auto for one
	Stratify string // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed int
	Choice
}

// Params declares the parameters.
func (m *Nested) Params(p *engine.Params) {
	p.Int(&m.Outer, "outer", 10, engine.AtLeast(2), "folds that judge what was chosen")
	m.declareInner(p).Default = autoFolds
	declareRepeats(p, &m.Repeats, "times that the rows are dealt to outer folds anew")
	declareStratify(p, &m.Stratify)
	m.Grouping.declare(p)
	declareSeed(p, &m.Seed)
	m.declareRule(p)
}

// Inner divides the training rows.
func (m *Nested) Inner() engine.Protocol { return m.newInner(m.Stratify, m.Grouping, m.Seed) }

// Split returns the outer folds.
func (m *Nested) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	t, err := m.Group(t)
	if err != nil {
		return nil, err
	}
	cv := &CV{K: m.Outer, Repeats: m.Repeats, Stratify: m.Stratify, Grouping: m.Grouping, Seed: m.Seed, param: "outer"}
	folds, err := cv.Split(ctx, t)
	if err != nil {
		return nil, err
	}
	if err := m.checkInner(ctx, t, folds); err != nil {
		return nil, err
	}
	return folds, nil
}

// checkInner refuses training rows that cannot be divided: those of the fold
// that allows the fewest inner folds, so that the remedy is one for all of
// them. The cells of rows do not matter.
func (m *Nested) checkInner(ctx context.Context, t *engine.Table, folds []engine.Fold) error {
	bare := *t
	bare.X = mat.NewDense(t.Len(), 1, nil)
	quiet, _ := engine.WithNotes(ctx, "")
	var worst error
	fewest := math.MaxInt
	for i, f := range folds {
		kept := bare.Keep(f.Train)
		_, err := m.Inner().Split(quiet, kept)
		if err == nil {
			continue
		}
		var fault *engine.Error
		if !errors.As(err, &fault) {
			return err
		}
		most, err := m.mostInnerFolds(kept)
		if err != nil {
			return err
		}
		if most < fewest {
			told := *fault
			told.Cause = fmt.Sprintf("among the %d training rows of fold %d, %s", len(f.Train), i+1, fault.Cause)
			worst, fewest = &told, most
		}
	}
	return worst
}

// mostInnerFolds is how many inner folds the rows allow, two at least.
func (m *Nested) mostInnerFolds(t *engine.Table) (int, error) {
	b, err := m.blocks(t)
	if err != nil {
		return 0, err
	}
	inner := CV{K: t.Len(), Stratify: m.Stratify}
	return inner.feasibleFolds(t, b), nil
}
