package protocol

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "loo",
		Summary:  "holds each row in turn and learns from all others",
		Formula:  "fold i holds row i and learns from the n − 1 others",
		Citation: "Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x",
		Aliases:  []string{"leaveoneout", "loocv"},
		Examples: []string{`waveform(n=60) | loo | scale | knn(5)`},
	}, func() *LOO { return new(LOO) })
}

// LOO leaves one row out: every row is held once, and everything is learned
// anew from the n − 1 others. With groups, one group is left out at a time, of
// which there must be two.
//
// Nothing is drawn, so there is one such division; the folds are in the order
// of the rows, or of the first rows of the groups. Its scores are the least
// biased of any division, but each fold tells of one row, so there is no
// interval of fold means to look at, and n refits are its price: cv with ten
// folds says nearly as much for ten (Kohavi 1995). The folds together hold n²
// row numbers of eight bytes, asked for before they are taken. A row that is the
// only one of its class is not learned where it is held. A single row has no
// score of its own, so rmse, r2, accuracy and whatever else looks at predictions
// are told of all held rows together.
//
// Stone 1974, doi:10.1111/j.2517-6161.1974.tb00994.x.
type LOO struct{ Division }

// Params declares the parameters.
func (l *LOO) Params(p *engine.Params) { l.declare(p) }

// Split returns a fold for each row, or each group.
func (l *LOO) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	b, err := l.blocks(t)
	if err != nil {
		return nil, err
	}
	n := t.Len()
	if n < 2 {
		return nil, &engine.Error{Cause: fmt.Sprintf("%d row cannot be held and learned from", n), Remedy: remedy.Use("none").Which("holds no row")}
	}
	left := make([][]int, n)
	if b == nil {
		for row := range n {
			left[row] = []int{row}
		}
	} else {
		left = b.rows()
	}
	if len(left) < 2 {
		return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("all rows are in %s, so none are left to learn from", b.name(0)), Remedy: remedy.Give("groups", "with two values or more")}
	}
	if err := memory.Claim(ctx, 8*uint64(len(left))*uint64(n), "the rows of all folds", remedy.Use("cv").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	folds := make([]engine.Fold, len(left))
	for i, held := range left {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		folds[i] = newFold(n, held, 0)
	}
	remarkMissingClass(ctx, folds, t.Target)
	return folds, nil
}
