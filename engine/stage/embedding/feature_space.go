package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// A featureSpace holds the rows by their leading components in the feature space
// of a kernel, u = Tᵀ k(x) − shift.
type featureSpace struct {
	kernel  gram.Kernel
	centres *mat.Dense // m×d
	turn    *mat.Dense // T, m×r
	u       *mat.Dense // n×r
	spread  []float64  // variances of the components, falling
}

const mostComponents = 200

// newFeatureSpace finds the components from the kernel values of the centres.
func newFeatureSpace(ctx context.Context, k gram.Kernel, x *mat.Dense, count int) (*featureSpace, error) {
	n, d := x.Dims()
	f := &featureSpace{kernel: k, centres: x}
	if count < n {
		f.centres = mat.NewDense(count, d, nil)
		for c, i := range ridge.Centres(n, count, 1) {
			f.centres.SetRow(c, x.RawRowView(i))
		}
	}
	m := min(n, count)
	if err := memory.Claim(ctx, uint64(n)*uint64(2*m+mostComponents)*8, fmt.Sprintf("kernel values of %d rows at %d centres", n, m), remedy.Reduce("centres")); err != nil {
		return nil, err
	}
	between, err := similarities(ctx, k, f.centres)
	if err != nil {
		return nil, err
	}
	found, err := spectral.Top(ctx, between, min(m, 2*mostComponents))
	if err != nil {
		return nil, err
	}
	positive := found.Positive()
	if positive == 0 {
		return nil, spectral.Identical()
	}
	root := mat.NewDense(m, positive, nil)
	root.Apply(func(_, c int, v float64) float64 { return v / math.Sqrt(found.Values[c]) }, found.Vectors.Slice(0, m, 0, positive))
	_, features, err := expand(ctx, f.kernel, f.centres, root, x)
	if err != nil {
		return nil, err
	}
	leading, err := spectral.Principal(ctx, features, min(n-1, positive, mostComponents))
	if err != nil {
		return nil, err
	}
	if len(leading.Values) == 0 {
		return nil, spectral.Identical()
	}
	known := leading.Positive() // the others are what rounding leaves of the kernel's values
	axes := leading.Vectors.Slice(0, positive, 0, known)
	f.turn, f.u, f.spread = new(mat.Dense), new(mat.Dense), leading.Values[:known]
	f.turn.Mul(root, axes)
	f.u.Mul(features, axes)
	return f, ctx.Err()
}

// damp divides each component by √(s² + share s₁²) and returns what the squares
// of parameters of a map to dim coordinates then cost, weight share s₁² / (s² +
// share s₁²).
func (f *featureSpace) damp(share, weight float64, dim int) ([]float64, error) {
	if dim > len(f.spread) {
		return nil, tooManyDimensions(dim, len(f.spread), "directions of the feature space with any variance")
	}
	var penalties []float64
	scales := make([]float64, len(f.spread))
	for a, v := range f.spread {
		full := v + float64(share*f.spread[0])
		penalty := share * f.spread[0] / full
		for range dim {
			penalties = append(penalties, penalty*weight)
		}
		scales[a] = 1 / math.Sqrt(full)
	}
	scale := func(_, a int, v float64) float64 { return v * scales[a] }
	f.u.Apply(scale, f.u)
	f.turn.Apply(scale, f.turn)
	return penalties, nil
}

// place makes the embedding of the map w (r×q by rows) of the components.
func (f *featureSpace) place(ctx context.Context, s engine.Sample, w []float64, q int) (*engine.Embedding, error) {
	n, r := f.u.Dims()
	flat := mat.NewDense(r, q, w)
	var z mat.Dense
	z.Mul(f.u, flat)
	var svd mat.SVD
	if !svd.Factorize(&z, mat.SVDThin) {
		return nil, &engine.Error{Cause: "the map found is not finite", Remedy: remedy.Put("scale")}
	}
	var axes, b mat.Dense
	svd.VTo(&axes)
	flat.Mul(mat.DenseCopyOf(flat), &axes)
	b.Mul(f.turn, flat)
	own, y, err := expand(ctx, f.kernel, f.centres, &b, s.X)
	if err != nil {
		return nil, err
	}
	for p, sign := range spectral.Signs(y) {
		if sign > 0 {
			continue
		}
		for i := range n {
			y.Set(i, p, -y.At(i, p))
		}
		own.Shift[p] = -own.Shift[p]
		for c := range own.Columns[p] {
			own.Columns[p][c] = -own.Columns[p][c]
		}
	}
	spectrum := svd.Values(nil)
	for k := range spectrum {
		spectrum[k] *= spectrum[k] / float64(n-1)
	}
	return &engine.Embedding{Y: y, Spectrum: spectrum, Map: own}, nil
}
