package machine

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// A receive operation of the interpreter puts what it receives in the place of
// the variable it is for, as something that nothing can be assigned to, and
// that pointers to the variable do not see. So it is put into the variable
// afterwards, which `:=` makes anew.

//go:linkname frameAt github.com/traefik/yaegi/interp.getFrame
func frameAt(f framePtr, level int) framePtr

// places are where a node says which variable its value is for, and a frame
// has its variables.
type places struct {
	parent, index, level, data, around uintptr
	kind                               reflect.StructField
}

var variablePlaces = sync.OnceValue(func() places {
	field := func(t reflect.Type, name string, kind reflect.Kind) reflect.StructField {
		f, ok := t.FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			panic(fmt.Sprintf("%s has no field %s", t, name))
		}
		return f
	}
	node := field(reflect.TypeFor[interp.Program](), "root", reflect.Pointer).Type.Elem()
	frame := field(reflect.TypeFor[interp.Interpreter](), "frame", reflect.Pointer).Type.Elem()
	return places{
		parent: field(node, "anc", reflect.Pointer).Offset,
		index:  field(node, "findex", reflect.Int).Offset,
		level:  field(node, "level", reflect.Int).Offset,
		kind:   field(node, "kind", reflect.Uint),
		data:   field(frame, "data", reflect.Slice).Offset,
		around: field(frame, "anc", reflect.Pointer).Offset,
	}
})

// values are the variables of a frame.
func (p places) values(f framePtr) []reflect.Value { return *(*[]reflect.Value)(unsafe.Add(f, p.data)) }

// defines reports whether the value of a node is that of a new variable.
func (p places) defines(n nodePtr) bool {
	return p.kindOf(p.above(n)) == "defineStmt"
}

func (p places) above(n nodePtr) nodePtr { return *(*nodePtr)(unsafe.Add(n, p.parent)) }

// kindOf is the interpreter's name for what a node is, "" for no node.
func (p places) kindOf(n nodePtr) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(reflect.NewAt(p.kind.Type, unsafe.Add(n, p.kind.Offset)).Elem().Interface())
}

// kept puts what a node has received into the variable it is for.
func kept(_ *tree, n nodePtr, made step) step {
	p := variablePlaces()
	index, level := *(*int)(unsafe.Add(n, p.index)), *(*int)(unsafe.Add(n, p.level))
	fresh := p.defines(n)
	return func(f framePtr) step {
		data := (*[]reflect.Value)(unsafe.Add(frameAt(f, level), p.data))
		variable := (*data)[index]
		next := made(f)
		got := (*data)[index]
		switch {
		case !got.IsValid() || got.CanSet():
			return next
		case fresh || !variable.CanSet() || !got.Type().AssignableTo(variable.Type()):
			variable = reflect.New(got.Type()).Elem()
		}
		variable.Set(got)
		(*data)[index] = variable
		return next
	}
}
