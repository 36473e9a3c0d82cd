package columnar

import (
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"

	"unfold/engine/data/format"
)

// rowsAtOnce is how many rows are written at a time.
const rowsAtOnce = 1 << 12

// writeParquet writes a table packed by Zstandard.
func writeParquet(w io.Writer, t *format.Table) error {
	out := parquet.NewWriter(w, parquet.NewSchema("table", nodesOf(t)), parquet.Compression(&parquet.Zstd))
	var rows []parquet.Row
	for row := range t.Len() {
		line := make(parquet.Row, len(t.Columns))
		for c := range t.Columns {
			line[c] = valueOf(&t.Columns[c], row, c)
		}
		if rows = append(rows, line); len(rows) < rowsAtOnce && row < t.Len()-1 {
			continue
		}
		if _, err := out.WriteRows(rows); err != nil {
			return err
		}
		rows = rows[:0]
	}
	return out.Close()
}

// valueOf is a cell; NaN and the empty text are null.
func valueOf(c *format.Column, row, at int) parquet.Value {
	switch {
	case c.Whole:
		return parquet.Int64Value(int64(c.Numbers[row])).Level(0, 0, at)
	case c.Texts != nil && c.Texts[row] != "":
		return parquet.ByteArrayValue([]byte(c.Texts[row])).Level(0, 1, at)
	case c.Texts == nil && !math.IsNaN(c.Numbers[row]):
		return parquet.DoubleValue(c.Numbers[row]).Level(0, 1, at)
	}
	return parquet.NullValue().Level(0, 0, at)
}

// An ordered group keeps the columns in the order of the table; a plain one sorts them.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns.
func (o ordered) Fields() []parquet.Field { return o.fields }

// nodesOf makes float64, int64 and text columns of those of a table.
func nodesOf(t *format.Table) parquet.Node {
	o := ordered{Group: parquet.Group{}}
	for _, c := range t.Columns {
		switch {
		case c.Whole:
			o.Group[c.Name] = parquet.Int(64)
		case c.Texts != nil:
			o.Group[c.Name] = parquet.Optional(parquet.String())
		default:
			o.Group[c.Name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		}
	}
	fields := o.Group.Fields()
	for _, c := range t.Columns {
		o.fields = append(o.fields, fields[slices.IndexFunc(fields, func(f parquet.Field) bool { return f.Name() == c.Name })])
	}
	return o
}
