package gram

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
)

// MedianDistance returns the median of the distances between rows of x. Up to
// 5000 rows all pairs count; beyond, a million that are drawn with a fixed
// seed.
func MedianDistance(ctx context.Context, x *mat.Dense) (float64, error) {
	const most, drawn = 5000, 1_000_000
	n, _ := x.Dims()
	if n < 2 {
		return 0, nil
	}
	if n > most {
		squares := make([]float64, drawn)
		r := rand.New(rand.NewPCG(1, 0))
		for p := range squares {
			if p%4096 == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			i := r.IntN(n)
			squares[p] = Square(x.RawRowView(i), x.RawRowView((i+1+r.IntN(n-1))%n))
		}
		return medianRoot(squares), nil
	}
	squares := make([]float64, n*(n-1)/2)
	err := parallel.For(ctx, n, grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			to := squares[i*(i-1)/2:]
			for j := range i {
				to[j] = Square(x.RawRowView(i), x.RawRowView(j))
			}
		}
	})
	return medianRoot(squares), err
}

// medianRoot returns the median of the roots of the values, which it
// rearranges; for an even count, the mean of the two in the middle.
func medianRoot(v []float64) float64 {
	upper := len(v) / 2
	least(v, upper)
	if len(v)%2 == 1 {
		return math.Sqrt(v[upper])
	}
	lower := v[0]
	for _, x := range v[:upper] {
		lower = max(lower, x)
	}
	return (math.Sqrt(lower) + math.Sqrt(v[upper])) / 2
}

// least rearranges v so that v[k] is where it would be if v were sorted, with
// nothing larger before it (Hoare 1961, doi:10.1145/366622.366647).
func least(v []float64, k int) {
	lo, hi := 0, len(v)-1
	for lo < hi {
		a, b, c := v[lo], v[lo+(hi-lo)/2], v[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
