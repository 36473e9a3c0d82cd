package cart

import (
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/tree"
)

// A Validation tells how trees that are pruned at each alpha do on rows that they
// did not learn from.
type Validation struct {
	Errors []float64 // for each alpha: the mean loss, of classes the share of wrong ones, of responses the squared error
	Spread []float64 // and the standard error of that mean
}

// Validate grows a tree without each fold of the rows and judges it by these, for
// all alphas of a pruning at once: for one that reigns from α_k up to α_k+1 as the
// geometric mean of the two, √(α_k α_k+1), would prune (Breiman et al. 1984,
// section 3.4.2). The fold of each row is a number below count.
func (t *Table) Validate(ctx context.Context, rule Rule, alphas []float64, folds []int, count int) (*Validation, error) {
	costs := make([]float64, len(alphas))
	for k := range costs {
		costs[k] = math.Inf(1)
		if k+1 < len(alphas) {
			costs[k] = math.Sqrt(alphas[k]) * math.Sqrt(alphas[k+1])
		}
	}
	found := make([]*losses, count)
	progress, quiet := parallel.Count(ctx, "folds of pruning", count), engine.WithProgress(ctx, nil)
	err := parallel.Each(ctx, count, 1, func(lo, hi int) error {
		for f := lo; f < hi; f++ {
			var err error
			if found[f], err = t.judgeFold(quiet, rule, costs, folds, f); err != nil {
				return err
			}
		}
		progress.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return summarise(found, t.Len()), nil
}

// judgeFold grows a tree without a fold and gathers the losses of its rows.
func (t *Table) judgeFold(ctx context.Context, rule Rule, costs []float64, folds []int, fold int) (*losses, error) {
	var train, held []int32
	for i, f := range folds {
		if f == fold {
			held = append(held, int32(i))
		} else {
			train = append(train, int32(i))
		}
	}
	g, err := t.Grow(ctx, train, nil, rule)
	if err != nil {
		return nil, err
	}
	whole, err := g.Tree(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	until, said := g.Prune().until, whole.Nodes
	l, w := newLosses(len(costs)), new(scratch)
	for _, r := range held {
		beyond := len(costs) // from there on, branches are cut off above
		for at := int32(0); ; at = g.next(at, r, rule.Surrogates, w) {
			if first, _ := slices.BinarySearch(costs, until[at]); first < beyond {
				l.add(first, beyond, t.loss(&said[at], r))
				beyond = first
			}
			if beyond == 0 {
				break
			}
		}
	}
	return l, nil
}

// next returns the child of a node that a row goes to, as the tree for readers
// sends it. The surrogates of a node are looked for when a row calls for them.
func (g *Grown) next(at, row int32, surrogates int, w *scratch) int32 {
	n := &g.nodes[at]
	side := g.table.side(&n.split, row)
	if side == noSide {
		n.instead = g.surrogatesOf(n, surrogates, w)
	}
	for k := 0; side == noSide && k < len(n.instead); k++ {
		side = g.table.side(&n.instead[k], row)
	}
	first, second := &g.nodes[n.first], &g.nodes[n.second]
	if side == 0 || side == noSide && first.hi-first.lo >= second.hi-second.lo {
		return n.first
	}
	return n.second
}

// loss is what it costs that a node speaks for a row.
func (t *Table) loss(n *tree.Node, row int32) float64 {
	if t.classes > 0 {
		if n.Class == int(t.labels[row]) {
			return 0
		}
		return 1
	}
	var squares float64
	for k, v := range t.values[int(row)*t.width : (int(row)+1)*t.width] {
		squares += float64((v - n.Mean[k]) * (v - n.Mean[k]))
	}
	return squares / float64(t.width)
}

// losses are sums of losses and of their squares for each cost, as differences to
// those of the cost before.
type losses struct{ sums, squares []float64 }

func newLosses(n int) *losses {
	return &losses{make([]float64, n+1), make([]float64, n+1)}
}

// add counts a loss for the costs from first up to but not end.
func (l *losses) add(first, end int, loss float64) {
	l.sums[first] += loss
	l.sums[end] -= loss
	l.squares[first] += float64(loss * loss)
	l.squares[end] -= float64(loss * loss)
}

// summarise returns the mean losses of n rows.
func summarise(found []*losses, n int) *Validation {
	costs := len(found[0].sums) - 1
	v := &Validation{make([]float64, costs), make([]float64, costs)}
	for _, l := range found {
		var sum, squares float64
		for k := range costs {
			sum, squares = sum+l.sums[k], squares+l.squares[k]
			v.Errors[k] += sum
			v.Spread[k] += squares
		}
	}
	for k := range costs {
		mean := v.Errors[k] / float64(n)
		variance := max(0, v.Spread[k]/float64(n)-float64(mean*mean))
		v.Errors[k], v.Spread[k] = mean, math.Sqrt(variance/float64(n))
	}
	return v
}

// Choose returns the largest alpha whose error is at most one standard error above
// the least: the smallest tree that is not clearly worse.
func (v *Validation) Choose(alphas []float64) float64 {
	best := 0
	for k, e := range v.Errors {
		if e < v.Errors[best] {
			best = k
		}
	}
	chosen := best
	for k, e := range v.Errors {
		if e <= v.Errors[best]+v.Spread[best] {
			chosen = max(chosen, k)
		}
	}
	return alphas[chosen]
}
