package predictor

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/tree/cart"
)

func init() {
	declare(engine.Stage{
		Name:     "cart",
		Summary:  "divides rows in two by a column at a time, and prunes what does not pay",
		Formula:  "max Σ_k s_k²/w over both sides (Gini, variance);  min R(T) + α |leaves|",
		Citation: "Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470",
		Aliases:  []string{"decisiontree", "decisiontreeclassifier", "rpart", "dt"},
		Examples: []string{`load | cart`, `load | holdout(0.3) | cart(alpha=[0.003, 0.01, 0.03])`},
		Mixed:    true,
	}, func() *CART { return new(CART) })
}

// CART is a tree of questions that have two answers each: is a number at most so
// much, is a level in a set. It grows by the question that lowers the impurity most,
// and then loses the branches that do not pay for their leaves.
//
// The impurity of rows is Gini's index 1 − Σ_k p_k² for classes with the shares p_k,
// and the variance for responses, of several the mean of their variances. Thresholds
// lie in the middle between two values. Of a column of levels the best set is found
// exactly for two classes, for one response, and for up to ten levels in a node;
// otherwise among the divisions of the levels in the order of the first principal
// component of their means. Of questions that are equally good but for rounding the
// first column is asked, at its smallest value. Nodes are divided until they are
// pure; a division need not lower the impurity.
//
// A leaf costs alpha: the tree is the smallest of those that minimise
//
//	R(T) + α |leaves|,  R(T) = Σ over leaves of impurity × share of rows,
//
// which are nested. With alpha = auto, trees that are grown without each of so many
// folds tell how each of these does on new rows, and the smallest is taken that is
// at most one standard error worse than the best; a note tells alpha and the leaves.
// Folds have equal shares of the classes, as far as can be.
//
// Where the cell that a question asks for is missing, or of a level that no training
// row had there, the row is asked the questions that agree most with it on training
// rows (surrogate splits), in turn, and if none can be answered goes with most of
// them. Divisions are compared by the rows that have the cell.
//
// Shapes: X n×d of numbers and levels, labels n or responses n×m → one class number
// or m values a row.
//
// Units: none; any increasing change of a column leaves the tree as it is. Several
// responses count by their variances.
//
// Cost: O(nd) for each level of the tree and 12 bytes for each cell; with alpha =
// auto as much again for each fold. A row is predicted in O(depth). Candidates for
// alpha share one tree.
//
// Failures: an *engine.Error for one class, cells that are infinite, rows that are
// all alike. A column without a value is left out, with a note.
//
// Determinism: the folds depend on the seed, all else on the rows and their order
// only.
//
// Citation: Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470.
// Deviation: classes are pruned by Gini's index and not by wrong ones, as
// scikit-learn does; priors and costs of classes are those of the rows.
type CART struct {
	Alpha      float64 // what a leaf costs; engine.Auto is found by folds
	Prune      string  // "auto", or "none" to keep all leaves
	Min        int     // rows of a leaf at least
	Depth      int     // questions in a row at most; engine.Auto is any number
	Surrogates int     // questions that stand in for one
	Folds      int     // for alpha = auto
	Seed       int     // of the folds
}

// The ways to prune.
const (
	pruneAuto = "auto"
	pruneNone = "none"
)

// Params declares the parameters.
func (m *CART) Params(p *engine.Params) {
	p.Float(&m.Alpha, "alpha", engine.Auto, engine.OrAuto(engine.Above(0)), "impurity that a leaf must save; auto is the one-standard-error rule").Simpler(engine.Larger)
	p.Text(&m.Prune, "prune", pruneAuto, engine.OneOf(pruneAuto, pruneNone), "auto takes leaves away that do not pay, none keeps all")
	p.Int(&m.Min, "min", 1, engine.AtLeast(1), "rows that a leaf has at least").Simpler(engine.Larger)
	p.Int(&m.Depth, "depth", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "questions in a row at most; auto is any number").Simpler(engine.Smaller)
	p.Int(&m.Surrogates, "surrogates", 5, engine.AtLeast(0), "questions that stand in for one whose cell is missing").Quietly()
	p.Int(&m.Folds, "folds", 10, engine.AtLeast(2), "parts by which alpha = auto is found").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AnyValue(), "of the folds").Quietly()
}

// Learn grows a tree and prunes it.
func (m *CART) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if m.Prune == pruneNone && m.Alpha != engine.Auto {
		return nil, &engine.Error{Param: "prune", Cause: fmt.Sprintf("alpha = %g prunes, and prune = none does not", m.Alpha), Remedy: remedy.Omit("alpha").Or(remedy.Omit("prune"))}
	}
	table, err := tableOf(ctx, s)
	if err != nil {
		return nil, err
	}
	rule := cart.Rule{Min: m.Min, Depth: m.Depth, Surrogates: m.Surrogates}
	whole, err := engine.Shared(ctx, s.Memo, grownKey{rule}, func(ctx context.Context) (*cart.Grown, error) {
		return table.Grow(parallel.Part(ctx, 0, 0.1), allRows(table.Len()), nil, rule)
	})
	if err != nil {
		return nil, err
	}
	if m.Prune == pruneNone {
		return whole.Tree(ctx, nil, m.Surrogates)
	}
	pruning := whole.Prune()
	alpha := m.Alpha
	if alpha == engine.Auto {
		if alpha, err = m.findAlpha(ctx, s, table, rule, pruning); err != nil {
			return nil, err
		}
	}
	return whole.Tree(ctx, pruning.Off(alpha), m.Surrogates)
}

// findAlpha judges the prunings of a tree by folds.
func (m *CART) findAlpha(ctx context.Context, s engine.Sample, table *cart.Table, rule cart.Rule, pruning *cart.Pruning) (float64, error) {
	folds := min(m.Folds, table.Len())
	v, err := table.Validate(parallel.Part(ctx, 0.1, 1), rule, pruning.Alphas, foldOf(s, folds, m.Seed), folds)
	if err != nil {
		return 0, err
	}
	alpha := v.Choose(pruning.Alphas)
	at := pruning.At(alpha)
	engine.Remark(ctx, "%d of %d leaves are kept (alpha = %.3g), which is within one standard error of the best by %d folds", pruning.Leaves[at], pruning.Leaves[0], alpha, folds)
	return alpha, nil
}

// foldOf deals the rows to folds: those of each class in random order, one fold
// after the other.
func foldOf(s engine.Sample, folds, seed int) []int {
	order := random.New(seed, "cart folds").Permutation(s.Len())
	if s.HasClasses() {
		slices.SortStableFunc(order, func(a, b int) int { return s.Labels[a] - s.Labels[b] })
	}
	of := make([]int, s.Len())
	for at, row := range order {
		of[row] = at % folds
	}
	return of
}

// grownKey names the tree that grows from some rows by a rule, before it is pruned.
type grownKey struct{ cart.Rule }

// codedKey names the coded cells of some rows.
type codedKey struct{}

// tableOf returns the coded cells of a sample, or refuses it: rows without values,
// or without two of them in any column.
func tableOf(ctx context.Context, s engine.Sample) (*cart.Table, error) {
	if err := checkMixed(s); err != nil {
		return nil, err
	}
	table, err := engine.Shared(ctx, s.Memo, codedKey{}, func(ctx context.Context) (*cart.Table, error) { return cart.NewTable(ctx, s) })
	if err != nil {
		return nil, err
	}
	return table, checkColumns(ctx, s, table.Varies)
}

// allRows are the numbers of n rows.
func allRows(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}
