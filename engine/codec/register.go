package codec

import (
	"fmt"
	"reflect"
	"sync/atomic"
)

// A Type is a type of learned values that has been registered.
type Type struct {
	Name    string // in files, never changed once there are any
	Version int    // of its fields, the one that is written
	of      reflect.Type
	pointer bool // values are pointers to of
}

// registry is the registered types.
type registry struct {
	byName map[string]*Type
	byType map[reflect.Type]*Type
	read   atomic.Bool // frozen
}

// registered are the types that init functions have registered.
var registered = registry{byName: map[string]*Type{}, byType: map[reflect.Type]*Type{}}

// Fielder is a type that tells its fields. It does so on a pointer, whose zero value is
// filled while it is read.
type Fielder interface{ Fields(f *Fields) }

// Register names the type T, whose values, pointers or not, stand behind interfaces as
// they are. The version is that of its fields: files of a newer one are refused. It is for
// init functions: after a value was written or read it panics, and so it does for a name
// or type that is taken.
func Register[T any](name string, version int) {
	t := &Type{Name: name, Version: version, of: reflect.TypeFor[T]()}
	if t.pointer = t.of.Kind() == reflect.Pointer; t.pointer {
		t.of = t.of.Elem()
	}
	if !reflect.PointerTo(t.of).Implements(reflect.TypeFor[Fielder]()) {
		panic(fmt.Sprintf("codec: %v tells no fields", reflect.PointerTo(t.of)))
	}
	key := reflect.TypeFor[T]()
	if registered.read.Load() || registered.byName[name] != nil || registered.byType[key] != nil {
		panic(fmt.Sprintf("codec: %q or %v is registered twice, or late", name, key))
	}
	registered.byName[name], registered.byType[key] = t, t
}

// typeOf returns the type of a value, nil if it is not registered.
func typeOf(v any) *Type {
	registered.read.Store(true)
	return registered.byType[reflect.TypeOf(v)]
}

// typeNamed returns the type of a name, nil if there is none.
func typeNamed(name string) *Type {
	registered.read.Store(true)
	return registered.byName[name]
}

// fresh returns a pointer to a zero value of the type.
func (t *Type) fresh() reflect.Value { return reflect.New(t.of) }

// value returns what stands behind an interface, of a pointer to it.
func (t *Type) value(p reflect.Value) any {
	if t.pointer {
		return p.Interface()
	}
	return p.Elem().Interface()
}

// fielder returns what tells the fields of a value of the type.
func (t *Type) fielder(v any) Fielder {
	if t.pointer {
		return v.(Fielder)
	}
	p := t.fresh()
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface().(Fielder)
}

// A Keeper is a value that something else stands for in files, such as a tree for a
// tree that holds the rows it was grown from. It tells of rows what the value tells.
type Keeper interface{ Kept() any }

// kept is what is written of a value.
func kept(v any) any {
	if k, ok := v.(Keeper); ok {
		return k.Kept()
	}
	return v
}
