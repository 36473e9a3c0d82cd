package gram

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/selection"
	"unfold/engine/internal/simd"
)

// MedianDistance returns the median of the distances between rows of x. Up to
// 5000 rows all pairs count; beyond, a million that are drawn with a fixed
// seed.
func MedianDistance(ctx context.Context, x *mat.Dense) (float64, error) {
	const most, drawn, rough = 5000, 1_000_000, 10_000
	n, _ := x.Dims()
	if n < 2 {
		return 0, nil
	}
	if n > most {
		squares, err := sampleSquares(ctx, x, drawn)
		return medianRoot(squares), err
	}
	// The median of some pairs is near to that of all; so those are kept that
	// are near to it, and the others counted.
	lo, hi := 0.0, math.Inf(1)
	if pairs := n * (n - 1) / 2; pairs > 4*rough {
		sample, err := sampleSquares(ctx, x, rough)
		if err != nil {
			return 0, err
		}
		slices.Sort(sample)
		lo, hi = sample[rough*48/100], sample[rough*52/100]
	}
	median, ok, err := medianWithin(ctx, x, lo, hi)
	if !ok && err == nil {
		median, _, err = medianWithin(ctx, x, 0, math.Inf(1))
	}
	return median, err
}

// sampleSquares returns the squared distances of pairs of different rows.
func sampleSquares(ctx context.Context, x *mat.Dense, count int) ([]float64, error) {
	n, _ := x.Dims()
	r := rand.New(rand.NewPCG(1, 0))
	pairs := make([][2]int32, count)
	for p := range pairs {
		i := r.IntN(n)
		pairs[p] = [2]int32{int32(i), int32((i + 1 + r.IntN(n-1)) % n)}
	}
	squares := make([]float64, count)
	return squares, parallel.For(ctx, count, 4096, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			squares[p] = Square(x.RawRowView(int(pairs[p][0])), x.RawRowView(int(pairs[p][1])))
		}
	})
}

// medianWithin returns the median distance of all pairs if its square is from
// lo to hi, of which pairs it keeps the squares.
func medianWithin(ctx context.Context, x *mat.Dense, lo, hi float64) (median float64, ok bool, err error) {
	type part struct {
		below int
		kept  []float64
	}
	n, _ := x.Dims()
	profile, under := NewProfile(x), math.Nextafter(lo, math.Inf(-1))
	parts, err := parallel.Blocks(ctx, n, parallel.Grain(n), func(from, to int) (p part) {
		row, words := profile.Workspace(), (to+63)/64
		below, within := make([]uint64, words), make([]uint64, words)
		for i := from; i < to; i++ {
			profile.squares(row, x.RawRowView(i), i)
			p.below += simd.Within(below, row[:i], under)
			simd.Within(within, row[:i], hi)
			for w, word := range within[:(i+63)/64] {
				for word &^= below[w]; word != 0; word &= word - 1 {
					p.kept = append(p.kept, row[64*w+bits.TrailingZeros64(word)])
				}
			}
		}
		return p
	})
	if err != nil {
		return 0, false, err
	}
	below, pairs := 0, n*(n-1)/2
	var kept []float64
	for _, p := range parts {
		below += p.below
		kept = append(kept, p.kept...)
	}
	lower, upper := (pairs-1)/2-below, pairs/2-below
	if lower < 0 || upper >= len(kept) {
		return 0, false, nil
	}
	selection.Least(kept, upper, less)
	high := kept[upper]
	selection.Least(kept[:upper+1], lower, less)
	return (math.Sqrt(kept[lower]) + math.Sqrt(high)) / 2, true, nil
}

// medianRoot returns the median of the roots of the values, which it
// rearranges; for an even count, the mean of the two in the middle.
func medianRoot(v []float64) float64 {
	upper := len(v) / 2
	selection.Least(v, upper, less)
	if len(v)%2 == 1 {
		return math.Sqrt(v[upper])
	}
	lower := v[0]
	for _, x := range v[:upper] {
		lower = max(lower, x)
	}
	return (math.Sqrt(lower) + math.Sqrt(v[upper])) / 2
}

// less orders numbers.
func less(a, b float64) bool { return a < b }
