package extension

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/gram"
)

// A regression is the map x ↦ mean + Σ_i k(x, x_i) W_i.
type regression struct {
	of      *centres
	columns *mat.Dense // dim×n: the columns of W
	mean    []float64
}

// Centres are the rows x_i that regressions are sums over.
type centres struct {
	kernel  gram.Kernel
	profile *gram.Profile
	n, d    int
}

func newCentres(kernel gram.Kernel, x *mat.Dense) *centres {
	n, d := x.Dims()
	return &centres{kernel, gram.NewProfile(x), n, d}
}

// regression returns the map with the coefficients w.
func (c *centres) regression(w *mat.Dense, mean []float64) *regression {
	return &regression{c, mat.DenseCopyOf(w.T()), mean}
}

func init() { codec.Register[*regression]("regression", 1) }

// Fields tells the kernel, the rows and the coefficients.
func (r *regression) Fields(f *codec.Fields) {
	if r.of == nil {
		r.of = &centres{profile: new(gram.Profile)}
	}
	codec.Value(f, "kernel", &r.of.kernel)
	f.Group("rows", r.of.profile.Fields)
	r.of.n, r.of.d = r.of.profile.Len(), f.Columns()
	f.Floats("mean", &r.mean)
	f.Matrix("coefficients", &r.columns)
	if f.Good() {
		dim, n := r.columns.Dims()
		f.Check(dim == len(r.mean) && n == r.of.n, "coefficients %d×%d for %d columns and %d rows", dim, n, len(r.mean), r.of.n)
	}
}

// Dim returns the number of columns of an image.
func (r *regression) Dim() int { return len(r.mean) }

// Apply fills dst with the images of the rows of x.
func (r *regression) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return r.of.apply(ctx, []*regression{r}, []*mat.Dense{dst}, x)
}

// Slope fills dst with Σ_i ∂k(x, x_i)/∂x W_i at a row.
func (r *regression) Slope(dst *mat.Dense, row []float64) {
	slope := make([]float64, len(row))
	for p := range r.mean {
		r.of.profile.Slope(r.of.kernel, slope, row, r.columns.RawRowView(p))
		dst.SetCol(p, slope)
	}
}

// apply fills dst with the images of the rows of x by each of the maps. Values of
// the kernel are found once for all maps, and for some rows at a time, so that a
// column of W is read once for these; an image is the same bits in any company.
func (c *centres) apply(ctx context.Context, maps []*regression, dst []*mat.Dense, x *mat.Dense) error {
	const some = 16 // rows whose values stay in a processor's second cache
	n, _ := x.Dims()
	cost := c.n * (c.d + 8)
	for _, r := range maps {
		cost += c.n * r.Dim()
	}
	count := parallel.Count(ctx, "mapping", n)
	return parallel.With(ctx, n, max(1, min(4*some, 1<<22/max(1, cost))), func() [][]float64 {
		values := make([][]float64, min(n, some))
		for i := range values {
			values[i] = c.profile.Workspace()
		}
		return values
	}, func(values [][]float64, lo, hi int) {
		for from := lo; from < hi; from += some {
			near := values[:min(some, hi-from)]
			for i, to := range near {
				c.profile.Values(c.kernel, to, x.RawRowView(from+i))
			}
			for m, r := range maps {
				for p, mean := range r.mean {
					column := r.columns.RawRowView(p)
					for i, k := range near {
						dst[m].RawRowView(from + i)[p] = mean + simd.Dot(k, column)
					}
				}
			}
		}
		count.Add(hi - lo)
	})
}

// mapTraining adds to extensions by regressions the images of the training rows, if
// predictors learn from these.
func (c *centres) mapTraining(ctx context.Context, all []*engine.Extension, x *mat.Dense) error {
	var maps []*regression
	var images []*mat.Dense
	n, _ := x.Dims()
	for _, e := range all {
		if e.LearnMapped {
			e.Trained = mat.NewDense(n, e.Dim(), nil)
			maps, images = append(maps, e.Map.(*regression)), append(images, e.Trained)
		}
	}
	if len(maps) == 0 {
		return nil
	}
	return c.apply(ctx, maps, images, x)
}
