package interp

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// The interpreter was made to run one program. What a session that runs
// thousands needs of it besides, it keeps to itself: it holds every syntax
// tree for a debugger, copies all its variables whenever one is added, and
// ends what waits on a channel only together with everything else. So these
// few of its fields are reached by their names; its version is pinned, and a
// session does not begin if one of them is missing.
type insides struct {
	yaegi reflect.Value
	done  chan struct{}    // whoever waits on a channel waits on this too
	data  *[]reflect.Value // global variables
	types *[]reflect.Type  // of all of them, also those that have no place yet
	made  int              // variables that have one
	tree  *tree            // how compiled code looks
}

func reachInto(i *interp.Interpreter, ts *trails) (in *insides, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("interp: the interpreter is not of the version this session knows: %v", r)
		}
	}()
	in = &insides{yaegi: reflect.ValueOf(i).Elem()}
	in.done = *pointerTo[chan struct{}](in.yaegi.FieldByName("done"))
	in.data = pointerTo[[]reflect.Value](in.yaegi.FieldByName("frame").Elem().FieldByName("data"))
	in.types = pointerTo[[]reflect.Type](in.yaegi.FieldByName("universe").Elem().FieldByName("types"))
	in.made = len(*in.data)
	in.tree = fieldsOf(reflect.TypeFor[interp.Program]())
	in.tree.trails = ts
	in.forget()
	return in, nil
}

func pointerTo[T any](field reflect.Value) *T {
	if field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("a field is of type %v", field.Type()))
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

// forget lets go of syntax trees and scopes that only a debugger would look at.
// What is still used of a tree, such as the body of a function, knows its
// ancestors, so the root must not know all the others.
func (in *insides) forget() {
	roots := in.yaegi.FieldByName("roots")
	for i := range roots.Len() {
		clearField(roots.Index(i).Elem().FieldByName("child"))
	}
	clearField(roots)
	clearField(in.yaegi.FieldByName("universe").Elem().FieldByName("child"))
	for scopes := in.yaegi.FieldByName("scopes").MapRange(); scopes.Next(); {
		clearField(scopes.Value().Elem().FieldByName("child"))
	}
}

// undeclare takes names of the main package out of the interpreter, which its
// analysis enters before it knows that what they stand in compiles. It refuses
// to import a package under a name that is there.
func (in *insides) undeclare(names ...string) {
	scope := in.yaegi.FieldByName("scopes").MapIndex(reflect.ValueOf(mainPath))
	if !scope.IsValid() {
		return
	}
	field := scope.Elem().FieldByName("sym")
	symbols := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	for _, name := range names {
		symbols.SetMapIndex(reflect.ValueOf(name), reflect.Value{})
	}
}

func clearField(f reflect.Value) {
	reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetZero()
}

// grow makes room for new variables, in place while there is some left, so
// that code that runs meanwhile goes on with the ones it uses.
func (in *insides) grow() {
	want := len(*in.types)
	if want > len(*in.data) {
		data := make([]reflect.Value, max(4096, 2*want))
		copy(data, *in.data)
		*in.data = data
	}
	for ; in.made < want; in.made++ {
		(*in.data)[in.made] = reflect.New((*in.types)[in.made]).Elem()
	}
}

// variable is a global variable by the interpreter's name for it.
func (in *insides) variable(name string) (reflect.Value, bool) {
	scope := in.yaegi.FieldByName("scopes").MapIndex(reflect.ValueOf(mainPath))
	if !scope.IsValid() {
		return reflect.Value{}, false
	}
	symbol := scope.Elem().FieldByName("sym").MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() {
		return reflect.Value{}, false
	}
	i := int(symbol.Elem().FieldByName("index").Int())
	if i < 0 || i >= in.made {
		return reflect.Value{}, false
	}
	return (*in.data)[i], true
}
