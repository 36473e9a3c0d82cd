package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
)

// A lattice is units in a grid, with the rows that are theirs.
type lattice struct {
	grid    *grid
	rows    *rows
	centres *centres  // the units
	unit    []int     // of each row, the nearest
	second  []int     // and the nearest but one, −1 if there is none
	squares []float64 // distance of each row to its unit, squared
}

// learn lays the units through the rows.
func (m *SOM) learn(ctx context.Context, r *rows, g *grid) (*lattice, error) {
	n, d := r.size()
	l := &lattice{grid: g, rows: r, unit: make([]int, n), second: make([]int, n), squares: make([]float64, n)}
	l.centres = newCentres(r.evenly(g), d)
	radius := m.Radius
	if radius == engine.Auto {
		radius = max(1, float64(max(g.width, g.height))/4)
	}
	h := make([]float64, g.count()*g.count())
	told := parallel.Count(ctx, "epochs", m.Epochs)
	for epoch := range m.Epochs {
		if err := l.assign(ctx); err != nil {
			return nil, err
		}
		share := float64(epoch) / float64(max(1, m.Epochs-1))
		g.neighbourhood(h, radius+float64(share*(m.Last-radius)))
		if err := l.move(ctx, h); err != nil {
			return nil, err
		}
		told.Add(1)
	}
	return l, l.assign(ctx)
}

// evenly spreads units over the first two directions, √3 standard deviations to
// either side, which is where even rows of these variances end.
func (r *rows) evenly(g *grid) []float64 {
	_, d := r.size()
	at := make([]float64, g.count()*d)
	for k := range g.count() {
		across, down := g.places.At(k, 0), g.places.At(k, 1)
		last := g.count() - 1
		r.along(at[k*d:(k+1)*d], evenStep(across, float64(g.width-1)), evenStep(down, g.places.At(last, 1)))
	}
	return at
}

// evenStep is where a unit starts that stands at a place of a side so long.
func evenStep(at, length float64) float64 {
	if length == 0 {
		return 0
	}
	return math.Sqrt(3) * (2*at/length - 1)
}

// assign finds the nearest units of all rows.
func (l *lattice) assign(ctx context.Context) error {
	n, _ := l.rows.size()
	count := l.grid.count()
	return parallel.With(ctx, n, blockRows, func() []float64 { return make([]float64, blockRows*count) }, func(squares []float64, lo, hi int) {
		squares = squares[:(hi-lo)*count]
		l.centres.measure(squares, l.rows.block(lo, hi))
		for i := lo; i < hi; i++ {
			of := squares[(i-lo)*count : (i-lo+1)*count]
			l.unit[i], l.second[i] = nearest(of)
			l.squares[i] = l.exactSquare(i)
		}
	})
}

// exactSquare is the squared distance of row i to its unit, by differences, which
// lose no digits where the two agree.
func (l *lattice) exactSquare(i int) float64 {
	d, sum := l.centres.dim, 0.0
	m := l.centres.at[l.unit[i]*d : (l.unit[i]+1)*d]
	for c, v := range l.rows.x.RawRowView(i) {
		off := v - m[c]
		sum += float64(off * off)
	}
	return sum
}

// move takes units to the means of the rows, weighed by how near these rows' units are
// in the grid: sums of the rows of each unit first, in their order. A unit that no
// weight reaches stays.
func (l *lattice) move(ctx context.Context, h []float64) error {
	n, d := l.rows.size()
	count := l.grid.count()
	sums, rows := make([]float64, count*d), make([]float64, count)
	for i := range n {
		at := l.unit[i] * d
		for c, v := range l.rows.x.RawRowView(i) {
			sums[at+c] += v
		}
		rows[l.unit[i]]++
	}
	moved, weight := make([]float64, count*d), make([]float64, count)
	if err := own.Gemm(ctx, blas.NoTrans, blas.NoTrans, count, d, count, 1, h, count, sums, d, 0, moved, d); err != nil {
		return err
	}
	for k := range count {
		weight[k] = simd.Dot(h[k*count:(k+1)*count], rows)
		if weight[k] == 0 {
			copy(moved[k*d:(k+1)*d], l.centres.at[k*d:(k+1)*d])
			continue
		}
		for c := range d {
			moved[k*d+c] /= weight[k]
		}
	}
	l.centres = newCentres(moved, d)
	return nil
}

// remark tells how well the units stand for the rows, and the grid for the units.
func (l *lattice) remark(ctx context.Context) {
	n := float64(len(l.unit))
	distance, torn := 0.0, 0.0
	for i, square := range l.squares {
		distance += math.Sqrt(square) / n
		if second := l.second[i]; second >= 0 && l.grid.square(l.unit[i], second) > 1.5 { // neighbours are a step apart
			torn++
		}
	}
	engine.Remark(ctx, "%d × %d units: quantisation error %.4g, topographic error %.3g %%", l.grid.width, l.grid.height, distance, 100*torn/n)
}
