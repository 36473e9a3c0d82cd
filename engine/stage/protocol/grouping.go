package protocol

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Grouping keeps rows on one side of a division that belong together, such as
// those of one patient: otherwise held rows are told from their siblings.
// Protocols embed it.
//
// Groups is the name of a column, which then is no feature and need not have
// been one, or a Go slice with a text, a number or a truth value for each row
// that the source has. Rows with the same value belong together.
type Grouping struct {
	Groups any
}

// declare declares the parameter.
func (g *Grouping) declare(p *engine.Params) {
	p.Any(&g.Groups, "groups", "rows that stay together: those with the same value in the column of that name, or in a Go slice").Quietly().OfColumns()
}

// Probe reports groups of the wrong type.
func (g *Grouping) Probe() error {
	if _, ok := g.column(); ok || g.Groups == nil {
		return nil
	}
	_, err := g.values()
	return err
}

// column returns the name of the column that tells the groups, if one does.
func (g *Grouping) column() (name string, ok bool) {
	name, ok = g.Groups.(string)
	return name, ok
}

// Group returns the table with its groups, and without the column that tells
// them; a table that has groups already as it is.
func (g *Grouping) Group(t *engine.Table) (*engine.Table, error) {
	if t.Groups != nil || g.Groups == nil || g.Groups == "" {
		return t, nil
	}
	if name, ok := g.column(); ok {
		return groupBy(t, name)
	}
	values, err := g.values()
	if err != nil {
		return nil, err
	}
	if len(values) != t.Len() {
		return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("groups has %d values, but the data have %d rows", len(values), t.Len()), Remedy: remedy.Say("give one value for each row")}
	}
	grouped := *t
	grouped.Groups = values
	return &grouped, nil
}

// groupBy takes the named column out of the table, if it is a feature there.
func groupBy(t *engine.Table, name string) (*engine.Table, error) {
	grouped := *t
	aside := position(t.Aside.Columns, name)
	at := position(t.Columns, name)
	var err error
	switch {
	case aside >= 0 && at < 0:
		grouped.Groups, err = groupsOf(t, t.Aside.Columns[aside], t.Aside.X.ColView(aside))
		return &grouped, err
	case at < 0:
		return nil, noColumnError(t, name)
	case len(t.Columns) == 1:
		return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("%q is the only column, so nothing is left to learn from", name), Remedy: remedy.Give("groups", "as a Go slice")}
	}
	if grouped.Groups, err = groupsOf(t, t.Columns[at], t.X.ColView(at)); err != nil {
		return nil, err
	}
	grouped.Columns = slices.Delete(slices.Clone(t.Columns), at, at+1)
	grouped.X = mat.NewDense(t.Len(), len(grouped.Columns), nil)
	for i := range t.Len() {
		row := t.X.RawRowView(i)
		copy(grouped.X.RawRowView(i), row[:at])
		copy(grouped.X.RawRowView(i)[at:], row[at+1:])
	}
	return &grouped, nil
}

// groupsOf names the group of each row by its cell.
func groupsOf(t *engine.Table, c engine.Column, cells mat.Vector) ([]string, error) {
	groups := make([]string, t.Len())
	for i := range groups {
		v := cells.AtVec(i)
		if math.IsNaN(v) {
			return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("row %d has no value in column %q, so its group is not known", t.Rows[i], c.Name), Remedy: remedy.Say("leave the row out").Or(remedy.Give("groups", "as a Go slice"))}
		}
		groups[i] = formatCell(c, v)
	}
	return groups, nil
}

// position is where the column of a name stands; −1 if there is none.
func position(columns []engine.Column, name string) int {
	return slices.IndexFunc(columns, func(c engine.Column) bool { return c.Name == name })
}

// noColumnError offers the columns that may have been meant.
func noColumnError(t *engine.Table, name string) error {
	if name == t.Label {
		return &engine.Error{Param: "groups", Cause: fmt.Sprintf("%q is what is to be learned, and does not tell groups", name), Remedy: remedy.Say("name another column")}
	}
	var names []string
	for _, c := range slices.Concat(t.Columns, t.Aside.Columns) {
		names = append(names, c.Name)
	}
	advice := remedy.Say("name one of the columns").Or(remedy.Give("groups", "as a Go slice with a value for each row"))
	if near := wording.Nearest(name, names); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return &engine.Error{Param: "groups", Cause: fmt.Sprintf("no column %q", name), Remedy: advice}
}

// formatCell names a value of a column.
func formatCell(c engine.Column, v float64) string {
	if c.Levels != nil {
		return c.Levels[int(v)]
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// values names the values of a Go slice.
func (g *Grouping) values() ([]string, error) {
	slice := reflect.ValueOf(g.Groups)
	wrong := &engine.Error{Param: "groups", Cause: fmt.Sprintf("groups must be a column's name, or a slice of texts or numbers, not %T", g.Groups), Remedy: remedy.Say("convert it")}
	if slice.Kind() != reflect.Slice {
		return nil, wrong
	}
	names := make([]string, slice.Len())
	for i := range names {
		v := slice.Index(i)
		switch {
		case v.CanFloat() && math.IsNaN(v.Float()):
			return nil, &engine.Error{Param: "groups", Cause: fmt.Sprintf("groups[%d] is NaN, so the group of the row is not known", i), Remedy: remedy.Say("give a value for each row")}
		case v.CanInt() || v.CanUint() || v.CanFloat() || v.Kind() == reflect.String || v.Kind() == reflect.Bool:
			names[i] = fmt.Sprint(v.Interface())
		default:
			return nil, wrong
		}
	}
	return names, nil
}

// blocks returns the rows that stay together; nil if every row stands by
// itself. Copies of one row stay together unasked, as in a part that was drawn
// with replacement.
func (g *Grouping) blocks(t *engine.Table) (*blocks, error) {
	t, err := g.Group(t)
	if err != nil {
		return nil, err
	}
	if t.Groups != nil {
		return groupRows(t.Groups, func(name string) string { return fmt.Sprintf("group %q", name) }), nil
	}
	if len(t.Rows) != t.Len() {
		return nil, nil
	}
	b := groupRows(t.Rows, func(row int) string { return fmt.Sprintf("row %d", row) })
	if len(b.sizes) == t.Len() {
		return nil, nil
	}
	return b, nil
}

// blocks are sets of rows that stay together, in the order of their first rows.
type blocks struct {
	of    []int // the block of each row
	sizes []int
	name  func(block int) string
}

// groupRows makes blocks of the rows with equal keys.
func groupRows[K comparable](keys []K, name func(K) string) *blocks {
	b := &blocks{of: make([]int, len(keys))}
	number := map[K]int{}
	var first []K
	for i, key := range keys {
		at, ok := number[key]
		if !ok {
			at = len(first)
			number[key] = at
			first, b.sizes = append(first, key), append(b.sizes, 0)
		}
		b.of[i] = at
		b.sizes[at]++
	}
	b.name = func(block int) string { return name(first[block]) }
	return b
}

// largest returns the block with most rows.
func (b *blocks) largest() int {
	at := 0
	for i, size := range b.sizes {
		if size > b.sizes[at] {
			at = i
		}
	}
	return at
}

// rows returns the rows of each block.
func (b *blocks) rows() [][]int {
	rows := make([][]int, len(b.sizes))
	for row, block := range b.of {
		rows[block] = append(rows[block], row)
	}
	return rows
}
