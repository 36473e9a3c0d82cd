package profile

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/wording"
)

// RemarkFar says which row takes nearly all of the variance of columns: what is learned
// is then that row's, and it may be a word for a missing cell. A row is so far off if the
// others would leave a hundredth of what it adds.
func RemarkFar(ctx context.Context, t *engine.Table) {
	const enough = 20 // rows, of which one may be the tail of many
	if t.Len() < enough {
		return
	}
	var order []int
	columns := map[int][]string{}
	for c, column := range t.Columns {
		if column.Levels != nil {
			continue
		}
		if row := farRow(t, c); row >= 0 {
			if columns[row] == nil {
				order = append(order, row)
			}
			columns[row] = append(columns[row], column.Name)
		}
	}
	const most = 3
	for _, row := range order[:min(most, len(order))] {
		engine.Remark(ctx, "row %d takes nearly all of the variance of %s: if that is no measurement, na= or where leaves it out", t.Rows[row], wording.Names(columns[row]))
	}
}

// farRow returns the row that takes nearly all variance of column c, −1 if none does.
func farRow(t *engine.Table, c int) int {
	least, most, count, sum := 0, 0, 0, 0.0
	for i := range t.Len() {
		v := t.X.At(i, c)
		if math.IsNaN(v) {
			continue
		}
		if count == 0 || v < t.X.At(least, c) {
			least = i
		}
		if count == 0 || v > t.X.At(most, c) {
			most = i
		}
		count++
		sum += v
	}
	for _, row := range []int{least, most} {
		mean := (sum - t.X.At(row, c)) / float64(count-1) // of the others
		var others float64
		for i := range t.Len() {
			if off := t.X.At(i, c) - mean; i != row && !math.IsNaN(off) {
				others += float64(off * off)
			}
		}
		if off := t.X.At(row, c) - mean; others > 0 && 100*others <= off*off {
			return row
		}
	}
	return -1
}
