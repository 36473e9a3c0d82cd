package prepare

import (
	"cmp"
	"context"

	"unfold/engine"
	"unfold/engine/internal/copies"
)

func init() {
	declare(engine.Stage{
		Name:     "dedupe",
		Summary:  "keeps the first of rows alike in every column and in what is to be learned",
		Citation: "Barz, Denzler 2020, doi:10.3390/jimaging6060041 (what duplicates in training and held rows do)",
		Aliases:  []string{"dropduplicates", "distinct"},
		Examples: []string{`balance | dedupe | pca`},
	}, func() *Dedupe { return new(Dedupe) })
}

// Dedupe drops rows that repeat an earlier one exactly: all columns, the class
// and the response. Missing cells are alike, and so are 0 and −0. A remark
// says how many were dropped. A row and its copy on both sides of a split
// make held scores too good (Barz, Denzler 2020,
// doi:10.3390/jimaging6060041).
//
// Rows alike in every column that differ in what is to be learned stay, with a
// remark: nothing tells which of them is right.
//
// Rows are compared cell by cell where their hashes agree; it takes O(nd) time.
type Dedupe struct{}

// Params declares nothing.
func (*Dedupe) Params(*engine.Params) {}

// Select finds the rows to keep.
func (*Dedupe) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	alike, same := copies.Of(t)
	var keep []int
	left := map[int]int{} // how many labelled rows are kept of those that are alike in every column
	for i := range alike {
		if same[i] == i {
			keep = append(keep, i)
			if t.Known(i) {
				left[alike[i]]++
			}
		}
	}
	disputed := 0
	for _, n := range left {
		if n > 1 {
			disputed += n
		}
	}
	if dropped := t.Len() - len(keep); dropped > 0 {
		engine.Remark(ctx, "%d of %d rows repeat an earlier one and are dropped", dropped, t.Len())
	}
	if disputed > 0 {
		engine.Remark(ctx, "%d rows are alike in every column with others that have another %s, and stay: nothing tells which is right", disputed, cmp.Or(t.Label, "target"))
	}
	return keep, nil
}
