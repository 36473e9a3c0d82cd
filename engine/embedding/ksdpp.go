package embedding

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
	"unfold/engine/ridge"
	"unfold/engine/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "ksdpp",
		Summary:     "keeps distances of responses among neighbours, by a map of kernel values",
		Formula:     "min (1/n) Σ_ij G_ij (‖z_i − z_j‖² − ‖y_i − y_j‖²)² + λ tr BᵀKB",
		Citation:    "Zhu, Similä, Corona 2013, doi:10.1007/s11063-013-9285-x; Williams, Seeger 2001, Using the Nyström method, NIPS 13",
		Examples:    []string{`waveform(n=300) | scale | ksdpp | svm`, `parity(n=300) | ksdpp(ridge=0.01) | knn`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(KSDPP) })
}

// KSDPP is SDPP of the rows as a kernel sees them, so that the map bends.
//
//	min_B (1/n) Σ_ij G_ij (D_ij − Δ_ij)² + λ tr(Bᵀ K B),  D_ij = ‖z_i − z_j‖²
//	z(x) = Bᵀ k(x) − shift,  k(x)_c = k(x, x_c)
//
// over centres x_c: all rows, or centres of them drawn evenly (Nyström's method,
// Williams and Seeger 2001). What is descended are the leading components of the
// rows in the feature space, at most 200, each divided by √(s² + ridge s₁²) with
// its deviation s, which is where the penalty acts: λ = ridge Σ_ij G_ij mean Δ /
// (n s₁²). Neighbours are those of the rows themselves, by the metric before it.
//
// X n×d → Z n×dim in the units of the response; any row is mapped by the second
// formula. The spectrum are the variances of Z along its principal axes. Classes
// are corners of a simplex.
//
// Time O(n m (d + m) + m³) for m centres and O(edges dim) a step; memory O(n m +
// edges). It fails as SDPP does, and for kernel values that are not finite. It
// is deterministic: centres are drawn with a fixed seed.
type KSDPP struct {
	Dim     int           // dimensions
	Near    around.Choice // who is near: graph, k, perplexity, eps
	From    Starts        // from where it descends: starts, seed
	Ridge   float64       // how much a bent map costs
	Centres int           // rows that the map is made of
	Mercer
	Method string // "lbfgs", "cg" or "minimize"
}

// Params declares the parameters.
func (m *KSDPP) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.Near.Params(p, "entropy")
	p.Float(&m.Ridge, "ridge", 0.01, engine.Above(0), "how much a bent map costs: smaller bends more").Simpler(engine.Larger)
	p.Int(&m.Centres, "centres", 500, engine.AtLeast(2), "rows that the map is made of, if there are more").Quietly().Simpler(engine.Smaller)
	m.declare(p)
	descentParams(p, &m.Method)
	m.From.declare(p)
}

// Embed places the rows of s.
func (m *KSDPP) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if err := finiteRows(s); err != nil {
		return nil, err
	}
	to, err := goalsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	near, err := m.Near.Function()
	if err != nil {
		return nil, err
	}
	kernel, err := m.of(ctx, s.X)
	if err != nil {
		return nil, err
	}
	space, err := newFeatureSpace(parallel.Part(ctx, 0, 0.3), kernel, s.X, m.Centres)
	if err != nil {
		return nil, err
	}
	penalties, err := space.damp(m.Ridge, m.Dim)
	if err != nil {
		return nil, err
	}
	w, err := projection{
		dim:     m.Dim,
		near:    near,
		scaled:  true,
		descent: optimum.Settings{Method: optimum.Methods[m.Method]},
		from:    m.From,
		ridge:   penalties,
	}.fit(parallel.Part(ctx, 0.3, 1), s, to, space.u)
	if err != nil {
		return nil, err
	}
	return space.place(ctx, s, w, m.Dim)
}

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
	if err := memory.Need(uint64(n)*uint64(2*m+mostComponents)*8, fmt.Sprintf("kernel values of %d rows at %d centres", n, m), "take fewer centres"); err != nil {
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
	_, features, err := expanded(ctx, f.kernel, f.centres, root, x)
	if err != nil {
		return nil, err
	}
	leading, err := principal(ctx, features, min(n-1, positive, mostComponents))
	if err != nil {
		return nil, err
	}
	if len(leading.Values) == 0 {
		return nil, spectral.Identical()
	}
	f.turn, f.u, f.spread = new(mat.Dense), new(mat.Dense), leading.Values
	f.turn.Mul(root, leading.Vectors)
	f.u.Mul(features, leading.Vectors)
	return f, ctx.Err()
}

// damp divides each component by √(s² + ridge s₁²) and returns what squares of
// the map's rows then cost, ridge s₁² / (s² + ridge s₁²).
func (f *featureSpace) damp(ridge float64, dim int) ([]float64, error) {
	if dim > len(f.spread) {
		return nil, ranked(dim, len(f.spread), "directions of the feature space with any variance")
	}
	penalties, scales := make([]float64, len(f.spread)), make([]float64, len(f.spread))
	for a, v := range f.spread {
		full := v + float64(ridge*f.spread[0])
		penalties[a], scales[a] = ridge*f.spread[0]/full, 1/math.Sqrt(full)
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
		return nil, &engine.Error{Cause: "the map found is not finite", Remedy: "put scale before it"}
	}
	var axes, b mat.Dense
	svd.VTo(&axes)
	flat.Mul(mat.DenseCopyOf(flat), &axes)
	b.Mul(f.turn, flat)
	own, y, err := expanded(ctx, f.kernel, f.centres, &b, s.X)
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
		own.shift[p] = -own.shift[p]
		for c := range own.columns[p] {
			own.columns[p][c] = -own.columns[p][c]
		}
	}
	spectrum := svd.Values(nil)
	for k := range spectrum {
		spectrum[k] *= spectrum[k] / float64(n-1)
	}
	return &engine.Embedding{Y: y, Spectrum: spectrum, Map: own}, nil
}
