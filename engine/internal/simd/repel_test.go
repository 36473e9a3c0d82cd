package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// repelled returns what drawn sources push at a block of points, by any kernel.
func repelled[T Real](seed uint64, dim, count, size int, repel func(sums, points []T, dim int, sources []T)) []T {
	r := rand.New(rand.NewPCG(seed, 0))
	numbers := func(n int) []T {
		list := make([]T, n)
		for i := range list {
			list[i] = T(r.NormFloat64())
		}
		return list
	}
	lanes := Lanes[T]()
	sums := numbers((dim + 1) * lanes)
	repel(sums, numbers(dim*lanes), dim, numbers(count*size))
	return sums
}

func FuzzRepel(f *testing.F) {
	for count := range uint8(5) {
		f.Add(uint64(count), count)
	}
	f.Add(uint64(9), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, count uint8) {
		for dim := 2; dim <= 3; dim++ {
			testRepelSameBits(t, seed, dim, int(count), dim+1, Repel[float32])
			testRepelSameBits(t, seed, dim, int(count), dim+1, Repel[float64])
			testRepelSameBits(t, seed, dim, int(count), CellSize(dim), RepelCells[float32])
			testRepelSameBits(t, seed, dim, int(count), CellSize(dim), RepelCells[float64])
		}
	})
}

func testRepelSameBits[T Real](t *testing.T, seed uint64, dim, count, size int, repel func(sums, points []T, dim int, sources []T)) {
	t.Helper()
	restore := Use(Portable)
	defer restore()
	want := repelled(seed, dim, count, size, repel)
	for l := Portable + 1; l <= Best(); l++ {
		Use(l)
		if got := repelled(seed, dim, count, size, repel); !slices.Equal(got, want) {
			t.Errorf("%d sources in %d dimensions: %v gives other bits than portable", count, dim, l)
		}
	}
}

// TestRepelByDefinition works forces out as the formula stands.
func TestRepelByDefinition(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		points := make([]float64, 16)
		for l := range points {
			points[l] = math.Sin(float64(3*l + 1))
		}
		sources := []float64{0.5, -0.25, 2, 1, 3, 0.5}
		sums := make([]float64, 24)
		Repel(sums, points, 2, sources)
		for l := range 8 {
			var want [3]float64
			for s := sources; len(s) > 0; s = s[3:] {
				x, y := points[l]-s[0], points[8+l]-s[1]
				w := 1 / (1 + x*x + y*y)
				want[0], want[1], want[2] = want[0]+s[2]*w*w*x, want[1]+s[2]*w*w*y, want[2]+s[2]*w
			}
			for c, v := range want {
				if math.Abs(sums[8*c+l]-v) > 1e-14 {
					t.Errorf("lane %d, sum %d is %v, want %v", l, c, sums[8*c+l], v)
				}
			}
		}
	})
}

// TestRepelCellsToThirdOrder halves a cell: what its expansion lacks falls by
// the third power.
func TestRepelCellsToThirdOrder(t *testing.T) {
	for dim := 2; dim <= 3; dim++ {
		whole, half := cellMiss(dim, 0.2), cellMiss(dim, 0.1)
		if !(half > 0 && whole/half > 6) {
			t.Errorf("%d dimensions: the miss falls from %.3g to %.3g, want an eighth", dim, whole, half)
		}
	}
}

// cellMiss is how far the forces of a cell of that size are from those of its points.
func cellMiss(dim int, size float64) (most float64) {
	r := rand.New(rand.NewPCG(1, 2))
	const count = 7
	sources, mean, total := make([]float64, 0, count*(dim+1)), make([]float64, dim), 0.0
	for range count {
		for c := range dim {
			sources = append(sources, size*r.NormFloat64())
			mean[c] += sources[len(sources)-1] // all masses are one
		}
		sources = append(sources, 1)
		total++
	}
	cell := make([]float64, CellSize(dim))
	cell[dim] = total
	for s := sources; len(s) > 0; s = s[dim+1:] {
		at := dim + 3
		for c := range dim {
			s[c] -= mean[c] / total
			cell[dim+1] += s[c] * s[c]
			cell[dim+2] += 2 * s[c] * s[c]
		}
		for c := range dim {
			for e := c; e < dim; e++ {
				cell[at] += 4 * s[c] * s[e]
				at++
			}
		}
	}
	lanes := Lanes[float64]()
	points, exact, rough := make([]float64, dim*lanes), make([]float64, (dim+1)*lanes), make([]float64, (dim+1)*lanes)
	for l := range points {
		points[l] = 1 + r.Float64()
	}
	Repel(exact, points, dim, sources)
	RepelCells(rough, points, dim, cell)
	for l, v := range exact {
		most = max(most, math.Abs(v-rough[l]))
	}
	return most
}
