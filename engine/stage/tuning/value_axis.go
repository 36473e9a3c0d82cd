package tuning

import (
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
)

// A valueAxis is where the values of a varied parameter stand along an axis: at
// themselves if all are numbers, else side by side in their order.
type valueAxis struct {
	axis figure.Axis
	at   []float64 // by value
}

// newValueAxis finds the axis that suits the values.
func newValueAxis(v engine.Candidates) valueAxis {
	numbers, whole := numbersOf(v)
	if numbers == nil {
		return categoricalAxis(v)
	}
	return valueAxis{axis: figure.Axis{Label: v.Name(), Log: geometric(numbers), Whole: whole}, at: numbers}
}

// categoricalAxis puts the values side by side.
func categoricalAxis(v engine.Candidates) valueAxis {
	l := valueAxis{axis: figure.Axis{Label: v.Name(), Whole: true, Labels: v.Texts}}
	for i := range v.Values {
		l.at = append(l.at, float64(i))
	}
	return l
}

// order returns the numbers of the values from left to right.
func (l valueAxis) order() []int {
	list := make([]int, len(l.at))
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(a, b int) int {
		if l.at[a] < l.at[b] {
			return -1
		}
		return 1
	})
	return list
}

// numbersOf returns the values if all are numbers, which the word auto is not.
func numbersOf(v engine.Candidates) (numbers []float64, whole bool) {
	whole = true
	for i, value := range v.Values {
		switch value := value.(type) {
		case int:
			numbers = append(numbers, float64(value))
		case float64:
			numbers, whole = append(numbers, value), false
		default:
			return nil, false
		}
		if v.Texts[i] == "auto" {
			return nil, false
		}
	}
	return numbers, whole
}

// geometric reports whether numbers want a logarithmic axis: they go over a
// decade or more and are spaced no less evenly by their ratios than by their
// differences.
func geometric(numbers []float64) bool {
	sorted := slices.Sorted(slices.Values(numbers))
	first, last := sorted[0], sorted[len(sorted)-1]
	if first <= 0 || last < 10*first {
		return false
	}
	var plain, ratios float64 // the widest step as a share of the whole way
	for i := 1; i < len(sorted); i++ {
		plain = max(plain, (sorted[i]-sorted[i-1])/(last-first))
		ratios = max(ratios, elementary.Log(sorted[i]/sorted[i-1])/elementary.Log(last/first))
	}
	return ratios <= plain
}
