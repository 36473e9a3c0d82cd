package pairwise

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/decomposition"
	means "unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

// Placed returns the embedding that parameters of maps make of the rows that these
// were bound to. A cost on distances does not mind how images are turned, so they are
// brought to their principal axes, z ↦ (z − mean) V with V of the singular value
// decomposition of all images, and each axis to the sign that makes its largest entry
// positive: of W where z = Wᵀ x, and of the images elsewhere. The spectrum are the
// variances along the axes. What has a map is placed by it, bit by bit.
func Placed(ctx context.Context, s engine.Sample, maps engine.Maps, w []float64) (*engine.Embedding, error) {
	y := mat.NewDense(maps.Rows(), maps.Dim(), nil)
	if err := maps.Forward(ctx, y.RawMatrix().Data, w); err != nil {
		return nil, err
	}
	mean := means.Centre(y)
	axes, variances, err := principalAxes(ctx, y)
	if err != nil {
		return nil, err
	}
	own, err := maps.Map(ctx, w)
	if err != nil {
		return nil, err
	}
	if own == nil {
		return &engine.Embedding{Y: turn(y, axes), Spectrum: variances}, nil
	}
	turned := turnMap(own, mean, axes)
	placed, err := engine.Image(ctx, turned, s.X)
	return &engine.Embedding{Y: placed, Spectrum: variances, Map: turned}, err
}

// principalAxes returns the axes V (dim×dim) of centred rows, of the signs that these
// have by them, and the variances along them, falling.
func principalAxes(ctx context.Context, y *mat.Dense) (*mat.Dense, []float64, error) {
	n, dim := y.Dims()
	raw := y.RawMatrix()
	found, err := decomposition.NewSingular(ctx, n, dim, raw.Data, raw.Stride)
	if errors.Is(err, decomposition.ErrNoPairs) {
		return nil, nil, &engine.Error{Cause: "the map found is not finite", Remedy: remedy.Put("scale")}
	}
	if err != nil {
		return nil, nil, err
	}
	axes := mat.DenseCopyOf(mat.NewDense(dim, dim, found.V).T())
	for k, sign := range spectral.Signs(turn(y, axes)) {
		for c := range dim {
			axes.Set(c, k, sign*axes.At(c, k))
		}
	}
	variances := found.Values
	for k, size := range variances {
		variances[k] = size * size / float64(max(1, n-1))
	}
	return axes, variances, nil
}

// turn returns y V.
func turn(y, axes *mat.Dense) *mat.Dense {
	n, dim := y.Dims()
	out := mat.NewDense(n, dim, nil)
	for i := range n {
		turnRow(out.RawRowView(i), y.RawRowView(i), axes)
	}
	return out
}

// turnRow fills dst with zᵀ V.
func turnRow(dst, z []float64, axes *mat.Dense) {
	clear(dst)
	for c, v := range z {
		for k, a := range axes.RawRowView(c) {
			dst[k] += float64(v * a)
		}
	}
}

// A SlopedMap knows how images move with the columns of rows; of other maps slopes are
// told by differences.
type SlopedMap interface {
	engine.Map
	// Slope fills dst (d×dim) with ∂z_k/∂x_j at a row of d columns. It is safe for
	// concurrent use.
	Slope(dst *mat.Dense, row []float64)
}

// A Turnable map is one that is turned for itself, in less work than after it.
type Turnable interface {
	engine.Map
	// Turned returns x ↦ (f(x) − mean) V, in which columns of V may have changed their
	// sign.
	Turned(mean []float64, axes *mat.Dense) engine.Map
}

// turnMap returns x ↦ (f(x) − mean) V.
func turnMap(m engine.Map, mean []float64, axes *mat.Dense) engine.Map {
	if own, ok := m.(Turnable); ok {
		return own.Turned(mean, axes)
	}
	return After(m, mean, axes)
}

// After returns x ↦ (f(x) − mean) a of a map f: an affine map after it.
func After(f engine.Map, mean []float64, a *mat.Dense) engine.Map {
	if sloped, ok := f.(SlopedMap); ok {
		return turnedSlopedMap{turnedMap{f, mean, a}, sloped}
	}
	return turnedMap{f, mean, a}
}

// A turnedSlopedMap is a turned map whose slopes are known before it is turned.
type turnedSlopedMap struct {
	turnedMap
	before SlopedMap
}

// Kept is the map alone, which finds images.
func (m turnedSlopedMap) Kept() any { return m.turnedMap }

// Slope fills dst with ∂f/∂x a.
func (m turnedSlopedMap) Slope(dst *mat.Dense, row []float64) {
	inner := mat.NewDense(len(row), m.before.Dim(), nil)
	m.before.Slope(inner, row)
	dst.Mul(inner, m.axes)
}

type turnedMap struct {
	engine.Map
	mean []float64
	axes *mat.Dense
}

func init() { codec.Register[turnedMap]("turned", 1) }

// Fields tells the map and what is done to its images.
func (m *turnedMap) Fields(f *codec.Fields) {
	codec.Value(f, "map", &m.Map)
	f.Floats("mean", &m.mean)
	f.Matrix("axes", &m.axes)
	if f.Good() {
		rows, columns := m.axes.Dims()
		f.Check(rows == m.Map.Dim() && columns == rows && len(m.mean) == rows, "axes %d×%d of %d columns", rows, columns, m.Map.Dim())
	}
}

// Apply fills dst with the turned images of the rows of x.
func (m turnedMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, dim := dst.Dims()
	z := mat.NewDense(n, dim, nil)
	if err := m.Map.Apply(ctx, z, x); err != nil {
		return err
	}
	return parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := z.RawRowView(i)
			for k, v := range m.mean {
				row[k] -= v
			}
			turnRow(dst.RawRowView(i), row, m.axes)
		}
	})
}
