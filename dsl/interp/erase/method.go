package erase

import (
	"fmt"
	"go/types"
	"reflect"
)

// method is a method of the value's type, and the way to it.
func (v Value) method(name string) (*types.Func, []int) {
	obj, index, _ := types.LookupFieldOrMethod(v.of.Type, false, v.of.eraser.home, name)
	m, ok := obj.(*types.Func)
	if !ok { // unexported, of a package from source
		if named := base(v.of.Type); named != nil {
			obj, index, _ = types.LookupFieldOrMethod(v.of.Type, false, named.Obj().Pkg(), name)
			m, _ = obj.(*types.Func)
		}
	}
	return m, index
}

func (v Value) has(name, form string) bool {
	m, _ := v.method(name)
	return m != nil && text(m.Signature()) == form
}

// ask calls a method without parameters that gives one value.
func (v Value) ask(name string, args ...reflect.Value) any {
	return v.of.eraser.invoke(v, name, args, false)[0].Interface()
}

func base(t types.Type) *types.Named {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// invoke calls a method of what is in an interface.
func (e *Eraser) invoke(x any, name string, args []reflect.Value, variadic bool) []reflect.Value {
	x = e.Open(x)
	if x == nil {
		panic(nilPointer)
	}
	v, ok := x.(Value)
	if !ok {
		return invokeCompiled(reflect.ValueOf(x), name, args, variadic)
	}
	m, index := v.method(name)
	if m == nil {
		panic(runtimeError(fmt.Sprintf("%s has no method %s", v.of, name)))
	}
	rv, t := reflect.ValueOf(v.in), v.of.Type
	if len(index) > 1 && !rv.CanAddr() && rv.Kind() == reflect.Struct {
		rv = addressable(rv)
	}
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if rv.Kind() == reflect.Interface {
				rv = rv.Elem()
			}
			if !rv.IsValid() || rv.IsNil() {
				panic(nilPointer)
			}
			rv, t = rv.Elem(), p.Elem()
		}
		rv, t = rv.Field(i), t.Underlying().(*types.Struct).Field(i).Type()
	}
	if types.IsInterface(t) {
		return e.invoke(rv.Interface(), name, args, variadic)
	}
	named := base(types.Unalias(t))
	if named == nil || !e.own(named) {
		if rv.CanAddr() {
			rv = rv.Addr()
		}
		return invokeCompiled(rv, name, args, variadic)
	}
	of := e.of(named)
	of.mu.Lock()
	fn := of.code[name]
	of.mu.Unlock()
	if !fn.IsValid() {
		panic(fmt.Errorf("method %s.%s has no code yet", of, name))
	}
	args = append([]reflect.Value{receiver(rv, t, m, fn.Type().In(0))}, args...)
	if variadic {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

func addressable(v reflect.Value) reflect.Value {
	held := reflect.New(v.Type()).Elem()
	held.Set(v)
	return held
}

func invokeCompiled(v reflect.Value, name string, args []reflect.Value, variadic bool) []reflect.Value {
	fn := v.MethodByName(name)
	if variadic {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// receiver is a value of type t, in its form, as the function of a method
// takes it.
func receiver(v reflect.Value, t types.Type, m *types.Func, wanted reflect.Type) reflect.Value {
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	_, has := types.Unalias(t).(*types.Pointer)
	if v.IsValid() && v.Kind() == reflect.Interface && wanted.Kind() != reflect.Interface {
		v = v.Elem()
	}
	switch {
	case pointer && !has:
		if !v.CanAddr() {
			v = addressable(v)
		}
		v = v.Addr()
	case !pointer && has:
		if v.IsValid() && v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if !v.IsValid() || v.IsNil() {
			panic(runtimeError(fmt.Sprintf("value method %s.%s called using nil *%s pointer", text(base(types.Unalias(t))), m.Name(), base(types.Unalias(t)).Obj().Name())))
		}
		v = v.Elem()
	}
	if wanted.Kind() == reflect.Interface {
		held := reflect.New(wanted).Elem()
		if v.IsValid() && !(v.Kind() == reflect.Interface && v.IsNil()) {
			held.Set(v)
		}
		return held
	}
	return v
}
