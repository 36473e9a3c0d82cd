package machine

import (
	"reflect"
	"sync"
	"unsafe"
)

// A closure is handed out as a function that package reflect has made of its
// method, and found again behind that function. A function is a pointer to
// words, of which the first is its code; a method value has its receiver in the
// second. Where among its words package reflect keeps the function that it was
// given is looked up in one that was made for it. Where this does not hold,
// closures are called by reflection, which is slower and the same otherwise.

// madeFuncWords is how many words a function of package reflect has.
const madeFuncWords = 6

// A disguise is how closures look from outside.
type disguise struct {
	known  bool           // else nothing of the rest holds
	made   unsafe.Pointer // the code of functions that package reflect has made
	from   uintptr        // the place of the function they were made of
	method unsafe.Pointer // the code of that, if it is the method of a closure
}

// word is one of the words that a function points to.
func word(f unsafe.Pointer, i uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(f, i*unsafe.Sizeof(i)))
}

// pointerOf is what a function points to.
func pointerOf(f any) unsafe.Pointer {
	type pair struct{ kind, data unsafe.Pointer }
	return (*pair)(unsafe.Pointer(&f)).data
}

var closureLooks = sync.OnceValue(func() (d disguise) {
	c := new(closure)
	method := c.call
	given := pointerOf(method)
	made := pointerOf(reflect.MakeFunc(reflect.TypeFor[func()](), method).Interface())
	for i := range uintptr(madeFuncWords) {
		if word(made, i) == given {
			d.from, d.known = i, word(given, 1) == unsafe.Pointer(c)
		}
	}
	d.made, d.method = word(made, 0), word(given, 0)
	return d
})

// closureOf is the closure behind a function, or nil.
func closureOf(v reflect.Value) *closure {
	d := closureLooks()
	if !d.known || v.Kind() != reflect.Func || v.IsNil() || !v.CanInterface() {
		return nil
	}
	f := pointerOf(v.Interface())
	if word(f, 0) != d.made {
		return nil
	}
	if f = word(f, d.from); word(f, 0) != d.method {
		return nil
	}
	return (*closure)(word(f, 1))
}
