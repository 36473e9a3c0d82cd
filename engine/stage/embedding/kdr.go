package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/dependence"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:        "kdr",
		Summary:     "keeps directions given which the classes or the response need no others",
		Formula:     "min tr[G_y (G_z + nεI)⁻¹],  G = H K H,  z = Wᵀx,  WᵀW = I",
		Citation:    "Fukumizu, Bach, Jordan 2009, doi:10.1214/08-AOS637; Rahimi, Recht 2007",
		Examples:    []string{`parity(n=200) | kdr(iterations=20) | ridge`, `waveform(n=300) | scale | kdr(features=200, iterations=20) | svm`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(KDR) })
}

// KDR, kernel dimension reduction, keeps directions W given which the columns
// tell nothing more of what is to be learned: y ⊥ x | Wᵀx. It minimises what
// remains of the responses' covariance in the feature space of a kernel once
// the projections have explained what they can,
//
//	f(W) = tr[G_y (G_z + nεI)⁻¹],  G = H K H,  H = I − 11ᵀ/n,  WᵀW = I
//	K_z = exp(−‖z_i − z_j‖²/2σ²),  z = Wᵀ(x − mean)
//
// and K_y the same of responses with σ_y, or 1 within a class and 0 elsewhere.
// X n×d → Z n×dim in the units of the columns; any row is mapped by Wᵀ. ε and
// the exponents are without unit. By itself σ is width/2 times the median
// distance of rows times √(dim/d), σ_y widthy times the median distance of
// responses.
//
// Minima are local: of a response that two directions tell together and neither
// alone, every second start finds one of them only. So W descends from several
// starts, the directions of PCA, those of SPCA, and others that are drawn, first
// by the cost of 200 rows that are drawn too: 30 steps of steepest descent over
// orthonormal columns while σ² shrinks from anneal times its value, and 30 more
// at σ. Where the cost of all rows has become least it goes on with them, by
// limited-memory BFGS over W = QR, until the gradient has fallen to 1e-4 of what
// it was there or two steps lower the cost by less than 1e-8; a note says so if
// iterations end it before, and how steep it was. Last, W is turned so that the
// columns of Z are uncorrelated and fall in variance, which f does not see.
//
// Exactly, a step takes O(n³/3) time and all of them 4n² numbers. With
// features = m, by itself beyond 2000 rows (then m = 300), K_z is the product of
// m random cosines, √(2/m) cos(ωᵀz/σ + b), in O(nm²) time and 4nm numbers; f is
// then off by an error that falls as 1/√m. It fails without classes or a
// response, for more dimensions than the rows span, and where memory will not
// do. It is deterministic for a seed (Fukumizu, Bach, Jordan 2009,
// doi:10.1214/08-AOS637; the cosines: Rahimi, Recht 2007, Advances in Neural
// Information Processing Systems 20).
//
// Deviation: K_y of a response is taken by its Cholesky factor, whose columns
// end where what they leave is below 1e-13 of the trace.
type KDR struct {
	Dim        int
	Eps        float64 // ε, by rows
	Sigma      float64 // σ, or engine.Auto
	Width      float64 // σ by its own rule, where Sigma is auto
	SigmaY     float64 // σ_y, or engine.Auto
	WidthY     float64 // σ_y by the median distance, where SigmaY is auto
	Anneal     float64 // σ² at the start, by its value at the end
	Iterations int     // most steps by the cost of all rows
	Starts     int     // from where it descends
	Features   int     // random cosines; engine.Auto is none up to 2000 rows
	Seed       int
}

// Params declares the parameters.
func (m *KDR) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Float(&m.Width, "width", 1, engine.Above(0), "bandwidth for the projections by half the median distance of rows times √(dim/d), where sigma is auto")
	p.Float(&m.WidthY, "widthy", 1, engine.Above(0), "bandwidth for the responses by their median distance, where sigmay is auto")
	p.Float(&m.Eps, "eps", 1e-4, engine.Above(0), "ridge on the covariance of projections, by rows").Simpler(engine.Larger)
	p.Int(&m.Iterations, "iterations", 200, engine.AtLeast(1), "most steps of the descent by all rows")
	p.Int(&m.Starts, "starts", 6, engine.AtLeast(1), "from where it descends: the directions of pca, of spca, and others drawn")
	p.Int(&m.Features, "features", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "random cosines in the place of the kernel; auto is none up to 2000 rows and 300 beyond")
	p.Float(&m.Anneal, "anneal", 4, engine.AtLeast(1), "square of the bandwidth at the start, by what it is at the end").Quietly()
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖z−z'‖²/2sigma²)").Quietly()
	p.Float(&m.SigmaY, "sigmay", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−(y−y')²/2sigmay²)").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the cosines and of where it starts")
}

// Embed places the rows of s.
func (m *KDR) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	x, mean, _, err := centreWithAnswers(ctx, s)
	if err != nil {
		return nil, err
	}
	sigma, err := m.bandwidth(ctx, s.X)
	if err != nil {
		return nil, err
	}
	v, err := m.answerFactor(ctx, s)
	if err != nil {
		return nil, err
	}
	cost, err := m.cost(ctx, x, v)
	if err != nil {
		return nil, err
	}
	starts, err := m.starts(ctx, s, x)
	if err != nil {
		return nil, err
	}
	w, err := m.minimise(parallel.Part(ctx, 0.05, 0.95), cost, m.roughCost(x, v), starts, sigma)
	if err != nil {
		return nil, err
	}
	if w, err = decorrelate(ctx, x, w); err != nil {
		return nil, err
	}
	own := affine.NewMap(mean, w, m.Dim)
	y, err := own.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Target: engine.Euclidean(s.X), Map: own}, nil
}

// bandwidth returns σ.
func (m *KDR) bandwidth(ctx context.Context, x *mat.Dense) (float64, error) {
	_, d := x.Dims()
	return bandwidth(ctx, x, m.Sigma, m.Width/2*math.Sqrt(float64(m.Dim)/float64(d)))
}

// minimise returns the directions that the cost is least for.
func (m *KDR) minimise(ctx context.Context, cost, few dependence.Cost, starts []*mat.Dense, sigma float64) (*mat.Dense, error) {
	found, err := dependence.Minimise(ctx, cost, few, starts, dependence.Settings{Sigma: sigma, Anneal: m.Anneal, Iterations: m.Iterations})
	if err != nil {
		return nil, err
	}
	if found.W == nil {
		return nil, &engine.Error{Param: "eps", Cause: fmt.Sprintf("the cost of every start is not finite at eps = %g", m.Eps), Remedy: remedy.Raise("eps")}
	}
	if found.Reason == optimum.Exhausted {
		engine.Remark(ctx, "the cost was still falling after %d steps, where its gradient was %.2g of what it was at the best start: raise iterations", found.Iterations, found.Steepness)
	}
	return found.W, nil
}

// cost returns f with or without random features.
func (m *KDR) cost(ctx context.Context, x, v *mat.Dense) (dependence.Cost, error) {
	const many, usual = 2000, 300
	n, _ := x.Dims()
	features := m.Features
	if features == engine.Auto && n > many {
		features = usual
		engine.Remark(ctx, "%d rows are more than %d: the kernel is that of %d random cosines", n, many, usual)
	}
	needed, what := memory.Square(4, n), fmt.Sprintf("the kernel values of %d rows", n)
	if features != engine.Auto {
		needed, what = 8*uint64(features)*uint64(4*n+2*features), fmt.Sprintf("%d random cosines of %d rows", features, n)
	}
	if err := memory.Claim(ctx, needed, what, remedy.Set("features").Or(remedy.Reduce("features"))); err != nil {
		return nil, err
	}
	if features == engine.Auto {
		return dependence.NewExact(x, v, float64(n)*m.Eps), nil
	}
	return dependence.NewCosines(x, v, float64(n)*m.Eps, m.Dim, features, random.New(m.Seed, "kdr cosines")), nil
}

// answerFactor returns V (n×r) with V Vᵀ = G_y.
func (m *KDR) answerFactor(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
	y, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		sigma, err := dependence.Bandwidth(ctx, y, "sigmay", m.SigmaY, m.WidthY)
		if err != nil {
			return nil, err
		}
		if y, err = dependence.Factor(ctx, gram.RBF{Sigma: sigma}, y, 1e-13); err != nil {
			return nil, err
		}
		if y == nil {
			return nil, &engine.Error{Param: "sigmay", Cause: "responses have no similarity that is a number", Remedy: remedy.Raise("sigmay")}
		}
	}
	v, _ := centre(y)
	return v, nil
}

// decorrelate turns w so that the columns of x w are uncorrelated and fall in
// variance.
func decorrelate(ctx context.Context, x, w *mat.Dense) (*mat.Dense, error) {
	_, dim := w.Dims()
	var z, product mat.Dense
	z.Mul(x, w)
	product.Mul(z.T(), &z)
	pairs, err := spectral.Top(ctx, &product, dim)
	if err != nil {
		return nil, err
	}
	remarkEqual(ctx, pairs.Equal, dim)
	turned := new(mat.Dense)
	turned.Mul(w, pairs.Vectors)
	spectral.Orient(turned)
	return turned, nil
}
