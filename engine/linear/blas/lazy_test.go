package blas

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestLibraryOpensLate runs the test's own program anew, in which nothing has
// computed yet: a small product leaves the library closed, a larger one opens
// it.
func TestLibraryOpensLate(t *testing.T) {
	if os.Getenv("BLAS_LATE") != "" {
		product(2)
		before := isMapped(t)
		product(64)
		if after := isMapped(t); before || !after {
			t.Errorf("the library is open after a small product: %v, after a large one: %v; want false, true", before, after)
		}
		return
	}
	if _, err := open("openblas"); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/proc/self/maps"); err != nil {
		t.Skip("this system does not tell what is open")
	}
	again := exec.Command(os.Args[0], "-test.run=^TestLibraryOpensLate$")
	again.Env = append(os.Environ(), "BLAS_LATE=1", Variable+"=openblas")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func product(n int) {
	a := mat.NewDense(n, n, nil)
	a.Mul(a, a)
}

func isMapped(t *testing.T) bool {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(maps), "openblas")
}
