package prepare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "labelled",
		Summary:  "hides all labels but those of a share of the rows, and judges by them",
		Citation: "Oliver, Odena, Raffel, Cubuk, Goodfellow 2018, Realistic evaluation of deep semi-supervised learning algorithms, NeurIPS",
		Examples: []string{`waveform | sample(300) | labelled(0.2) | scale | isomap(k=10) | krr | knn`},
	}, func() *Labelled { return new(Labelled) })
}

// Labelled hides labels, for studies of how well a pipeline does with few: of the
// rows with a label, only a share keeps it. The others are rows without a label to
// all that follows, see [engine.Fold], and what the pipeline answers for them is
// scored by the labels that were hidden, beside the scores of held rows.
//
// Of each class the share of its rows is kept, by largest remainder, and within a
// class rows are equally likely. Rows with a response are cut by it, by the first
// of several, into ten bins of equally many, or as many as rows keep their labels
// if these are fewer, and each bin keeps its share. Rows that had no label stay
// without one, and count neither way.
//
// It fails where there are no labels, and where a class would keep none: nothing
// could be learned of it. The same seed keeps the same labels.
//
// Labels hidden from labelled data as a study of semi-supervised learning: Oliver,
// Odena, Raffel, Cubuk, Goodfellow 2018, Realistic evaluation of deep
// semi-supervised learning algorithms, NeurIPS.
type Labelled struct {
	Share float64 // of the labelled rows, that keep their labels
	Seed  int
}

// Params declares the parameters.
func (m *Labelled) Params(p *engine.Params) {
	p.Float(&m.Share, "share", 0.2, engine.Inside(0, 1), "share of the rows that keep their labels")
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Hide draws the rows whose labels are kept, and returns the others.
func (m *Labelled) Hide(ctx context.Context, t *engine.Table) ([]int, error) {
	if t.Width() == 0 {
		return nil, &engine.Error{Cause: "the data have neither classes nor a response, so there are no labels to hide", Remedy: remedy.Load("name the column", "label", "class")}
	}
	var known []int
	for i := range t.Len() {
		if t.Known(i) {
			known = append(known, i)
		}
	}
	keep := int(math.Round(m.Share * float64(len(known))))
	groups, sizes := strataOf(t.Target.Take(known), keep)
	kept := random.Apportion(keep, sizes, sizes)
	for g, size := range sizes {
		if size > 0 && kept[g] == 0 {
			return nil, m.noLabelError(t, g, size)
		}
	}
	if keep == len(known) {
		engine.Remark(ctx, "share = %g of %d rows hides no label", m.Share, len(known))
	}
	stays := random.New(m.Seed, "labelled").Draw(groups, kept)
	var hidden []int
	for i, row := range known {
		if _, found := slices.BinarySearch(stays, i); !found {
			hidden = append(hidden, row)
		}
	}
	return hidden, ctx.Err()
}

// noLabelError is the error of a stratum that would keep no label.
func (m *Labelled) noLabelError(t *engine.Table, stratum, size int) error {
	name := "the rows"
	if t.HasClasses() {
		name = "class " + t.Classes[stratum]
	}
	return &engine.Error{Param: "share", Cause: fmt.Sprintf("share = %g leaves %s (%s) without a label, so nothing would be learned of it", m.Share, name, wording.Count(size, "row")), Remedy: remedy.Raise("share")}
}

// strataOf returns the stratum of each row and how many rows each has: its class,
// or a bin of its response, of which there are no more than rows to keep.
func strataOf(t engine.Target, keep int) (of, sizes []int) {
	if t.HasClasses() {
		return t.Labels, t.Sizes()
	}
	const most = 10
	n, _ := t.Response.Dims()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.Response.At(a, 0), t.Response.At(b, 0)) })
	bins := max(1, min(most, keep))
	of, sizes = make([]int, n), make([]int, bins)
	for rank, row := range order {
		of[row] = rank * bins / n
		sizes[of[row]]++
	}
	return of, sizes
}
