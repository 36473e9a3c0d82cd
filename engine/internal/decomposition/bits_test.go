package decomposition

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

var update = flag.Bool("update", false, "rewrite the digests in testdata")

// even draws numbers by additions and shifts alone, so that they are the same
// everywhere.
func even(seed uint64, n int) []float64 {
	r := rand.New(rand.NewPCG(seed, 7))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.Float64() - 0.5
	}
	return x
}

// results are what each decomposition leaves of matrices of several sizes, by
// name.
var results = map[string]func(t *testing.T, n int) []float64{
	"symmetric": func(t *testing.T, n int) []float64 {
		values, vectors, err := Symmetric(t.Context(), blas.Upper, n, even(1, n*n), n, n)
		if err != nil {
			t.Fatal(err)
		}
		return append(values, vectors...)
	},
	"some pairs of a lattice": func(t *testing.T, n int) []float64 {
		a := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				x, y := float64(i%7-j%7), float64(i/7-j/7)
				a[i*n+j] = -(float64(x*x) + float64(y*y))
			}
		}
		values, vectors, err := Symmetric(t.Context(), blas.Lower, n, a, n, max(1, n/4))
		if err != nil {
			t.Fatal(err)
		}
		return append(values, vectors...)
	},
	"values": func(t *testing.T, n int) []float64 {
		values, err := SymmetricValues(t.Context(), blas.Upper, n, even(2, n*n), n)
		if err != nil {
			t.Fatal(err)
		}
		return values
	},
	"singular values of a tall matrix": func(t *testing.T, n int) []float64 {
		k := min(n, 20)
		s, err := NewSingular(t.Context(), n, k, even(3, n*k), k)
		if err != nil {
			t.Fatal(err)
		}
		return append(append(s.Values, s.U...), s.V...)
	},
	"inverse": func(t *testing.T, n int) []float64 {
		n = min(n, 131)
		a, pivots := even(4, n*n), make([]int, n)
		LU(n, n, a, n, pivots)
		condition := ConditionLU(n, a, n, 1, false)
		InvertLU(n, a, n, pivots)
		return append(a, condition)
	},
}

// digests are one line for each decomposition and size.
func digests(t *testing.T) string {
	var lines strings.Builder
	for _, name := range sortedNames() {
		for _, n := range []int{1, 5, 40, 131, 400} {
			var bits []byte
			for _, v := range results[name](t, n) {
				bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v))
			}
			fmt.Fprintf(&lines, "%s\t%d\t%x\n", name, n, sha256.Sum256(bits))
		}
	}
	return lines.String()
}

func sortedNames() []string {
	var names []string
	for name := range results {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestBits compares with digests that are the same on every processor, at every
// level of its vector units and any GOMAXPROCS.
func TestBits(t *testing.T) {
	const file = "testdata/digests.tsv"
	if *update {
		if err := os.WriteFile(file, []byte(digests(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for level := simd.Portable; level <= simd.Best(); level++ {
		for _, procs := range []int{1, 2, 5} {
			if level == simd.Portable && procs == 5 || testing.Short() && procs > 1 && level < simd.Best() {
				continue // slow
			}
			t.Run(fmt.Sprintf("%v, GOMAXPROCS = %d", level, procs), func(t *testing.T) {
				defer simd.Use(level)()
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				got := bytes.Split([]byte(digests(t)), []byte("\n"))
				for i, line := range bytes.Split(want, []byte("\n")) {
					if i >= len(got) || !bytes.Equal(got[i], line) {
						t.Errorf("line %d of %s is %s", i+1, file, line)
					}
				}
			})
		}
	}
}
