package expression

import (
	"fmt"
	"math"

	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
)

// part makes a number of a column of dates: its year, its hour.
func (b *binder) part(name string, of operand) (operand, error) {
	if of.form == "" || of.form == calendar.Clock && name != "hour" && name != "minute" {
		return of, b.fault(fmt.Sprintf("%s takes a column of dates, and %q is none", name, of.text), remedy.Say("name a column that was read as dates; a note says which were"))
	}
	value := dateParts[name]
	return operand{kind: number, parts: []operand{of}, of: func(row []float64) float64 {
		days := of.of(row)
		if math.IsNaN(days) {
			return days
		}
		return value(calendar.Time(days))
	}}, nil
}

// moments reads a text as a date where it is compared with dates.
func (b *binder) moments(left, right operand) (operand, operand, error) {
	switch {
	case left.form != "" && right.kind == text:
		date, err := b.moment(right, left)
		return left, date, err
	case right.form != "" && left.kind == text:
		date, err := b.moment(left, right)
		return date, right, err
	}
	return left, right, nil
}

// moment reads a text as one of the dates of a column, whose order of day and month it has
// unless it can have but one.
func (b *binder) moment(written, column operand) (operand, error) {
	readings := calendar.Read([]string{written.text}, column.form.Order())
	if len(readings) != 1 || (readings[0].Form == calendar.Clock) != (column.form == calendar.Clock) {
		example := 17956.84375
		if column.form == calendar.Clock {
			example = 0.84375
		}
		return written, b.fault(fmt.Sprintf("%s has dates, and %q is none that has one meaning", column.text, written.text), remedy.Say("write it as '%s'", column.form.Text(example)))
	}
	return operand{kind: number, literal: true, of: func([]float64) float64 { return readings[0].Days[0] }}, nil
}
