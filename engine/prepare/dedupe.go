package prepare

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"math"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "dedupe",
		Summary:  "keeps the first of rows alike in every column and in what is to be learned",
		Citation: "Barz, Denzler 2020, doi:10.3390/jimaging6060041 (what duplicates in training and held rows do)",
		Examples: []string{`balance | dedupe | pca`},
	}, func() *Dedupe { return new(Dedupe) })
}

// Dedupe drops rows that repeat an earlier one exactly: all columns, the class
// and the response. Missing cells are alike, and so are 0 and −0. A remark
// says how many were dropped. A row and its copy on both sides of a split
// make held scores too good (Barz, Denzler 2020,
// doi:10.3390/jimaging6060041).
//
// Rows are compared bit by bit where their hashes agree; it takes O(nd) time.
type Dedupe struct{}

// Params declares nothing.
func (*Dedupe) Params(*engine.Params) {}

// Select finds the rows to keep.
func (*Dedupe) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	seed := maphash.MakeSeed() // which rows are alike does not depend on it
	seen := map[uint64][]int{}
	var keep []int
	var row, other []byte
	for i := range t.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		row = appendRow(row[:0], t, i)
		hash := maphash.Bytes(seed, row)
		isNew := true
		for _, j := range seen[hash] {
			other = appendRow(other[:0], t, j)
			isNew = isNew && string(other) != string(row)
		}
		if isNew {
			seen[hash] = append(seen[hash], i)
			keep = append(keep, i)
		}
	}
	if dropped := t.Len() - len(keep); dropped > 0 {
		engine.Remark(ctx, "%d of %d rows repeat an earlier one and are dropped", dropped, t.Len())
	}
	return keep, nil
}

// appendRow appends the bits of a row and of what is to be learned of it.
func appendRow(to []byte, t *engine.Table, i int) []byte {
	add := func(v float64) {
		if math.IsNaN(v) {
			v = math.NaN() // there are many
		}
		to = binary.LittleEndian.AppendUint64(to, math.Float64bits(v+0)) // −0 becomes 0
	}
	for _, v := range t.X.RawRowView(i) {
		add(v)
	}
	if t.HasClasses() {
		add(float64(t.Labels[i]))
	}
	if t.HasResponse() {
		for _, v := range t.Response.RawRowView(i) {
			add(v)
		}
	}
	return to
}
