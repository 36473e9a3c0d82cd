package predictor

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "kernelridge",
		Summary:  "fits a smooth function of the rows, a sum of kernels at training rows",
		Formula:  "f(x) = b + Σ_i w_i k(x, x_i),  w = (K + λI)⁻¹ (y − b)",
		Citation: "Saunders, Gammerman, Vovk 1998; Shawe-Taylor, Cristianini 2004, doi:10.1017/CBO9780511809682",
		Aliases:  []string{"kernelridgeregression"},
		Near:     []string{"gp", "gaussianprocess"},
		Examples: []string{`parity(n=300) | kernelridge`, `load | sample(300) | scale | kernelridge(lambda=1, sigma=2)`},
	}, func() *KernelRidge { return new(KernelRidge) })
}

// KernelRidge fits the function
//
//	f(x) = b + Σ_i w_i k(x, x_i),  k(x, x′) = exp(−‖x − x′‖²/2σ²)
//
// that minimises Σ (y_i − f(x_i))² + λ‖f − b‖², where ‖·‖ is the kernel's norm,
// which grows with roughness: w = (K + λI)⁻¹ (y − b), with the mean b of the
// responses. That is the mean of a Gaussian process with noise of variance λ.
// Of several responses each has such a function, with one σ and one λ. For
// classes, one such function for each class is fitted to targets of 1 on its
// rows and −1 on others (one against the rest), and the largest wins, the
// smaller class number on equal values.
//
// Shapes: X n×d, labels n or responses n×m → one class number or m values a row.
//
// Units: σ is in the units of the columns, by itself the median distance of
// training rows over √2; λ belongs to the sum of squared errors, so its weight
// falls as rows are added.
//
// Cost: O(n²d/2 + n³/3) time and n² memory; O(nd) a predicted row. Beyond 15000
// rows the function is a sum over 2000 of them, drawn with a fixed seed, fitted
// to all, and a note says so.
//
// Failures: an *engine.Error for one class, values that are not finite,
// categorical columns, rows that mostly coincide while sigma is auto, and memory
// that is not there.
//
// Determinism: exact, up to the fixed draw of centres.
//
// Citation: Saunders, Gammerman, Vovk 1998, Ridge regression learning algorithm
// in dual variables; Shawe-Taylor, Cristianini 2004,
// doi:10.1017/CBO9780511809682.
//
// It is what the map krr fits to places, fitted to a target.
type KernelRidge struct {
	Lambda float64 // λ, weight of the penalty
	Sigma  float64 // bandwidth σ, or engine.Auto
}

// Params declares the parameters.
func (m *KernelRidge) Params(p *engine.Params) {
	p.Float(&m.Lambda, "lambda", 0.1, engine.Above(0), "weight of the penalty on roughness").Simpler(engine.Larger)
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖x−x'‖²/2sigma²); auto is the median distance of training rows over √2").Simpler(engine.Larger)
}

// Learn solves the ridge system for all targets at once.
func (m *KernelRidge) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	targets, classes, err := targetsOf(s)
	if err != nil {
		return nil, err
	}
	sigma, err := m.bandwidth(parallel.Part(ctx, 0, 0.1), s.X)
	if err != nil {
		return nil, err
	}
	means, y := centre(targets)
	kernel := gram.RBF{Sigma: sigma}
	rows, w, err := m.solve(parallel.Part(ctx, 0.1, 1), kernel, s.X, y)
	if err != nil {
		return nil, err
	}
	_, d := s.X.Dims()
	model := &kernelFunctions{classes: classes, columns: d, kernel: kernel, profile: gram.NewProfile(rows), intercepts: means}
	for c := range means {
		model.weights = append(model.weights, mat.Col(nil, c, w))
	}
	return model, nil
}

// solve returns w for centred y and the rows that the function is a sum over: all of
// x, or where they are many some centres.
func (m *KernelRidge) solve(ctx context.Context, k gram.Kernel, x, y *mat.Dense) (rows, w *mat.Dense, err error) {
	const many, usual = 15000, 2000
	n, d := x.Dims()
	rows = x
	var found *ridge.Solution
	if n > many {
		engine.Remark(ctx, "%d rows are more than %d: the function is a sum over %d of them", n, many, usual)
		centres := ridge.Centres(n, usual, 1)
		rows = mat.NewDense(usual, d, nil)
		for i, c := range centres {
			rows.SetRow(i, x.RawRowView(c))
		}
		found, err = ridge.FitCentres(ctx, k, x, y, m.Lambda, centres)
	} else {
		found, err = ridge.Fit(ctx, k, x, y, m.Lambda)
	}
	if err != nil {
		return nil, nil, err
	}
	if found.Lambda > m.Lambda {
		engine.Remark(ctx, "the Gram matrix is singular at lambda = %g, as copies of rows make it: raised to %.3g", m.Lambda, found.Lambda)
	}
	return rows, found.W, nil
}

// bandwidth returns σ.
func (m *KernelRidge) bandwidth(ctx context.Context, x *mat.Dense) (float64, error) {
	sigma := m.Sigma
	if sigma == engine.Auto {
		median, err := gram.MedianDistance(ctx, x)
		if err != nil {
			return 0, err
		}
		if sigma = median / math.Sqrt2; sigma == 0 {
			return 0, &engine.Error{Param: "sigma", Cause: "at least half of all pairs of rows coincide, so their median distance gives no bandwidth", Remedy: remedy.Set("sigma").Or(remedy.Put("dedupe").After(engine.SourceRole))}
		}
	}
	if sigma*sigma == 0 || math.IsInf(sigma*sigma, 0) {
		return 0, &engine.Error{Param: "sigma", Cause: "the square of the bandwidth is no number that can be divided by", Remedy: remedy.Put("scale").After(engine.SourceRole).Or(remedy.Set("sigma"))}
	}
	return sigma, nil
}

// kernelFunctions are a learned KernelRidge: a function for each class or response.
type kernelFunctions struct {
	classes    []int // nil for responses
	columns    int
	kernel     gram.Kernel
	profile    *gram.Profile
	weights    [][]float64
	intercepts []float64
}

func init() { codec.Register[*kernelFunctions]("kernelridge", 1) }

// Fields tells the kernel, the rows and the weights of each function.
func (m *kernelFunctions) Fields(f *codec.Fields) {
	if m.profile == nil {
		m.profile = new(gram.Profile)
	}
	m.columns = f.Columns()
	codec.Value(f, "kernel", &m.kernel)
	f.Group("rows", m.profile.Fields)
	f.Floats("intercepts", &m.intercepts)
	codec.List(f, "weights", &m.weights, func(f *codec.Fields, w *[]float64) {
		f.Floats("weights", w)
		f.Check(len(*w) == m.profile.Len(), "%d weights of %d rows", len(*w), m.profile.Len())
	})
	functionFields(f, &m.classes, len(m.weights))
	f.Check(len(m.weights) == len(m.intercepts) && len(m.weights) > 0, "%d intercepts of %d functions", len(m.intercepts), len(m.weights))
}

// Predict evaluates the functions on each row.
func (m *kernelFunctions) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := sameColumns(y, m.columns); err != nil {
		return err
	}
	n, _ := y.Dims()
	functions := len(m.weights)
	width := widthOf(m.classes, functions)
	return parallel.With(ctx, n, parallel.Grain(len(m.weights[0])*(m.columns+4)), m.profile.Workspace, func(values []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.profile.Values(m.kernel, values, y.RawRowView(i))
			writePrediction(dst[i*width:(i+1)*width], m.classes, functions, func(c int) float64 { return m.intercepts[c] + dot(values, m.weights[c]) })
		}
	})
}
