// Package blas chooses the dense linear algebra that the whole engine uses.
// Importing it is enough: it registers itself with gonum, so that blas32,
// blas64, lapack64 and mat all speed up by it.
//
// # Bits
//
// The engine's own routines serve: package linalg, whose results are the same
// bits on every processor, whatever instructions that has. UNFOLD_BLAS=openblas
// in the environment has them replaced by OpenBLAS, UNFOLD_BLAS=accelerate by
// what a Mac has of its own, and any other value is the path of a library to
// open; UNFOLD_BLAS=none is the same as nothing. The first computation that is
// worth it opens the library, without cgo, and reports say that their results
// are the bits of this machine, or that the library could not be opened. The
// build tag noopenblas leaves the loader out, for static binaries.
//
// # Threads
//
// Large products, rank updates and triangular solves are cut into parts, which
// are spread over goroutines, and a library is told to use one thread. The shape
// of what a library multiplies depends on the matrices' shapes alone, and our own
// routines give the same bits in any parts. So results are the same bits at any
// GOMAXPROCS, no threads spin while others wait for a processor, and parallel
// callers do not fight: a semaphore admits as many calls of a library as there
// are processors. Gemm, Syrk and Trsm are these, and honour a context; bodies of
// loops that are parallel already call Single's routines, which stay in their
// goroutine.
//
// # Reading the package
//
// It imports internal packages of the engine alone. Start at tiles.go,
// which cuts products into parts, and at open.go for foreign libraries.
package blas

import (
	"os"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"unfold/engine/internal/simd"
)

func init() {
	blas32.Use(gonumBLAS{})
	blas64.Use(gonumBLAS{})
	lapack64.Use(decompositions{})
}

// library is one that was opened.
type library struct {
	name, version, path string
	routines            routines
}

// Variable is the environment variable that asks for a library.
const Variable = "UNFOLD_BLAS"

// backend is what serves, and what was asked for.
type backend struct {
	name, version, path string
	routines            *routines
	wish                string // the library that was asked for; empty for our own routines
	err                 error  // why that does not serve
}

// chosen opens the library that was asked for when it is first called; later
// calls cost an atomic load.
var chosen = sync.OnceValue(func() *backend {
	wish := os.Getenv(Variable)
	if wish == "none" {
		wish = ""
	}
	serving := &backend{name: "unfold", version: simd.Current().String(), routines: &ownRoutines, wish: wish}
	if wish == "" {
		return serving
	}
	lib, err := open(wish)
	if err != nil {
		serving.err = err
		return serving
	}
	return &backend{name: lib.name, version: lib.version, path: lib.path, routines: &lib.routines, wish: wish}
})

// Name returns the back end in use: "unfold" for the engine's own routines, or
// "OpenBLAS", "Accelerate" or "BLAS". Like the functions below it opens the
// library that was asked for if nothing has yet.
func Name() string { return chosen().name }

// Version returns the back end's version: for our own routines the vector
// instructions they use, for OpenBLAS the kind of processor that it runs its
// code for, too.
func Version() string { return chosen().version }

// Path returns the library's file; empty for our own routines.
func Path() string { return chosen().path }

// Reason says why the library that was asked for does not serve; nil if it does,
// or none was asked for.
func Reason() error { return chosen().err }

// OpenBLAS returns the version of the OpenBLAS of this machine, such as "0.3.21,
// SkylakeX", with the code that it runs on this processor, whatever serves.
func OpenBLAS() (version string, err error) {
	lib, err := open("openblas")
	if err != nil {
		return "", err
	}
	return lib.version, nil
}
