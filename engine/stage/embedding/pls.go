package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:        "pls",
		Summary:     "keeps the directions that vary most together with the classes or the response",
		Formula:     "max ‖Yᵀ X w‖ over ‖w‖ = 1, once what earlier directions tell is taken off X;  R = W (Pᵀ W)⁻¹",
		Citation:    "Wold, Sjöström, Eriksson 2001, doi:10.1016/S0169-7439(01)00155-1",
		Aliases:     []string{"plsr", "plsregression", "partialleastsquares"},
		Near:        []string{"cca"},
		Examples:    []string{`waveform(n=300) | scale | pls | svm`, `parity(n=300) | pls | ridge`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(PLS) })
}

// PLS, partial least squares regression, keeps the directions of the columns
// that covary most with what is to be learned.
//
//	w_a = the unit vector of largest ‖Yᵀ X_a w‖,  z_a = X_a w_a
//	p_a = X_aᵀ z_a / z_aᵀ z_a,  X_{a+1} = X_a − z_a p_aᵀ
//	R = W (Pᵀ W)⁻¹,  z = Rᵀ (x − mean)
//
// X n×d, centred to X_1; Y n×m is the centred response, or a column of
// indicators for each class → Z n×dim, whose columns are the scores z_a,
// orthogonal, in the units of X. Any row is mapped by R. Columns are not
// brought to one scale: put scale before it for that.
//
// w_a is the leading eigenvector of X_aᵀ Y Yᵀ X_a, which the power iterations
// of the classical algorithm (NIPALS) converge to. Y needs no deflation: the
// scores taken off X_a are orthogonal to what remains of it, so X_aᵀ Y is what
// it would be with Y − z_a (z_aᵀ Y)/(z_aᵀ z_a).
//
// Time O(nd(dim + m) + dim·min(d, m)³), memory O(nd). It fails without classes
// or a response, and for more dimensions than covary with it: at most as many
// as the rows span. It is deterministic: each column of R is turned so that its
// entry of largest absolute value is positive (Wold, Sjöström, Eriksson 2001,
// doi:10.1016/S0169-7439(01)00155-1).
//
// Deviation: descriptions that deflate Y by its own score Y c leave nothing of
// a single response after the first direction; regression deflates by z.
type PLS struct {
	Dim int // dimensions
}

// Params declares the parameters.
func (m *PLS) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
}

// Embed places the rows of s.
func (m *PLS) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	x, mean, y, err := centreWithAnswers(ctx, s)
	if err != nil {
		return nil, err
	}
	rotations, err := plsRotations(ctx, x, y, m.Dim)
	if err != nil {
		return nil, err
	}
	own := affine.NewMap(mean, rotations, m.Dim)
	placed, err := own.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: placed, Target: engine.Euclidean(s.X), Map: own}, nil
}

// plsRotations returns R (d×dim) for centred x and y, of which x is deflated.
func plsRotations(ctx context.Context, x, y *mat.Dense, dim int) (*mat.Dense, error) {
	n, d := x.Dims()
	if dim > min(n-1, d) {
		return nil, tooManyDimensions(dim, min(n-1, d), covariant)
	}
	done := parallel.Count(ctx, "directions", dim)
	weights, loads := mat.NewDense(d, dim, nil), mat.NewDense(d, dim, nil)
	z := make([]float64, n)
	rounding := 1e-15 * mat.Norm(x, 2) * mat.Norm(y, 2)
	var first float64
	for a := range dim {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w, covariance := steepest(x, y)
		if a == 0 {
			first = covariance
		}
		if !(first > rounding) {
			return nil, &engine.Error{Cause: "no column covaries with what is to be learned", Remedy: remedy.Use("kpls", "sdpp").Which("see more than straight lines")}
		}
		if !(covariance > 1e-10*first) {
			return nil, tooManyDimensions(dim, a, covariant)
		}
		p, err := deflate(ctx, x, w, z)
		if err != nil {
			return nil, err
		}
		weights.SetCol(a, w)
		loads.SetCol(a, p)
		done.Add(1)
	}
	return rotate(weights, loads)
}

// covariant is what the dimensions of PLS are bounded by.
const covariant = "directions that covary with what is to be learned"

// steepest returns the unit vector w of largest ‖yᵀ x w‖, and that length.
func steepest(x, y *mat.Dense) ([]float64, float64) {
	var cross mat.Dense
	cross.Mul(x.T(), y) // d×m
	d, m := cross.Dims()
	if m == 1 {
		w := mat.Col(nil, 0, &cross)
		return unit(w)
	}
	// The leading left singular vector of a matrix scaled to have no extremes.
	size := mat.Max(&absolute{&cross})
	if size == 0 {
		return make([]float64, d), 0
	}
	cross.Scale(1/size, &cross)
	small := mat.NewSymDense(m, nil)
	small.SymOuterK(1, cross.T())
	var e mat.EigenSym
	if !e.Factorize(small, true) {
		return make([]float64, d), 0
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	var image mat.VecDense
	image.MulVec(&cross, vectors.ColView(m-1))
	w, length := unit(image.RawVector().Data)
	return w, size * length
}

// absolute is a matrix of absolute values.
type absolute struct{ mat.Matrix }

func (a *absolute) At(i, j int) float64 { return math.Abs(a.Matrix.At(i, j)) }

// unit divides v by its length, which it returns too.
func unit(v []float64) ([]float64, float64) {
	length := mat.Norm(mat.NewVecDense(len(v), v), 2)
	for c := range v {
		if length > 0 {
			v[c] /= length
		}
	}
	return v, length
}

// deflate sets z = x w, takes z pᵀ off x, and returns p = xᵀ z / zᵀ z.
func deflate(ctx context.Context, x *mat.Dense, w, z []float64) ([]float64, error) {
	n, d := x.Dims()
	score := mat.NewVecDense(n, z)
	score.MulVec(x, mat.NewVecDense(d, w))
	var load mat.VecDense
	load.MulVec(x.T(), score)
	square := mat.Dot(score, score)
	p := load.RawVector().Data
	for c := range p {
		p[c] /= square
	}
	return p, parallel.For(ctx, n, parallel.Grain(d), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			for c := range row {
				row[c] -= float64(z[i] * p[c])
			}
		}
	})
}

// rotate returns W (Pᵀ W)⁻¹ with its columns oriented.
func rotate(w, p *mat.Dense) (*mat.Dense, error) {
	_, dim := w.Dims()
	var overlap, inverse mat.Dense
	overlap.Mul(p.T(), w)
	if err := inverse.Inverse(&overlap); err != nil {
		return nil, tooManyDimensions(dim, dim-1, covariant)
	}
	d, _ := w.Dims()
	rotations := mat.NewDense(d, dim, nil)
	rotations.Mul(w, &inverse)
	spectral.Orient(rotations)
	return rotations, nil
}
