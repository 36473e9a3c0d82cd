package quality

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/procrustes"
)

// A move takes rows y, n×q, to where others are, n×p: (y − from) turn + to.
type move struct {
	from, to []float64
	turn     *mat.Dense // q×p
	lost     float64    // the scale, by which what turn leaves out of y counts as missed; zero for linear maps
}

// fitMove fits the move that brings y closest to t, by the sum of squares: of all
// linear maps if it is to be affine, else of turns and reflections with one scale.
func fitMove(ctx context.Context, fit string, y, t *mat.Dense) (*move, error) {
	y, t = mat.DenseCopyOf(y), mat.DenseCopyOf(t)
	m := &move{from: moments.Centre(y), to: moments.Centre(t)}
	var err error
	if fit == Affine {
		m.turn, err = leastSquares(ctx, y, t)
	} else {
		m.turn, m.lost, err = procrustes.Similarity(ctx, y, t)
	}
	return m, err
}

// leastSquares returns the linear map that brings y closest to t, both centred: with
// y = U S Vᵀ, V S⁻¹ Uᵀ t over the directions in which y extends.
func leastSquares(ctx context.Context, y, t *mat.Dense) (*mat.Dense, error) {
	s, err := singular(ctx, y)
	if err != nil {
		return nil, err
	}
	const none = 1e-12 // beside the largest, an extent that is rounding
	var along, turn mat.Dense
	along.Mul(s.left, t)
	for k, extent := range s.values {
		by := 0.0
		if extent > none*s.values[0] {
			by = 1 / extent
		}
		row := along.RawRowView(k)
		for c := range row {
			row[c] *= by
		}
	}
	turn.Mul(s.right.T(), &along)
	return &turn, nil
}

// pairs are the singular values of x, with their vectors in rows.
type pairs struct {
	values      []float64
	left, right *mat.Dense
}

func singular(ctx context.Context, x *mat.Dense) (*pairs, error) {
	n, d := x.Dims()
	s, err := decomposition.NewSingular(ctx, n, d, x.RawMatrix().Data, d)
	if err != nil {
		return nil, err
	}
	k := len(s.Values)
	return &pairs{s.Values, mat.NewDense(k, n, s.U), mat.NewDense(k, d, s.V)}, nil
}

// share is the share of the squares of t about its mean that moved y accounts for;
// NaN where t does not vary.
func (m *move) share(y, t *mat.Dense) float64 {
	if t == nil {
		return math.NaN()
	}
	n, q := y.Dims()
	from := mat.NewDense(n, q, nil)
	for i := range n {
		for c, v := range y.RawRowView(i) {
			from.Set(i, c, v-m.from[c])
		}
	}
	var moved mat.Dense
	moved.Mul(from, m.turn)
	mean := moments.ColumnMeans(t)
	var missed, spread float64
	for i := range n {
		for c, v := range t.RawRowView(i) {
			miss, off := v-m.to[c]-moved.At(i, c), v-mean[c]
			missed += float64(miss * miss)
			spread += float64(off * off)
		}
		if q > len(mean) {
			rest := float64(float64(m.lost*m.lost)*square(from.RawRowView(i))) - square(moved.RawRowView(i))
			missed += max(0, rest)
		}
	}
	if spread == 0 {
		return math.NaN()
	}
	return 1 - missed/spread
}

func square(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}
