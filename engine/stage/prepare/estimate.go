package prepare

import "unfold/engine/internal/elementary"

// What steps take on a processor of about 3 GHz, in seconds.
const (
	perCell   = 2e-8 // a cell that is read column by column, and written
	perSorted = 8e-9 // a cell that is sorted among its column, for each doubling of the rows
)

// Estimate counts the cells.
func (*Scale) Estimate(n, d int) (seconds float64, bytes uint64) { return columnCost(n, d) }

// Estimate counts the cells.
func (*Center) Estimate(n, d int) (seconds float64, bytes uint64) { return columnCost(n, d) }

// Estimate counts the cells.
func (*MinMax) Estimate(n, d int) (seconds float64, bytes uint64) { return columnCost(n, d) }

// Estimate counts the cells of sorted columns.
func (*Impute) Estimate(n, d int) (seconds float64, bytes uint64) { return sortedColumnCost(n, d) }

// Estimate counts the cells of sorted columns. How many levels these have is
// not known beforehand, so its bytes are those of as many columns as come in.
func (*OneHot) Estimate(n, d int) (seconds float64, bytes uint64) { return sortedColumnCost(n, d) }

// Estimate counts the cells, and as many again for what is derived.
func (*Derive) Estimate(n, d int) (seconds float64, bytes uint64) { return columnCost(n, 2*d) }

// Estimate counts the cells.
func (*Columns) Estimate(n, d int) (seconds float64, bytes uint64) { return columnCost(n, d) }

// columnCost is the cost of one pass over all cells, and of the columns that it
// writes.
func columnCost(n, d int) (seconds float64, bytes uint64) {
	return float64(perCell * float64(n) * float64(d)), 8 * uint64(n) * uint64(d)
}

// sortedColumnCost is columnCost where columns are sorted.
func sortedColumnCost(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = columnCost(n, d)
	return seconds + float64(perSorted*float64(n)*float64(d)*elementary.Log2(float64(n)+1)), bytes + 8*uint64(n)
}
