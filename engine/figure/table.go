package figure

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Table returns the numbers of the figure: what is drawn, for those who would
// rather read, save or set it. A figure that is nothing but a grid is that
// grid, a row for each of its rows; of every other one each mark is a row, with
// the layer it belongs to, its position, and what else is known of it: its
// class, the row of the source that it stands for, where a stroke ends, how
// wide a band is. Columns that no mark fills are left out. Of small multiples
// the first column names the part that a mark is in. A figure with a summary has
// that for its table.
//
// The sheet has as many rows as the figure has marks: a scatter of 5,000 rows
// gives 5,000.
func (f *Figure) Table() *Sheet {
	if f.Summary != nil {
		return f.Summary
	}
	if len(f.Layers) == 1 {
		if cells, ok := f.Layers[0].(Cells); ok {
			return f.gridTable(cells)
		}
	}
	t := markTable{across: cmp.Or(f.X.Label, "x"), up: cmp.Or(f.Y.Label, "y")}
	if len(f.Parts) > 0 {
		t.across, t.up = "x", "y" // the parts have axes of their own
	}
	t.addFigure(f, "")
	return t.sheet(f.heading())
}

// addFigure adds the marks of a figure and of its parts.
func (t *markTable) addFigure(f *Figure, within string) {
	t.fig, t.part = f, within
	for _, layer := range f.Layers {
		t.add(layer)
	}
	for _, part := range f.Parts {
		name := part.heading()
		if within != "" {
			name = within + ", " + name
		}
		t.addFigure(part, name)
	}
}

// gridTable sets a grid as it is drawn.
func (f *Figure) gridTable(cells Cells) *Sheet {
	s := &Sheet{Title: f.heading(), Columns: []string{cmp.Or(f.Y.Label, "row")}}
	for i, row := range cells.Values {
		line := []Cell{f.Y.cell(float64(i))}
		for j, v := range row {
			if i == 0 {
				name := f.X.cell(float64(j)).Text
				if f.X.Label != "" {
					name = f.X.Label + " " + name
				}
				s.Columns = append(s.Columns, name)
			}
			line = append(line, precise(v))
		}
		s.Rows = append(s.Rows, line)
	}
	return s
}

// heading is what the figure is called.
func (f *Figure) heading() string { return cmp.Or(f.Title, f.Name) }

// A field is a column of a figure's table.
type field int

// The fields of a mark, in the order of their columns.
const (
	partField field = iota
	layerField
	nodeField
	parentField
	textField
	rowField
	classField
	xField
	yField
	zField
	toXField
	toYField
	lowField
	highField
	valueField
	tipField
	fieldCount
)

// A markTable collects the marks of a figure, a row for each.
type markTable struct {
	across, up string  // what positions are of
	fig        *Figure // whose marks are being added
	part       string  // what it is called among parts
	filled     [fieldCount]bool
	marks      [][fieldCount]*Cell
}

// mark adds a mark; of its cells, those that are nil are unknown.
func (t *markTable) mark(layer string, cells map[field]Cell) {
	var m [fieldCount]*Cell
	if t.part != "" {
		cells[partField] = Word(t.part)
	}
	if layer != "" {
		cells[layerField] = Word(layer)
	}
	for at, c := range cells {
		m[at], t.filled[at] = &c, true
	}
	t.marks = append(t.marks, m)
}

// at is the position of a mark.
func (t *markTable) at(x, y float64) map[field]Cell {
	return map[field]Cell{xField: t.fig.X.cell(x), yField: t.fig.Y.cell(y)}
}

// add adds the marks of a layer.
func (t *markTable) add(layer Layer) {
	switch l := layer.(type) {
	case Points:
		t.points(l)
	case Line:
		for i := range l.X {
			t.mark(l.Name, t.at(l.X[i], l.Y[i]))
		}
	case Segments:
		for i := range l.X0 {
			m := t.at(l.X0[i], l.Y0[i])
			m[toXField], m[toYField] = t.fig.X.cell(l.X1[i]), t.fig.Y.cell(l.Y1[i])
			if l.Shade != nil {
				m[valueField] = precise(l.Shade[i])
			}
			if l.Class != nil && l.Class[i] >= 0 && l.Class[i] < len(t.fig.Classes) {
				m[classField] = Word(t.fig.Classes[l.Class[i]])
			}
			t.mark(l.Name, m)
		}
	case Bars:
		for i, y := range l.Y {
			m := t.at(l.Low[i], y)
			m[toXField] = t.fig.X.cell(l.High[i])
			t.mark(l.Name, m)
		}
	case Cells:
		for i, row := range l.Values {
			for j, v := range row {
				m := t.at(float64(j), float64(i))
				m[valueField] = precise(v)
				t.mark("", m)
			}
		}
	case Names:
		for i, text := range l.Texts {
			m := t.at(l.X[i], l.Y[i])
			m[textField] = Word(text)
			t.mark("", m)
		}
	case Nodes:
		t.nodes(l)
	case Areas:
		for i := range l.X0 {
			m := t.at(l.X0[i], l.Y0[i])
			m[toXField], m[toYField] = t.fig.X.cell(l.X1[i]), t.fig.Y.cell(l.Y1[i])
			if l.Shade != nil {
				m[valueField] = precise(l.Shade[i])
			} else if l.Class[i] >= 0 && l.Class[i] < len(t.fig.Classes) {
				m[classField] = Word(t.fig.Classes[l.Class[i]])
			}
			t.mark("area", m)
		}
	case Band:
		for i, x := range l.X {
			t.mark(l.Name, map[field]Cell{xField: t.fig.X.cell(x), lowField: precise(l.Low[i]), highField: precise(l.High[i])})
		}
	}
}

// nodes adds the nodes by what leads to them and what they say.
func (t *markTable) nodes(l Nodes) {
	for i, test := range l.Test {
		m := map[field]Cell{textField: Word(strings.Trim(test+" "+l.Answer[i]+": "+l.Text[i], ": ")), nodeField: Figures(float64(i), 0)}
		if l.Parent[i] >= 0 {
			m[parentField] = Figures(float64(l.Parent[i]), 0)
		}
		if l.Class != nil && l.Class[i] >= 0 && l.Class[i] < len(t.fig.Classes) {
			m[classField] = Word(t.fig.Classes[l.Class[i]])
		}
		if l.Tips != nil {
			m[tipField] = Word(strings.ReplaceAll(l.Tips[i], "\n", "; "))
		}
		t.mark("", m)
	}
}

func (t *markTable) points(p Points) {
	for i := range p.X {
		m := t.at(p.X[i], p.Y[i])
		if p.Z != nil {
			m[zField] = t.fig.Z.cell(p.Z[i])
		}
		if p.Rows != nil {
			m[rowField] = Figures(float64(p.Rows[i]), 0)
		}
		if p.Class != nil && p.Class[i] >= 0 && p.Class[i] < len(t.fig.Classes) {
			m[classField] = Word(t.fig.Classes[p.Class[i]])
		}
		if p.Shade != nil {
			m[valueField] = precise(p.Shade[i])
		}
		if p.Tips != nil {
			m[textField] = Word(p.Tips[i])
		}
		t.mark(p.Name, m)
	}
}

// sheet sets the marks in the columns that some of them fill.
func (t *markTable) sheet(title string) *Sheet {
	x, y := t.across, t.up
	if x == y {
		x, y = x+" (across)", y+" (up)"
	}
	names := [fieldCount]string{"part", "layer", "node", "above", "name", "row", "class", x, y, cmp.Or(t.fig.Z.Label, "z"), "to " + x, "to " + y, "low", "high", "value", "of which"}
	s := &Sheet{Title: title}
	for at, filled := range t.filled {
		if filled {
			s.Columns = append(s.Columns, names[at])
		}
	}
	for _, m := range t.marks {
		row := make([]Cell, 0, len(s.Columns))
		for at, filled := range t.filled {
			switch {
			case !filled:
			case m[at] == nil:
				row = append(row, Word(""))
			default:
				row = append(row, *m[at])
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// cell writes a position on the axis: by its name where positions have names.
func (a Axis) cell(v float64) Cell {
	if i := int(v); float64(i) == v && i >= 0 && i < len(a.Labels) {
		return Word(a.Labels[i])
	}
	return precise(v)
}

// precise is a cell with a number in full, read with six digits.
func precise(v float64) Cell {
	if math.IsNaN(v) {
		return Word("")
	}
	return Cell{Text: strconv.FormatFloat(v, 'g', 6, 64), Value: v}
}
