package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// expansion is the map x ↦ Σ_i k(x, x_i) b_i − shift. Where the b_i add up to
// zero and shift is what the rows' own images have as their mean, that is the
// map of kernel values centred in the feature space.
type expansion struct {
	kernel  gram.Kernel
	profile *gram.Profile
	columns [][]float64 // dim×n
	shift   []float64
}

// newExpansion takes coefficients b (n×dim), takes the means off its columns,
// and returns the map with the images of the rows of x themselves, whose mean is
// zero.
func newExpansion(ctx context.Context, k gram.Kernel, x, b *mat.Dense) (*expansion, *mat.Dense, error) {
	b, _ = centre(b)
	return expand(ctx, k, x, b, x)
}

// expand returns the map x ↦ bᵀ k(x) over centres, less its mean over the rows
// of x, and their images.
func expand(ctx context.Context, k gram.Kernel, centres, b, x *mat.Dense) (*expansion, *mat.Dense, error) {
	n, _ := x.Dims()
	_, dim := b.Dims()
	e := &expansion{kernel: k, profile: gram.NewProfile(centres), shift: make([]float64, dim)}
	for p := range dim {
		e.columns = append(e.columns, mat.Col(nil, p, b))
	}
	y := mat.NewDense(n, dim, nil)
	if err := e.Apply(ctx, y, x); err != nil {
		return nil, nil, err
	}
	y, e.shift = centre(y)
	return e, y, nil
}

// Dim returns dim.
func (e *expansion) Dim() int { return len(e.columns) }

// Apply fills dst with the images of the rows of x.
func (e *expansion) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, d := x.Dims()
	return parallel.With(ctx, n, parallel.Grain(len(e.columns[0])*(d+e.Dim()+4)), e.profile.Workspace, func(values []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			e.profile.Values(e.kernel, values, x.RawRowView(i))
			image := dst.RawRowView(i)
			for p, b := range e.columns {
				var sum float64
				for j, v := range values {
					sum += float64(v * b[j])
				}
				image[p] = sum - e.shift[p]
			}
		}
	})
}
