package extension

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "krr",
		Summary:  "maps by kernel ridge regression, one ridge for all dimensions",
		Formula:  "f(x) = m + k(x)ᵀ (K + λI)⁻¹ (Y − 1mᵀ),  k(x, x′) = exp(−‖x − x′‖²/2σ²)",
		Citation: "Saunders, Gammerman, Vovk 1998; Orsenigo, Vercellis 2012, doi:10.1016/j.eswa.2012.01.060",
		Examples: []string{`waveform(n=300) | scale | warp(0.5) | isomap(k=10) | krr | svm`, `swissroll(n=300) | isomap(k=10) | krr(1e-3)`},
	}, func() engine.Extender { return new(KRR) })
}

// KRR, multi-output kernel ridge regression, keeps the placed rows as closely
// as a smooth function can whose roughness is charged λ:
//
//	W    = (K + λI)⁻¹ (Y − 1mᵀ),  K_ij = k(x_i, x_j)
//	f(x) = m + Σ_i k(x, x_i) W_i
//
// where m is the mean of the placed rows. The kernels:
//
//	rbf     k(x, x′) = exp(−‖x − x′‖²/2σ²)
//	linear  k(x, x′) = x·x′
//	poly    k(x, x′) = (x·x′/σ² + offset)^degree
//
// X n×d, Y n×dim → images m×dim. σ is in the units of the columns; as γ of
// exp(−γ‖x − x′‖²) it is γ = 1/2σ². By itself σ is the median distance of
// training rows over √2, so γ = 1/median²; for poly it is √d. λ belongs to the
// sum of squared errors; for their mean it would be λ/n. By itself λ is that of
// 1e-4, 3.2e-4, ... 10 times the mean of k(x, x) which maps training rows best
// when each is left out in turn, one for all dimensions; beyond 4000 rows that
// is tried with 4000 of them. A note tells it. Where places were found with
// labels, so was the error that it minimises.
//
// Up to 15000 rows the solution is exact, by a factor in float32 that float64
// corrects to a residual below 1e-10, or by one in float64. With more, or
// where 4n² bytes are not free, the map is a sum over 2000 of the rows, or fewer
// if there is no memory for those, drawn with a fixed seed, which is fitted to
// all; a note says so, and centres=n asks for another number.
//
// Time O(n²d/2 + n³/3), or O(nM(d + dim) + M³) for M centres, and O(n(d + dim))
// a mapped row; memory n² numbers, twice that up to 6000 rows, asked for before
// they are taken. Settings that meet the same rows share their Gram matrix, and
// the factor for each ridge. λ → 0 reproduces the placed rows, λ → ∞ gives m, as
// do rows far away. Where K + λI is singular, as copies of rows with a tiny λ
// make it, λ is raised by up to 1e-8 of K's mean diagonal and a note tells;
// after that it fails, naming the pivot. It is deterministic (Saunders,
// Gammerman, Vovk 1998; Orsenigo, Vercellis 2012, doi:10.1016/j.eswa.2012.01.060).
//
// Deviation: predictors after it learn from mapped training rows, unless
// train="placed" asks for the placed ones.
type KRR struct {
	Lambda  float64 // ridge λ, or engine.Auto
	Sigma   float64 // bandwidth σ, or engine.Auto
	Kernel  string  // "rbf", "linear" or "poly"
	Degree  int     // of poly
	Offset  float64 // of poly
	Centre  string  // "yes" takes the mean m off Y, "no" has m = 0
	Centres int     // rows that the map is a sum over, or engine.Auto
	Train   string  // "mapped" or "placed"
}

// Params declares the parameters.
func (m *KRR) Params(p *engine.Params) {
	p.Float(&m.Lambda, "lambda", 0.03, engine.OrAuto(engine.Above(0)), "ridge: 1e-12 goes through the placed rows, large values draw images to their mean; auto, which 0 stands for, leaves each training row out to choose it").Simpler(engine.Larger)
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖x−x'‖²/2sigma²); auto is the median distance of training rows over √2").Simpler(engine.Larger)
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear", "poly"), "similarity of rows")
	p.Int(&m.Degree, "degree", 3, engine.AtLeast(1), "power of the poly kernel").Simpler(engine.Smaller)
	p.Float(&m.Offset, "offset", 1, engine.AnyValue(), "constant of the poly kernel")
	p.Text(&m.Centre, "centre", "yes", engine.OneOf("yes", "no"), "whether the mean of the placed rows is taken off first")
	p.Int(&m.Centres, "centres", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "training rows that the map is a sum over; auto is all, or 2000 of more than 15000").Simpler(engine.Smaller)
	trainParam(p, &m.Train)
}

// Extend learns the map from the rows of s to those of e.
func (m *KRR) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	if err := checkRows(s, e); err != nil {
		return nil, err
	}
	kernel, err := m.kernel(parallel.Part(ctx, 0, 0.1), s)
	if err != nil {
		return nil, err
	}
	y, mean := m.targets(e)
	centres, err := m.centres(ctx, s.Len())
	if err != nil {
		return nil, err
	}
	lambda := m.Lambda
	if lambda == engine.Auto {
		if lambda, err = chooseRidge(parallel.Part(ctx, 0.1, 0.6), kernel, s.X, y); err != nil {
			return nil, err
		}
	}
	ctx = parallel.Part(ctx, 0.6, 1)
	if centres != nil {
		r, err := ridge.FitCentres(ctx, kernel, s.X, y, lambda, centres)
		if err != nil {
			return nil, err
		}
		return newExtension(newCentres(kernel, rowsOf(s.X, centres)).regression(r.W, mean), m.Train), nil
	}
	r, err := solve(ctx, s, kernel, lambda, y)
	if err != nil {
		return nil, err
	}
	if r.Lambda > lambda {
		engine.Remark(ctx, "the Gram matrix is singular at lambda = %g, as copies of rows make it: raised to %.3g", lambda, r.Lambda)
	}
	return newExtension(newCentres(kernel, s.X).regression(r.W, mean), m.Train), nil
}

// targets returns the placed rows without their mean, and the mean.
func (m *KRR) targets(e *engine.Embedding) (y *mat.Dense, mean []float64) {
	y, mean = mat.DenseCopyOf(e.Y), make([]float64, e.Dim())
	if m.Centre != "no" {
		mean = moments.Centre(y)
	}
	return y, mean
}

// kernel returns the kernel with its bandwidth.
func (m *KRR) kernel(ctx context.Context, s engine.Sample) (gram.Kernel, error) {
	sigma := m.Sigma
	const least = 1e-150 // whose square keeps its digits
	if sigma != engine.Auto && sigma < least && m.Kernel != "linear" {
		return nil, &engine.Error{Param: "sigma", Cause: fmt.Sprintf("sigma = %g is too small to be squared", sigma), Remedy: remedy.Raise("sigma").Or(remedy.Set("sigma", "auto"))}
	}
	switch m.Kernel {
	case "linear":
		return gram.Linear{}, nil
	case "poly":
		if sigma == engine.Auto {
			_, d := s.X.Dims()
			sigma = math.Sqrt(float64(d))
		}
		return gram.Polynomial{Sigma: sigma, Offset: m.Offset, Degree: m.Degree}, nil
	}
	if sigma == engine.Auto {
		distance, err := median(ctx, s)
		if err != nil {
			return nil, err
		}
		if distance == 0 {
			return nil, noMedian(s.X)
		}
		if distance < least {
			return nil, &engine.Error{Cause: fmt.Sprintf("the median distance of rows, %.3g, is too small to be squared", distance), Remedy: remedy.Put("scale").After(engine.SourceRole)}
		}
		sigma = distance / math.Sqrt2
	}
	return gram.RBF{Sigma: sigma}, nil
}

// noMedian is the error that half of the pairs of rows coincide, or all.
func noMedian(x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		if gram.Square(x.RawRowView(i), x.RawRowView(0)) > 0 {
			return &engine.Error{Param: "sigma", Cause: "at least half of all pairs of rows coincide, so their median distance gives no bandwidth", Remedy: remedy.Set("sigma").Or(remedy.Put("dedupe").After(engine.SourceRole))}
		}
	}
	return spectral.Identical()
}
