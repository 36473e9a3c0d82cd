package mint

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sort"
	"sync/atomic"
)

// An impl is a declared method: a function of the receiver and the parameters,
// which may be replaced.
type impl struct {
	name    string
	pointer bool // the receiver is *T
	fn      atomic.Pointer[reflect.Value]
}

// A table is the method set of T or of *T, as it is being made and later.
type table struct {
	of      *descriptor
	named   *Named
	pointer bool
	names   []string // of the methods, in the order of the runtime
	twin    *descriptor
}

// Bind gives a declared method its code: a function whose first parameter is
// the receiver. It may be called again with another.
func (n *Named) Bind(method string, fn reflect.Value) {
	if i := n.impls[method]; i != nil {
		i.fn.Store(&fn)
	}
}

// methods fills the method sets of T and *T.
func (m *Maker) methods(n *Named, own, ptr *types.MethodSet) {
	for i := range n.source.NumMethods() {
		n.declare(n.source.Method(i))
	}
	for i := range ptr.Len() {
		m.enter(n, ptr.At(i), own.Lookup(ptr.At(i).Obj().Pkg(), ptr.At(i).Obj().Name()) != nil)
	}
}

func (n *Named) declare(f *types.Func) {
	if n.impls[f.Name()] == nil {
		_, pointer := f.Signature().Recv().Type().(*types.Pointer)
		n.impls[f.Name()] = &impl{name: f.Name(), pointer: pointer}
	}
}

// Add gives T a method declared after it was made.
func (m *Maker) Add(n *Named, f *types.Func) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		if r, ok := recover().(refusal); ok {
			err = r
		}
	}()
	if n.impls[f.Name()] != nil {
		return nil
	}
	if len(n.ptr.names) == len(n.ptr.of.list) {
		return refusal{fmt.Sprintf("type %s has no room for method %s; declare the type again", n.source.Obj().Name(), f.Name())}
	}
	n.declare(f)
	sel := types.NewMethodSet(types.NewPointer(n.source)).Lookup(f.Pkg(), f.Name())
	m.enter(n, sel, !n.impls[f.Name()].pointer)
	return nil
}

// Remove takes a method from the type made for t, if there is one, before
// anything has called it.
func (m *Maker) Remove(t *types.Named, f *types.Func) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rt, ok := m.made.At(t).(reflect.Type)
	if !ok {
		return
	}
	n, ok := m.Named(rt)
	if !ok || n.impls[f.Name()] == nil {
		return
	}
	delete(n.impls, f.Name())
	n.ptr.remove(f)
	n.own.remove(f)
}

// enter puts a method into the method set of *T, and of T where it is in both.
func (m *Maker) enter(n *Named, sel *types.Selection, both bool) {
	f := sel.Obj().(*types.Func)
	sig := f.Signature()
	ft := m.typ(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
	e := entry{m, n, f.Name(), sel.Index(), ft}
	code := e.code(false)
	n.ptr.add(f, ft, code, code)
	if !both {
		return
	}
	byValue := code
	switch direct := (*rtype)(n.own.of.at).flag&flagDirect != 0; {
	case direct: // the interface holds the value, not its address
		code = e.code(true)
		byValue = code
	case f.Exported():
		byValue = e.codeByValue()
	}
	n.own.add(f, ft, code, byValue)
}

// add keeps the table in the order the runtime searches: exported names first. Code is
// entered with the word of an interface, byValue with the receiver itself, as package
// reflect does for a method of a type.
func (t *table) add(f *types.Func, ft reflect.Type, code, byValue int32) {
	var flags byte
	if f.Exported() {
		flags = nameExported
	}
	at := sort.Search(len(t.names), func(i int) bool {
		a, b := t.names[i], f.Name()
		ea, eb := exported(a), exported(b)
		return ea == eb && a >= b || !ea && eb
	})
	list := t.of.list[:len(t.names)+1]
	copy(list[at+1:], list[at:])
	list[at] = method{name: nameOff(f.Name(), flags), typ: enter(pointerOf(ft)), ifn: code, tfn: byValue}
	t.names = append(t.names, "")
	copy(t.names[at+1:], t.names[at:])
	t.names[at] = f.Name()
	t.of.tail.mcount++
	if f.Exported() {
		t.of.tail.xcount++
	}
	if t.twin != nil {
		t.mirror(t.twin)
	}
}

// remove undoes add. What follows in the table moves up.
func (t *table) remove(f *types.Func) {
	at := slices.Index(t.names, f.Name())
	if at < 0 {
		return
	}
	list := t.of.list[:len(t.names)]
	copy(list[at:], list[at+1:])
	t.names = slices.Delete(t.names, at, at+1)
	t.of.tail.mcount--
	if f.Exported() {
		t.of.tail.xcount--
	}
	if t.twin != nil {
		t.mirror(t.twin)
	}
}

func nilMethod(t reflect.Type, name string) error {
	return runtimeError(fmt.Sprintf("value method %s.%s called using nil *%s pointer", t, name, t.Name()))
}

// A runtimeError is one the runtime would raise.
type runtimeError string

func (e runtimeError) Error() string { return string(e) }

// RuntimeError implements runtime.Error.
func (runtimeError) RuntimeError() {}

// call calls a method of *recv, through the embedded fields of its index.
func (m *Maker) call(recv reflect.Value, index []int, name string, args []reflect.Value, variadic bool) []reflect.Value {
	if len(index) == 1 {
		return m.Call(recv, name, args, variadic)
	}
	v := recv.Elem()
	for _, i := range index[:len(index)-1] {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		v = v.Field(i)
	}
	if v.Kind() == reflect.Interface {
		v = reflect.ValueOf(m.Open(v.Interface()))
	}
	return m.Call(v, name, args, variadic)
}

// Call calls a method of a value, of a pointer to it, or, if it is
// addressable, of its address. The method of a minted type need not be
// exported.
func (m *Maker) Call(v reflect.Value, name string, args []reflect.Value, variadic bool) []reflect.Value {
	var fn reflect.Value
	n, minted := m.Named(v.Type())
	switch {
	case minted && n.impls[name] != nil:
		fn = n.code(name)
		args = append([]reflect.Value{n.receiver(v, n.impls[name])}, args...)
	case minted && !exported(name):
		v, index := n.promoted(v, name)
		return m.call(v, index, name, args, variadic)
	default:
		if fn = v.MethodByName(name); !fn.IsValid() {
			fn = v.Addr().MethodByName(name)
		}
	}
	if variadic {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// promoted is a value by which a method can be reached that it has from what it
// embeds, and the way there. Package reflect sees none that is not exported.
func (n *Named) promoted(v reflect.Value, name string) (reflect.Value, []int) {
	_, index, _ := types.LookupFieldOrMethod(n.source, true, n.source.Obj().Pkg(), name)
	switch {
	case v.Type() != n.Type:
	case v.CanAddr():
		v = v.Addr()
	default:
		held := reflect.New(n.Type)
		held.Elem().Set(v)
		v = held
	}
	return v, index
}

// code is the function of a declared method.
func (n *Named) code(name string) reflect.Value {
	fn := n.impls[name].fn.Load()
	if fn == nil {
		panic(fmt.Errorf("method %s.%s has no code yet", n.Type, name))
	}
	return *fn
}

// receiver is a value as a declared method takes it.
func (n *Named) receiver(v reflect.Value, i *impl) reflect.Value {
	switch {
	case i.pointer && v.Type() == n.Type:
		return v.Addr()
	case !i.pointer && v.Type() != n.Type:
		if v.IsNil() {
			panic(nilMethod(n.Type, i.name))
		}
		return v.Elem()
	}
	return v
}
