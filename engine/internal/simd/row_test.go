package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// distances are n numbers such as rows of distances have, among them equal
// ones, zeros and infinities.
func distances(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		switch r.IntN(8) {
		case 0:
			v[i] = float64(r.IntN(3))
		case 1:
			v[i] = math.Inf(1)
		default:
			v[i] = math.Exp(3 * r.NormFloat64())
		}
	}
	return v
}

func TestBeforeCountsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	eachLevel(t, func(t *testing.T) {
		for n := 1; n < 200; n++ {
			values := distances(r, n)
			for _, at := range []int{0, r.IntN(n + 1), r.IntN(n + 1), n - 1, n} {
				least := math.Abs(r.NormFloat64())
				if at < n && !math.IsInf(values[at], 1) {
					least = values[at]
				}
				for _, most := range []float64{least, least + 0.1} {
					want := 0
					for l, v := range values {
						if v < least || v <= most && l < at {
							want++
						}
					}
					if got := Before(values, least, most, at); got != want {
						t.Fatalf("%d of %d values are before %v to %v at %d, want %d", got, n, least, most, at, want)
					}
				}
			}
		}
	})
}

func TestBeforeTakesNegativeZero(t *testing.T) {
	values := make([]float64, 40)
	eachLevel(t, func(t *testing.T) {
		if got := Before(values, 0, math.Copysign(0, -1), 17); got != 17 {
			t.Errorf("%d zeros are before the 17th", got)
		}
	})
}

func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	eachLevel(t, func(t *testing.T) {
		for n := range 300 {
			values := distances(r, n)
			bound := float64(r.IntN(4))
			mask := make([]uint64, (n+63)/64+1)
			for i := range mask {
				mask[i] = 1<<63 | 5
			}
			count, want := Within(mask, values, bound), 0
			for l, v := range values {
				set := mask[l/64]>>(l%64)&1 == 1
				if set != (v <= bound) {
					t.Fatalf("value %d of %d, %v, is marked %v against %v", l, n, v, set, bound)
				}
				if set {
					want++
				}
			}
			if count != want || mask[len(mask)-1] != 1<<63|5 {
				t.Fatalf("%d of %d are counted, want %d; the word beyond is %x", count, n, want, mask[len(mask)-1])
			}
		}
	})
}

func TestColumnSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	eachLevel(t, func(t *testing.T) {
		for _, dim := range []int{0, 1, 2, 3, 21} {
			for n := range 140 {
				stride := n + r.IntN(5)
				columns, point := make([]float64, dim*stride), make([]float64, dim)
				for i := range columns {
					columns[i] = r.NormFloat64()
				}
				for i := range point {
					point[i] = r.NormFloat64()
				}
				dst := make([]float64, n+1)
				dst[n] = -1
				ColumnSquares(dst[:n], columns, stride, point)
				for j := range n {
					var want float64
					for c, p := range point {
						diff := columns[c*stride+j] - p
						want += float64(diff * diff)
					}
					if dst[j] != want {
						t.Fatalf("dim %d: square %d of %d is %v, want %v", dim, j, n, dst[j], want)
					}
				}
				if dst[n] != -1 {
					t.Fatalf("a number beyond the %d was written", n)
				}
			}
		}
	})
}

// benchmarkRow runs a kernel over a row of 5,000 numbers at each level.
func benchmarkRow(b *testing.B, run func(row []float64)) {
	r := rand.New(rand.NewPCG(4, 0))
	row := make([]float64, 5056)
	for i := range row {
		row[i] = r.ExpFloat64()
	}
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			b.SetBytes(8 * int64(len(row)))
			for b.Loop() {
				run(row)
			}
		})
	}
}

func BenchmarkBefore(b *testing.B) {
	benchmarkRow(b, func(row []float64) { Before(row, 0.5, 0.5, 1234) })
}

func BenchmarkWithin(b *testing.B) {
	mask := make([]uint64, 79)
	benchmarkRow(b, func(row []float64) { Within(mask, row, 0.02) })
}

func BenchmarkColumnSquares(b *testing.B) {
	columns, point := make([]float64, 3*5056), make([]float64, 3)
	benchmarkRow(b, func(row []float64) { ColumnSquares(row, columns, 5056, point) })
}
