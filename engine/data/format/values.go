package format

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Of makes a table of a value that is one at heart: a table of data, a sheet of results, a
// matrix, or a slice of numbers, texts, truth values, structs of these, or rows of numbers.
// It is false of any other value.
func Of(value any) (*Table, bool) {
	var t *Table
	switch v := value.(type) {
	case *Table:
		t = v
	case *engine.Table:
		t = ofData(v)
	case *figure.Sheet:
		t = ofSheet(v)
	case mat.Matrix:
		t = ofMatrix(v)
	default:
		var ok bool
		if t, ok = ofSlice(reflect.ValueOf(value)); !ok {
			return nil, false
		}
	}
	t.TellApart()
	return t, true
}

// ofData has the columns of the data: features, what stands aside, and what is to be
// learned. The numbers of rows stay out: who loads the file again is not to learn from them.
func ofData(data *engine.Table) *Table {
	t := new(Table)
	t.addCells(data.Columns, data.X)
	if data.Aside.X != nil {
		t.addCells(data.Aside.Columns, data.Aside.X)
	}
	p := places{target: data.Target}
	p.target.Label = cmp.Or(data.Label, "target")
	t.Columns = append(t.Columns, p.targets("", data.Truth())...)
	return t
}

// Pick returns columns of data by their names. Numbers alone, without a table, have none.
func Pick(data *engine.Table, names []string) (columns []Column, err error) {
	if len(names) == 0 {
		return nil, nil
	}
	if data == nil {
		return nil, &engine.Error{Param: "keep", Cause: "the rows are numbers without names of columns", Remedy: remedy.Say("give a file's name, data such as load(\"new.csv\"), or a table")}
	}
	all := ofData(data).Columns
	for _, name := range names {
		at := slices.IndexFunc(all, func(c Column) bool { return c.Name == name })
		if at < 0 {
			return nil, unknownColumn(name, all)
		}
		columns = append(columns, all[at])
	}
	return columns, nil
}

func unknownColumn(name string, all []Column) error {
	known := make([]string, len(all))
	for c := range all {
		known[c] = all[c].Name
	}
	advice := remedy.Say("the columns are %s", wording.List(known))
	if near := wording.Nearest(name, known); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return &engine.Error{Param: "keep", Cause: fmt.Sprintf("the rows have no column %q", name), Remedy: advice}
}

// Sheet is the table as results are shown.
func (t *Table) Sheet(title string) *figure.Sheet {
	s := &figure.Sheet{Title: title}
	for _, c := range t.Columns {
		s.Columns = append(s.Columns, c.Name)
	}
	for row := range t.Len() {
		cells := make([]figure.Cell, len(t.Columns))
		for c := range t.Columns {
			switch column := &t.Columns[c]; {
			case column.Texts != nil:
				cells[c] = figure.Word(column.Texts[row])
			case math.IsNaN(column.Numbers[row]):
				cells[c] = figure.Word(figure.Nothing)
			default:
				v := column.Numbers[row]
				cells[c] = figure.Cell{Text: strconv.FormatFloat(v, 'g', 6, 64), Value: v}
				if v == math.Trunc(v) {
					cells[c].Text = column.Text(row)
				}
			}
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// addCells adds columns of numbers, of dates as texts, or of the names of levels.
func (t *Table) addCells(columns []engine.Column, x *mat.Dense) {
	for c, column := range columns {
		to, form := Column{Name: column.Name}, calendar.Of(column.Written)
		for i := range x.RawMatrix().Rows {
			v, text := x.At(i, c), ""
			switch {
			case column.Levels == nil && form == "":
				to.Numbers = append(to.Numbers, v)
				continue
			case form != "" && !math.IsNaN(v):
				text = form.Text(v)
			case v >= 0 && int(v) < len(column.Levels): // neither missing nor never learned
				text = column.Levels[int(v)]
			}
			to.Texts = append(to.Texts, text)
		}
		t.Columns = append(t.Columns, to)
	}
}

// ofSheet has columns of numbers where no cell is a word, and of texts elsewhere, numbers
// in full.
func ofSheet(s *figure.Sheet) *Table {
	t := new(Table)
	for c, name := range s.Columns {
		numbers := true
		column := Column{Name: name}
		for _, row := range s.Rows {
			cell := figure.Word("")
			if c < len(row) {
				cell = row[c]
			}
			text := cell.Text
			if text == figure.Nothing {
				text = ""
			}
			if numbers = numbers && (text == "" || !math.IsNaN(cell.Value)); !math.IsNaN(cell.Value) {
				text = strconv.FormatFloat(cell.Value, 'g', -1, 64)
			}
			column.Numbers, column.Texts = append(column.Numbers, cell.Value), append(column.Texts, text)
		}
		if numbers && !slices.ContainsFunc(column.Numbers, isNumber) {
			numbers = false
		}
		if numbers {
			column.Texts = nil
		} else {
			column.Numbers = nil
		}
		t.Columns = append(t.Columns, column)
	}
	return t
}

func isNumber(v float64) bool { return !math.IsNaN(v) }

// ofMatrix calls its columns y1, y2 and so on, as those of places.
func ofMatrix(m mat.Matrix) *Table {
	n, d := m.Dims()
	t := &Table{Columns: make([]Column, d)}
	for c := range t.Columns {
		t.Columns[c].Name = fmt.Sprintf("y%d", c+1)
		for i := range n {
			t.Columns[c].Numbers = append(t.Columns[c].Numbers, m.At(i, c))
		}
	}
	return t
}

// ofSlice has a row for each element: columns are the fields of structs, the positions in
// rows of numbers, or one that is called value.
func ofSlice(v reflect.Value) (*Table, bool) {
	if !v.IsValid() || v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil, false
	}
	elem := v.Type().Elem()
	switch elem.Kind() {
	case reflect.Struct:
		t := new(Table)
		for f := range elem.NumField() {
			column, ok := columnOf(elem.Field(f).Name, elem.Field(f).Type, v.Len(), func(i int) reflect.Value { return v.Index(i).Field(f) })
			if !ok {
				return nil, false
			}
			t.Columns = append(t.Columns, column)
		}
		return t, len(t.Columns) > 0
	case reflect.Slice, reflect.Array:
		return ofRows(v)
	}
	column, ok := columnOf("value", elem, v.Len(), v.Index)
	return &Table{Columns: []Column{column}}, ok
}

// ofRows has the columns of the longest row; what others lack is missing.
func ofRows(v reflect.Value) (*Table, bool) {
	width := 0
	for i := range v.Len() {
		width = max(width, v.Index(i).Len())
	}
	t := new(Table)
	elem := v.Type().Elem().Elem()
	for c := range width {
		column, ok := columnOf(fmt.Sprintf("x%d", c+1), elem, v.Len(), func(i int) reflect.Value {
			if c < v.Index(i).Len() {
				return v.Index(i).Index(c)
			}
			return reflect.Value{}
		})
		if !ok {
			return nil, false
		}
		t.Columns = append(t.Columns, column)
	}
	return t, width > 0
}

// columnOf collects n cells of one type; a value that is not valid is missing. Whole
// numbers are floats here: Whole is for those that only count rows.
func columnOf(name string, of reflect.Type, n int, cell func(i int) reflect.Value) (c Column, ok bool) {
	c.Name = name
	kind := of.Kind()
	switch {
	case kind == reflect.String || kind == reflect.Bool:
		c.Texts = make([]string, n)
	case kind >= reflect.Int && kind <= reflect.Float64:
		c.Numbers = slices.Repeat([]float64{missing}, n)
	default:
		return c, false
	}
	for i := range n {
		switch v := cell(i); {
		case !v.IsValid():
		case kind == reflect.String:
			c.Texts[i] = v.String()
		case kind == reflect.Bool:
			c.Texts[i] = strconv.FormatBool(v.Bool())
		case v.CanInt():
			c.Numbers[i] = float64(v.Int())
		case v.CanUint():
			c.Numbers[i] = float64(v.Uint())
		default:
			c.Numbers[i] = v.Float()
		}
	}
	return c, true
}
