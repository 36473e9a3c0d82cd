package neighbour

import (
	"math"
	"testing"

	"unfold/engine/internal/simd"
)

// TestSumsTellLengthsFromBothSides holds what a filter says of the kernel's sums
// against the lengths themselves, in awkward data too.
func TestSumsTellLengthsFromBothSides(t *testing.T) {
	tables := awkward(t)
	tables["far from each other"] = points(7, 300, 17, 1e3)
	eachLevel(t, func(t *testing.T) {
		for name, x := range tables {
			if name == "beyond squares" {
				continue
			}
			a, err := buildKDTree(t.Context(), x, nil)
			if err != nil {
				t.Fatal(err)
			}
			f, err := newFilter(t.Context(), a)
			if err != nil || f == nil {
				continue
			}
			rows, bounds := make([]float32, f.d*batch), [batch]float32{}
			masks, sums := make([]uint64, batch), make([]float32, batch*width)
			checkSums(t, f, rows, masks, sums, &bounds, name)
		}
	})
}

func checkSums(t *testing.T, f *filter, rows []float32, masks []uint64, sums []float32, bounds *[batch]float32, name string) {
	for at := 0; at < f.n; at += 1 + f.n/20 {
		if f.row[at] < 0 {
			continue
		}
		f.packRows(rows, at, 1)
		own := f.x.RawRowView(int(f.row[at]))
		for p := range f.leaf {
			size := f.d * width
			simd.Below(masks, sums, f.panels[p*size:(p+1)*size], f.squares[p*width:(p+1)*width], rows, bounds, f.d)
			for b, j := range f.row[p*width : (p+1)*width] {
				if j < 0 {
					continue
				}
				length := distance(own, f.x.RawRowView(int(j)))
				if most := f.farthest(at, float64(sums[b])); length > most {
					t.Fatalf("%s: a row at %v has a sum that says at most %v", name, length, most)
				}
				if sums[b] > f.bound(at, length) {
					t.Fatalf("%s: a row at %v has a sum of %v, which the bound %v leaves out", name, length, sums[b], f.bound(at, length))
				}
				if again := f.bound(at, f.farthest(at, float64(sums[b]))); sums[b] > again || math.IsNaN(float64(again)) {
					t.Fatalf("%s: a sum of %v is left out by the length it tells", name, sums[b])
				}
			}
		}
	}
}
