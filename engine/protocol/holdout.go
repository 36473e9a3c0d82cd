package protocol

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "holdout",
		Summary:  "holds a share of the rows once and learns from the others",
		Formula:  "held = share·n rows, of each class its part",
		Citation: "Kohavi 1995, A study of cross-validation and bootstrap for accuracy estimation, IJCAI",
		Examples: []string{`waveform(n=300) | holdout(0.3) | scale | knn(5)`},
		Standard: true,
	}, func() *Holdout { return new(Holdout) })
}

// Holdout keeps a share of the rows from everything that is learned.
//
// Of n rows, share·n rounded to the nearest whole number are held. Classes
// take their parts of that number by largest remainder, so that no class is
// off its exact part by a whole row, save that each class keeps a row to learn
// from: a class of one row is never held. Rows are drawn within their class,
// all equally likely. Both parts are in the order of the table.
//
// It fails where nothing would be held or learned from, and where a class
// would have no training row. The same seed holds the same rows.
//
// Kohavi 1995, A study of cross-validation and bootstrap for accuracy
// estimation and model selection, IJCAI.
type Holdout struct {
	Share    float64 // of the rows that are held
	Stratify string  // Stratified or Unstratified
	Seed     int
}

// Params declares the parameters.
func (h *Holdout) Params(p *engine.Params) {
	p.Float(&h.Share, "share", 0.3, engine.Inside(0, 1), "share of the rows that are held")
	p.Text(&h.Stratify, "stratify", Stratified, engine.OneOf(Stratified, Unstratified), "whether every class is held in the same share")
	p.Int(&h.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Split returns the one fold.
func (h *Holdout) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	n, target := t.Len(), t.Target
	total := int(math.Round(h.Share * float64(n)))
	if total == 0 || total == n {
		verb, remedy := "holds", "raise share"
		if total == n {
			verb, remedy = "learns from", "lower share"
		}
		return nil, &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g of %d rows %s none", h.Share, n, verb), Remedy: remedy}
	}
	of, count := groups(n, target, h.Stratify)
	sizes := sizesOf(of, count)
	limits := make([]int, count)
	room := 0
	for g, size := range sizes {
		limits[g] = max(0, size-1)
		room += limits[g]
	}
	if total > room {
		return nil, &engine.Error{
			Param:  "share",
			Cause:  fmt.Sprintf("share = %g holds %d of %d rows, and leaves some of the %d classes without a training row", h.Share, total, n, n-room),
			Remedy: fmt.Sprintf("hold at most %d rows", room),
		}
	}
	held := random.New(h.Seed, "holdout").Draw(of, random.Apportion(total, sizes, limits))
	fold := divide(n, held, 0)
	if class, found := unlearned(fold, target); found {
		return nil, &engine.Error{
			Param:  "stratify",
			Cause:  fmt.Sprintf("all rows of class %s are held (%d of them), so nothing is learned of it", target.Classes[class], target.Sizes()[class]),
			Remedy: fmt.Sprintf("set stratify=%q, or take another seed", Stratified),
		}
	}
	return []engine.Fold{fold}, nil
}
