package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "kpls",
		Summary:     "keeps what a kernel sees to vary most with the classes or the response",
		Formula:     "t ∝ K u,  u ∝ Y Yᵀ t,  K ← (I − t tᵀ) K (I − t tᵀ);  z(x) = k(x)ᵀ U (Tᵀ K U)⁻¹",
		Citation:    "Rosipal, Trejo 2001, JMLR 2; Rosipal, Krämer 2006, doi:10.1007/11752790_2",
		Examples:    []string{`parity(n=300) | kpls | ridge`, `waveform(n=300) | scale | kpls(width=0.5) | svm`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(KPLS) })
}

// KPLS, kernel partial least squares, is PLS of the rows as a kernel sees
// them: it keeps the directions of the feature space that covary most with what
// is to be learned, which may be curves in the space of the columns.
//
//	u = Y c, the c that makes uᵀ K u largest for ‖c‖ = 1;  t = K u / ‖K u‖
//	K ← (I − t tᵀ) K (I − t tᵀ),  Y ← (I − t tᵀ) Y
//	B = U (Tᵀ K U)⁻¹ with the first K;  z(x) = Σ_i k(x, x_i) B_i
//
// K is centred in the feature space, K_ij = k(x_i, x_j) with rows' and columns'
// means taken off, and so are the values k(x, x_i) of a new row. X n×d, Y n×m,
// the centred response or a column of indicators for each class → Z n×dim. The
// columns of Z are T: orthogonal and of length one, so coordinates are of
// order 1/√n. Kernels and σ are those of KPCA; the linear kernel gives the
// directions of PLS.
//
// c is the leading eigenvector of Yᵀ K Y, which the iteration t = K u,
// u = Y Yᵀ t of the paper converges to. The deflated matrix is never formed:
// the projection acts on Y.
//
// Time O(n²(d + m)) for each dimension, O(n(d + dim)) a mapped row; memory
// O(n(d + m)), for kernel values are computed whenever they are needed, or up to
// 6000 rows kept in n²/2 numbers where there is room. It fails without classes
// or a response, and where K has fewer directions that covary with it than dim.
// It is deterministic: each column of T is turned so that its entry of largest
// absolute value is positive (Rosipal, Trejo 2001, Journal of
// Machine Learning Research 2, 97–123; Rosipal, Krämer 2006,
// doi:10.1007/11752790_2).
//
// Deviation: descriptions that deflate by the scores of Y, not of K, agree for
// the first dimension alone.
type KPLS struct {
	Dim int // dimensions
	Mercer
}

// Params declares the parameters.
func (m *KPLS) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.declare(p)
}

// Embed places the rows of s.
func (m *KPLS) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	_, _, y, err := centreWithAnswers(ctx, s)
	if err != nil {
		return nil, err
	}
	kernel, err := m.kernelOf(ctx, s.X)
	if err != nil {
		return nil, err
	}
	k := &centredKernel{entries: gram.NewEntries(kernel, s.X)}
	if err := k.entries.Cache(ctx); err != nil {
		return nil, err
	}
	b, err := k.coefficients(parallel.Part(ctx, 0, 0.9), y, m.Dim)
	if err != nil {
		return nil, err
	}
	own, placed, err := newExpansion(parallel.Part(ctx, 0.9, 1), kernel, s.X, b)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: placed, Target: engine.Euclidean(s.X), Map: own}, nil
}

// centredKernel is H K H as a product with vectors.
type centredKernel struct{ entries *gram.Entries }

// times returns H K H v for the columns of v (n×r).
func (k *centredKernel) times(ctx context.Context, v *mat.Dense) (*mat.Dense, error) {
	n, r := v.Dims()
	c, _ := centre(v)
	rows, image := mat.DenseCopyOf(c.T()), mat.NewDense(r, n, nil)
	if err := k.entries.Times(ctx, image.RawMatrix().Data, rows.RawMatrix().Data, r); err != nil {
		return nil, err
	}
	out, _ := centre(mat.DenseCopyOf(image.T()))
	return out, nil
}

// coefficients returns B (n×dim) for centred y, which is deflated.
func (k *centredKernel) coefficients(ctx context.Context, y *mat.Dense, dim int) (*mat.Dense, error) {
	const of = "directions of the feature space that covary with what is to be learned"
	n, _ := y.Dims()
	if dim >= n {
		return nil, tooManyDimensions(dim, n-1, of)
	}
	t, u := mat.NewDense(n, dim, nil), mat.NewDense(n, dim, nil)
	done := parallel.Count(ctx, "directions", dim+1)
	var first float64
	for a := range dim {
		ky, err := k.times(ctx, y)
		if err != nil {
			return nil, err
		}
		for range 2 { // twice is enough to be orthogonal
			projectOut(ky, t, a)
		}
		c := leadingVector(y, ky)
		var score, target mat.VecDense
		score.MulVec(ky, c)
		target.MulVec(y, c)
		uc, size := unit(target.RawVector().Data)
		tc, length := unit(score.RawVector().Data)
		if a == 0 {
			first = length / size
		}
		if !(size > 0 && length/size > 1e-10*first) || first == 0 {
			return nil, tooManyDimensions(dim, a, of)
		}
		t.SetCol(a, tc)
		u.SetCol(a, uc)
		projectOut(y, t, a+1)
		done.Add(1)
	}
	ku, err := k.times(ctx, u)
	if err != nil {
		return nil, err
	}
	var overlap, inverse mat.Dense
	overlap.Mul(t.T(), ku)
	if inverse.Inverse(&overlap) != nil {
		return nil, tooManyDimensions(dim, dim-1, of)
	}
	b := mat.NewDense(n, dim, nil)
	b.Mul(u, &inverse)
	orientLike(b, t)
	return b, nil
}

// projectOut takes the components along the first count columns of t, which are
// orthonormal, off the columns of y.
func projectOut(y, t *mat.Dense, count int) {
	if count == 0 {
		return
	}
	n, _ := y.Dims()
	some := t.Slice(0, n, 0, count)
	var along, part mat.Dense
	along.Mul(some.T(), y)
	part.Mul(some, &along)
	y.Sub(y, &part)
}

// leadingVector returns the eigenvector of yᵀ ky, symmetric, of the largest
// eigenvalue.
func leadingVector(y, ky *mat.Dense) *mat.VecDense {
	_, m := y.Dims()
	c := mat.NewVecDense(m, nil)
	c.SetVec(0, 1)
	var product mat.Dense
	product.Mul(y.T(), ky)
	size := mat.Max(&absolute{&product})
	if m == 1 || size == 0 {
		return c
	}
	symmetric := mat.NewSymDense(m, nil)
	for i := range m {
		for j := range i + 1 {
			symmetric.SetSym(i, j, (product.At(i, j)+product.At(j, i))/2/size)
		}
	}
	var e mat.EigenSym
	if e.Factorize(symmetric, true) {
		var vectors mat.Dense
		e.VectorsTo(&vectors)
		c.CopyVec(vectors.ColView(m - 1))
	}
	return c
}

// orientLike turns the columns of b by the signs of those of t.
func orientLike(b, t *mat.Dense) {
	n, _ := b.Dims()
	for p, sign := range spectral.Signs(t) {
		for i := range n {
			b.Set(i, p, sign*b.At(i, p))
		}
	}
}
