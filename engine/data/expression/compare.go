package expression

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// comparison makes a condition of two numbers, or of a categorical column and one of
// its levels or another such column.
func (b *binder) comparison(op string, left, right operand) (operand, error) {
	left, right, err := b.moments(left, right)
	if err != nil {
		return left, err
	}
	if left.kind == levelled || right.kind == levelled || left.kind == text || right.kind == text {
		return b.levelComparison(op, left, right)
	}
	b.commonUnit(left, right)
	holds := orders[op]
	return operand{kind: condition, parts: []operand{left, right}, of: func(row []float64) float64 {
		x, y := left.of(row), right.of(row)
		if math.IsNaN(x) || math.IsNaN(y) {
			return math.NaN()
		}
		return truth(holds(x, y))
	}}, nil
}

// levelComparison compares levels, which are alike or not and have no order.
func (b *binder) levelComparison(op string, left, right operand) (operand, error) {
	if right.kind == levelled && left.kind != levelled {
		left, right = right, left
	}
	switch {
	case left.kind != levelled:
		return left, b.noLevelsError(left, right)
	case op != "==" && op != "!=":
		return left, b.fault(fmt.Sprintf("the levels of %s have no order, so %s says nothing of them", left.text, op), remedy.Say("compare by == or !="))
	case right.kind == levelled:
		return b.columnComparison(op, left, right), nil
	}
	level, err := b.levelOf(left, right)
	if err != nil {
		return left, err
	}
	return sameLevel(op, left, func([]float64) float64 { return level }, right), nil
}

// columnComparison compares two categorical columns by the texts of their levels.
func (b *binder) columnComparison(op string, left, right operand) operand {
	number := make([]float64, len(right.levels)) // of each level of right, in left
	for i, level := range right.levels {
		if number[i] = float64(slices.Index(left.levels, level)); number[i] < 0 {
			number[i] = math.Inf(1) // unlike all levels of left, also those that are unseen
		}
	}
	return sameLevel(op, left, func(row []float64) float64 {
		v := right.of(row)
		if v >= 0 {
			return number[int(v)]
		}
		if v < 0 {
			return math.Inf(1)
		}
		return v
	}, right)
}

// sameLevel is the condition that a level of left is, or is not, that of another.
func sameLevel(op string, left operand, other func(row []float64) float64, right operand) operand {
	holds := orders[op]
	return operand{kind: condition, parts: []operand{left, right}, of: func(row []float64) float64 {
		x, y := left.of(row), other(row)
		if math.IsNaN(x) || math.IsNaN(y) {
			return math.NaN()
		}
		return truth(holds(x, y))
	}}
}

// levelOf is the number of the level that a text, or a number by its digits, names.
func (b *binder) levelOf(column, named operand) (float64, error) {
	level := named.text
	switch {
	case named.literal:
		level = strconv.FormatFloat(named.of(nil), 'g', -1, 64)
	case named.kind != text:
		return 0, b.fault(fmt.Sprintf("column %s is categorical, and compared with numbers", column.text), remedy.Say("compare it with one of its levels, %s", quoted(column.levels)))
	}
	if at := slices.Index(column.levels, level); at >= 0 {
		return float64(at), nil
	}
	advice := remedy.Say("its levels are %s", quoted(column.levels))
	if near := wording.Nearest(level, column.levels); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return 0, b.fault(fmt.Sprintf("no row has %q in column %s", level, column.text), advice)
}

// noLevelsError is the error of a text that meets no categorical column.
func (b *binder) noLevelsError(left, right operand) error {
	if left.kind == text && right.kind == text {
		return b.fault(fmt.Sprintf("%q and %q are two texts", left.text, right.text), remedy.Say("name a column without quotes"))
	}
	if left.kind == text {
		left, right = right, left
	}
	advice := remedy.Say("write the number without quotes")
	if _, err := strconv.ParseFloat(right.text, 64); err != nil {
		advice = remedy.Say("compare it with a number")
	}
	if left.text != "" {
		return b.fault(fmt.Sprintf("%s is a number, and %q a text", left.text, right.text), advice)
	}
	return b.fault(fmt.Sprintf("a number is compared with the text %q", right.text), advice)
}
