package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMirrorTimesOne compares every level with sums that are written down as the
// documentation says them, to the bit.
func TestMirrorTimesOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(6)))
		}
		return x
	}
	eachLevel(t, func(t *testing.T) {
		for _, rows := range []int{0, 1, 3, 4, 9} {
			for _, width := range []int{0, 1, 7, 8, 21, 64} {
				stride := width + r.IntN(5)
				tile, in, rowIn := random(rows*stride), random(width), random(rows)
				out, lanes := random(width+3), random(rows*MirrorLanes+3)
				want, wantLanes := slices.Clone(out), slices.Clone(lanes)
				for i := range rows {
					for j := range width {
						v, lane := tile[i*stride+j], &wantLanes[i*MirrorLanes+j%MirrorLanes]
						*lane, want[j] = math.FMA(v, in[j], *lane), math.FMA(v, rowIn[i], want[j])
					}
				}
				MirrorTimesOne(tile, stride, in, out, rowIn, lanes)
				if !slices.Equal(out, want) {
					t.Fatalf("%d rows, width %d: the columns' image is %v, want %v", rows, width, out, want)
				}
				if !slices.Equal(lanes, wantLanes) {
					t.Fatalf("%d rows, width %d: the lanes are %v, want %v", rows, width, lanes, wantLanes)
				}
			}
		}
	})
}

func BenchmarkMirrorTimesOne(b *testing.B) {
	const n = 256
	tile, v, out, lanes := make([]float64, n*n), make([]float64, n), make([]float64, n), make([]float64, n*MirrorLanes)
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				MirrorTimesOne(tile, n, v, out, v, lanes)
			}
			b.ReportMetric(float64(b.N)*n*n*4/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
