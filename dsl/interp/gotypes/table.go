package gotypes

import (
	"go/constant"
	"go/token"
	"reflect"
)

// A Library is the export tables of compiled packages, keyed
// "import/path/name" since a package's name need not be the end of its path.
// Libraries are data; nothing of a package is touched until it is imported.
type Library = map[string][]Export

// An Export is an exported name of a compiled package: a function; a typed
// constant; for a type T the nil pointer (*T)(nil); for a variable the pointer
// to it; an Untyped constant. A nil Value hides the name of an earlier
// library. A [reflect.Value] stands for itself.
type Export = struct {
	Name  string
	Value any
}

// Untyped is an untyped constant, by its literal.
type Untyped = struct {
	Kind    token.Token
	Literal string
}

// valueOf is the form in which an interpreter takes an export: a variable is
// addressable, an untyped constant is a go/constant value.
func valueOf(x any) reflect.Value {
	switch x := x.(type) {
	case reflect.Value:
		return x
	case Untyped:
		return reflect.ValueOf(constant.MakeFromLiteral(x.Literal, x.Kind, 0))
	}
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		return v.Elem()
	}
	return v
}
