package neighbour

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	_ "unfold/engine/blas" // for the products below
	"unfold/engine/internal/parallel"
)

// nearestPoints finds neighbours among points of a Euclidean space.
func nearestPoints(ctx context.Context, d engine.Pointed, k int) (*engine.Neighbours, error) {
	n := d.Len()
	nb := makeLists(n, k)
	s, err := newScan(d.Points())
	if err != nil {
		return nil, err
	}
	err = s.each(ctx, func(w *strip, i int) {
		Put(nb, i, w.nearest(i, k, nil))
	})
	return nb, err
}

// Grouped returns, for every row, the nearest rows of its own group and the
// nearest of all others, up to k of each and fewer where there are not that
// many, as each(i, own, others). Keys and lengths are Euclidean distances.
// The slices are valid during the call; calls run concurrently.
func Grouped(ctx context.Context, x *mat.Dense, groups []int, k int, each func(i int, own, others []Candidate)) error {
	s, err := newScan(x)
	if err != nil {
		return err
	}
	return s.each(ctx, func(w *strip, i int) {
		g := groups[i]
		w.own = append(w.own[:0], w.nearest(i, k, func(j int) bool { return groups[j] == g })...)
		each(i, w.own, w.nearest(i, k, func(j int) bool { return groups[j] != g }))
	})
}

// A scan goes over all pairs of points by products of matrices:
//
//	‖x − y‖² = ‖x‖² + ‖y‖² − 2 x·y
//
// after the mean was taken off. That is fast, but cancels digits for close
// points. So it only narrows the search down: every row within the bound on
// its rounding error is measured again from the differences.
type scan struct {
	x       *mat.Dense // as given
	centred *mat.Dense
	square  []float64 // ‖centred row‖²
	largest float64   // of square
	rows    int       // of a strip
}

func newScan(x *mat.Dense) (*scan, error) {
	n, d := x.Dims()
	s := &scan{x: x, centred: mat.NewDense(n, d, nil), square: make([]float64, n)}
	mean := make([]float64, d)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += v / float64(n)
		}
	}
	for i := range n {
		row := s.centred.RawRowView(i)
		for c, v := range x.RawRowView(i) {
			row[c] = v - mean[c]
			s.square[i] += row[c] * row[c]
		}
		if err := checkRow(s.square[i:i+1], i); err != nil {
			return nil, err
		}
		s.largest = max(s.largest, s.square[i])
	}
	s.rows = max(1, min(64, 1<<19/n))
	return s, nil
}

// each calls visit for every row, with the strip that holds its products.
func (s *scan) each(ctx context.Context, visit func(w *strip, i int)) error {
	n, d := s.x.Dims()
	count := parallel.Count(ctx, "neighbours", n)
	fresh := func() *strip { return &strip{scan: s, square: make([]float64, s.rows*n)} }
	return parallel.With(ctx, n, s.rows, fresh, func(w *strip, lo, hi int) {
		raw := s.centred.RawMatrix()
		own := blas64.General{Rows: hi - lo, Cols: d, Stride: raw.Stride, Data: raw.Data[lo*raw.Stride:]}
		out := blas64.General{Rows: hi - lo, Cols: n, Stride: n, Data: w.square}
		blas64.Gemm(blas.NoTrans, blas.Trans, -2, own, raw, 0, out)
		w.lo = lo
		for i := lo; i < hi; i++ {
			visit(w, i)
		}
		count.Add(hi - lo)
	})
}

// A strip holds −2 x·y for a few rows x and all rows y.
type strip struct {
	*scan
	lo         int
	square     []float64
	heap       nearest
	candidates []Candidate
	own        []Candidate
}

// nearest returns up to k nearest rows of row i among those that allowed
// admits, all if it is nil.
func (w *strip) nearest(i, k int, allowed func(j int) bool) []Candidate {
	n, d := w.x.Dims()
	approx := w.square[(i-w.lo)*n : (i-w.lo+1)*n]
	w.heap.reset(k)
	for j, v := range approx {
		if j == i || allowed != nil && !allowed(j) {
			continue
		}
		w.heap.offer(Candidate{Key: v + w.scan.square[j], Index: int32(j)})
	}
	if len(w.heap) == 0 {
		return nil
	}
	// Each approximate square is within slack of the true one, so the k
	// nearest are among those up to twice that beyond the k-th.
	const ulp = 1.0 / (1 << 52)
	slack := 4 * float64(d+8) * ulp * (w.scan.square[i] + w.largest)
	bound := w.heap[0].Key + 2*slack
	w.candidates = w.candidates[:0]
	for j, v := range approx {
		if v+w.scan.square[j] <= bound && j != i && (allowed == nil || allowed(j)) {
			e := distance(w.x.RawRowView(i), w.x.RawRowView(j))
			w.candidates = append(w.candidates, Candidate{Key: e, Index: int32(j), Length: e})
		}
	}
	found := nearest(w.candidates).sorted()
	return found[:min(k, len(found))]
}

// distance sums as engine.Euclidean does, to the bit.
func distance(x, y []float64) float64 {
	var sum float64
	for c, v := range y {
		diff := x[c] - v
		sum += diff * diff
	}
	return math.Sqrt(sum)
}
