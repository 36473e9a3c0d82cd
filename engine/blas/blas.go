// Package blas chooses the dense linear algebra that the whole engine uses.
// Importing it is enough: it registers itself with gonum, so that blas32,
// blas64, lapack64 and mat all speed up by it. Where OpenBLAS is installed, and
// on a Mac, which has Accelerate, the first computation that is worth it opens
// the library, without cgo; elsewhere gonum's own Go code serves. A program that
// computes nothing does not pay for the library.
//
// # Threads
//
// The library is told to use one thread. Large products, rank updates and
// triangular solves are cut into tiles, whose shape depends on the matrices'
// shapes alone, and the tiles are spread over goroutines. So results are the
// same bits at any GOMAXPROCS, no threads spin while others wait for a
// processor, and parallel callers do not fight: a semaphore admits as many
// calls as there are processors. Gemm, Syrk and Trsm are these, and honour a
// context; bodies of loops that are parallel already call Single's routines,
// which stay in their goroutine.
//
// # What is missing
//
// A session that has computed for a good part of a second without OpenBLAS,
// because it is not installed or could not be opened, says so once, in a note
// of the stage that ran, with the remedy. Whoever switched it off is not told.
//
// # Switching it off
//
// UNFOLD_BLAS=none in the environment keeps gonum; any other value of
// UNFOLD_BLAS is the path of the library to open. The build tag noopenblas
// leaves the loader out, for static binaries.
package blas

import (
	"errors"
	"os"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"unfold/engine"
)

func init() {
	blas32.Use(registered{})
	blas64.Use(registered{})
	lapack64.Use(decompositions{})
	engine.Afterwards(missing.tell)
}

// library is one that was opened.
type library struct {
	name, version, path string
	routines            routines
}

// backend is what came of opening a library.
type backend struct {
	name, version, path string
	routines            *routines
	err                 error // why it is not OpenBLAS
}

// chosen opens the library when it is first called; later calls cost an atomic
// load.
var chosen = sync.OnceValue(func() backend {
	gonum := backend{name: "gonum", version: gonumVersion(), routines: &plain}
	wish := os.Getenv("UNFOLD_BLAS")
	if wish == "none" {
		gonum.err = errSwitchedOff
		return gonum
	}
	lib, err := open(wish)
	if err != nil {
		gonum.err = err
		return gonum
	}
	return backend{lib.name, lib.version, lib.path, &lib.routines, nil}
})

// Name returns the back end in use: "OpenBLAS", "Accelerate" or "gonum". Like the functions
// below it opens the library if nothing has yet.
func Name() string { return chosen().name }

// Version returns the back end's version, and for OpenBLAS the kind of
// processor that it runs its code for.
func Version() string { return chosen().version }

// Path returns the file that was opened; empty for gonum.
func Path() string { return chosen().path }

// Reason says why OpenBLAS is not in use, or nil if it is.
func Reason() error { return chosen().err }

// Unwanted reports whether a reason is that somebody wanted it so: UNFOLD_BLAS
// or the build tag.
func Unwanted(reason error) bool {
	return errors.Is(reason, errSwitchedOff) || errors.Is(reason, errLeftOut)
}
