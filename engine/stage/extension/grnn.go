package extension

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "grnn",
		Summary:  "maps to the mean of placed rows, weighted by nearness",
		Formula:  "f(x) = Σ w_i y_i / Σ w_i,  w_i = exp(−‖x − x_i‖²/2σ²)",
		Citation: "Specht 1991, doi:10.1109/72.97934",
		Examples: []string{`waveform(n=300) | scale | warp(0.5) | isomap(k=10) | grnn | knn`},
	}, func() engine.Extender { return new(GRNN) })
}

// GRNN, the general regression neural network, keeps images among the placed
// rows: each is their mean, weighted by nearness.
//
//	f(x) = Σ_i w_i y_i / Σ_i w_i,  w_i = exp(−(‖x − x_i‖² − r²)/2σ²)
//
// with r the distance to the nearest row, which cancels, but keeps the weights
// of far rows from vanishing all together. X n×d, Y n×dim → images m×dim. σ is
// in the units of the columns. By itself it is that of 0.1, 0.2, 0.3, 0.4, 0.5,
// 0.7, 1, 1.5 or 2 times the median distance of a training row to its nearest
// other, copies of it aside, which maps training rows best when each is left
// out in turn.
//
// Time O(9n²) exponentials to choose σ, O(n(d + dim)) a mapped row; memory
// O(nd). As σ → 0, or far away, images are those of the nearest row. It fails
// for rows that are all equal. It is deterministic (Specht 1991,
// doi:10.1109/72.97934).
type GRNN struct {
	Sigma float64 // bandwidth σ, or engine.Auto
	Train string  // "mapped" or "placed"
}

// Params declares the parameters.
func (m *GRNN) Params(p *engine.Params) {
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖x−x'‖²/2sigma²); auto leaves each training row out to choose it").Simpler(engine.Larger)
	trainParam(p, &m.Train)
}

// Extend learns the map from the rows of s to those of e.
func (m *GRNN) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	if err := checkRows(s, e); err != nil {
		return nil, err
	}
	sigma := m.Sigma
	if sigma == engine.Auto {
		nearest, err := engine.Shared(parallel.Part(ctx, 0, 0.1), s.Memo, nearestKey{}, func(ctx context.Context) (float64, error) { return medianNearest(ctx, s.X) })
		if err != nil {
			return nil, err
		}
		if sigma, err = chooseBandwidth(parallel.Part(ctx, 0.1, 1), s.X, e.Y, nearest); err != nil {
			return nil, err
		}
	}
	return newExtension(&grnnMap{gram.NewProfile(s.X), targetsOf(e.Y), sigma}, m.Train), nil
}

func init() { codec.Register[*grnnMap]("grnn", 1) }

// A grnnMap is the map of some rows and their places.
type grnnMap struct {
	profile *gram.Profile // of the rows
	targets targets
	sigma   float64
}

// Fields tells the rows, their places and the bandwidth.
func (m *grnnMap) Fields(f *codec.Fields) {
	if m.profile == nil {
		m.profile = new(gram.Profile)
	}
	f.Float("sigma", &m.sigma)
	f.Group("rows", m.profile.Fields)
	f.Matrix("targets", &m.targets.columns)
	if f.Good() {
		dim, n := m.targets.columns.Dims()
		f.Check(dim > 1 && n == m.profile.Len(), "places %d×%d of %d rows", dim, n, m.profile.Len())
	}
}

// Dim returns the number of columns of an image.
func (m *grnnMap) Dim() int { rows, _ := m.targets.columns.Dims(); return rows - 1 }

// Apply fills dst with the images of the rows of x.
func (m *grnnMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return applyRows(ctx, m.cost(), m.fresh, m.row, dst, x)
}

func (m *grnnMap) cost() int        { return m.profile.Len() * (m.profile.Columns() + m.Dim() + 8) }
func (m *grnnMap) fresh() []float64 { return m.profile.Workspace() }

func (m *grnnMap) row(squares, image, x []float64) error {
	m.profile.Squares(squares, x)
	m.targets.average(image, squares, squares, m.sigma, -1)
	return nil
}

// targets are placed rows by columns, and a last column of ones.
type targets struct{ columns *mat.Dense }

func targetsOf(y *mat.Dense) targets {
	n, dim := y.Dims()
	columns := mat.NewDense(dim+1, n, nil)
	columns.Slice(0, dim, 0, n).(*mat.Dense).Copy(y.T())
	for i := range n {
		columns.Set(dim, i, 1)
	}
	return targets{columns}
}

// average fills image with the mean of the rows, without row out, weighted by
// what it leaves in weights, which may be squares.
func (t targets) average(image, weights, squares []float64, sigma float64, out int) {
	least := math.Inf(1)
	for i, s := range squares {
		if i != out {
			least = min(least, s)
		}
	}
	scale := min(1/(2*sigma*sigma), math.MaxFloat64) // 0·∞ would be no weight
	for i, s := range squares {
		weights[i] = min((least-s)*scale, 0)
	}
	simd.Exp(weights, weights)
	if out >= 0 {
		weights[out] = 0
	}
	total := simd.Dot(weights, t.columns.RawRowView(len(image)))
	for p := range image {
		image[p] = simd.Dot(weights, t.columns.RawRowView(p)) / total
	}
}

// medianNearest returns the median distance of a row to its nearest other,
// over the rows that have no copy. Where all have one, it is that to the
// nearest which is no copy.
func medianNearest(ctx context.Context, x *mat.Dense) (float64, error) {
	n, _ := x.Dims()
	if n < 2 {
		return 0, spectral.Identical()
	}
	nb, err := neighbour.Nearest(ctx, engine.Euclidean(x), 1)
	if err != nil {
		return 0, err
	}
	apart := slices.DeleteFunc(slices.Clone(nb.Length), func(e float64) bool { return e == 0 })
	if len(apart) == 0 {
		if apart, err = nearestApart(ctx, x); err != nil {
			return 0, err
		}
	}
	slices.Sort(apart)
	median := (apart[(len(apart)-1)/2] + apart[len(apart)/2]) / 2
	if math.IsInf(median, 1) {
		return 0, spectral.Identical()
	}
	return median, nil
}

// nearestApart returns how far each row is from the nearest that does not
// coincide with it; infinitely, if all do.
func nearestApart(ctx context.Context, x *mat.Dense) ([]float64, error) {
	n, _ := x.Dims()
	apart, profile := make([]float64, n), gram.NewProfile(x)
	return apart, parallel.With(ctx, n, 16, profile.Workspace, func(squares []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			profile.Squares(squares, x.RawRowView(i))
			least := math.Inf(1)
			for _, s := range squares {
				if s > 0 {
					least = min(least, s)
				}
			}
			apart[i] = math.Sqrt(least)
		}
	})
}

// chooseBandwidth returns the multiple of the unit that maps rows best from the
// others.
func chooseBandwidth(ctx context.Context, x, y *mat.Dense, unit float64) (float64, error) {
	multiples := []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2}
	n, _ := x.Dims()
	_, dim := y.Dims()
	profile, targets := gram.NewProfile(x), targetsOf(y)
	count := parallel.Count(ctx, "bandwidth", n)
	parts, err := parallel.Blocks(ctx, n, max(1, min(16, 1<<16/n)), func(lo, hi int) []float64 {
		errors, squares, image := make([]float64, len(multiples)), profile.Workspace(), make([]float64, dim)
		weights := make([]float64, n)
		for i := lo; i < hi; i++ {
			profile.Squares(squares, x.RawRowView(i))
			for c, multiple := range multiples {
				targets.average(image, weights, squares, multiple*unit, i)
				errors[c] += gram.Square(image, y.RawRowView(i))
			}
		}
		count.Add(hi - lo)
		return errors
	})
	if err != nil {
		return 0, err
	}
	best, least := 0, math.Inf(1)
	for c := range multiples {
		var sum float64
		for _, part := range parts {
			sum += part[c]
		}
		if sum < least {
			best, least = c, sum
		}
	}
	return multiples[best] * unit, nil
}
