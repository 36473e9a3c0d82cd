package prototype

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A Model is learned prototypes with the matrices of their distances. It may be used
// by several goroutines at once.
type Model struct {
	Settings
	coding  *Coding
	shape   shape
	classes []int     // of each prototype, as the sample numbers them
	w       []float64 // P×d, in coded columns
	omega   []float64 // of one matrix or of P
}

// model takes the variables apart.
func (c *cost) model(coding *Coding, numbers []int, x []float64) *Model {
	at := c.take(x)
	m := &Model{Settings: c.Settings, coding: coding, shape: c.shape, w: slices.Clone(at.w), omega: at.omega}
	for _, class := range c.classes {
		m.classes = append(m.classes, numbers[class])
	}
	return m
}

// prototype is prototype k in coded columns.
func (m *Model) prototype(k int) []float64 {
	d := m.coding.width()
	return m.w[k*d : (k+1)*d]
}

// relevances is Λ = ΩᵀΩ of prototype k, d×d with trace 1, or 1/d I where nothing is
// learned of columns. Its diagonal tells what a column weighs by itself, an entry
// beside it what two columns weigh together.
func (m *Model) relevances(k int) *mat.SymDense {
	d, rank := m.coding.width(), m.shape.rank()
	lambda := mat.NewSymDense(d, nil)
	if m.Form == Identity {
		for j := range d {
			lambda.SetSym(j, j, 1/float64(d))
		}
		return lambda
	}
	omega := mat.NewDense(rank, d, nil)
	for j := range d {
		m.shape.column(j, func(row, at int) { omega.Set(row, j, m.matrix(k)[at]) })
	}
	for i := range d {
		for j := i; j < d; j++ {
			sum := 0.0
			for r := range rank {
				sum += float64(omega.At(r, i) * omega.At(r, j))
			}
			lambda.SetSym(i, j, sum)
		}
	}
	return lambda
}

// matrix is Ω of prototype k.
func (m *Model) matrix(k int) []float64 {
	size := m.shape.size()
	if !m.Local {
		k = 0
	}
	return m.omega[k*size : (k+1)*size]
}

// A workspace is what the distances of a row need.
type workspace struct {
	x, off, image []float64
	lacks         []int
}

func (m *Model) newWorkspace() *workspace {
	d := m.coding.width()
	return &workspace{x: make([]float64, d), off: make([]float64, d), image: make([]float64, m.shape.rank())}
}

// squares fills dst with the squared distances of a row, as the sample has them, to
// all prototypes, from the differences of coded cells. Columns that it lacks have no
// part in any.
func (m *Model) squares(dst, row []float64, w *workspace) {
	w.lacks = m.coding.code(w.x, row, w.lacks[:0])
	for k := range m.classes {
		for j, v := range m.prototype(k) {
			w.off[j] = w.x[j] - v
		}
		for _, j := range w.lacks {
			w.off[j] = 0
		}
		m.image(w, k)
		dst[k] = square(w.image)
	}
}

// image sets the image of a difference. Unlike a product of many rows it has the same
// bits for a row by itself, whatever multiplies matrices.
func (m *Model) image(w *workspace, k int) {
	if f, ok := m.shape.(full); ok {
		simd.DotRows(w.image, m.matrix(k), f.d, w.off)
		return
	}
	m.shape.project(w.image, m.matrix(k), w.off, 1)
}

// Predict gives each row the class of the nearest prototype, of equally near ones the
// first. Time O(d rank) for each prototype and row.
func (m *Model) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := check.Width(y, m.coding.given); err != nil {
		return err
	}
	if err := check.Cells(true, engine.Sample{X: y}); err != nil {
		return err
	}
	n, _ := y.Dims()
	return parallel.With(ctx, n, parallel.Grain(len(m.w)*m.shape.rank()), m.newWorkspace, func(w *workspace, lo, hi int) {
		squares := make([]float64, len(m.classes))
		for i := lo; i < hi; i++ {
			m.squares(squares, y.RawRowView(i), w)
			nearest := 0
			for k, v := range squares {
				if v < squares[nearest] {
					nearest = k
				}
			}
			dst[i] = float64(m.classes[nearest])
		}
	})
}
