package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"unfold/engine/internal/calendar"
)

// readable reports whether cells of a type of Arrow are numbers or words.
func readable(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	switch t.ID() {
	case arrow.NULL, arrow.BOOL, arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.DATE32, arrow.DATE64, arrow.TIMESTAMP:
		return true
	}
	return arrow.IsInteger(t.ID()) || arrow.IsFloating(t.ID()) || arrow.IsDecimal(t.ID())
}

// fill hands over the cells of an array, which follow those before.
func (c *column) fill(of arrow.Array) {
	switch a := of.(type) {
	case *array.Dictionary:
		names := a.Dictionary()
		c.each(a, func(row, i int) {
			if at := a.GetValueIndex(i); names.IsValid(at) {
				c.to.Set(row, c.at, []byte(names.ValueStr(at)))
			}
		})
	case *array.Boolean:
		c.each(a, func(row, i int) { c.truth(row, a.Value(i)) })
	case *array.Date32:
		c.form = calendar.Date
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Date64:
		c.form = calendar.Date
		c.numbers(a, func(i int) float64 { return calendar.Days(a.Value(i).ToTime()) })
	case *array.Timestamp:
		c.form = calendar.Date
		unit := a.DataType().(*arrow.TimestampType).Unit
		c.numbers(a, func(i int) float64 { return calendar.Days(a.Value(i).ToTime(unit)) })
	case *array.Time32:
		c.form = calendar.Clock
		unit := a.DataType().(*arrow.Time32Type).Unit
		c.numbers(a, func(i int) float64 { return calendar.Days(a.Value(i).ToTime(unit)) })
	case *array.Time64:
		c.form = calendar.Clock
		unit := a.DataType().(*arrow.Time64Type).Unit
		c.numbers(a, func(i int) float64 { return calendar.Days(a.Value(i).ToTime(unit)) })
	case *array.Int64:
		c.each(a, func(row, i int) { c.whole(row, a.Value(i)) })
	case *array.Uint64:
		c.each(a, func(row, i int) { c.natural(row, a.Value(i)) })
	default:
		c.fillSmall(of)
	}
	c.row += of.Len()
}

// fillSmall hands over cells that float64 holds as they are, and texts.
func (c *column) fillSmall(of arrow.Array) {
	switch a := of.(type) {
	case *array.Int8:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Int16:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Int32:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Uint8:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Uint16:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Uint32:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Float16:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i).Float32()) })
	case *array.Float32:
		c.numbers(a, func(i int) float64 { return float64(a.Value(i)) })
	case *array.Float64:
		c.numbers(a, a.Value)
	default: // texts, and decimals by their digits
		c.each(a, func(row, i int) { c.to.Set(row, c.at, []byte(a.ValueStr(i))) })
	}
}

// each calls set for each cell that is there.
func (c *column) each(of arrow.Array, set func(row, i int)) {
	for i := range of.Len() {
		if of.IsValid(i) {
			set(c.row+i, i)
		}
	}
}

func (c *column) numbers(of arrow.Array, value func(i int) float64) {
	c.each(of, func(row, i int) { c.to.Number(row, c.at, value(i)) })
}
