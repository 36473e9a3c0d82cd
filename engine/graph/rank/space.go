package rank

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// A space gives rows of numbers in the order of the distances.
type space interface {
	// fill sets dst[t], whose length is padded (simd.Padded) so that kernels
	// find whole words, to the row seen from rows[t]. That row itself, and what
	// is padded, is infinitely far.
	fill(dst [][]float64, rows []int) error
}

func spaceOf(d engine.Distances) (space, error) {
	if p, ok := d.(engine.Pointed); ok {
		return newColumns(p.Points())
	}
	return distanceRows{d}, nil
}

// columns are points kept by columns, whose squared distances are measured.
type columns struct {
	x      *mat.Dense
	values []float64 // by column, each of padded length
	stride int
}

// newColumns refuses points whose squared distances overflow.
func newColumns(x *mat.Dense) (*columns, error) {
	n, d := x.Dims()
	s := &columns{x: x, stride: simd.Padded(n)}
	s.values = make([]float64, d*s.stride)
	low, high := make([]float64, d), make([]float64, d)
	copy(low, x.RawRowView(0))
	copy(high, x.RawRowView(0))
	for i := range n {
		for c, v := range x.RawRowView(i) {
			s.values[c*s.stride+i] = v
			low[c], high[c] = min(low[c], v), max(high[c], v)
		}
	}
	var widest float64
	for c := range d {
		widest += float64((high[c] - low[c]) * (high[c] - low[c]))
		for i := n; i < s.stride; i++ {
			s.values[c*s.stride+i] = math.Inf(1)
		}
	}
	if math.IsNaN(widest) || math.IsInf(widest, 0) {
		return nil, &engine.Error{Cause: "distances between rows are not finite: a value is missing or too large", Remedy: remedy.Put("impute", "scale").Before(engine.EmbedderRole)}
	}
	return s, nil
}

// fill measures as many rows at a time as stay in the nearest cache, for all
// of rows before it goes on to the next.
func (s *columns) fill(dst [][]float64, rows []int) error {
	const numbers = 3 << 10
	_, d := s.x.Dims()
	block := max(1, numbers/d/simd.PanelWidth) * simd.PanelWidth
	for lo := 0; lo < s.stride; lo += block {
		hi := min(lo+block, s.stride)
		for t, i := range rows {
			simd.ColumnSquares(dst[t][lo:hi], s.values[lo:], s.stride, s.x.RawRowView(i))
		}
	}
	for t, i := range rows {
		dst[t][i] = math.Inf(1)
	}
	return nil
}

// distanceRows are distances that are asked for by rows.
type distanceRows struct{ d engine.Distances }

func (s distanceRows) fill(dst [][]float64, rows []int) error {
	n := s.d.Len()
	for t, i := range rows {
		row := dst[t]
		s.d.Row(row[:n], i)
		if err := check.Dissimilarities(row[:n], i); err != nil {
			return err
		}
		row[i] = math.Inf(1)
		for j := n; j < len(row); j++ {
			row[j] = math.Inf(1)
		}
	}
	return nil
}
