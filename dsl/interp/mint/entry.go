package mint

import (
	"reflect"
	"unsafe"
)

// An entry is a method of a named type as the runtime calls it.
type entry struct {
	maker *Maker
	named *Named
	name  string
	index []int        // the way to it, through what the type embeds
	typ   reflect.Type // without the receiver
}

// code makes a function that the runtime calls with the word of an interface,
// which is the address of a T unless direct says it is the T itself.
func (e entry) code(direct bool) int32 {
	return e.stub(unsafePointer, func(receiver reflect.Value) reflect.Value {
		p := receiver.UnsafePointer()
		if direct {
			word := p
			p = unsafe.Pointer(&word)
		}
		if p == nil && (len(e.index) > 1 || !e.named.impls[e.name].pointer) {
			panic(nilMethod(e.named.Type, e.name))
		}
		return reflect.NewAt(e.named.Type, p)
	})
}

// codeByValue makes a function that takes the receiver, a T, as it is.
func (e entry) codeByValue() int32 {
	return e.stub(e.named.Type, func(receiver reflect.Value) reflect.Value {
		pointer := reflect.New(e.named.Type)
		pointer.Elem().Set(receiver)
		return pointer
	})
}

// stub makes a function that calls the method on what a receiver of some type
// stands for.
func (e entry) stub(receiver reflect.Type, pointer func(reflect.Value) reflect.Value) int32 {
	in := []reflect.Type{receiver}
	for p := range e.typ.Ins() {
		in = append(in, p)
	}
	var out []reflect.Type
	for r := range e.typ.Outs() {
		out = append(out, r)
	}
	variadic := e.typ.IsVariadic()
	return stub(reflect.MakeFunc(reflect.FuncOf(in, out, variadic), func(args []reflect.Value) []reflect.Value {
		return e.closed(e.maker.call(pointer(args[0]), e.index, e.name, args[1:], variadic))
	}))
}

// closed hides from compiled code what results that are interfaces hold.
func (e entry) closed(out []reflect.Value) []reflect.Value {
	for i, v := range out {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			held := reflect.New(v.Type()).Elem()
			held.Set(reflect.ValueOf(e.maker.Close(v.Interface())))
			out[i] = held
		}
	}
	return out
}
