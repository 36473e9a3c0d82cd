package appearance

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A variable is something that is known of rows: a number of each, or a group.
type variable struct {
	param   string // that asked for it
	name    string
	numbers map[int]float64 // by source row, of those where it is known; nil of groups
	group   map[int]int     // by source row; nil of numbers
	names   []string        // of the groups, by number

	others string // the group of all that are not told apart; empty without
	plain  bool   // shapes go by something else, so that colours alone tell groups apart
}

// resolve finds what an argument stands for: a column of the table, what is to be
// learned, or values of a program.
func resolve(param string, value any, f *figure.Figure, t *engine.Table) (*variable, error) {
	if !slices.ContainsFunc(f.Leaves(), hasRows) {
		return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("the points of %s are no rows of the data", f.Name), Remedy: remedy.Omit(param)}
	}
	v := &variable{param: param}
	if name, isText := value.(string); isText {
		v.name = name
		return v, v.readColumn(name, t)
	}
	v.name = param
	return v, v.readValues(value, t)
}

// hasRows reports whether points of the figure stand for rows.
func hasRows(f *figure.Figure) bool {
	return slices.ContainsFunc(f.Layers, func(l figure.Layer) bool {
		p, ok := l.(figure.Points)
		return ok && p.Rows != nil
	})
}

// readColumn reads a column of the table by its name.
func (v *variable) readColumn(name string, t *engine.Table) error {
	if c := slices.Index(engine.NamesOf(t.Columns), name); c >= 0 {
		v.read(t, t.Columns[c].Levels, func(i int) float64 { return t.X.At(i, c) })
		return nil
	}
	if c := slices.Index(engine.NamesOf(t.Aside.Columns), name); c >= 0 {
		v.read(t, t.Aside.Columns[c].Levels, func(i int) float64 { return t.Aside.X.At(i, c) })
		return nil
	}
	if t.HasClasses() && (name == t.Target.Label || name == "class") {
		v.read(t, t.Classes, func(i int) float64 { return float64(t.Labels[i]) })
		return nil
	}
	responses := t.ResponseNames()
	if c := slices.Index(responses, name); c >= 0 {
		v.read(t, nil, func(i int) float64 { return t.Response.At(i, c) })
		return nil
	}
	names := slices.Concat(engine.NamesOf(t.Columns), engine.NamesOf(t.Aside.Columns), responses)
	if t.HasClasses() && t.Target.Label != "" {
		names = append(names, t.Target.Label)
	}
	return &engine.Error{Param: v.param, Cause: fmt.Sprintf("no column is called %q", name), Remedy: nearest(name, names, "columns")}
}

// nearest says which name may have been meant, or which there are.
func nearest(name string, names []string, what string) remedy.Remedy {
	if near := wording.Nearest(name, names); len(near) > 0 {
		return remedy.Say("did you mean %s?", near[0])
	}
	const most = 12
	if len(names) > most {
		return remedy.Say("the %s are %s and %d more", what, wording.List(names[:most]), len(names)-most)
	}
	return remedy.Say("the %s are %s", what, wording.List(names))
}

// read takes the value of each row of the table: a number, or that of a level.
func (v *variable) read(t *engine.Table, levels []string, cell func(i int) float64) {
	if levels == nil {
		v.numbers = map[int]float64{}
	} else {
		v.group, v.names = map[int]int{}, levels
	}
	for i, row := range t.Rows {
		x := cell(i)
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0):
		case levels == nil:
			v.numbers[row] = x
		case x >= 0 && int(x) < len(levels):
			v.group[row] = int(x)
		}
	}
}

// readValues reads a slice of a program, which has a value for each row of the table.
func (v *variable) readValues(value any, t *engine.Table) error {
	list := reflect.ValueOf(value)
	if k := list.Kind(); k != reflect.Slice && k != reflect.Array {
		return &engine.Error{Param: v.param, Cause: fmt.Sprintf("%s takes the name of a column or a slice, not %s", v.param, wording.Describe(value)), Remedy: remedy.Give(v.param, "as the name of a column in quotes")}
	}
	if list.Len() != t.Len() {
		return &engine.Error{Param: v.param, Cause: fmt.Sprintf("%s has %s for %s", v.param, wording.Count(list.Len(), "value"), wording.Count(t.Len(), "row")), Remedy: remedy.Give(v.param, "with a value for each row of the data, in their order")}
	}
	if numbers, ok := numbersIn(value); ok {
		v.read(t, nil, func(i int) float64 { return numbers[i] })
		return nil
	}
	at := map[string]int{}
	of := make([]float64, list.Len())
	var names []string
	for i := range of {
		text := fmt.Sprint(list.Index(i).Interface())
		if _, known := at[text]; !known {
			at[text] = len(names)
			names = append(names, text)
		}
		of[i] = float64(at[text])
	}
	v.read(t, names, func(i int) float64 { return of[i] })
	return nil
}

// numbersIn returns the numbers of a slice that holds nothing else.
func numbersIn(value any) (numbers []float64, ok bool) {
	list := reflect.ValueOf(value)
	if k := list.Kind(); k != reflect.Slice && k != reflect.Array {
		return nil, false
	}
	for i := range list.Len() {
		x := list.Index(i)
		if x.Kind() == reflect.Interface {
			x = x.Elem()
		}
		switch {
		case x.CanInt():
			numbers = append(numbers, float64(x.Int()))
		case x.CanUint():
			numbers = append(numbers, float64(x.Uint()))
		case x.CanFloat():
			numbers = append(numbers, x.Float())
		default:
			return nil, false
		}
	}
	return numbers, true
}

// How many groups are told apart by colour and shape together, by colour alone where shapes
// go by something else, by shape, and as parts of a figure.
const (
	mostLooks   = 24
	mostColours = 8
	mostShapes  = 8
	mostParts   = 16
)

// grouped is the variable as groups, no more than most: numbers that take few values
// have a group for each, others, where bins is above zero, one for each of so many
// bins of equally many rows; of many groups the largest stay, and others are one.
func (v *variable) grouped(most, bins int) (*variable, error) {
	g := v
	if v.numbers != nil {
		g = v.values()
		if len(g.names) > most {
			if bins == 0 {
				return nil, &engine.Error{Param: v.param, Cause: fmt.Sprintf("%s has %s, too many to tell apart by %s", v.name, wording.Count(len(g.names), "value"), v.param), Remedy: remedy.Give(v.param, "as a column of words")}
			}
			g = v.binned(bins)
		}
	}
	if len(g.names) > most {
		g = g.largest(most - 1)
	}
	return g, nil
}

// values makes a group of each number, in their order.
func (v *variable) values() *variable {
	var all []float64
	for _, x := range v.numbers {
		all = append(all, x)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	g := &variable{param: v.param, name: v.name, group: map[int]int{}}
	for _, x := range all {
		g.names = append(g.names, strconv.FormatFloat(x, 'g', 6, 64))
	}
	for row, x := range v.numbers {
		g.group[row], _ = slices.BinarySearch(all, x)
	}
	return g
}

// binned makes groups of about equally many rows each, between quantiles.
func (v *variable) binned(bins int) *variable {
	var all []float64
	for _, x := range v.numbers {
		all = append(all, x)
	}
	slices.Sort(all)
	var borders []float64 // upper ends
	for b := 1; b <= bins; b++ {
		borders = append(borders, all[b*len(all)/bins-1])
	}
	borders = slices.Compact(borders)
	g := &variable{param: v.param, name: v.name, group: map[int]int{}}
	from := all[0]
	for _, to := range borders {
		g.names = append(g.names, fmt.Sprintf("%.4g to %.4g", from, to))
		from = to
	}
	for row, x := range v.numbers {
		g.group[row], _ = slices.BinarySearch(borders, x)
	}
	return g
}

// largest keeps the groups with most rows, equals by their order, and makes one of all
// others.
func (v *variable) largest(most int) *variable {
	sizes, order := make([]int, len(v.names)), make([]int, len(v.names))
	for _, c := range v.group {
		sizes[c]++
	}
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[b] - sizes[a] })
	kept := slices.Sorted(slices.Values(order[:most]))
	g := &variable{param: v.param, name: v.name, group: map[int]int{}}
	for _, c := range kept {
		g.names = append(g.names, v.names[c])
	}
	g.others = fmt.Sprintf("%d others", len(v.names)-most)
	g.names = append(g.names, g.others)
	for row, c := range v.group {
		at, found := slices.BinarySearch(kept, c)
		if !found {
			at = most
		}
		g.group[row] = at
	}
	return g
}
