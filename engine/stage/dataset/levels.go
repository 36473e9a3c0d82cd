package dataset

import (
	"math"
	"slices"
	"strconv"

	"unfold/engine/stage/generator"
)

// levels numbers the different cells of column c in ascending order: as
// numbers if all of them are numbers, as text otherwise. It returns the number
// for each row, −1 where the cell is missing, and the names.
func (g *grid) levels(c int) (of []int, names []string) {
	g.readTruth(c)
	column, d := &g.columns[c], len(g.columns)
	var values []float64
	rank := map[float64]int{}
	for r := range g.rows() {
		v := g.cells[r*d+c]
		if _, known := rank[v]; !known && !math.IsNaN(v) {
			rank[v] = 0
			values = append(values, v+0) // −0 becomes 0
		}
	}
	slices.Sort(values)
	if len(column.words) == 0 {
		for i, v := range values {
			rank[v] = i
			names = append(names, column.text(v))
		}
	} else {
		names = append(names, column.words...)
		for _, v := range values {
			names = append(names, column.text(v))
		}
		slices.Sort(names)
		names = slices.Compact(names)
		for _, v := range values {
			rank[v], _ = slices.BinarySearch(names, column.text(v))
		}
	}
	spoken := make([]int, len(column.words))
	for i, word := range column.words {
		spoken[i], _ = slices.BinarySearch(names, word)
	}
	of = make([]int, g.rows())
	for r := range of {
		switch v := g.cells[r*d+c]; {
		case !math.IsNaN(v):
			of[r] = rank[v]
		case r < len(column.word) && column.word[r] > 0:
			of[r] = spoken[column.word[r]-1]
		default:
			of[r] = -1
		}
	}
	return of, names
}

// text is what a number of the column is called as a level.
func (column *cellColumn) text(v float64) string {
	switch {
	case column.truth:
		return strconv.FormatBool(v == 1)
	case column.form != "":
		return column.form.Text(v)
	}
	return formatShortest(v)
}

// formatShortest writes a number with as few digits as identify it.
func formatShortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// looksLikeClasses reports whether the numbers of column c look like those of classes.
func (g *grid) looksLikeClasses(c int) bool { return generator.LooksLikeClasses(g.numbers(c)) }

// countDistinct counts the different numbers of column c.
func (g *grid) countDistinct(c int) int {
	known := slices.DeleteFunc(g.numbers(c), math.IsNaN)
	slices.Sort(known)
	return len(slices.Compact(known))
}

// numbers copies the cells of column c.
func (g *grid) numbers(c int) []float64 {
	values := make([]float64, 0, g.rows())
	for at := c; at < len(g.cells); at += len(g.columns) {
		values = append(values, g.cells[at])
	}
	return values
}
