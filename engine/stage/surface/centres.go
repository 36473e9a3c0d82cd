package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/export"
	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// blockRows are the rows that are measured at once.
const blockRows = 64

// centres are points that rows are measured to, K×d by rows.
type centres struct {
	at      []float64
	squares []float64 // ‖m_k‖²
	dim     int       // d
}

// newCentres keeps the points, which are not to be changed.
func newCentres(at []float64, d int) *centres {
	c := &centres{at: at, squares: make([]float64, len(at)/d), dim: d}
	for k := range c.squares {
		m := at[k*d : (k+1)*d]
		c.squares[k] = simd.Dot(m, m)
	}
	return c
}

// count returns K.
func (c *centres) count() int { return len(c.squares) }

// measure fills dst (m×K) with ‖x − m_k‖² = ‖x‖² − 2 x·m_k + ‖m_k‖² of the rows of x
// (m×d), which depends on each row alone, to the bit.
func (c *centres) measure(dst, x []float64) {
	n, k := len(x)/c.dim, c.count()
	if n == 1 {
		linalg.Gemv(blas.NoTrans, k, c.dim, -2, c.at, c.dim, x, 1, 0, dst, 1)
	} else {
		linalg.Gemm(blas.NoTrans, blas.Trans, n, k, c.dim, -2, x, c.dim, c.at, c.dim, 0, dst, k)
	}
	for i := range n {
		row := x[i*c.dim : (i+1)*c.dim]
		square := simd.Dot(row, row)
		for j, v := range dst[i*k : (i+1)*k] {
			dst[i*k+j] = max(0, v+(c.squares[j]+square))
		}
	}
}

// nearest returns the smallest of some squares, the first of equal ones, and the
// smallest but for that; −1 where all are infinite, or there is but one.
func nearest(squares []float64) (first, second int) {
	first, second = -1, -1
	least, next := math.Inf(1), math.Inf(1)
	for k, v := range squares {
		switch {
		case v < least:
			first, second, least, next = k, first, v, least
		case v < next:
			second, next = k, v
		}
	}
	return first, second
}

// A placer places rows, which are centred, by their distances to centres.
type placer interface {
	// place fills places (m×dim) from the squares of the distances (m×K), which it may
	// change. It reports whether that could be done.
	place(places, squares []float64) bool
	// export says what place does for the squares of a row.
	export(squares export.Value) export.Value
	// size is how many centres it places by, in how many dimensions.
	size() (count, dim int)
}

// centreMap places rows by their distances to centres.
type centreMap struct {
	mean    []float64
	centres *centres
	dim     int
	by      placer
}

func init() { codec.Register[*centreMap]("centres", 1) }

// Fields tells the centres, and how rows are placed by them.
func (m *centreMap) Fields(f *codec.Fields) {
	var at []float64
	if m.centres != nil {
		at = m.centres.at
	}
	f.Floats("mean", &m.mean)
	f.Floats("centres", &at)
	codec.Value(f, "by", &m.by)
	d := f.Columns()
	f.Check(d > 0 && len(m.mean) == d && len(at) > 0 && len(at)%d == 0, "centres of %d columns for %d", len(m.mean), d)
	if !f.Good() {
		return
	}
	count, dim := m.by.size()
	f.Check(count == len(at)/d, "places of %d centres for %d", count, len(at)/d)
	if m.dim = dim; f.Reading() {
		m.centres = newCentres(at, d)
	}
}

// Dim returns the dimensions of a place.
func (m *centreMap) Dim() int { return m.dim }

// Apply fills dst with the places of the rows of x.
func (m *centreMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	if err := check.Width(x, len(m.mean)); err != nil {
		return err
	}
	n, _ := x.Dims()
	type workspace struct{ x, squares, places []float64 }
	fresh := func() workspace {
		most := min(n, blockRows)
		return workspace{make([]float64, most*len(m.mean)), make([]float64, most*m.centres.count()), make([]float64, most*m.dim)}
	}
	return parallel.Try(ctx, n, blockRows, fresh, func(w workspace, lo, hi int) error {
		from, squares, places := w.x[:(hi-lo)*len(m.mean)], w.squares[:(hi-lo)*m.centres.count()], w.places[:(hi-lo)*m.dim]
		for i := range hi - lo {
			row := x.RawRowView(lo + i)
			if err := check.NewRow(row); err != nil {
				return err
			}
			for c, v := range row {
				from[i*len(m.mean)+c] = v - m.mean[c]
			}
		}
		m.centres.measure(squares, from)
		if !m.by.place(places, squares) {
			return &engine.Error{Cause: "a row is too far from the training rows for its distance to be a number", Remedy: remedy.Put("scale")}
		}
		for i := range hi - lo {
			copy(dst.RawRowView(lo+i), places[i*m.dim:])
		}
		return nil
	})
}
