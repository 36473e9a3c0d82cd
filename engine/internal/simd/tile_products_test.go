package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestTileProducts against sums in float64, at lengths from none.
func TestTileProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for _, depth := range []int{0, 1, 2, 3, 17, 512} {
		panel, columns := make([]float32, depth*TileRows), make([]float32, depth*TileColumns)
		for i := range panel {
			panel[i] = float32(r.NormFloat64())
		}
		for i := range columns {
			columns[i] = float32(r.NormFloat64())
		}
		var fused *[TileRows * TileColumns]float32
		eachLevel(t, func(t *testing.T) {
			var w struct {
				tile   [TileRows * TileColumns]float32
				beyond float32
			}
			for i := range w.tile {
				w.tile[i] = float32(i)
			}
			w.beyond = 77
			TileProducts(&w.tile, panel, columns, panel[len(panel)/2:])
			for q := range TileColumns {
				for i := range TileRows {
					sum, size := float64(q*TileRows+i), float64(q*TileRows+i)
					for j := range depth {
						product := float64(panel[j*TileRows+i]) * float64(columns[j*TileColumns+q])
						sum, size = sum+product, size+math.Abs(product)
					}
					if off := math.Abs(float64(w.tile[q*TileRows+i]) - sum); off > float64(depth+1)*size/(1<<24) {
						t.Fatalf("depth %d, row %d, column %d: sum is off by %g", depth, i, q, off)
					}
				}
			}
			if w.beyond != 77 {
				t.Fatal("a number beyond the tile was written")
			}
			if Current() != Portable {
				if fused == nil {
					fused = &w.tile
				}
				if *fused != w.tile {
					t.Fatal("vector units give different bits")
				}
			}
		})
	}
}

func BenchmarkTileProducts(b *testing.B) {
	const depth = 3000
	panel, columns, tile := make([]float32, depth*TileRows), make([]float32, depth*TileColumns), new([TileRows * TileColumns]float32)
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				TileProducts(tile, panel, columns, nil)
			}
			b.ReportMetric(2*depth*TileRows*TileColumns*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
