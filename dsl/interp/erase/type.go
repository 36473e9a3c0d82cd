package erase

import (
	"go/types"
	"reflect"
	"sync"
)

// A Type is a type of cells at run time.
type Type struct {
	types.Type
	eraser *Eraser
	number int
	mu     sync.Mutex
	code   map[string]reflect.Value // of its methods
}

// String is the name of a type as package reflect says it.
func (t *Type) String() string { return text(t.Type) }

// of finds or makes the run-time type.
func (e *Eraser) of(t types.Type) *Type {
	e.mu.Lock()
	defer e.mu.Unlock()
	t = types.Unalias(t)
	known, ok := e.kinds.At(t).(*Type)
	if !ok {
		known = &Type{Type: t, eraser: e, number: e.kinds.Len() + 1, code: map[string]reflect.Value{}}
		e.kinds.Set(t, known)
	}
	return known
}

// runtime is the run-time type of the form of a type.
func (e *Eraser) runtime(t types.Type) reflect.Type { return e.reflected(e.form(t)) }

func (e *Eraser) reflected(form types.Type) reflect.Type {
	rt, err := e.Host.Runtime(form)
	if err != nil {
		panic(refusal{message: err.Error()})
	}
	return rt
}

// Bind gives a method its code, a function of the receiver.
func (e *Eraser) Bind(m *types.Func, fn reflect.Value) {
	t := types.Unalias(m.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	of := e.of(t)
	of.mu.Lock()
	defer of.mu.Unlock()
	of.code[m.Name()] = fn
}

func empty(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && it.NumMethods() == 0
}
