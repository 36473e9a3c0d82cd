package spectral

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// Residual returns the residual variance of the first 1, 2, ... columns of y:
// 1 − r², where r is Pearson's correlation over all pairs of rows between
// their dissimilarity and their distance in those columns (Tenenbaum, de Silva,
// Langford 2000, doi:10.1126/science.290.5500.2319). Where one of the two does
// not vary it is 1, where neither does 0.
//
// Up to 5000 rows all pairs count; beyond, 200 000 that are drawn with a fixed
// seed, which leaves a standard error of about r's distance from one over 450.
func Residual(ctx context.Context, target engine.Distances, y *mat.Dense) ([]float64, error) {
	const most = 5000
	n, dim := y.Dims()
	parts, err := residualAll(ctx, target, y, n <= most)
	if err != nil {
		return nil, err
	}
	total := make([]moments, dim)
	for _, part := range parts {
		for p := range part {
			total[p].join(part[p])
		}
	}
	curve := make([]float64, dim)
	for p, m := range total {
		curve[p] = m.residual()
	}
	return curve, nil
}

// residualAll gathers moments of blocks of rows, over all their pairs or over
// drawn ones.
func residualAll(ctx context.Context, target engine.Distances, y *mat.Dense, all bool) ([][]moments, error) {
	const drawn = 200_000
	n, dim := y.Dims()
	each := max(1, drawn/n)
	count := parallel.Count(ctx, "residual variance", n)
	parts, err := parallel.Blocks(ctx, n, grain(n), func(lo, hi int) []moments {
		part, row := make([]moments, dim), make([]float64, n)
		for i := lo; i < hi && ctx.Err() == nil; i++ { // a row of all pairs takes a while
			target.Row(row, i)
			if all {
				for j := i + 1; j < n; j++ {
					add(part, row[j], y.RawRowView(i), y.RawRowView(j))
				}
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), 0))
			for range each {
				j := (i + 1 + r.IntN(n-1)) % n
				add(part, row[j], y.RawRowView(i), y.RawRowView(j))
			}
		}
		count.Add(hi - lo)
		return part
	})
	return parts, cmp.Or(err, ctx.Err())
}

// add takes in a pair: its dissimilarity d, and its distances in the first 1,
// 2, ... coordinates.
func add(part []moments, d float64, yi, yj []float64) {
	var square float64
	for p := range part {
		diff := yi[p] - yj[p]
		square += diff * diff
		part[p].add(d, math.Sqrt(square))
	}
}

// moments are the means of pairs (a, b), and the sums of squares and products
// of their deviations, from which the correlation follows. They are brought up
// to date by each pair, which loses no digits to large means (Welford 1962,
// doi:10.1080/00401706.1962.10490022).
type moments struct {
	count, a, b, aa, bb, ab float64
}

func (m *moments) add(a, b float64) {
	m.count++
	da, db := a-m.a, b-m.b
	m.a += da / m.count
	m.b += db / m.count
	m.aa += da * (a - m.a)
	m.bb += db * (b - m.b)
	m.ab += da * (b - m.b)
}

// join takes in the pairs of o (Chan, Golub, LeVeque 1983,
// doi:10.1080/00031305.1983.10483115).
func (m *moments) join(o moments) {
	if o.count == 0 {
		return
	}
	count := m.count + o.count
	da, db, weight := o.a-m.a, o.b-m.b, m.count*o.count/count
	m.a += da * o.count / count
	m.b += db * o.count / count
	m.aa += o.aa + da*da*weight
	m.bb += o.bb + db*db*weight
	m.ab += o.ab + da*db*weight
	m.count = count
}

func (m *moments) residual() float64 {
	constantA, constantB := m.aa <= 1e-28*m.count*m.a*m.a, m.bb <= 1e-28*m.count*m.b*m.b
	switch {
	case constantA && constantB:
		return 0
	case constantA || constantB:
		return 1
	}
	return max(0, 1-m.ab/m.aa*m.ab/m.bb)
}

// Elbow returns where a curve of residual variance flattens: the smallest
// number of dimensions after which one more takes off less than 0.01.
func Elbow(curve []float64) int {
	for d := 1; d < len(curve); d++ {
		if curve[d-1]-curve[d] < 0.01 {
			return d
		}
	}
	return max(1, len(curve))
}
