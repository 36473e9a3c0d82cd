package predictor

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
	"unfold/engine/tree"
	"unfold/engine/tree/gainratio"
)

func init() {
	declare(engine.Stage{
		Name:     "c45",
		Summary:  "grows a decision tree by gain ratio and prunes it by pessimistic estimates",
		Formula:  "max gain / split info,  gain = H(class) − Σ_b n_b/n H(class | b) − log₂(thresholds)/n,  split info = −Σ_b n_b/n log₂ n_b/n",
		Citation: "Quinlan 1993, C4.5: programs for machine learning; release 8: Quinlan 1996, doi:10.1613/jair.279",
		Aliases:  []string{"j48", "c50"},
		Examples: []string{`load | c45`, `load | isomap(k=10, dim=3) | krr | c45(confidence=0.1)`, `load | c45(min=[2, 5, 10], prune="none")`},
		Mixed:    true,
	}, func() *C45 { return new(C45) })
}

// C45 tells classes by a tree of tests: is a number at most a threshold, which
// level has a categorical column. It is C4.5, release 8.
//
// At each node it asks the column with the largest
//
//	gain ratio = gain / split info,
//	gain = H(class) − Σ_b n_b/n H(class | b),  split info = −Σ_b n_b/n log₂ n_b/n,
//
// of those whose gain is at least the mean gain of all columns, but for 0.001
// bits; H is the entropy in bits, and n_b of the n rows at the node take branch b.
// A column of numbers has one threshold, that of the largest gain, from which
// log₂(thresholds tried)/n is then taken; it is the largest value of the column
// that is not above the middle of two neighbouring ones. A categorical column has
// a branch for each level. At least two branches have min rows, either side of a
// threshold a tenth of the rows of a mean class if that is more, up to 25.
//
// The tree is then pruned from the leaves up. A leaf with e errors among n rows is
// thought to make n U(n, e), the upper limit of a binomial proportion, exceeded
// with probability confidence. A node becomes a leaf, or its largest branch takes
// its place, where that is thought to make at most 0.1 errors more.
//
// A row that lacks the cell asked for goes down all branches, counting in each for
// the share of the others that went there: while the tree grows, where the gain is
// scaled by the share of rows that have the cell, in the estimates, and when a row
// is predicted, which gets the class that the leaves find likeliest together, of
// equals the smaller number. Levels that no training row has are treated alike.
//
// Shapes: X n×d, of which columns may be categorical and cells missing, labels n →
// one class number a row.
//
// Units: none; any increasing function of a column gives the same tree, but for
// where thresholds are between rows.
//
// Cost: O(dn) to sort the columns once, then O(d) for each row and level of the tree;
// a column without missing cells takes no time for rows that have its commonest
// value. Raising adds, for each row in the smaller branches of a node, or each row at
// it where cells are missing, the length of the way through its largest branch. Up
// to 16 bytes a cell. Settings that differ in confidence and
// prune share one grown tree. Prediction takes O(depth) a row, for one that lacks
// cells as long for each branch.
//
// Failures: an *engine.Error for a response, one class, cells that are infinite,
// and where no column tells rows apart. Columns without any value are left out,
// with a note.
//
// Determinism: exact; nothing is drawn. Of equal gains the lowest threshold has
// it, of equal ratios the first column, of equal classes the smaller number.
//
// Citation: Quinlan 1993, C4.5: programs for machine learning, Morgan Kaufmann;
// thresholds' penalty: Quinlan 1996, doi:10.1613/jair.279. Deviation: U for e of at
// least one is Wilson's score limit with a correction for continuity, as in Weka's
// J48, whose trees these are; the book's table is within 2 % of it. J48 takes gains
// and ratios for equal that differ by less than 1e-6, and cells that differ by less
// than 1e-5: here they are told apart.
type C45 struct {
	Confidence float64 // probability of more errors than a leaf is thought to make
	Prune      string  // "raise", "replace" or "none"
	Min        int     // rows that two branches of a split must have
}

// Params declares the parameters.
func (m *C45) Params(p *engine.Params) {
	p.Float(&m.Confidence, "confidence", 0.25, engine.Between(0.001, 0.5), "limit that errors of leaves are estimated by: less prunes more").Simpler(engine.Smaller)
	p.Text(&m.Prune, "prune", "raise", engine.OneOf("raise", "replace", "none"), "replace nodes by leaves, raise branches to them too, or none of it")
	p.Int(&m.Min, "min", 2, engine.AtLeast(1), "rows that two branches of a split must have").Simpler(engine.Larger)
}

// Learn grows the tree, or takes one that was grown for other settings, and prunes
// it.
func (m *C45) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkMixed(s); err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have a response, not classes", Remedy: remedy.Use("cart").Which("predicts a response")}
	}
	if err := checkColumns(ctx, s, func(c int) (varies, known bool) { return valuesOf(s, c) }); err != nil {
		return nil, err
	}
	n, d := s.X.Dims()
	if err := memory.Claim(ctx, gainratio.Bytes(n, d), fmt.Sprintf("a tree of %d rows", n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	grown, err := engine.Shared(ctx, s.Memo, gainRatioKey{m.Min}, func(ctx context.Context) (*gainratio.Grown, error) {
		return gainratio.Grow(ctx, gainratio.Rows{X: s.X, Columns: s.Columns, Labels: s.Labels, Classes: s.Classes}, m.Min)
	})
	if err != nil {
		return nil, err
	}
	return m.prune(ctx, grown)
}

// gainRatioKey names the tree of some rows before it is pruned.
type gainRatioKey struct{ min int }

// prune prunes a grown tree as the settings say.
func (m *C45) prune(ctx context.Context, grown *gainratio.Grown) (*tree.Tree, error) {
	if m.Prune == "none" {
		return grown.Whole(), nil
	}
	return grown.Prune(ctx, gainratio.Pruning{Confidence: m.Confidence, Raise: m.Prune == "raise"})
}
