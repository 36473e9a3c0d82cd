package render

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"unfold/kernel/render/table"
)

// A slice of more numbers than mostNumbers is told by its ends and its range,
// for nobody reads the rest.
const (
	mostNumbers = 100
	firstOf     = 12
	lastOf      = 4
)

// series tells a long slice of numbers.
func series(value any) (string, bool) {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array || v.Len() <= mostNumbers || !isNumber(v.Type().Elem().Kind()) {
		return "", false
	}
	var shown []string
	for i := range firstOf {
		shown = append(shown, element(v.Index(i)))
	}
	shown = append(shown, "…")
	for i := v.Len() - lastOf; i < v.Len(); i++ {
		shown = append(shown, element(v.Index(i)))
	}
	return fmt.Sprintf("%d of %s: %s\n%s", v.Len(), v.Type().Elem(), strings.Join(shown, " "), rangeOf(v)), true
}

// rangeOf says between what values numbers lie, those that are none apart.
func rangeOf(v reflect.Value) string {
	low, high, sum, count := math.Inf(1), math.Inf(-1), 0.0, 0
	for i := range v.Len() {
		x := number(v.Index(i))
		if math.IsNaN(x) {
			continue
		}
		low, high = min(low, x), max(high, x)
		sum += x
		count++
	}
	if count == 0 {
		return "none a number"
	}
	text := fmt.Sprintf("least %s, mean %s, greatest %s", table.Number(low), table.Number(sum/float64(count)), table.Number(high))
	if missing := v.Len() - count; missing > 0 {
		text += fmt.Sprintf(", %d not a number", missing)
	}
	return text
}

func number(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}
