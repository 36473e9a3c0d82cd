package spectral

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
)

const (
	countable = 2000    // rows up to which all pairs count
	drawn     = 200_000 // pairs that count beyond
	precise   = 1000    // rows up to which distances are in float64
)

// Residual returns the residual variance of the first 1, 2, ... columns of y:
// 1 − r², where r is Pearson's correlation over all pairs of rows between
// their dissimilarity and their distance in those columns (Tenenbaum, de Silva,
// Langford 2000, doi:10.1126/science.290.5500.2319). Where one of the two does
// not vary it is 1, where neither does, or there is one row alone, 0.
//
// A target that is exact for some rows only, which are its Rows, is compared
// in pairs with one of these. Up to 2000 rows all pairs count; beyond, 200 000
// that are drawn with a fixed seed, which leaves a standard error of about a
// hundredth of the value. Beyond 1000 rows each distance is rounded to float32
// before it is summed in float64, which changes the result by less than 1e-10.
// It is the same bits on every processor. Time O(n²) for each column, or
// O(200 000) where the dissimilarity of a pair can be looked up.
func Residual(ctx context.Context, target engine.Distances, y *mat.Dense) ([]float64, error) {
	n, dim := y.Dims()
	if n < 2 {
		return make([]float64, dim), nil // there is no pair
	}
	s := newSampler(target, y)
	count := parallel.Count(ctx, "residual variance", len(s.rows))
	parts, err := parallel.Blocks(ctx, len(s.rows), parallel.Grain(n), func(lo, hi int) *moments {
		part := newMoments(s.about)
		w := newPairs(len(s.about.e))
		for _, i := range s.rows[lo:hi] {
			switch {
			case ctx.Err() != nil: // a row of all pairs takes a while
			case n <= countable && len(s.rows) == n:
				s.addRow(part, w, int(i))
			default:
				s.addSampled(part, w, int(i))
			}
		}
		count.Add(hi - lo)
		return part
	})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	return curve(parts), nil
}

// A sampler tells pairs of rows: how far they are to be apart, and how far
// they are in y.
type sampler struct {
	target engine.Distances
	rows   []int32          // of pairs, which are of one of these and any other
	sheet  *triangle.Matrix // of the target, if it has one
	points *mat.Dense       // the same
	column [][]float64      // of y, in units that bring it near one
	about  about
}

func newSampler(target engine.Distances, y *mat.Dense) *sampler {
	n, dim := y.Dims()
	s := &sampler{target: target, column: columns(y)}
	if t, ok := target.(triangle.Holder); ok {
		s.sheet = t.Triangle()
	} else if p, ok := target.(engine.Pointed); ok {
		s.points = p.Points()
	}
	if t, ok := target.(engine.Anchored); ok {
		s.rows = t.Rows()
	} else {
		s.rows = make([]int32, n)
		for i := range s.rows {
			s.rows[i] = int32(i)
		}
	}
	s.about = s.typical(n, dim)
	s.about.single = n > precise
	return s
}

// columns are those of y, divided by a power of two that is about its largest
// number: correlations do not see it, and float32 has room for the squares.
func columns(y *mat.Dense) [][]float64 {
	n, dim := y.Dims()
	var most float64
	for i := range n {
		for _, v := range y.RawRowView(i) {
			most = max(most, math.Abs(v))
		}
	}
	_, exponent := math.Frexp(most)
	column := make([][]float64, dim)
	for p := range column {
		column[p] = mat.Col(nil, p, y)
		for i, v := range column[p] {
			column[p][i] = math.Ldexp(v, -exponent)
		}
	}
	return column
}

// typical returns the means over a few pairs.
func (s *sampler) typical(n, dim int) about {
	const rows = 8
	means, w := about{e: make([]float64, dim)}, newPairs(dim)
	r := rand.New(rand.NewPCG(0, 0))
	for range min(rows, n) {
		s.drawPairs(w, int(s.rows[r.IntN(len(s.rows))]), r, 128)
		means.take(w)
	}
	return means
}

// addRow adds the pairs of row i and the rows before it.
func (s *sampler) addRow(part *moments, w *pairs, i int) {
	if s.sheet == nil {
		w.whole = resized(w.whole, s.target.Len())
		s.target.Row(w.whole, i)
	}
	s.loadRow(w, i)
	for from := 0; from < i; from += stretch {
		to := min(from+stretch, i)
		part.add(w, s.dissimilaritiesBefore(w, i, from, to), func(p int) []float64 { return s.column[p][from:to] })
	}
}

// dissimilaritiesBefore returns the dissimilarities of row i and the rows from to to−1, which
// come before it.
func (s *sampler) dissimilaritiesBefore(w *pairs, i, from, to int) []float64 {
	switch {
	case s.sheet == nil:
		return w.whole[from:to]
	case s.sheet.IsDouble():
		return s.sheet.Double(i)[from:to]
	}
	w.d = resized(w.d, to-from)
	for j, v := range s.sheet.Single(i)[from:to] {
		w.d[j] = float64(v)
	}
	return w.d
}

// addSampled adds pairs of row i and others that are drawn.
func (s *sampler) addSampled(part *moments, w *pairs, i int) {
	s.drawPairs(w, i, rand.New(rand.NewPCG(uint64(i), 0)), max(1, drawn/len(s.rows)))
	part.add(w, w.d, func(p int) []float64 { return w.y[p] })
}

// drawPairs fills w with count pairs of row i and others.
func (s *sampler) drawPairs(w *pairs, i int, r *rand.Rand, count int) {
	n := len(s.column[0])
	if s.sheet == nil && s.points == nil {
		w.whole = resized(w.whole, n)
		s.target.Row(w.whole, i)
	}
	s.loadRow(w, i)
	w.d = w.d[:0]
	for p := range w.y {
		w.y[p] = w.y[p][:0]
	}
	for range count {
		j := (i + 1 + r.IntN(n-1)) % n
		switch {
		case s.sheet != nil:
			w.d = append(w.d, s.sheet.At(i, j))
		case s.points != nil:
			w.d = append(w.d, euclidean(s.points.RawRowView(i), s.points.RawRowView(j)))
		default:
			w.d = append(w.d, w.whole[j])
		}
		for p := range w.y {
			w.y[p] = append(w.y[p], s.column[p][j])
		}
	}
}

// loadRow looks up the coordinates of row i.
func (s *sampler) loadRow(w *pairs, i int) {
	for p, column := range s.column {
		w.yi[p] = column[i]
	}
}

func euclidean(x, y []float64) float64 {
	var sum float64
	for c, v := range x {
		diff := v - y[c]
		sum += float64(diff * diff)
	}
	return math.Sqrt(sum)
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

// Stable returns behind how many dimensions eigenvalues, in decreasing order, are
// stable: the last of at most 30 whose eigenvalue is above the next by 2 % of the
// largest, or two. Negative ones count as zero.
func Stable(values []float64) int {
	const most, eps = 30, 0.02
	last := min(2, len(values))
	for p := range min(most, len(values)-1) {
		if max(values[p], 0)-max(values[p+1], 0) >= eps*values[0] {
			last = max(last, p+1)
		}
	}
	return last
}
