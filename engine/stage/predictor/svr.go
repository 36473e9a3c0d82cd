package predictor

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/smo"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "svr",
		Summary:  "fits the flattest function that stays within a distance of most responses",
		Formula:  "min ½‖f‖² + C Σ max(0, |y_i − f(x_i) + ρ| − ε);  f(x) = Σ β_i k(x_i, x)",
		Citation: "Drucker, Burges, Kaufman, Smola, Vapnik 1997, Advances in Neural Information Processing Systems 9; Smola, Schölkopf 2004, doi:10.1023/B:STCO.0000035301.49549.88; solver: Chang, Lin 2011, doi:10.1145/1961189.1961199",
		Aliases:  []string{"supportvectorregression", "epsilonsvr"},
		Examples: []string{`parity(n=300) | svr`, `swissroll(n=300) | svr(C=1, epsilon=0.2, kernel="linear")`},
	}, func() *SVR { return new(SVR) })
}

// SVR fits the function f − ρ that is flattest in the kernel's norm among those
// near the responses: a response farther than ε from it costs C for each unit
// beyond that, a nearer one nothing. Rows strictly within ε do not support the
// function, and it does not change when they move there.
//
// With k(a, b) = exp(−γ‖a−b‖²) (rbf) or a·b (linear) it solves
//
//	min ½‖f‖² + C Σ max(0, |y_i − f(x_i) + ρ| − ε),  f(x) = Σ β_i k(x_i, x),
//
// by its dual
//
//	min ½βᵀKβ − yᵀβ + ε Σ|β_i|,  −C ≤ β_i ≤ C,  Σ β_i = 0.
//
// Of several responses each has such a function, with one C, ε and γ.
//
// Shapes: X n×d, responses n×m → m values a row.
//
// Units: C and ε are in standard deviations of the response over the training
// rows, which is centred and divided by its deviation s first; so neither its
// unit nor its mean matters, as none does for the columns, all of which are
// divided by one scalar, the root of their mean variance. What others who leave
// the response as it is call C and ε is C·s and ε·s. The defaults are svm's
// C = 10 and libsvm's ε = 0.1, which for a response of deviation 1 are the same
// numbers. A response that does not vary is predicted as it is.
//
// Cost: as svm on 2n rows of one pair of classes: a step takes O(n), one for
// which a row of the kernel must be computed O(nd), and there are n to n²
// steps, the more the larger C and the smaller ε. At most Cache megabytes for
// kernel rows beside O(nd); they serve all values of C and ε, and all
// responses, that meet the same rows. Prediction takes O(d) for each support
// vector and row, for the linear kernel O(d) for each response and row.
//
// Failures: an *engine.Error for classes, values that are not finite,
// categorical columns, all rows equal. Where the solver stops at its iteration
// limit, it remarks on the gap that is left.
//
// Determinism: the result depends on the rows and their order only.
//
// Citation: Drucker, Burges, Kaufman, Smola, Vapnik 1997, Support vector
// regression machines, Advances in Neural Information Processing Systems 9;
// Smola, Schölkopf 2004, doi:10.1023/B:STCO.0000035301.49549.88; solver: Chang,
// Lin 2011, doi:10.1145/1961189.1961199. Deviation from libsvm: responses are
// divided by their deviation, columns by their scale, and centred for the linear
// kernel; the order of steps is another.
type SVR struct {
	C       float64 // cost of an error beyond ε, for each deviation of the response
	Epsilon float64 // ε, the errors that cost nothing, in deviations of the response
	Gamma   float64 // γ of the rbf, per unit of mean variance; engine.Auto is 1/d
	Kernel  string  // "rbf" or "linear"
	Tol     float64 // the largest violation of the optimality conditions that may remain
	Cache   int     // megabytes of kernel rows to keep
}

// Params declares the parameters.
func (m *SVR) Params(p *engine.Params) {
	p.Float(&m.C, "C", 10, engine.Above(0), "cost of responses farther than epsilon, per standard deviation").Simpler(engine.Smaller)
	p.Float(&m.Epsilon, "epsilon", 0.1, engine.AtLeast(0), "errors that cost nothing, in standard deviations of the response").Simpler(engine.Larger)
	p.Float(&m.Gamma, "gamma", engine.Auto, engine.OrAuto(engine.Above(0)), "rbf width per unit of mean column variance; auto is 1/columns").Simpler(engine.Smaller)
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear"), "similarity of two rows")
	p.Float(&m.Tol, "tol", 1e-3, engine.Above(0), "largest violation of the optimality conditions left")
	p.Int(&m.Cache, "cache", 200, engine.AtLeast(1), "megabytes of kernel rows to keep")
}

// wholeKernel names the kernel of rows that no classes divide.
type wholeKernel similarity

// Learn solves one problem for each response.
func (m *SVR) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	if s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have classes, not a response", Remedy: remedy.Use("svm").Which("separates classes").Or(remedy.Load("name the column", "response", s.Label).If("its values are quantities"))}
	}
	scale, err := scaleOf(s.X)
	if err != nil {
		return nil, err
	}
	units, responses, err := standardise(s.Target)
	if err != nil {
		return nil, err
	}
	n, d := s.X.Dims()
	kernel := newSimilarity(m.Kernel, m.Gamma, m.Cache, d)
	if err := kernel.checkMemory(ctx, "svr", n, d); err != nil {
		return nil, err
	}
	cached, err := engine.Shared(ctx, s.Memo, wholeKernel(kernel), func(context.Context) (*smo.CachedKernel, error) {
		return smo.NewCachedKernel(kernel.points(s.X, scale), [][]int{rowNumbers(n)}, kernel.budget/2), nil
	})
	if err != nil {
		return nil, err
	}
	of, err := smo.Regress(ctx, cached, responses, m.Epsilon, smo.Settings{C: m.C, Tol: m.Tol, WarmStarts: cached.WarmStarts(), Budget: kernel.budget / 2})
	if err != nil {
		return nil, err
	}
	worst := 0.0
	for _, f := range of {
		worst = max(worst, f.Gap)
	}
	remarkOnGaps(ctx, worst, m.Tol)
	return &regression{units: units, surfaces: newSurfaces(of, cached.Points(), d, m.Kernel == "linear")}, nil
}

// rowNumbers lists the numbers of n rows.
func rowNumbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A unit is what responses are measured in: deviations from their mean.
type unit struct{ mean, deviation float64 }

// standardise returns the responses less their means, divided by their
// deviations where they have one, and both of these.
func standardise(t engine.Target) ([]unit, [][]float64, error) {
	means, centred := centre(t.Response)
	units, columns := make([]unit, len(means)), make([][]float64, len(means))
	for c := range units {
		columns[c] = mat.Col(nil, c, centred)
		units[c] = unit{means[c], mat.Norm(mat.NewVecDense(len(columns[c]), columns[c]), 2) / math.Sqrt(float64(len(columns[c])))}
		if math.IsInf(units[c].deviation, 0) || math.IsNaN(units[c].deviation) {
			return nil, nil, &engine.Error{Cause: fmt.Sprintf("%s varies by more than numbers can tell", t.ResponseName(c)), Remedy: remedy.Say("give it in a larger unit")}
		}
		if units[c].deviation > 0 {
			for i := range columns[c] {
				columns[c][i] /= units[c].deviation
			}
		}
	}
	return units, columns, nil
}

// A regression is a learned SVR.
type regression struct {
	units []unit // of the responses
	surfaces
}

func init() { codec.Register[*regression]("svr", 1) }

// Fields tells the units and the functions.
func (m *regression) Fields(f *codec.Fields) {
	codec.List(f, "units", &m.units, func(f *codec.Fields, u *unit) {
		f.Float("mean", &u.mean)
		f.Float("deviation", &u.deviation)
	})
	m.surfaces.fields(f)
	f.Check(len(m.units) == len(m.of) && len(m.of) == f.Shape.Responses, "%d functions for %d responses", len(m.of), f.Shape.Responses)
}

// Predict evaluates the function of each response.
func (m *regression) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	width := len(m.units)
	return m.evaluateAll(ctx, y, func(values [][]float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			for c, u := range m.units {
				dst[i*width+c] = u.mean + float64(u.deviation*values[c][i-lo]) // the conversion keeps the product from being fused
			}
		}
	})
}
