package machine

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
)

// A Fault is an error the Go runtime would raise.
type Fault struct{ Text string }

func (e Fault) Error() string {
	if e.Text == chanSize {
		return e.Text // as it is in Go
	}
	return "runtime error: " + e.Text
}

// RuntimeError implements runtime.Error.
func (Fault) RuntimeError() {}

// Panicked is the value a cell panicked with, out of what the interpreter makes
// of it, and a mishap of the interpreter's own reflection as Go's error.
func Panicked(r any) any {
	if v, ok := r.(reflect.Value); ok {
		if !v.IsValid() {
			return nil
		}
		return Panicked(v.Interface())
	}
	if said, ok := InGo(r); ok {
		return said
	}
	return r
}

// Thrown is a value to panic with. An error of a cell's is wrapped, as the
// interpreter itself does: else it would ask it for its text, and the method
// for what the interpreter has locked meanwhile.
func Thrown(v any) any {
	if _, ok := v.(error); ok {
		return reflect.ValueOf(v)
	}
	return v
}

// InGo says in Go's words what the interpreter, which works by reflection,
// says in those of package reflect.
func InGo(v any) (error, bool) {
	if e, ok := v.(runtime.Error); ok {
		var value *reflect.ValueError
		if errors.As(e, &value) {
			return Fault{NilPointer}, true
		}
		if kind, ok := strings.CutPrefix(e.Error(), "hash of unhashable type: "); ok {
			return Fault{"hash of unhashable type " + kind}, true
		}
		return nil, false
	}
	var text string
	switch v := v.(type) {
	case string:
		text = v
	case error:
		if t := reflect.TypeOf(v); t.PkgPath() == Package || t.Kind() == reflect.Pointer && t.Elem().PkgPath() == Package {
			return nil, false // of a cell, whose code is not for now
		}
		text = v.Error()
	}
	for _, w := range [...]struct{ theirs, go_ string }{
		{"slice index out of range", "index out of range"},
		{"array index out of range", "index out of range"},
		{"string index out of range", "index out of range"},
		{"slice bounds out of range", "slice bounds out of range"},
		{"slice index out of bounds", "slice bounds out of range"},
		{"MakeSlice: negative len", "makeslice: len out of range"},
		{"MakeSlice: negative cap", "makeslice: cap out of range"},
		{"MakeSlice: len > cap", "makeslice: cap out of range"},
		{"MakeChan: negative buffer size", chanSize},
		{"on zero Value", NilPointer},
		{"using zero Value argument", NilPointer},
		{"call of nil function", NilPointer},
	} {
		if strings.HasPrefix(text, "reflect") && strings.HasSuffix(text, w.theirs) {
			return Fault{w.go_}, true
		}
	}
	if sizes, ok := strings.CutPrefix(text, "reflect: cannot convert slice with length "); ok {
		return Fault{"cannot convert slice with length " + strings.Replace(sizes, "to array", "to array or pointer to array", 1)}, true
	}
	if text == "nil pointer dereference" || text == "reflect: Method on nil interface value" { // the interpreter's own words
		return Fault{NilPointer}, true
	}
	return nil, false
}

const (
	// NilPointer is the text of the fault of using what nil points to.
	NilPointer = "invalid memory address or nil pointer dereference"

	chanSize = "makechan: size out of range"
)
