package tree

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine/internal/calendar"
)

// Asks says what an inner node asks for: a column, or a sum of columns of which it
// writes the largest terms.
func (t *Tree) Asks(n *Node) string {
	switch s := n.Split.(type) {
	case Threshold:
		return t.ColumnName(s.Column)
	case Levels:
		return t.ColumnName(s.Column)
	case Oblique:
		return t.sum(s)
	}
	return "branch"
}

// Answer says what is true of it for rows that take a branch, such as "≤ 2.45 cm" or
// "is rain or hail". Numbers have four digits, which are for reading: rules have six.
func (t *Tree) Answer(n *Node, branch int) string {
	const digits = 4
	switch s := n.Split.(type) {
	case Threshold:
		return t.bound(s.Column, s.At, digits, (branch == 0) != s.Reversed)
	case Levels:
		return "is " + t.levels(s, branch)
	case Oblique:
		return bound(s.At, digits, branch == 0)
	}
	return strconv.Itoa(branch + 1)
}

// bound is a comparison with a number of a column, in its unit, or with a date.
func (t *Tree) bound(column int, at float64, digits int, below bool) string {
	text := t.number(column, at, digits)
	if below {
		return "≤ " + text
	}
	return "> " + text
}

// number writes a number of a column with its unit, or the date that it is.
func (t *Tree) number(column int, at float64, digits int) string {
	if t.Columns != nil {
		if form := calendar.Of(t.Columns[column].Written); form != "" {
			return form.Text(at)
		}
	}
	return figures(at, digits) + t.unit(column)
}

// bound is a comparison with a number.
func bound(at float64, digits int, below bool) string {
	if below {
		return "≤ " + figures(at, digits)
	}
	return "> " + figures(at, digits)
}

// figures writes a number with so many digits, or all of those before the point.
func figures(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	if a := math.Abs(v); a >= 1000 && a < 1e9 {
		before := len(strconv.FormatFloat(math.Trunc(a), 'f', 0, 64))
		text = strconv.FormatFloat(v, 'f', max(0, digits-before), 64)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
	}
	return strings.Replace(text, "-", "−", 1)
}

// unit is what stands behind the numbers of a column, with a space; empty if the file
// writes none.
func (t *Tree) unit(column int) string {
	if t.Columns == nil {
		return ""
	}
	switch w := strings.TrimPrefix(t.Columns[column].Written, ","); w {
	case "", "0x":
		return ""
	default:
		return " " + w
	}
}

// mostLevels is how many levels a condition names.
const mostLevels = 5

// levels names those that lead to a branch.
func (t *Tree) levels(s Levels, branch int) string {
	var names []string
	for level, to := range s.To {
		if to == branch {
			names = append(names, t.levelName(s.Column, level))
		}
	}
	if more := len(names) - mostLevels; more > 0 {
		names = append(names[:mostLevels], strconv.Itoa(more)+" more")
	}
	if names == nil {
		return "of no level"
	}
	return strings.Join(names, " or ")
}

// levelName names a level of a column, by its number if it has no name.
func (t *Tree) levelName(column, level int) string {
	if t.Columns != nil && level < len(t.Columns[column].Levels) {
		return t.Columns[column].Levels[level]
	}
	return strconv.Itoa(level)
}

// mostTerms is how many terms of a weighted sum a condition writes.
const mostTerms = 3

// sum writes the terms with the largest weights, in the order of the columns, and how
// many there are besides.
func (t *Tree) sum(s Oblique) string {
	order := make([]int, len(s.Columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(s.Weights[b]), math.Abs(s.Weights[a])) })
	written := order[:min(mostTerms, len(order))]
	slices.Sort(written)
	var b strings.Builder
	for at, i := range written {
		w := s.Weights[i]
		switch {
		case at > 0 && w < 0:
			b.WriteString(" − ")
		case at > 0:
			b.WriteString(" + ")
		case w < 0:
			b.WriteString("−")
		}
		if w = math.Abs(w); w != 1 {
			b.WriteString(strconv.FormatFloat(w, 'g', 3, 64) + " ")
		}
		b.WriteString(t.ColumnName(s.Columns[i]))
	}
	if more := len(order) - len(written); more > 0 {
		b.WriteString(" + " + strconv.Itoa(more) + " more")
	}
	return b.String()
}

// Says is what a node says of rows: a class, or responses.
func (t *Tree) Says(n *Node) string {
	if t.Classes != nil {
		return t.ClassName(n.Class)
	}
	var all []string
	for r, mean := range n.Mean {
		text := strconv.FormatFloat(mean, 'g', 4, 64)
		if len(n.Mean) > 1 && r < len(t.Responses) {
			text = t.Responses[r] + " " + text
		}
		all = append(all, strings.Replace(text, "-", "−", 1))
	}
	return strings.Join(all, ", ")
}

// ClassName returns the name of a class, its number if it has none.
func (t *Tree) ClassName(class int) string {
	if class < len(t.Classes) {
		return t.Classes[class]
	}
	return strconv.Itoa(class)
}
