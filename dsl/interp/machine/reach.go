package machine

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Yaegi was made to run one program. What a machine that runs thousands needs
// of it besides, yaegi keeps to itself: it holds every syntax tree for a
// debugger, copies all its variables whenever one is added, and ends what waits
// on a channel only together with everything else. So these few of its fields
// are reached by their names; its version is pinned, and a machine does not
// start if one of them is missing.

func (m *Machine) reach() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not of the version this program knows: %v", r)
		}
	}()
	m.inner = reflect.ValueOf(m.yaegi).Elem()
	m.done = *pointerTo[chan struct{}](m.inner.FieldByName("done"))
	m.data = pointerTo[[]reflect.Value](m.inner.FieldByName("frame").Elem().FieldByName("data"))
	m.types = pointerTo[[]reflect.Type](m.inner.FieldByName("universe").Elem().FieldByName("types"))
	m.made = len(*m.data)
	if err := mirrored(); err != nil {
		return err
	}
	m.mender = &mender{machine: m, mendings: mendings, instead: map[uintptr]generator{}}
	m.stop, m.back = m.flag(stopFlag), m.flag(backFlag)
	m.forgetTrees()
	return nil
}

func (m *Machine) flag(name string) *bool {
	v, ok := m.Variable(name)
	if !ok {
		panic("no variable " + name)
	}
	return v.Addr().Interface().(*bool)
}

func pointerTo[T any](field reflect.Value) *T {
	if field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("a field is of type %v", field.Type()))
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

// forgetTrees lets go of syntax trees and scopes that only a debugger would
// look at. What is still used of a tree, such as the body of a function, knows
// its ancestors, so the root must not know all the others.
func (m *Machine) forgetTrees() {
	roots := m.inner.FieldByName("roots")
	for i := range roots.Len() {
		clearField(roots.Index(i).Elem().FieldByName("child"))
	}
	clearField(roots)
	clearField(m.inner.FieldByName("universe").Elem().FieldByName("child"))
	for scopes := m.inner.FieldByName("scopes").MapRange(); scopes.Next(); {
		clearField(scopes.Value().Elem().FieldByName("child"))
	}
}

func clearField(f reflect.Value) {
	reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetZero()
}

// symbols are the names that files have declared.
func (m *Machine) symbols() reflect.Value {
	scope := m.inner.FieldByName("scopes").MapIndex(reflect.ValueOf(Package))
	if !scope.IsValid() {
		return reflect.ValueOf(map[string]int(nil))
	}
	field := scope.Elem().FieldByName("sym")
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// Undeclare takes a name out of the interpreter, which its analysis enters
// before it knows that what it stands in compiles. Yaegi refuses to import a
// package under a name that is there.
func (m *Machine) Undeclare(name string) {
	if symbols := m.symbols(); !symbols.IsNil() {
		symbols.SetMapIndex(reflect.ValueOf(name), reflect.Value{})
	}
}

// grow makes room for new variables, in place while there is some left, so
// that code that runs meanwhile goes on with the ones it uses.
func (m *Machine) grow() {
	want := len(*m.types)
	if want > len(*m.data) {
		data := make([]reflect.Value, max(4096, 2*want))
		copy(data, *m.data)
		*m.data = data
	}
	for ; m.made < want; m.made++ {
		(*m.data)[m.made] = reflect.New((*m.types)[m.made]).Elem()
	}
}

// Variable is a global variable.
func (m *Machine) Variable(name string) (reflect.Value, bool) {
	i, ok := m.index(name)
	if !ok {
		return reflect.Value{}, false
	}
	return (*m.data)[i], true
}

// Clear sets a global variable to zero, so that what it held can be collected.
func (m *Machine) Clear(name string) {
	if i, ok := m.index(name); ok {
		(*m.data)[i].SetZero()
	}
}

// index is the place of a global variable.
func (m *Machine) index(name string) (i int, ok bool) {
	symbol := m.symbols().MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() {
		return 0, false
	}
	i = int(symbol.Elem().FieldByName("index").Int())
	return i, i >= 0 && i < m.made
}
