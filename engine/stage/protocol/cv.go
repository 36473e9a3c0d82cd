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
		Name:     "cv",
		Summary:  "holds each of k parts of the rows in turn and learns from the others",
		Formula:  "rows = F₁ ∪ … ∪ F_k, disjoint; fold j learns from all but F_j",
		Citation: "Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x",
		Aliases:  []string{"kfold", "crossval", "crossvalidation", "crossvalidate", "stratifiedkfold"},
		Examples: []string{`waveform(n=200) | cv(5) | scale | knn(5)`},
	}, func() *CV { return new(CV) })
}

// CV is k-fold cross-validation: every row is held once in every repeat.
//
// The rows of each class are shuffled and dealt like cards to the k folds,
// each class beginning where the one before it stopped. So both the folds and
// the rows of a class in them differ in number by one at most. Rows with a
// response are dealt in the same way, quantile bin by quantile bin: as many
// bins as leave each of them k rows, ten at most. A repeat deals anew.
//
// With groups, these are dealt whole, largest first, each to the fold that
// lacks most of what it has; folds are then as even as the groups allow.
//
// A class with fewer rows, or in fewer groups, than there are folds is spread as
// far as it goes, with a remark: some folds hold none of it. Where it has one
// row, or is in one group, the fold that holds it learns nothing of it.
//
// There are k·repeats folds, those of the first repeat first. It fails where k
// exceeds the rows or the groups, and where a group has more rows than a fold
// shall learn from. The same seed deals the same folds, and the first repeats
// are the same however many follow.
//
// Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x; stratified: Kohavi
// 1995, A study of cross-validation and bootstrap for accuracy estimation and
// model selection, IJCAI.
type CV struct {
	K        int    // folds
	Repeats  int    // engine.Auto for one
	Stratify string // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed int
	Choice

	param  string // what K is called; empty for "k"
	yields bool   // K gives way where a class, or the rows, cannot be dealt to so many
}

// Params declares the parameters.
func (c *CV) Params(p *engine.Params) {
	p.Int(&c.K, "k", 10, engine.AtLeast(2), "folds")
	declareRepeats(p, &c.Repeats, "times that the rows are dealt to folds anew")
	declareStratify(p, &c.Stratify)
	c.Grouping.declare(p)
	declareSeed(p, &c.Seed)
	c.Choice.declare(p)
}

// Inner divides training rows.
func (c *CV) Inner() engine.Protocol { return c.newInner(c.Stratify, c.Grouping, c.Seed) }

// Split returns the folds.
func (c *CV) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	b, err := c.blocks(t)
	if err != nil {
		return nil, err
	}
	k := c.K
	if c.yields {
		k = c.feasibleFolds(t, b)
	}
	if err := c.checkDivisible(t, b, k); err != nil {
		return nil, err
	}
	s := strataOf(t, c.Stratify, k)
	var folds []engine.Fold
	for repeat := range atLeastOnce(c.Repeats) {
		stream := random.New(c.Seed, fmt.Sprintf("cv repeat %d", repeat))
		for _, held := range deal(stream, b, s, k) {
			folds = append(folds, newFold(t.Len(), held, repeat))
		}
	}
	s.remarkRare(ctx, b, k)
	remarkMissingClass(ctx, folds, t.Target)
	return folds, nil
}

// feasibleFolds is how many folds there can be, up to K and no fewer than two.
func (c *CV) feasibleFolds(t *engine.Table, b *blocks) int {
	k := min(c.K, t.Len())
	if b != nil {
		k = min(k, len(b.sizes))
	}
	if _, units, found := strataOf(t, c.Stratify, 1).rarest(b); found {
		k = min(k, units)
	}
	return max(2, k)
}

// checkDivisible refuses rows that cannot be dealt to k folds.
func (c *CV) checkDivisible(t *engine.Table, b *blocks, k int) error {
	param := c.param
	if param == "" {
		param = "k"
	}
	n := t.Len()
	if n < k {
		return &engine.Error{Param: param, Cause: fmt.Sprintf("%d row%s cannot make %s folds", n, plural(n), formatFolds(param, k)), Remedy: lowerRemedy(param, n, remedy.Use("none").Which("holds no row"))}
	}
	if err := checkBlocks(b, param, k, n); err != nil {
		return err
	}
	s := strataOf(t, c.Stratify, k)
	if unit := unitOf(b); s.names != nil && slices.Max(s.countUnits(b)) < 2 {
		return &engine.Error{Param: param, Cause: fmt.Sprintf("no class is in two %ss, so a fold learns nothing of the classes that it holds", unit), Remedy: remedy.Use("none").Which("holds no row").Or(remedy.Load("name another column", "label", nil))}
	}
	return nil
}

// checkBlocks refuses blocks that cannot be dealt to k folds.
func checkBlocks(b *blocks, param string, k, n int) error {
	if b == nil {
		return nil
	}
	count := len(b.sizes)
	if count < k {
		return &engine.Error{Param: param, Cause: fmt.Sprintf("%d group%s cannot make %s folds", count, plural(count), formatFolds(param, k)), Remedy: lowerRemedy(param, count, remedy.Give("groups", "of fewer rows"))}
	}
	if at := b.largest(); b.sizes[at]*k > n*(k-1) {
		return &engine.Error{Param: "groups", Cause: fmt.Sprintf("%s has %d of %d rows, more than the %d that a fold shall learn from", b.name(at), b.sizes[at], n, n*(k-1)/k), Remedy: remedy.Give("groups", "of fewer rows")}
	}
	return nil
}

// lowerRemedy is the remedy of a number of folds that is too high.
func lowerRemedy(param string, most int, otherwise remedy.Remedy) remedy.Remedy {
	if most < 2 {
		return otherwise
	}
	return remedy.Reduce(param).To(most)
}

// deal returns k parts of the rows.
func deal(stream *random.Stream, b *blocks, s strata, k int) [][]int {
	if b == nil {
		return dealRows(stream, s, k)
	}
	shares := make([]float64, k)
	for i := range shares {
		shares[i] = 1 / float64(k)
	}
	return dealBlocks(stream, b, s, shares)
}

// remarkMissingClass says which class a fold cannot learn, as happens without
// strata.
func remarkMissingClass(ctx context.Context, folds []engine.Fold, target engine.Target) {
	for i, f := range folds {
		if class, found := missingClass(f, target); found {
			engine.Remark(ctx, "fold %d holds every row of class %s, so it is not learned there", i+1, target.Classes[class])
		}
	}
}
