package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// A Mercer is the kernel of a stage, with its bandwidth in the units of the
// columns, or by the median distance of rows.
type Mercer struct {
	Kernel string  // "rbf", "linear" or "poly"
	Sigma  float64 // bandwidth σ, or engine.Auto
	Width  float64 // σ as a multiple of the median distance, where Sigma is auto
	Degree int     // of poly
	Offset float64 // of poly
}

// declare declares the parameters.
func (m *Mercer) declare(p *engine.Params) {
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear", "poly"), "similarity of rows")
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖x−x'‖²/2sigma²); auto is width times the median distance of training rows").Simpler(engine.Larger)
	p.Float(&m.Width, "width", 1, engine.Above(0), "bandwidth by the median distance, where sigma is auto").Simpler(engine.Larger)
	p.Int(&m.Degree, "degree", 3, engine.AtLeast(1), "power of the poly kernel").Quietly().Simpler(engine.Smaller)
	p.Float(&m.Offset, "offset", 1, engine.AnyValue(), "constant of the poly kernel").Quietly()
}

// kernelOf returns the kernel for the rows of x, its bandwidth found if it is to be.
func (m *Mercer) kernelOf(ctx context.Context, x *mat.Dense) (gram.Kernel, error) {
	switch m.Kernel {
	case "linear":
		return gram.Linear{}, nil
	case "poly":
		sigma := m.Sigma
		if sigma == engine.Auto {
			_, d := x.Dims()
			sigma = math.Sqrt(float64(d))
		}
		return gram.Polynomial{Sigma: sigma, Offset: m.Offset, Degree: m.Degree}, nil
	}
	sigma, err := bandwidth(ctx, x, m.Sigma, m.Width)
	return gram.RBF{Sigma: sigma}, err
}

// bandwidth returns sigma, or where that is auto the median distance of the
// rows of x times width.
func bandwidth(ctx context.Context, x *mat.Dense, sigma, width float64) (float64, error) {
	if sigma != engine.Auto {
		if sigma*sigma == 0 {
			return 0, &engine.Error{Param: "sigma", Cause: "sigma is too small to be squared", Remedy: remedy.Raise("sigma").Or(remedy.Set("sigma", "auto"))}
		}
		return sigma, nil
	}
	median, err := gram.MedianDistance(ctx, x)
	if err != nil {
		return 0, err
	}
	sigma = median * width
	if sigma*sigma > 0 {
		return sigma, nil
	}
	n, _ := x.Dims()
	for i := range n {
		if gram.Square(x.RawRowView(i), x.RawRowView(0)) > 0 {
			return 0, &engine.Error{Param: "sigma", Cause: "at least half of all pairs of rows coincide, so their median distance gives no bandwidth", Remedy: remedy.Set("sigma").Or(remedy.Put("dedupe").After(engine.SourceRole))}
		}
	}
	return 0, spectral.Identical()
}

// centredValues returns the kernel for the rows of s with H K H, for a stage that takes
// so many matrices of that size; instead is what does with fewer.
func (m *Mercer) centredValues(ctx context.Context, s engine.Sample, squares int, instead remedy.Remedy) (kernel gram.Kernel, k *mat.Dense, err error) {
	if err := memory.Claim(ctx, memory.Square(squares, s.Len()), "the kernel values of all pairs of rows", remedy.FewerRows().Or(instead)); err != nil {
		return nil, nil, err
	}
	if kernel, err = m.kernelOf(ctx, s.X); err != nil {
		return nil, nil, err
	}
	if k, err = similarities(ctx, kernel, s.X); err != nil {
		return nil, nil, err
	}
	return kernel, k, centreBoth(ctx, k)
}

// similarities returns the values of a kernel for all pairs of the rows of x, and
// refuses those that are not finite.
func similarities(ctx context.Context, k gram.Kernel, x *mat.Dense) (*mat.Dense, error) {
	values, err := gram.Matrix(ctx, k, x)
	if err != nil {
		return nil, err
	}
	return values, check.Similarities(values)
}
