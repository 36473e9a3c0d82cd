package execution

import (
	"fmt"
	"reflect"
	"slices"
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

// show is what the last expressions of a cell are given to, one by one. A call
// with several results comes as a whole; of these, what is nil is left out.
func (rr *Runner) show(values ...any) {
	if r := rr.runs.mine(); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(values) > 1 {
			values = slices.DeleteFunc(values, absent)
		}
		r.shown = append(r.shown, values...)
	}
}

// Value is what the cell shows, and whether it shows anything.
func (r *Run) Value() (value any, shown bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(r.shown) == 0:
		return nil, false, nil
	case len(r.shown) > 1:
		return Tuple(r.shown), true, nil
	case r.shown[0] == nil && r.ShowsNil:
		return Nil{}, true, nil
	}
	return r.shown[0], r.shown[0] != nil, nil
}

// absent reports whether one of several results is no value: a nil error,
// mostly, or the nil pointer beside an error.
func absent(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		return r.IsNil()
	}
	return false
}
