package linalg

import (
	"math/bits"
	"sync"
)

// buffers are slices that routines work in, by the powers of two that they hold.
var buffers struct{ single, double [64]sync.Pool }

// getBuffer returns a slice of n numbers, whatever they are, to be given back.
func getBuffer[T Float](n int) *[]T {
	class := bits.Len(uint(n))
	if s, ok := poolOf[T](class).Get().(*[]T); ok {
		*s = (*s)[:n]
		return s
	}
	s := make([]T, n, 1<<class)
	return &s
}

func putBuffer[T Float](s *[]T) { poolOf[T](bits.Len(uint(cap(*s))) - 1).Put(s) }

func poolOf[T Float](class int) *sync.Pool {
	if _, single := any(T(0)).(float32); single {
		return &buffers.single[class]
	}
	return &buffers.double[class]
}
