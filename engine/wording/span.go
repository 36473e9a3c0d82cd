package wording

import (
	"fmt"
	"math"
)

// Span writes the range of numbers: "0.5 to 12".
func Span(lists ...[]float64) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			low, high = min(low, v), max(high, v)
		}
	}
	return fmt.Sprintf("%.3g to %.3g", low, high)
}
