package pairwise

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

// A programme is the stress of a linear map whose rank is free: a semidefinite
// quadratic programme, min J(M) over M ⪰ 0, which is convex.
//
// It is solved by factors, M = W Wᵀ (Burer, Monteiro 2003,
// doi:10.1007/s10107-002-0352-8; Journée, Bach, Absil, Sepulchre 2010,
// doi:10.1137/080731359). W descends with few columns. Where that ends, Γ =
// ∂J/∂M has directions below zero, along which W gets further columns, or it has
// none: then no M of any rank costs less, and the bound proves it.
type programme struct {
	*bounder
	nothing float64 // J(0)
}

// newProgramme looks at the pairs once or twice.
func newProgramme(ctx context.Context, c *Stress, u *mat.Dense, all *statistics) (*programme, error) {
	b, err := newBounder(ctx, c, u, all)
	if err != nil {
		return nil, err
	}
	_, r := u.Dims()
	nothing, err := b.cost(1).Value(ctx, make([]float64, r), make([]float64, r))
	return &programme{b, nothing}, err
}

// A relaxation is a solved programme.
type relaxation struct {
	w           *mat.Dense // r×c, the columns orthogonal and falling in length: M = W Wᵀ
	value, gap  float64    // J(M), and how much less there may be
	evaluations int
}

const (
	closeEnough = 1e-7  // of J(M), which the gap is to come down to
	rounding    = 1e-14 // of J(0), which no cost is known better than
	rounds      = 60    // descents, each by three powers of ten of the gradient
)

// solve descends from w (r×q) until the gap is closed or rounding is in the
// way.
func (p *programme) solve(ctx context.Context, w *mat.Dense) (*relaxation, error) {
	best, floor := &relaxation{value: math.Inf(1)}, math.Inf(-1)
	for round := range rounds {
		r, q := w.Dims()
		left := math.Ldexp(1, -round) // nobody knows how many rounds there are
		found, err := optimum.Minimise(parallel.Part(ctx, 1-left, 1-float64(left/2)), p.cost(q), w.RawMatrix().Data,
			optimum.Settings{Slope: 1e-3, Decrease: 1e-15, Note: "semidefinite programme"})
		if err != nil {
			return nil, err
		}
		if w, err = principalColumns(ctx, mat.NewDense(r, q, found.X)); err != nil {
			return nil, err
		}
		b, err := p.of(ctx, w)
		if err != nil {
			return nil, err
		}
		fell := best.value - found.Value
		floor = max(floor, found.Value-b.gap) // a bound from before still holds
		best = &relaxation{w, found.Value, found.Value - floor, best.evaluations + found.Evaluations}
		if best.gap <= float64(closeEnough*best.value)+float64(rounding*p.nothing) || fell <= rounding*p.nothing {
			break
		}
		wider, err := p.widen(ctx, w, b)
		if err != nil {
			return nil, err
		}
		if wider != nil {
			w = wider
		}
	}
	return best, ctx.Err()
}

// widen gives w further columns along which the cost falls, at most as many as it
// has, as long as the lowest point on their line is; nil if there are none.
func (p *programme) widen(ctx context.Context, w *mat.Dense, b *bound) (*mat.Dense, error) {
	r, q := w.Dims()
	more := min(q, r-q, len(b.decreases))
	if more <= 0 {
		return nil, nil
	}
	wider, line := mat.NewDense(r, q+more, nil), mat.NewDense(r, q+more, nil)
	wider.Slice(0, r, 0, q).(*mat.Dense).Copy(w)
	for k := range more {
		for a := range r {
			line.Set(a, q+k, b.directions.At(a, k)*math.Sqrt(b.decreases[k]))
		}
	}
	c, err := p.cost(q+more).Along(ctx, wider.RawMatrix().Data, line.RawMatrix().Data)
	if err != nil {
		return nil, err
	}
	step, fall := optimum.Lowest(c)
	if !(fall < 0) {
		return nil, nil
	}
	to := wider.RawMatrix().Data
	for k, v := range line.RawMatrix().Data {
		to[k] += float64(step * v)
	}
	return wider, nil
}

// rank is how many columns of w are something beside the first.
func (f *relaxation) rank() int {
	_, columns := f.w.Dims()
	first := f.w.ColView(0)
	for columns > 1 && mat.Norm(f.w.ColView(columns-1), 2) <= 1e-3*mat.Norm(first, 2) {
		columns--
	}
	return columns
}

// principalColumns returns w V with the eigenvectors V of wᵀw, without the columns
// that are nothing beside the first.
func principalColumns(ctx context.Context, w *mat.Dense) (*mat.Dense, error) {
	_, q := w.Dims()
	var lengths, axes mat.Dense
	lengths.Mul(w.T(), w)
	found, err := spectral.Top(ctx, &lengths, q)
	if err != nil {
		return nil, err
	}
	axes.Mul(w, found.Vectors)
	some := 1
	for some < q && found.Values[some] > 1e-13*found.Values[0] {
		some++
	}
	return leadingColumns(&axes, some), nil
}

// Free are the settings of a map whose rank is free.
type Free struct {
	Descent optimum.Settings
	Polish  bool    // whether the leading columns descend further
	Unit    float64 // what a cost of one is in the units that notes tell
}

// Semidefinite returns the linear map of any rank that costs least, by rows, with
// as many columns as it has but at least those of m, or its leading columns once
// they are polished; and tells how near to what any map can do it is. It starts
// at start, a map of the columns of m.
func Semidefinite(ctx context.Context, c *Stress, m *Linear, start []float64, s Free) ([]float64, error) {
	u, dim := m.design, m.dim
	_, r := u.Dims()
	all, err := summarise(parallel.Part(ctx, 0, 0.2), u, c.pairs)
	if err != nil {
		return nil, err
	}
	whole, err := newProgramme(ctx, c, u, all)
	if err != nil {
		return nil, err
	}
	found, err := whole.solve(parallel.Part(ctx, 0.2, 0.9), mat.NewDense(r, dim, start))
	if err != nil {
		return nil, err
	}
	_, columns := found.w.Dims()
	padded := mat.NewDense(r, max(columns, dim), nil)
	padded.Slice(0, r, 0, columns).(*mat.Dense).Copy(found.w)
	short := mat.DenseCopyOf(leadingColumns(padded, dim)).RawMatrix().Data
	value, err := whole.cost(dim).Value(ctx, short, make([]float64, len(short)))
	if err != nil {
		return nil, err
	}
	w := padded.RawMatrix().Data
	if s.Polish && columns > dim {
		polished, err := optimum.Minimise(parallel.Part(ctx, 0.9, 1), whole.cost(dim), short, s.Descent)
		if err != nil {
			return nil, err
		}
		w, value, found.evaluations = polished.X, polished.Value, found.evaluations+polished.Evaluations
	}
	share := found.gap / max(found.value, 1e-9*whole.nothing)
	engine.Remark(ctx, "the best linear map has rank %d and costs %.4g, proved to %.0e of it; this one of rank %d costs %.4g (%d evaluations)",
		found.rank(), s.Unit*found.value, share, min(dim, found.rank()), s.Unit*value, found.evaluations)
	return w, nil
}

// leadingColumns returns the first count columns of w, on their own.
func leadingColumns(w *mat.Dense, count int) *mat.Dense {
	r, columns := w.Dims()
	if count == columns {
		return w
	}
	return mat.DenseCopyOf(w.Slice(0, r, 0, count))
}
