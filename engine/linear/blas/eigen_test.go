//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ebitengine/purego"
	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/decomposition"
)

// BenchmarkEigenpairs measures our eigenpairs beside OpenBLAS' in turns, so that
// what else the machine does meets both, with as many threads inside the library
// as there are processors. It reports milliseconds, medians, and ours over the
// library's, also of the processors' time, which other programs disturb less.
//
//	go test ./engine/linear/blas -run '^$' -bench Eigenpairs -benchtime 7x -cpu 2
func BenchmarkEigenpairs(b *testing.B) {
	lib, err := open("openblas")
	if err != nil {
		b.Skip(err)
	}
	handle, err := load(lib.path)
	if err != nil {
		b.Skip(err)
	}
	if symbol, err := purego.Dlsym(handle, "openblas_set_num_threads"); err == nil {
		var threads func(int32)
		purego.RegisterFunc(&threads, symbol)
		threads(int32(runtime.GOMAXPROCS(0)))
		defer threads(1)
	}
	for _, n := range []int{500, 1000, 2000} {
		from := definite(rand.New(rand.NewPCG(1, 1)), n).RawSymmetric().Data
		a, w := make([]float64, n*n), make([]float64, n)
		for count, theirs := range map[int]func(){
			n: func() { lib.routines.double.syevd('V', blas.Upper, n, a, n, w) },
			10: func() {
				_, _, err = lib.routines.double.tridiagonal.largest(b.Context(), n, a, n, 10)
			},
		} {
			b.Run(fmt.Sprintf("n=%d/count=%d", n, count), func(b *testing.B) {
				var ours, library, used, libraryUsed []time.Duration
				for b.Loop() {
					copy(a, from)
					begun, before := time.Now(), processors()
					_, _, err = decomposition.Symmetric(b.Context(), blas.Upper, n, a, n, count)
					ours, used = append(ours, time.Since(begun)), append(used, processors()-before)
					copy(a, from)
					begun, before = time.Now(), processors()
					theirs()
					library, libraryUsed = append(library, time.Since(begun)), append(libraryUsed, processors()-before)
				}
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(median(ours).Seconds()*1e3, "ours-ms")
				b.ReportMetric(median(library).Seconds()*1e3, "library-ms")
				b.ReportMetric(median(ours).Seconds()/median(library).Seconds(), "ratio")
				b.ReportMetric(median(used).Seconds()/median(libraryUsed).Seconds(), "cpu-ratio")
			})
		}
	}
}

// TestEigenpairsAgree holds our eigenvalues against OpenBLAS'.
func TestEigenpairsAgree(t *testing.T) {
	lib, err := open("openblas")
	if err != nil {
		t.Skip(err)
	}
	r := rand.New(rand.NewPCG(3, 9))
	for kind, entry := range symmetric {
		for _, n := range []int{2, 33, 150, 300} {
			a := make([]float64, n*n)
			for i := range n {
				for j := i; j < n; j++ {
					a[i*n+j] = entry(r, i, j, n)
				}
			}
			want := make([]float64, n)
			theirs := append([]float64(nil), a...)
			if info := lib.routines.double.syevd('V', blas.Upper, n, theirs, n, want); info != 0 {
				t.Fatalf("%s, n = %d: the library fails with %d", kind, n, info)
			}
			got, _, err := decomposition.Symmetric(t.Context(), blas.Upper, n, a, n, n)
			if err != nil {
				t.Fatalf("%s, n = %d: %v", kind, n, err)
			}
			for i, v := range got {
				if bound := 1e-15 * float64(n+5) * max(want[n-1], -want[0]); !(math.Abs(v-want[i]) <= bound) {
					t.Fatalf("%s, n = %d: value %d is %v, the library's %v", kind, n, i, v, want[i])
				}
			}
		}
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
