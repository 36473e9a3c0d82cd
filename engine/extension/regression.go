package extension

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/simd"
)

// A regression is the map x ↦ mean + Σ_i k(x, x_i) W_i.
type regression struct{ rowwise[[]float64] }

// newRegression returns the map with the coefficients w for the rows of x.
func newRegression(kernel gram.Kernel, x, w *mat.Dense, mean []float64) regression {
	n, d := x.Dims()
	profile, columns := gram.NewProfile(x), mat.DenseCopyOf(w.T())
	return regression{rowwise[[]float64]{
		dim:   len(mean),
		cost:  n * (d + len(mean) + 8),
		fresh: profile.Workspace,
		row: func(values, image, to []float64) error {
			profile.Values(kernel, values, to)
			for p := range image {
				image[p] = mean[p] + simd.Dot(values, columns.RawRowView(p))
			}
			return nil
		},
	}}
}

// regressed returns the extension by a ridge system's solution for the rows of
// x, with the images of the rows that it was fitted to.
func regressed(kernel gram.Kernel, x *mat.Dense, r *gram.Ridge, mean []float64, train string) *engine.Extension {
	e := extended(newRegression(kernel, x, r.W, mean), train)
	if e.Trained = r.Fitted; e.Trained == nil {
		return e
	}
	n, _ := e.Trained.Dims()
	for i := range n {
		for p, v := range mean {
			e.Trained.RawRowView(i)[p] += v
		}
	}
	return e
}
