package std

import (
	"iter"
	"reflect"
)

// Instances are types that functions of the library speak of, made of generic
// types that cells have from source and of types that every cell has: a cell
// that names one means this very type, whether or not it has imported such a
// function yet.
var Instances = []reflect.Type{reflect.TypeFor[iter.Seq[string]](), reflect.TypeFor[iter.Seq[[]byte]]()}
