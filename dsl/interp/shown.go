package interp

import (
	"fmt"
	"strings"
)

// Nil is the value of a cell that ends in an interface without a value.
type Nil struct{}

// String is how Go prints it.
func (Nil) String() string { return "<nil>" }

// A Tuple is the value of a cell that ends in several expressions, or in a call
// with several results: of these, those that are not nil.
type Tuple []any

// String prints the values side by side.
func (t Tuple) String() string {
	parts := make([]string, len(t))
	for i, v := range t {
		parts[i] = fmt.Sprint(v)
	}
	return strings.Join(parts, " ")
}
