package engine

// Unseen is the cell of a new row whose level no table that was learned from
// has. It is equal to none of them.
const Unseen = -1

// A Header is what rows must have to be placed and predicted by what was learned
// from others: the columns of those. It matches the columns of other tables by their
// names, in any order, and levels by their texts, since another table numbers
// its levels by those that it has itself.
type Header struct {
	Columns []Column // what was learned from, in the order in which methods take it
	Target  []string // the columns that were to be learned; new rows may have them and need not
	Aside   []string // further columns of the table, from which nothing was learned
}

// Header returns what rows must have to be learned from together with those of
// the table.
func (t *Table) Header() Header {
	s := Header{Columns: t.Columns, Aside: NamesOf(t.Aside.Columns)}
	switch {
	case len(t.Responses) > 0:
		s.Target = t.Responses
	case t.Label != "":
		s.Target = []string{t.Label}
	}
	return s
}

// NamesOf returns the names of columns.
func NamesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}
