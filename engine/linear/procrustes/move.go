package procrustes

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/decomposition"
	"unfold/engine/internal/moments"
)

// A Move takes a row y of q numbers to (y − From) Turn + To, of p numbers. Turn has the
// scale in it.
type Move struct {
	From, To []float64
	Turn     *mat.Dense // q×p
	Scale    float64
}

// Onto returns the move that brings the rows of y closest to those of t, by the sum of
// squared differences: a turn or reflection, one scale and a shift. Time O(n q p).
//
// Schönemann, Carroll 1970, doi:10.1007/BF02291266.
func Onto(ctx context.Context, y, t *mat.Dense) (*Move, error) {
	y, t = mat.DenseCopyOf(y), mat.DenseCopyOf(t)
	m := &Move{From: moments.Centre(y), To: moments.Centre(t)}
	var err error
	m.Turn, m.Scale, err = Similarity(ctx, y, t)
	return m, err
}

// Row fills dst with where a row is moved to.
func (m *Move) Row(dst, y []float64) {
	for c := range dst {
		sum := m.To[c]
		for k, v := range y {
			sum += float64((v - m.From[k]) * m.Turn.At(k, c))
		}
		dst[c] = sum
	}
}

// Similarity returns s Q for the turn Q and the scale s that bring y closest to t,
// both centred, and s: with yᵀ t = U S Vᵀ, Q = U Vᵀ and s = Σ S / ‖y‖² (Schönemann,
// Carroll 1970, doi:10.1007/BF02291266).
func Similarity(ctx context.Context, y, t *mat.Dense) (turn *mat.Dense, scale float64, err error) {
	var cross mat.Dense
	cross.Mul(y.T(), t)
	q, p := cross.Dims()
	s, err := decomposition.NewSingular(ctx, q, p, cross.RawMatrix().Data, p)
	if err != nil {
		return nil, 0, err
	}
	for _, v := range s.Values {
		scale += v
	}
	if size := square(y.RawMatrix().Data); size > 0 {
		scale /= size
	}
	k := len(s.Values)
	turn = new(mat.Dense)
	turn.Mul(mat.NewDense(k, q, s.U).T(), mat.NewDense(k, p, s.V))
	turn.Scale(scale, turn)
	return turn, scale, nil
}

// square is Σ x².
func square(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}
