package geodesic

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
)

// Between are the geodesics from landmarks to each other.
func (m *Landmarks) Between() *triangle.Matrix {
	between := triangle.NewDouble(m.Count())
	for l := range m.Count() {
		row := between.Double(l)
		for other := range row {
			row[other] = m.at(l, int(m.rows[other]))
		}
	}
	return between
}

// Nearest lists for each row the landmarks that it is nearest to, as many of them,
// the nearest first, by their positions among landmarks. Time O(n L).
func (m *Landmarks) Nearest(ctx context.Context, count int) ([][]int32, error) {
	near := make([][]int32, m.Len())
	fresh := func() []float64 { return make([]float64, m.Count()) }
	return near, parallel.With(ctx, m.Len(), parallel.Grain(m.Count()), fresh, func(lengths []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.To(lengths, i)
			for _, c := range neighbour.Least(nil, lengths, min(count, m.Count())) {
				near[i] = append(near[i], c.Index)
			}
		}
	})
}

// PlaceBetween puts each row between landmarks near it, whose places are y (L×dim):
// at Σ w_l y_l with the weights of sum one by which it is nearest to their
// barycentre, as far as geodesics g tell,
//
//	C w = 1,  C_lk = (g_il² + g_ik² − g_lk²)/2 + 1e-3 tr(C) I
//
// (Saul, Roweis 2003, Think globally, fit locally, Journal of Machine Learning
// Research 4, section 3, with the inner products that distances stand for).
// Landmarks stay where they are. Time O(n k³) for k near ones.
func (m *Landmarks) PlaceBetween(ctx context.Context, near [][]int32, y *mat.Dense) (*mat.Dense, error) {
	_, dim := y.Dims()
	placed := mat.NewDense(m.Len(), dim, nil)
	return placed, parallel.Each(ctx, m.Len(), 64, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			if m.at(int(near[i][0]), i) == 0 {
				copy(placed.RawRowView(i), y.RawRowView(int(near[i][0])))
				continue
			}
			weights, err := barycentric(m.innerProducts(near[i], i))
			if err != nil {
				return err
			}
			for a, l := range near[i] {
				for p, v := range y.RawRowView(int(l)) {
					placed.RawRowView(i)[p] += float64(weights[a] * v)
				}
			}
		}
		return nil
	})
}

// innerProducts are C without its diagonal term: of the ways from row i to landmarks.
func (m *Landmarks) innerProducts(near []int32, i int) *mat.SymDense {
	c := mat.NewSymDense(len(near), nil)
	for a, l := range near {
		own := m.at(int(l), i)
		for b, k := range near[:a+1] {
			other, across := m.at(int(k), i), m.at(int(l), int(m.rows[k]))
			c.SetSym(a, b, (float64(own*own)+float64(other*other)-float64(across*across))/2)
		}
	}
	return c
}

// barycentric solves (C + r I) w = 1 and scales w to sum one. Geodesics need not be
// those of points: where C has eigenvalues below zero, r grows until all are above.
func barycentric(c *mat.SymDense) ([]float64, error) {
	const reg = 1e-3
	n := c.SymmetricDim()
	ones := mat.NewVecDense(n, slices.Repeat([]float64{1}, n))
	for r := reg * mat.Trace(c); ; r *= 4 {
		shifted := mat.NewSymDense(n, nil)
		shifted.CopySym(c)
		for a := range n {
			shifted.SetSym(a, a, c.At(a, a)+r)
		}
		var factor mat.Cholesky
		if !factor.Factorize(shifted) {
			continue
		}
		var w mat.VecDense
		var rough mat.Condition
		if err := factor.SolveVecTo(&w, ones); err != nil && !errors.As(err, &rough) {
			return nil, err
		}
		w.ScaleVec(1/mat.Sum(&w), &w)
		return w.RawVector().Data, nil
	}
}
