package protocol

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "holdout",
		Summary:  "holds a share of the rows once and learns from the others",
		Formula:  "held = share·n rows, of each class its part",
		Citation: "Kohavi 1995, A study of cross-validation and bootstrap for accuracy estimation, IJCAI",
		Aliases:  []string{"traintestsplit"},
		Examples: []string{`waveform(n=300) | holdout(0.3) | scale | knn(5)`},
		Standard: true,
	}, func() *Holdout { return new(Holdout) })
}

// Holdout keeps a share of the rows from everything that is learned, once, or as
// often as it is told to, each time another share.
//
// Of n rows, share·n rounded to the nearest whole number are held. Classes, or
// quantile bins of a response, take their parts of that number by largest
// remainder, so that no class is off its exact part by a whole row, save that
// each class keeps a row to learn from: a class of one row is never held. Rows
// are drawn within their class, all equally likely. Both parts are in the order
// of the table.
//
// With groups, these are held or learned from whole, largest first, each where
// most of what it has is lacking; the share is then met as nearly as the groups
// allow.
//
// It fails where nothing would be held or learned from, where a class would
// have no training row, and where a group has more rows than shall be learned
// from. The same seed holds the same rows, and the first repeats are the same
// however many follow.
//
// Kohavi 1995, A study of cross-validation and bootstrap for accuracy
// estimation and model selection, IJCAI.
type Holdout struct {
	Share    float64 // of the rows that are held
	Stratify string  // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed    int
	Repeats int // engine.Auto for one
	Choice
}

// Params declares the parameters.
func (h *Holdout) Params(p *engine.Params) {
	p.Float(&h.Share, "share", 0.3, engine.Inside(0, 1), "share of the rows that are held")
	declareStratify(p, &h.Stratify)
	h.Grouping.declare(p)
	declareSeed(p, &h.Seed)
	declareRepeats(p, &h.Repeats, "times that another share of the rows is held").Quietly()
	h.Choice.declare(p)
}

// Inner divides the training rows.
func (h *Holdout) Inner() engine.Protocol { return h.newInner(h.Stratify, h.Grouping, h.Seed) }

// Split returns a fold for each repeat.
func (h *Holdout) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	c := holdoutSplit{h.Share, h.Stratify, h.Grouping, h.Seed}
	return c.folds(ctx, t, atLeastOnce(h.Repeats))
}

// A holdoutSplit divides the rows into two parts.
type holdoutSplit struct {
	share    float64
	stratify string
	Grouping
	seed int
}

// folds returns so many divisions.
func (c *holdoutSplit) folds(ctx context.Context, t *engine.Table, repeats int) ([]engine.Fold, error) {
	folds := make([]engine.Fold, repeats)
	for i := range folds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		stream := "holdout"
		if i > 0 {
			stream = fmt.Sprintf("holdout repeat %d", i)
		}
		var err error
		if folds[i], err = c.fold(random.New(c.seed, stream), t); err != nil {
			return nil, err
		}
		folds[i].Repeat = i
	}
	return folds, nil
}

// fold returns a division.
func (c *holdoutSplit) fold(stream *random.Stream, t *engine.Table) (engine.Fold, error) {
	n := t.Len()
	total := int(math.Round(c.share * float64(n)))
	if total == 0 || total == n {
		verb, advice := "holds", remedy.Raise("share")
		if total == n {
			verb, advice = "learns from", remedy.Reduce("share")
		}
		return engine.Fold{}, &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g of %d row%s %s none", c.share, n, plural(n), verb), Remedy: advice}
	}
	b, err := c.blocks(t)
	if err != nil {
		return engine.Fold{}, err
	}
	s := strataOf(t, c.stratify, int(math.Ceil(1/min(c.share, 1-c.share))))
	var held []int
	if b == nil {
		held, err = c.drawHeld(stream, s, total)
	} else {
		held, err = c.drawBlocks(stream, b, s, n)
	}
	if err != nil {
		return engine.Fold{}, err
	}
	fold := newFold(n, held, 0)
	if class, found := missingClass(fold, t.Target); found {
		return engine.Fold{}, &engine.Error{
			Param:  "stratify",
			Cause:  fmt.Sprintf("all rows of class %s are held (%d of them), so nothing is learned of it", t.Classes[class], t.Target.Sizes()[class]),
			Remedy: remedy.Set("stratify", Stratified).Or(remedy.Give("seed", "another value")),
		}
	}
	return fold, nil
}

// drawHeld returns the rows to hold, of each stratum its part.
func (c *holdoutSplit) drawHeld(stream *random.Stream, s strata, total int) ([]int, error) {
	n := len(s.of)
	limits := make([]int, len(s.sizes))
	room := 0
	for g, size := range s.sizes {
		limits[g] = max(0, size-1)
		room += limits[g]
	}
	if total > room {
		advice := remedy.Say("hold at most %d row%s", room, plural(room))
		if room == 0 {
			advice = remedy.Say("give each class two rows, to be learned and held").Or(remedy.Use("none").Which("holds no row"))
		}
		return nil, &engine.Error{
			Param:  "share",
			Cause:  fmt.Sprintf("share = %g holds %d of %d rows, and leaves some of the %d classes without a training row", c.share, total, n, n-room),
			Remedy: advice,
		}
	}
	return stream.Draw(s.of, random.Apportion(total, s.sizes, limits)), nil
}

// drawBlocks returns the rows of the blocks to hold.
func (c *holdoutSplit) drawBlocks(stream *random.Stream, b *blocks, s strata, n int) ([]int, error) {
	if at := b.largest(); float64(b.sizes[at]) > (1-c.share)*float64(n) {
		return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("%s has %d of %d rows, more than the share of %.2g that shall be learned from", b.name(at), b.sizes[at], n, 1-c.share), Remedy: remedy.Reduce("share").Or(remedy.Give("groups", "of fewer rows"))}
	}
	held := dealBlocks(stream, b, s, []float64{1 - c.share, c.share})[1]
	if len(held) == 0 {
		return nil, &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g of %d rows is less than any of the %d groups has", c.share, n, len(b.sizes)), Remedy: remedy.Raise("share").Or(remedy.Give("groups", "of fewer rows"))}
	}
	return held, nil
}
