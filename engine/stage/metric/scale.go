package metric

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/gram"
)

// meanSquare returns the mean of ‖x_i − x_j‖² over all pairs of rows, which
// is twice the sum of squares about the mean over n − 1.
func meanSquare(x *mat.Dense) float64 {
	n, _ := x.Dims()
	if n < 2 {
		return 0
	}
	mean, sum := moments.ColumnMeans(x), 0.0
	for i := range n {
		sum += gram.Square(x.RawRowView(i), mean)
	}
	return 2 * sum / float64(n-1)
}

// allMeasured is up to how many rows all their distances are averaged.
const allMeasured = 5000

// meanDistance returns the mean of ‖x_i − x_j‖ over pairs of rows: all up to
// 5000 rows, beyond a million drawn with a fixed seed.
func meanDistance(ctx context.Context, x *mat.Dense) (float64, error) {
	const drawn = 1_000_000
	n, _ := x.Dims()
	if n < 2 {
		return 0, nil
	}
	if n > allMeasured {
		sum, err := parallel.Sum(ctx, drawn, 1<<12, func(lo, hi int) float64 {
			r, part := rand.New(rand.NewPCG(uint64(lo), 0)), 0.0
			for range hi - lo {
				i := r.IntN(n)
				part += math.Sqrt(gram.Square(x.RawRowView(i), x.RawRowView((i+1+r.IntN(n-1))%n)))
			}
			return part
		})
		return sum / drawn, err
	}
	panels := packPanels(x)
	sum, err := parallel.Sum(ctx, n, 16, func(lo, hi int) float64 {
		part := 0.0
		for i := lo; i < hi; i++ {
			part += distancesBefore(panels, x.RawRowView(i), i)
		}
		return part
	})
	return sum / float64(n*(n-1)/2), err
}

// packPanels puts the rows of x side by side in panels, as simd.PanelSquares
// takes them.
func packPanels(x *mat.Dense) []float64 {
	n, d := x.Dims()
	panels := make([]float64, simd.Padded(n)*d)
	for i := range n {
		lane := i % simd.PanelWidth
		simd.Pack(panels[(i-lane)*d:], lane, x.RawRowView(i))
	}
	return panels
}

// distancesBefore sums the distances of row i to the rows before it.
func distancesBefore(panels, row []float64, i int) float64 {
	var squares [simd.PanelWidth]float64
	size, sum := len(row)*simd.PanelWidth, 0.0
	for first := 0; first < i; first += simd.PanelWidth {
		p := first / simd.PanelWidth
		simd.PanelSquares(&squares, panels[p*size:(p+1)*size], row, 0)
		for _, s := range squares[:min(simd.PanelWidth, i-first)] {
			sum += math.Sqrt(s)
		}
	}
	return sum
}

// maxDistance returns the largest distance of two rows. Rows are taken from
// the farthest off the mean on, and a pair is measured only if its two
// distances from there add up to the largest so far: few pairs of most
// tables, all O(n²) of points on a sphere.
func maxDistance(ctx context.Context, x *mat.Dense) (float64, error) {
	n, d := x.Dims()
	mean, norm, order := make([]float64, d), make([]float64, n), make([]int, n)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += v / float64(n)
		}
	}
	for i := range n {
		norm[i], order[i] = math.Sqrt(gram.Square(x.RawRowView(i), mean)), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(norm[b], norm[a]) })
	const room = 1 + 1e-9 // for rounding, of the mean too
	var largest atomic.Uint64
	err := parallel.For(ctx, n, 4, func(lo, hi int) {
		for a := lo; a < hi; a++ {
			best := math.Float64frombits(largest.Load())
			i := order[a]
			for _, j := range order[a+1:] {
				if (norm[i]+norm[j])*room < best {
					break
				}
				best = max(best, math.Sqrt(gram.Square(x.RawRowView(i), x.RawRowView(j))))
			}
			raiseTo(&largest, best)
		}
	})
	return math.Float64frombits(largest.Load()), err
}

// raiseTo sets a number that is not negative, stored as its bits, to v if that
// is larger.
func raiseTo(to *atomic.Uint64, v float64) {
	for bits := math.Float64bits(v); ; {
		old := to.Load()
		if old >= bits || to.CompareAndSwap(old, bits) {
			return
		}
	}
}
