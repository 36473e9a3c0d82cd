package interp

import (
	"fmt"
	"strings"
)

// A Tuple is the value of a cell that ends in a call with several results:
// those that are not nil.
type Tuple []any

// String prints the values side by side.
func (t Tuple) String() string {
	parts := make([]string, len(t))
	for i, v := range t {
		parts[i] = fmt.Sprint(v)
	}
	return strings.Join(parts, " ")
}
