package machine

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Globals are the variables that files declare. Yaegi copies all of them
// whenever one is added, which code that runs meanwhile does not see; a machine
// keeps room for more.
type globals struct {
	inner reflect.Value // the fields of the interpreter
	data  *[]reflect.Value
	types *[]reflect.Type // of all of them, also those that have no place yet
	made  int             // variables that have one
}

func newGlobals(inner reflect.Value) (g globals) {
	g.inner = inner
	g.data = pointerTo[[]reflect.Value](inner.FieldByName("frame").Elem().FieldByName("data"))
	g.types = pointerTo[[]reflect.Type](inner.FieldByName("universe").Elem().FieldByName("types"))
	g.made = len(*g.data)
	return g
}

func pointerTo[T any](field reflect.Value) *T {
	if field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("a field is of type %v", field.Type()))
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

// grow makes room for new variables, in place while there is some left.
func (g *globals) grow() {
	want := len(*g.types)
	if want > len(*g.data) {
		data := make([]reflect.Value, max(4096, 2*want))
		copy(data, *g.data)
		*g.data = data
	}
	for ; g.made < want; g.made++ {
		(*g.data)[g.made] = reflect.New((*g.types)[g.made]).Elem()
	}
}

// symbols are the names that files have declared.
func (g *globals) symbols() reflect.Value {
	scope := g.inner.FieldByName("scopes").MapIndex(reflect.ValueOf(Package))
	field := scope.Elem().FieldByName("sym")
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// variable is the variable of a name.
func (g *globals) variable(name string) (reflect.Value, bool) {
	symbol := g.symbols().MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() {
		return reflect.Value{}, false
	}
	i := int(symbol.Elem().FieldByName("index").Int())
	if i < 0 || i >= g.made {
		return reflect.Value{}, false
	}
	return (*g.data)[i], true
}

// flag is the address of one of the machine's own variables.
func (g *globals) flag(name string) *bool {
	v, ok := g.variable(name)
	if !ok {
		panic("no variable " + name)
	}
	return v.Addr().Interface().(*bool)
}

// Variable is a global variable.
func (m *Machine) Variable(name string) (reflect.Value, bool) { return m.globals.variable(name) }

// Clear sets a global variable to zero, so that what it held can be collected.
func (m *Machine) Clear(name string) {
	if v, ok := m.globals.variable(name); ok {
		v.SetZero()
	}
}

// Undeclare takes a name out of the interpreter, which its analysis enters
// before it knows that what it stands in compiles. Yaegi refuses to import a
// package under a name that is there.
func (m *Machine) Undeclare(name string) {
	m.globals.symbols().SetMapIndex(reflect.ValueOf(name), reflect.Value{})
}
