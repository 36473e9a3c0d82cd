package embedding

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/dependence"
	"unfold/engine/internal/parallel"
	own "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:        "kspca",
		Summary:     "keeps the directions that depend most on classes or a response, for a kernel",
		Formula:     "K L K v = λ (K + ρ I) v,  K = H k H;  z = K v",
		Citation:    "Barshan, Ghodsi, Azimifar, Jahromi 2011, doi:10.1016/j.patcog.2010.12.015",
		Examples:    []string{`waveform(n=300) | scale | kspca | svm`, `parity(n=300) | kspca(width=0.5) | knn`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(KSPCA) })
}

// KSPCA, kernel supervised principal component analysis, is SPCA of the rows as a
// kernel sees them: it keeps the directions of the feature space that depend most
// on what is to be learned, by the Hilbert-Schmidt independence criterion.
//
//	K = H k(x_i, x_j) H,  H = I − 11ᵀ/n;  L_ij = l(y_i, y_j)
//	K L K v = λ (K + ρ I) v,  vᵀ (K + ρ I) v = 1,  ρ = ridge tr(K)/n
//	z = K v;  z(x) = (k(x) − mean)ᵀ v
//
// for the dim largest λ, which are the spectrum. X n×d → Z n×dim; any row is
// mapped by the last formula, with the means of the training rows. k is a kernel
// of rows as for kpca; l is as for spca, 1 within a class and 0 elsewhere, and for
// responses exp(−‖y − y′‖²/2 sigmay²) or their inner product.
//
// At most C − 1 directions depend on C classes, and as many as there are responses
// on these by their inner products. Where dim is more, the others are those of
// largest variance among what is orthogonal to them, with zero in the spectrum,
// and a note says so. With little ridge the linear kernel gives spca; more of it
// takes directions of little variance for less.
//
// Time O(n³), O(n(d + dim)) a mapped row; memory 6n² numbers, asked for before
// they are taken. It fails without classes or a response, for more dimensions than
// the feature space has, and for kernel values that are not finite. It is
// deterministic (Barshan, Ghodsi, Azimifar, Jahromi 2011,
// doi:10.1016/j.patcog.2010.12.015). What is there K is K + ρ I here, since K is
// singular once it is centred.
type KSPCA struct {
	Dim     int     // dimensions
	Ridge   float64 // ρ as a share of the mean of K's diagonal
	KernelY string  // of responses: "rbf" or "linear"
	SigmaY  float64 // bandwidth of responses, or engine.Auto
	Mercer
}

// Params declares the parameters.
func (m *KSPCA) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.declare(p)
	p.Float(&m.Ridge, "ridge", 1e-3, engine.Between(1e-9, 1e9), "how much directions of little variance are held back, as a share of the mean variance of all").Quietly().Simpler(engine.Larger)
	p.Text(&m.KernelY, "kernely", "rbf", engine.OneOf("rbf", "linear"), "similarity of responses; classes are alike or not").Quietly()
	p.Float(&m.SigmaY, "sigmay", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−(y−y')²/2sigmay²); auto is the median distance of two responses").Quietly()
}

// Embed places the rows of s.
func (m *KSPCA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	if err := finiteRows(s); err != nil {
		return nil, err
	}
	similar, err := m.similarity(ctx, s)
	if err != nil {
		return nil, err
	}
	kernel, k, err := m.centredValues(parallel.Part(ctx, 0, 0.2), s, 6, remedy.Use("spca"))
	if err != nil {
		return nil, err
	}
	root, err := ridgeRoot(parallel.Part(ctx, 0.2, 0.4), k, m.Ridge)
	if err != nil {
		return nil, err
	}
	v, values, err := m.directions(parallel.Part(ctx, 0.4, 0.9), k, root, similar)
	if err != nil {
		return nil, err
	}
	mapped, y, err := newExpansion(parallel.Part(ctx, 0.9, 1), kernel, s.X, v)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: values, Target: engine.Euclidean(s.X), Map: mapped}, nil
}

// similarity returns the product v ↦ L v, for as many v as there are rows.
func (m *KSPCA) similarity(ctx context.Context, s engine.Sample) (dependence.Product, error) {
	if s.HasClasses() || m.KernelY == "linear" {
		return (&SPCA{Kernel: "linear"}).similarity(ctx, s)
	}
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	sigma, err := dependence.Bandwidth(ctx, answers, "sigmay", m.SigmaY, 1)
	if err != nil {
		return nil, err
	}
	return dependence.Kernel(gram.RBF{Sigma: sigma}, answers), nil
}

// ridgeRoot returns the upper triangle R with RᵀR = K + ρ I.
func ridgeRoot(ctx context.Context, k *mat.Dense, ridge float64) (*mat.Dense, error) {
	n, _ := k.Dims()
	rho := ridge * mat.Trace(k) / float64(n)
	if !(rho > 0) {
		return nil, spectral.Identical()
	}
	root := mat.DenseCopyOf(k)
	for i := range n {
		root.Set(i, i, root.At(i, i)+rho)
	}
	raw := root.RawMatrix()
	failed, _, err := own.Cholesky(ctx, blas.Upper, n, raw.Data, raw.Stride)
	if err != nil {
		return nil, err
	}
	if failed >= 0 {
		return nil, &engine.Error{Param: "ridge", Cause: "the kernel is not positive definite as far as rounding tells", Remedy: remedy.Raise("ridge").Or(remedy.Set("kernel", "rbf"))}
	}
	return root, nil
}

// directions returns the v (n×dim) with their λ. With e = R v they are the
// directions of SPCA for the columns K R⁻¹, which it overwrites k by.
func (m *KSPCA) directions(ctx context.Context, k, root *mat.Dense, similar dependence.Product) (*mat.Dense, []float64, error) {
	n, _ := k.Dims()
	r, b := root.RawMatrix(), k.RawMatrix()
	if err := own.Trsm(ctx, blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, n, n, 1, r.Data, r.Stride, b.Data, b.Stride); err != nil {
		return nil, nil, err
	}
	found, err := dependence.Directions(ctx, k, m.Dim, similar)
	if err != nil {
		return nil, nil, err
	}
	remarkEqual(ctx, found.Equal, m.Dim)
	e, values, err := fillDirections(ctx, k, found.Vectors, found.Values, m.Dim)
	if err != nil {
		return nil, nil, err
	}
	v := mat.DenseCopyOf(e)
	x := v.RawMatrix()
	if err := own.Trsm(ctx, blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit, n, m.Dim, 1, r.Data, r.Stride, x.Data, x.Stride); err != nil {
		return nil, nil, err
	}
	images := mat.NewDense(n, m.Dim, nil)
	images.Mul(k, e)
	orientLike(v, images)
	return v, values, ctx.Err()
}
