package interp

import (
	"reflect"
	"runtime"
	"weak"
)

// addCleanup is runtime.AddCleanup for a pointer of any type.
func addCleanup(pointer any, cleanup func()) runtime.Cleanup {
	p := (*byte)(reflect.ValueOf(pointer).UnsafePointer())
	return runtime.AddCleanup(p, func(f func()) { f() }, cleanup)
}

// weaken is what package weak makes of a pointer of any type, that is not nil:
// equal for equal pointers.
func weaken(pointer any) any {
	return weak.Make((*byte)(reflect.ValueOf(pointer).UnsafePointer()))
}

// strengthen sets a pointer to what a weak one points to, or to nil when that
// is gone.
func strengthen(weakened, pointer any) {
	to := reflect.ValueOf(pointer).Elem()
	if p := weakened.(weak.Pointer[byte]).Value(); p != nil {
		to.Set(reflect.NewAt(to.Type().Elem(), reflect.ValueOf(p).UnsafePointer()).Convert(to.Type()))
	} else {
		to.SetZero()
	}
}
