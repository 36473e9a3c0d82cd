package extension

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// drawn is the map by the weights that rows have for one another.
func (m *Nystrom) drawn(outward engine.Outward, e *engine.Embedding) (*engine.Extension, error) {
	const least = 1e-6 // below which a division would tell nothing but rounding
	n, dim := e.Y.Dims()
	columns := make([][]float64, dim) // y_p / μ_p
	for p, mu := range e.Affinity.Eigenvalues() {
		if !(mu > least) {
			return nil, &engine.Error{Cause: fmt.Sprintf("eigenvalue %d of the walk is %.2g: new rows have no place along it", p+1, mu), Remedy: remedy.Reduce("dim").Of(engine.EmbedderRole)}
		}
		columns[p] = make([]float64, n)
		for i := range n {
			columns[p][i] = e.Y.At(i, p) / mu
		}
	}
	type workspace struct{ far, weights []float64 }
	return newExtension(rowMap[*workspace]{
		dim:   dim,
		cost:  n * (dim + 8),
		fresh: func() *workspace { return &workspace{make([]float64, n), make([]float64, n)} },
		row: func(w *workspace, image, x []float64) error {
			outward.From(w.far, x)
			e.Affinity.Draw(w.weights, w.far, x, m.K)
			for p := range image {
				image[p] = simd.Dot(w.weights, columns[p])
			}
			return nil
		},
	}, m.Train), nil
}
