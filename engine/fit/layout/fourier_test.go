package layout

import (
	"math"
	"math/cmplx"
	"testing"

	"unfold/engine/internal/random"
)

// numbers returns drawn complex numbers.
func numbers(n int) []complex128 {
	r, x := random.New(3, "numbers"), make([]complex128, n)
	for i := range x {
		x[i] = complex(r.Normal(), r.Normal())
	}
	return x
}

// wave returns y_k = Σ_j x_j exp(−2πi jk/n), as it stands.
func wave(x []complex128, k int) (sum complex128) {
	for j, v := range x {
		sum += v * cmplx.Exp(complex(0, -2*math.Pi*float64(j*k%len(x))/float64(len(x))))
	}
	return sum
}

// TestFourierByDefinition transforms lengths with all factors.
func TestFourierByDefinition(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 8, 12, 16, 30, 60, 100, 144, 250, 360} {
		x := numbers(n)
		y := newFourier(n).transform(append([]complex128(nil), x...), make([]complex128, n))
		for k, v := range y {
			if want := wave(x, k); cmplx.Abs(v-want) > 1e-12*float64(n) {
				t.Fatalf("n = %d: y_%d is %v, want %v", n, k, v, want)
			}
		}
	}
}

// TestSmooth: lengths are products of 2, 3 and 5, and none is left out.
func TestSmooth(t *testing.T) {
	for n, want := range map[int]int{1: 4, 5: 8, 12: 12, 13: 16, 28: 32, 50: 60, 97: 100, 1021: 1024, 1025: 1080} {
		if got := smooth(n); got != want {
			t.Errorf("from %d on it is %d, want %d", n, got, want)
		}
	}
}

// TestSpectrumOfRealNumbers compares the transform of real numbers, some rows of
// which are zeros, with that of complex ones.
func TestSpectrumOfRealNumbers(t *testing.T) {
	for _, few := range []int{1, 4, 5} {
		const rows, columns = 12, 20
		s := newSpectrum(rows, columns)
		table := make([]complex128, rows*columns)
		for i, v := range numbers(few * columns) {
			table[i] = complex(real(v), 0)
		}
		want := append([]complex128(nil), table...)
		if err := s.transformRows(t.Context(), want, rows); err != nil {
			t.Fatal(err)
		}
		if err := s.transformColumns(t.Context(), want, columns); err != nil {
			t.Fatal(err)
		}
		if err := s.transformReal(t.Context(), table, few); err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			for j := range s.half() {
				if at := i*columns + j; cmplx.Abs(table[at]-want[at]) > 1e-12 {
					t.Fatalf("%d rows: wave %d, %d is %v, want %v", few, i, j, table[at], want[at])
				}
			}
		}
	}
}
