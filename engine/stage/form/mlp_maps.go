package form

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/network"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// networks are the perceptrons of one shape for given rows.
type networks struct {
	*network.Network
	features *network.Network // the same up to the last hidden layer, which it returns
	standard standard
	x        *mat.Dense // standardised
	seed     int
}

// Rows returns n.
func (m *networks) Rows() int { return m.x.RawMatrix().Rows }

// Dim returns dim.
func (m *networks) Dim() int { return m.Outputs() }

// Work counts what goes forward and back.
func (m *networks) Work() int { return 3 * m.Parameters() }

// Forward fills z with the images.
func (m *networks) Forward(ctx context.Context, z, w []float64) error {
	return m.Apply(ctx, mat.NewDense(m.Rows(), m.Dim(), z), m.x, w)
}

// Pullback takes one row forward and its gradient back.
func (m *networks) Pullback(gradient, w []float64, i int, g []float64) {
	pass := m.NewPass(1)
	pass.Forward(make([]float64, m.Dim()), m.x.RawRowView(i), w)
	pass.Back(gradient, nil, w, g)
}

// passed is how many rows go forward and back at once.
const passed = 256

// PullbackAll takes blocks of rows forward and their gradients back.
func (m *networks) PullbackAll(ctx context.Context, gradient, w, g []float64) error {
	d, q := m.Inputs(), m.Dim()
	parts, err := parallel.Blocks(ctx, m.Rows(), passed, func(lo, hi int) []float64 {
		part, pass := make([]float64, len(w)), m.NewPass(hi-lo)
		pass.Forward(make([]float64, (hi-lo)*q), m.x.RawMatrix().Data[lo*d:hi*d], w)
		pass.Back(part, nil, w, g[lo*q:hi*q])
		return part
	})
	if err != nil {
		return err
	}
	clear(gradient)
	for _, part := range parts {
		for k, v := range part {
			gradient[k] += v
		}
	}
	return nil
}

// smooth is the ridge of a start, as a share of the neurons' mean square: a network that
// goes through all places would be too steep to descend from.
const smooth = 1e-3

// Toward draws hidden layers and finds the last one by least squares, z ≈ [h, 1] A.
func (m *networks) Toward(ctx context.Context, z *mat.Dense) ([]float64, error) {
	if err := ends(z, m.Rows(), m.Dim()); err != nil {
		return nil, err
	}
	w := m.Start(random.New(m.seed, "weights of a map"))
	x, places := m.x, z
	if m.Rows() > mostStart {
		rows := evenly(m.Rows(), mostStart)
		x, places = takeRows(x, rows), takeRows(z, rows)
	}
	n, _ := x.Dims()
	wide := m.features.Outputs()
	before := len(w) - m.Outward()
	hidden := mat.NewDense(n, wide, nil)
	if err := m.features.Apply(ctx, hidden, x, slices.Concat(w[:before], handOut(wide))); err != nil {
		return nil, err
	}
	design := mat.NewDense(n, wide+1, nil)
	design.Apply(func(i, j int, _ float64) float64 {
		if j == wide {
			return 1
		}
		return hidden.At(i, j)
	}, design)
	copy(w[before:], leastSquares(design, places, nil, smooth).RawMatrix().Data)
	return w, ctx.Err()
}

// mostStart are the rows that a start is found by, of more.
const mostStart = 20_000

// evenly returns count of n rows, in order.
func evenly(n, count int) []int {
	rows := make([]int, count)
	for k := range rows {
		rows[k] = k * n / count
	}
	return rows
}

// takeRows returns some rows of x.
func takeRows(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for to, i := range rows {
		copy(out.RawRowView(to), x.RawRowView(i))
	}
	return out
}

// Outward counts the last layer.
func (m *networks) Outward() int { return (m.features.Outputs() + 1) * m.Dim() }

// Of returns the same networks for some of the rows.
func (m *networks) Of(rows []int) pairwise.Map {
	some := *m
	some.x = takeRows(m.x, rows)
	return &some
}

// handOut are the parameters of a layer that gives what it gets.
func handOut(wide int) []float64 {
	w := make([]float64, (wide+1)*wide)
	for k := range wide {
		w[k*wide+k] = 1
	}
	return w
}

// Map returns the map of rows by w.
func (m *networks) Map(_ context.Context, w []float64) (engine.Map, error) {
	return &networkMap{m.Network, m.standard, slices.Clone(w)}, nil
}

type networkMap struct {
	net      *network.Network
	standard standard
	w        []float64
}

func init() { codec.Register[*networkMap]("network", 1) }

// Fields tells the network, its parameters and how columns are standardised: those that
// do not vary have an infinite spread.
func (m *networkMap) Fields(f *codec.Fields) {
	if m.net == nil {
		m.net = new(network.Network)
	}
	f.Group("net", m.net.Fields)
	f.Floats("mean", &m.standard.mean)
	f.Numbers("spread", &m.standard.spread)
	f.Floats("parameters", &m.w)
	f.Check(len(m.standard.mean) == f.Columns() && len(m.standard.spread) == f.Columns(), "a mean of %d columns for %d", len(m.standard.mean), f.Columns())
	f.Check(!slices.ContainsFunc(m.standard.spread, func(s float64) bool { return !(s > 0) }), "a spread is not above zero")
	if f.Good() {
		f.Check(len(m.w) == m.net.Parameters(), "%d parameters of %d", len(m.w), m.net.Parameters())
	}
}

// Dim returns dim.
func (m *networkMap) Dim() int { return m.net.Outputs() }

// Slope takes the axes of images back through the network, and through the units of
// columns.
func (m *networkMap) Slope(dst *mat.Dense, row []float64) {
	standard := m.standard.rows(mat.NewDense(1, len(row), slices.Clone(row)))
	m.net.Slope(dst, standard.RawRowView(0), m.w)
	dst.Apply(func(j, _ int, v float64) float64 { return v / m.standard.spread[j] }, dst)
}

// Apply fills dst with the images of the rows of x.
func (m *networkMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return m.net.Apply(ctx, dst, m.standard.rows(x), m.w)
}
