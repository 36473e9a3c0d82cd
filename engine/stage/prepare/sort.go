package prepare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:    "sort",
		Summary: "puts the rows in the order of the named columns",
		Aliases: []string{"order", "orderby", "arrange", "sortvalues"},
		Examples: []string{
			`load("balance") | sort("left_weight")`,
			`load("balance") | sort(["class", "-left_weight"]) | head(10)`,
		},
	}, func() *Sort { return new(Sort) })
}

// Sort puts the rows in ascending order of the first named column, rows that are equal
// there in the order of the second, and so on; a minus before a name turns its order
// around. Rows equal in all of them keep the order they have. Numbers go by size, levels
// and classes by their names, as numbers if all of them are; what is missing comes last.
//
// It knows features, columns kept aside and what is to be learned, by their names as the
// source gives them. A cell then shows the rows themselves. It takes O(n log n) time for
// each column; nothing is learned, and nothing is random.
type Sort struct {
	By []string
}

// Params declares the parameters.
func (m *Sort) Params(p *engine.Params) {
	p.Texts(&m.By, "by", "columns to go by, the first one first; with - before it from the largest down").OfColumns()
}

// Select tells the rows in their new order.
func (m *Sort) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(m.By) == 0 {
		engine.Remark(ctx, "no column is named, so rows stay in their order")
	}
	columns, cell := everyColumn(t)
	order := between(0, t.Len())
	for _, name := range slices.Backward(m.By) { // what is equal keeps the order of the columns behind
		at, down, err := columnToSortBy(name, columns)
		if err != nil {
			return nil, err
		}
		place := placesOf(columns[at].Levels)
		slices.SortStableFunc(order, func(a, b int) int {
			return compareCells(place(cell(a, at)), place(cell(b, at)), down)
		})
	}
	return order, nil
}

// ShowsRows says that rows are to be looked at.
func (*Sort) ShowsRows() bool { return true }

// columnToSortBy finds a column by its name, or by what stands behind a minus.
func columnToSortBy(name string, columns []engine.Column) (at int, down bool, err error) {
	names := engine.NamesOf(columns)
	if at = slices.Index(names, name); at >= 0 {
		return at, false, nil
	}
	bare, down := strings.CutPrefix(name, "-")
	if at = slices.Index(names, bare); down && at >= 0 {
		return at, true, nil
	}
	advice := remedy.Say("the columns are %s", wording.List(names))
	if near := wording.Nearest(bare, names); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return 0, false, &engine.Error{Param: "by", Cause: fmt.Sprintf("there is no column %q", bare), Remedy: advice}
}

// placesOf turns the number of a level into its place among the names of all; numbers
// stay as they are.
func placesOf(levels []string) func(v float64) float64 {
	if levels == nil {
		return func(v float64) float64 { return v }
	}
	numbers, numeric := make([]float64, len(levels)), true
	for i, level := range levels {
		var err error
		numbers[i], err = strconv.ParseFloat(level, 64)
		numeric = numeric && err == nil
	}
	order := between(0, len(levels))
	slices.SortStableFunc(order, func(a, b int) int {
		if numeric {
			return cmp.Compare(numbers[a], numbers[b])
		}
		return cmp.Compare(levels[a], levels[b])
	})
	place := make([]float64, len(levels))
	for p, level := range order {
		place[level] = float64(p)
	}
	return func(v float64) float64 {
		if v >= 0 && int(v) < len(place) {
			return place[int(v)]
		}
		return math.NaN()
	}
}

// compareCells orders cells; missing ones come last either way.
func compareCells(a, b float64, down bool) int {
	switch noA, noB := math.IsNaN(a), math.IsNaN(b); {
	case noA && noB:
		return 0
	case noA:
		return 1
	case noB:
		return -1
	case down:
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
