package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMirrorTimes compares every level with sums that are written down as the
// documentation says them, to the bit, for two vectors and for one.
func TestMirrorTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(6)))
		}
		return x
	}
	const each = MirrorVectors * MirrorLanes
	eachLevel(t, func(t *testing.T) {
		for _, rows := range []int{1, 3, 4, 9} {
			for _, width := range []int{1, 7, 8, 21, 64} {
				for _, stride := range []int{0, 70} {
					tile, in, rowIn := random(rows*width), random(stride+width), random(stride+rows)
					out, lanes := random(stride+width+3), random(rows*each+3)
					want, wantLanes := slices.Clone(out), slices.Clone(lanes)
					for q := range MirrorVectors {
						if stride == 0 && q > 0 {
							for i := range rows { // of no account
								copy(lanes[i*each+MirrorLanes:(i+1)*each], lanes[i*each:])
							}
							break
						}
						for i := range rows {
							for j, v := range tile[i*width : (i+1)*width] {
								lane, to := &wantLanes[i*each+q*MirrorLanes+j%MirrorLanes], &want[q*stride+j]
								*lane = math.FMA(v, in[q*stride+j], *lane)
								*to = math.FMA(v, rowIn[q*stride+i], *to)
							}
						}
					}
					MirrorTimes(tile, width, Mirror{ColumnIn: in, RowIn: rowIn, InStride: stride, ColumnOut: out, OutStride: stride, RowLanes: lanes})
					if !slices.Equal(out, want) {
						t.Fatalf("%d rows, width %d, stride %d: the columns' image is %v, want %v", rows, width, stride, out, want)
					}
					for i, v := range wantLanes {
						if second := i%each >= MirrorLanes; lanes[i] != v && !(stride == 0 && second) {
							t.Fatalf("%d rows, width %d, stride %d: lane %d is %v, want %v", rows, width, stride, i, lanes[i], v)
						}
					}
				}
			}
		}
	})
	if sum := MirrorSum([]float64{1, 2, 4, 8, 16, 32, 64, 128}); sum != 255 {
		t.Errorf("lanes add up to %v", sum)
	}
}

func BenchmarkMirrorTimes(b *testing.B) {
	const n = 256
	tile, v := make([]float64, n*n), make([]float64, 2*n)
	m := Mirror{ColumnIn: v, RowIn: v, InStride: n, ColumnOut: make([]float64, 2*n), OutStride: n, RowLanes: make([]float64, n*MirrorVectors*MirrorLanes)}
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				MirrorTimes(tile, n, m)
			}
			b.ReportMetric(float64(b.N)*n*n*8/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
