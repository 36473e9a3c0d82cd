package prepare

import (
	"unfold/engine"
	"unfold/engine/export"
	"unfold/engine/remedy"
)

// Export says (x − shift)·factor of some columns.
func (m columnwise) Export(x export.Value) (export.Value, error) {
	from, shift, factor := make([]int, len(m)), make([]float64, len(m)), make([]float64, len(m))
	moves, scales := false, false
	for i, a := range m {
		from[i], shift[i], factor[i] = a.from, a.shift, a.factor
		moves, scales = moves || a.shift != 0, scales || a.factor != 1
	}
	y := x.Columns(from...)
	if moves {
		y = y.Sub(x.Row("shift", shift))
	}
	if scales {
		y = y.Mul(x.Row("factor", factor))
	}
	return y, nil
}

// Export says which levels rows have.
func (m indicators) Export(x export.Value) (export.Value, error) {
	from, level, numeric := make([]int, len(m.columns)), make([]float64, len(m.columns)), make([]float64, len(m.columns))
	for i, in := range m.columns {
		from[i], level[i] = in.from, in.level
		if in.level == engine.Unseen {
			numeric[i] = 1
		}
	}
	y := x.Columns(from...)
	if len(m.learned) == 0 {
		return y, nil
	}
	has := y.Missing().Where(y, y.Equal(x.Row("level", level)))
	return x.Row("numeric", numeric).Where(y, has), nil
}

// Export says what missing cells become.
func (f filler) Export(x export.Value) (export.Value, error) {
	return x.Missing().Where(x.Row("fill", f), x), nil
}

// Export fails: expressions have functions that no operation is.
func (m derived) Export(x export.Value) (export.Value, error) {
	return x, &engine.Error{Cause: "columns that are made by expressions cannot be said by operations on rows", Remedy: remedy.Say("make them in the data, before they are loaded")}
}
