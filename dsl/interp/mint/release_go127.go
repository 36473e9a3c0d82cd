//go:build go1.27

package mint

// release is the Go release whose layout of types this package has been built
// with; a later one is compared with it. It is a variable for the linker's -X
// alone, which can so make a program that meets a release it does not know.
var release = "go1.27"

// mapSlots says where a group of a map has keys and elements: each element
// behind its key, or all of them behind all keys.
type mapSlots struct{ groupSize, keysOff, keyStride, elemsOff, elemStride, elemOff uintptr }
