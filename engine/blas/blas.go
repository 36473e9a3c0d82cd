// Package blas chooses the dense linear algebra that the whole engine uses.
// Importing it is enough: where OpenBLAS is installed, it is opened at run
// time, without cgo, and registered with gonum, so that blas64, lapack64 and
// mat all speed up by it; elsewhere gonum's own Go code serves.
//
// # Threads
//
// OpenBLAS is told to use one thread. Large products, rank updates and
// triangular solves are cut into tiles, whose shape depends on the matrices'
// shapes alone, and the tiles are spread over goroutines. So results are the
// same bits at any GOMAXPROCS, no threads spin while others wait for a
// processor, and parallel callers do not fight: a semaphore admits as many
// calls as there are processors.
//
// # Switching it off
//
// UNFOLD_BLAS=none in the environment keeps gonum; any other value of
// UNFOLD_BLAS is the path of the library to open. The build tag noopenblas
// leaves the loader out, for static binaries.
package blas

import (
	"os"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// backend is what came of opening a library.
var backend = struct {
	name, version, path string
	err                 error // why it is not OpenBLAS
}{name: "gonum", version: gonumVersion()}

func init() {
	wish := os.Getenv("UNFOLD_BLAS")
	if wish == "none" {
		backend.err = errSwitchedOff
		return
	}
	lib, path, err := open(wish)
	if err != nil {
		backend.err = err
		return
	}
	blas64.Use(routines{lib: lib})
	lapack64.Use(decompositions{lib: lib})
	backend.name, backend.version, backend.path = "OpenBLAS", lib.version(), path
}

// Name returns the back end in use: "OpenBLAS" or "gonum".
func Name() string { return backend.name }

// Version returns the back end's version, and for OpenBLAS the kind of
// processor that it runs its code for.
func Version() string { return backend.version }

// Path returns the file that was opened; empty for gonum.
func Path() string { return backend.path }

// Reason says why OpenBLAS is not in use, or nil if it is.
func Reason() error { return backend.err }
