package gram

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
)

// An Expansion is the map x ↦ Σ_i k(x, x_i) b_i − shift. Where the b_i add up to
// zero and shift is what the rows' own images have as their mean, that is the
// map of kernel values centred in the feature space.
type Expansion struct {
	Columns [][]float64 // b by columns, dim×n
	Shift   []float64   // dim

	kernel  Kernel
	profile *Profile
}

// NewExpansion returns the map with coefficients b (n×dim) of the centres (n×d), and no
// shift.
func NewExpansion(k Kernel, centres, b *mat.Dense) *Expansion {
	_, dim := b.Dims()
	e := &Expansion{kernel: k, profile: NewProfile(centres), Shift: make([]float64, dim)}
	for p := range dim {
		e.Columns = append(e.Columns, mat.Col(nil, p, b))
	}
	return e
}

func init() { codec.Register[*Expansion]("expansion", 1) }

// Fields tells the kernel, the rows and the coefficients.
func (e *Expansion) Fields(f *codec.Fields) {
	if e.profile == nil {
		e.profile = new(Profile)
	}
	codec.Value(f, "kernel", &e.kernel)
	f.Group("rows", e.profile.Fields)
	f.Floats("shift", &e.Shift)
	codec.List(f, "coefficients", &e.Columns, func(f *codec.Fields, c *[]float64) {
		f.Floats("column", c)
		f.Check(len(*c) == e.profile.Len(), "%d coefficients of %d rows", len(*c), e.profile.Len())
	})
	f.Check(len(e.Columns) == len(e.Shift) && len(e.Columns) > 0, "%d columns of coefficients for %d", len(e.Columns), len(e.Shift))
}

// Dim returns dim.
func (e *Expansion) Dim() int { return len(e.Columns) }

// Apply fills dst with the images of the rows of x.
func (e *Expansion) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, d := x.Dims()
	return parallel.With(ctx, n, parallel.Grain(len(e.Columns[0])*(d+e.Dim()+4)), e.profile.Workspace, func(values []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			e.profile.Values(e.kernel, values, x.RawRowView(i))
			image := dst.RawRowView(i)
			for p, b := range e.Columns {
				var sum float64
				for j, v := range values {
					sum += float64(v * b[j])
				}
				image[p] = sum - e.Shift[p]
			}
		}
	})
}

// Slope fills dst with Σ_i ∂k(x, x_i)/∂x b_iᵀ at a row.
func (e *Expansion) Slope(dst *mat.Dense, row []float64) {
	slope := make([]float64, len(row))
	for p, b := range e.Columns {
		e.profile.Slope(e.kernel, slope, row, b)
		dst.SetCol(p, slope)
	}
}
