package form

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "linear",
		Summary:  "maps every row by one matrix",
		Formula:  "z = Wᵀ (x − mean)",
		Citation: "Bunte, Biehl, Hammer 2012, doi:10.1162/NECO_a_00250",
		Examples: []string{`waveform(n=300) | scale | nerv(map=linear) | svm`},
		Maps:     true,
	}, func() engine.Form { return new(Linear) })
}

// Linear maps are the directions in which a cost sees most of what it looks for.
//
//	z = Wᵀ (x − mean),  W d×dim
//
// A descent goes by whitened columns u = Vᵀ (x − mean), uncorrelated and of variance
// one, which changes no minimum but the way to it: columns may have any units, be
// copies of one another or constant. Images are in the units that the cost gives them.
// A start near given places Z is that of least squares, W = UᵀZ / (n − 1), and what
// would be flat in a direction is given a thousandth of the largest, so that a descent
// can leave it.
//
// Time O(n r dim) an evaluation, r ≤ d white columns, beside that of the cost, and O(n
// d²) once; memory O(n d). It fails for cells that are not finite, for rows that are all
// equal, and for more dimensions than the columns span. It is deterministic. Costs of
// embeddings under linear and other maps: Bunte, Biehl, Hammer 2012,
// doi:10.1162/NECO_a_00250, who do not whiten.
type Linear struct{}

// Params declares that there are none.
func (*Linear) Params(*engine.Params) {}

// Bind returns the linear maps of the rows of s.
func (*Linear) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if err := bindable(s, dim); err != nil {
		return nil, err
	}
	white, err := affine.Whiten(ctx, s, dim)
	if err != nil {
		return nil, err
	}
	return &linearMaps{pairwise.NewLinear(white.U, dim), white}, nil
}

// linearMaps are linear in white columns.
type linearMaps struct {
	*pairwise.Linear
	white *affine.Whitening
}

// Toward returns UᵀZ / (n − 1) for centred Z, of full rank.
func (m *linearMaps) Toward(ctx context.Context, z *mat.Dense) ([]float64, error) {
	if err := ends(z, m.Rows(), m.Dim()); err != nil {
		return nil, err
	}
	r, q := m.white.U.RawMatrix().Cols, m.Dim()
	w := mat.NewDense(r, q, nil)
	w.Mul(m.white.U.T(), z) // U is centred
	w.Scale(1/float64(max(1, m.Rows()-1)), w)
	return full(ctx, w)
}

// full returns the entries of w (r×q by rows, q ≤ r) once none of its singular values
// is below a thousandth of the largest: a descent never leaves a direction in which all
// images are equal. Zeros are the first columns.
func full(ctx context.Context, w *mat.Dense) ([]float64, error) {
	const least = 1e-3
	var svd mat.SVD
	if !svd.Factorize(w, mat.SVDThin) {
		return nil, notFinite()
	}
	sizes := svd.Values(nil)
	if sizes[0] == 0 {
		for k := range sizes {
			w.Set(k, k, 1)
		}
		return w.RawMatrix().Data, ctx.Err()
	}
	if last := sizes[len(sizes)-1]; last >= least*sizes[0] {
		return w.RawMatrix().Data, ctx.Err()
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	u.Apply(func(_, k int, x float64) float64 { return x * max(sizes[k], least*sizes[0]) }, &u)
	w.Mul(&u, v.T())
	return w.RawMatrix().Data, ctx.Err()
}

// Map returns the map of rows by w.
func (m *linearMaps) Map(_ context.Context, w []float64) (engine.Map, error) {
	r := m.white.U.RawMatrix().Cols
	return &linearMap{m.white, affine.NewMap(m.white.Mean, m.white.Columns, r), mat.NewDense(r, m.Dim(), slices.Clone(w))}, nil
}

func init() { codec.Register[*linearMap]("whitened", 1) }

// Fields tells how rows are whitened, and the matrix.
func (m *linearMap) Fields(f *codec.Fields) {
	f.Group("whiten", m.whiten.Fields)
	f.Matrix("matrix", &m.w)
	if f.Good() {
		r, _ := m.w.Dims()
		f.Check(r == m.whiten.Dim(), "a matrix of %d rows for %d columns", r, m.whiten.Dim())
	}
}

// A linearMap whitens rows, and maps them then.
type linearMap struct {
	white  *affine.Whitening
	whiten affine.Map
	w      *mat.Dense // r×dim
}

// Dim returns dim.
func (m *linearMap) Dim() int { return m.w.RawMatrix().Cols }

// Apply fills dst with the images of the rows of x.
func (m *linearMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	return parallel.With(ctx, n, 64, func() []float64 { return make([]float64, m.whiten.Dim()) }, func(u []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.whiten.Row(u, x.RawRowView(i))
			multiply(dst.RawRowView(i), u, m.w)
		}
	})
}

// Slope fills dst with the matrix that rows are mapped by, at every row.
func (m *linearMap) Slope(dst *mat.Dense, _ []float64) { dst.Mul(m.white.Columns, m.w) }

// Turned returns the map by one matrix, its largest entry in each column positive.
// Whitened rows have the mean zero, and so have their images.
func (m *linearMap) Turned(_ []float64, axes *mat.Dense) engine.Map {
	var inner, turned mat.Dense
	inner.Mul(m.w, axes)
	turned.Mul(m.white.Columns, &inner)
	spectral.Orient(&turned)
	return affine.NewMap(m.white.Mean, &turned, m.Dim())
}
