package prototype

import (
	"context"
	"math"
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
	coding  *coding
	shape   shape
	classes []int     // of each prototype, as the sample numbers them
	usual   int       // the class of most rows
	w       []float64 // P×d, in coded columns
	omega   []float64 // of one matrix or of P
}

// model takes the variables apart.
func (c *cost) model(coding *coding, numbers []int, x []float64) *Model {
	at := c.take(x)
	m := &Model{Settings: c.Settings, coding: coding, shape: c.shape, w: slices.Clone(at.w), omega: at.omega}
	for _, class := range c.classes {
		m.classes = append(m.classes, numbers[class])
	}
	most := 0
	for class, members := range c.members() {
		if len(members) > most {
			m.usual, most = numbers[class], len(members)
		}
	}
	return m
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
		for j, v := range m.Prototype(k) {
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
// first; a row without any cell, which is at no distance from all, that of most
// training rows. Time O(d rank) for each prototype and row.
func (m *Model) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	return m.eachRow(ctx, y, func(i int, _ []float64, nearest int) { dst[i] = float64(m.classes[nearest]) }, func(i int) { dst[i] = float64(m.usual) })
}

// eachRow measures each row, and tells the squared distances to all prototypes and which
// is nearest, or that it is without any cell.
func (m *Model) eachRow(ctx context.Context, y *mat.Dense, measured func(i int, squares []float64, nearest int), empty func(i int)) error {
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
			if len(w.lacks) == len(w.x) {
				empty(i)
				continue
			}
			nearest := 0
			for k, v := range squares {
				if v < squares[nearest] {
					nearest = k
				}
			}
			measured(i, squares, nearest)
		}
	})
}

// Count returns how many prototypes there are.
func (m *Model) Count() int { return len(m.classes) }

// Noise is a thousandth: matrices with as many columns as a class has rows can overlook
// all that these differ in. More places some more held rows in their class, and draws
// pieces of a map to points.
func (m *Model) Noise() float64 { return 0.001 }

// Margins fills dst with the relative distance of each row, which the share of errors
// falls with (Fischer, Hammer, Wersing 2015, doi:10.1016/j.neucom.2014.10.092). Time as
// that of Predict.
func (m *Model) Margins(ctx context.Context, dst []float64, y *mat.Dense) error {
	return m.eachRow(ctx, y, func(i int, squares []float64, nearest int) { dst[i] = m.margin(squares, nearest) }, func(i int) { dst[i] = 0 })
}

// margin is (d⁻ − d⁺)/(d⁻ + d⁺); zero where both are.
func (m *Model) margin(squares []float64, nearest int) float64 {
	other := math.Inf(1)
	for k, v := range squares {
		if m.classes[k] != m.classes[nearest] {
			other = min(other, v)
		}
	}
	sum := other + squares[nearest]
	if sum == 0 {
		return 0
	}
	return (other - squares[nearest]) / sum
}

// Directions returns how many coordinates a row has about a prototype: the rows of its
// matrix.
func (m *Model) Directions() int { return m.shape.rank() }

// Coordinates fills dst (prototypes×directions) with Ω_k (x − w_k) for a row x, as the
// sample has them; their squares add up to the distances that rows are predicted by.
func (m *Model) Coordinates(dst, row []float64) {
	w := m.newWorkspace()
	w.lacks = m.coding.code(w.x, row, w.lacks)
	for k := range m.classes {
		for j, v := range m.Prototype(k) {
			w.off[j] = w.x[j] - v
		}
		for _, j := range w.lacks {
			w.off[j] = 0
		}
		m.image(w, k)
		copy(dst[k*len(w.image):], w.image)
	}
}
