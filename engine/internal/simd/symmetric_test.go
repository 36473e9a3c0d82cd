package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSymmetricTimes compares every level with sums that are written down as the
// documentation says them, to the bit.
func TestSymmetricTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(6)))
		}
		return x
	}
	eachLevel(t, func(t *testing.T) {
		for _, columns := range []int{0, 1, 2, 7, 64, SymmetricColumns} {
			for _, stride := range []int{8, 16, 24} {
				tile, in, rows := random(SymmetricRows*SymmetricColumns), random(columns*stride+8), random(8*stride)
				out, rowsOut := random(columns*stride+8), random(8*stride)
				want, wantRows := append([]float64(nil), out...), append([]float64(nil), rowsOut...)
				for i := range SymmetricRows {
					for j := range columns {
						for l := range SymmetricLanes {
							v := tile[i*SymmetricColumns+j]
							wantRows[i*stride+l] = math.FMA(v, in[j*stride+l], wantRows[i*stride+l])
							want[j*stride+l] = math.FMA(v, rows[i*stride+l], want[j*stride+l])
						}
					}
				}
				SymmetricTimes(tile, in, out, rows, rowsOut, stride, columns)
				for i, v := range want {
					if out[i] != v {
						t.Fatalf("%d columns, stride %d: entry %d of the columns' image is %v, want %v", columns, stride, i, out[i], v)
					}
				}
				for i, v := range wantRows {
					if rowsOut[i] != v {
						t.Fatalf("%d columns, stride %d: entry %d of the rows' image is %v, want %v", columns, stride, i, rowsOut[i], v)
					}
				}
			}
		}
	})
}

func BenchmarkSymmetricTimes(b *testing.B) {
	tile, columns, rows := make([]float64, 8*SymmetricColumns), make([]float64, 2*8*SymmetricColumns), make([]float64, 2*8*8)
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				SymmetricTimes(tile, columns[:8*SymmetricColumns], columns[8*SymmetricColumns:], rows[:64], rows[64:], 8, SymmetricColumns)
			}
			b.ReportMetric(float64(b.N)*8*SymmetricColumns*32/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
