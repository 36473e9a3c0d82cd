package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A tile and the points on its two sides, random.
type tileOf[T Real] struct {
	rows, width, stride, dim int
	points, columns          []T // by point, by dimension
	tile                     []T
}

func newTile[T Real](seed uint64, rows, width, dim int) tileOf[T] {
	r := rand.New(rand.NewPCG(seed, 0))
	numbers := func(n int) []T {
		list := make([]T, n)
		for i := range list {
			list[i] = T(r.NormFloat64())
		}
		return list
	}
	t := tileOf[T]{rows: rows, width: width, stride: width + int(seed%3), dim: dim}
	t.points, t.columns, t.tile = numbers(rows*dim), numbers(dim*t.stride), numbers(rows*width)
	return t
}

// run takes the tile through all kernels and returns everything they wrote.
func (t tileOf[T]) run() (results []T) {
	lanes := PairLanes[T]()
	sums, pull, back := make([]T, lanes), make([]T, t.rows*t.dim*lanes), make([]T, t.dim*t.stride)
	squares := make([]T, t.rows*t.width)
	PairSquares(squares, t.width, t.columns, t.stride, t.points, t.dim)
	weights, gauss := slices.Clone(squares), slices.Clone(squares)
	PairStudent(weights, sums)
	PairGauss(gauss, sums)
	contrast := make([]T, len(squares))
	PairContrast(contrast, t.tile, weights, 0.3)
	PairTimes(contrast, weights)
	PairPull(pull, back, contrast, t.width, t.columns, t.stride, t.points, t.dim)
	return slices.Concat(squares, weights, gauss, contrast, pull, back, sums, []T{PairSum(sums)})
}

func testPairsSameBits[T Real](t *testing.T, seed uint64, rows, width, dim int) {
	t.Helper()
	restore := Use(Portable)
	defer restore()
	tile := newTile[T](seed, rows, width, dim)
	want := tile.run()
	for l := Portable + 1; l <= Best(); l++ {
		Use(l)
		if got := tile.run(); !slices.Equal(got, want) {
			t.Errorf("%d rows, %d columns, %d dimensions: %v gives other bits than portable", rows, width, dim, l)
		}
	}
}

func FuzzPairs(f *testing.F) {
	for rows := range uint8(9) {
		f.Add(uint64(rows), rows, uint8(7*rows), 1+rows)
	}
	f.Add(uint64(5), uint8(8), uint8(64), uint8(2))
	f.Add(uint64(6), uint8(5), uint8(67), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, rows, width, dim uint8) {
		if rows == 0 || width == 0 || dim == 0 || dim > 9 {
			return
		}
		testPairsSameBits[float32](t, seed, int(rows), int(width), int(dim))
		testPairsSameBits[float64](t, seed, int(rows), int(width), int(dim))
	})
}

// TestPairsByDefinition works a tile out as the formulas stand.
func TestPairsByDefinition(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		p := newTile[float64](1, 6, 37, 3)
		lanes := PairLanes[float64]()
		squares, sums := make([]float64, 6*37), make([]float64, lanes)
		pull, back := make([]float64, 6*3*lanes), make([]float64, 3*p.stride)
		PairSquares(squares, 37, p.columns, p.stride, p.points, 3)
		PairPull(pull, back, p.tile, 37, p.columns, p.stride, p.points, 3)
		wantBack := make([]float64, len(back))
		for i := range 6 {
			want := make([]float64, 3)
			for j := range 37 {
				var square float64
				for c := range 3 {
					diff := p.points[i*3+c] - p.columns[c*p.stride+j]
					square += diff * diff
					want[c] += p.tile[i*37+j] * diff
					wantBack[c*p.stride+j] -= p.tile[i*37+j] * diff
				}
				if math.Abs(squares[i*37+j]-square) > 1e-14*square {
					t.Fatalf("square %d, %d is %v, want %v", i, j, squares[i*37+j], square)
				}
			}
			for c := range 3 {
				if got := PairSum(pull[(i*3+c)*lanes:][:lanes]); math.Abs(got-want[c]) > 1e-12 {
					t.Errorf("row %d is pulled by %v along %d, want %v", i, got, c, want[c])
				}
			}
		}
		for at := range back {
			if math.Abs(back[at]-wantBack[at]) > 1e-13 {
				t.Errorf("columns are pulled by %v at %d, want %v", back[at], at, wantBack[at])
			}
		}
		student, gauss := slices.Clone(squares), slices.Clone(squares)
		PairStudent(student, sums)
		var total float64
		for at, d := range squares {
			total += 1 / (1 + d)
			if student[at] != 1/(1+d) {
				t.Fatalf("Student's weight of %v is %v", d, student[at])
			}
		}
		PairGauss(gauss, sums)
		for at, d := range squares {
			total += math.Exp(-d)
			if math.Abs(gauss[at]-math.Exp(-d)) > 1e-15*math.Exp(-d) {
				t.Fatalf("the Gaussian weight of %v is %v", d, gauss[at])
			}
		}
		if got := PairSum(sums); math.Abs(got-total) > 1e-12*total {
			t.Errorf("weights sum to %v, want %v", got, total)
		}
	})
}

// BenchmarkPairs takes tiles of 32×256 pairs in two dimensions through the
// steps of t-SNE's cost, and tells pairs a second and operations (additions,
// multiplications, divisions) for each of its steps.
func BenchmarkPairs(b *testing.B) {
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l, "/float32"), func(b *testing.B) { defer Use(l)(); benchmarkPairs[float32](b) })
		b.Run(fmt.Sprint(l, "/float64"), func(b *testing.B) { defer Use(l)(); benchmarkPairs[float64](b) })
	}
}

func benchmarkPairs[T Real](b *testing.B) {
	const rows, width, dim = 32, 256, 2
	t := newTile[T](3, rows, width, dim)
	lanes := PairLanes[T]()
	sums, pull, back := make([]T, lanes), make([]T, rows*dim*lanes), make([]T, dim*t.stride)
	tile, weights := make([]T, rows*width), make([]T, rows*width)
	for _, step := range []struct {
		name       string
		operations float64
		run        func()
	}{
		{"squares", 3 * dim, func() { PairSquares(weights, width, t.columns, t.stride, t.points, dim) }},
		{"student", 3, func() { PairStudent(weights, sums) }},
		{"contrast", 3, func() { PairContrast(tile, t.tile, weights, 1e-9); PairTimes(tile, weights) }},
		{"pull", 4 * dim, func() { PairPull(pull, back, tile, width, t.columns, t.stride, t.points, dim) }},
		{"all", 7*dim + 6, func() {
			PairSquares(weights, width, t.columns, t.stride, t.points, dim)
			PairStudent(weights, sums)
			PairContrast(tile, t.tile, weights, 1e-9)
			PairTimes(tile, weights)
			PairPull(pull, back, tile, width, t.columns, t.stride, t.points, dim)
		}},
	} {
		b.Run(step.name, func(b *testing.B) {
			for b.Loop() {
				step.run()
			}
			pairs := float64(b.N) * rows * width / b.Elapsed().Seconds()
			b.ReportMetric(pairs/1e9, "Gpairs/s")
			b.ReportMetric(pairs*step.operations/1e9, "Gop/s")
		})
	}
}
