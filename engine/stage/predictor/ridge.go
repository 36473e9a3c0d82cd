package predictor

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "ridge",
		Summary:  "fits a linear function with small coefficients",
		Formula:  "min Σ (y_i − b − w·x_i)² + λ‖w‖²",
		Citation: "Hoerl, Kennard 1970, doi:10.1080/00401706.1970.10488634",
		Aliases:  []string{"ridgeregression"},
		Near:     []string{"linearregression", "lm", "ols", "lasso", "elasticnet", "glmnet"},
		Examples: []string{`load | sample(600) | ridge(lambda=0.1)`},
	}, func() *Ridge { return new(Ridge) })
}

// Ridge fits the linear function b + w·x that minimises
//
//	Σ (y_i − b − w·x_i)² + λ‖w‖².
//
// The intercept b is not penalised: columns and response are centred first,
// and b = ȳ − w·x̄. Of several responses each has such a function, and all are
// solved for at once. For classes, one such function for each class is fitted to
// targets of 1 on its rows and −1 on others (one against the rest), and the
// largest wins, the smaller class number on equal values.
//
// Shapes: X n×d, labels n or responses n×m → one class number or m values a row.
//
// Units: λ is in the square of the columns' units, and is summed over rows, so
// its weight falls as rows are added.
//
// Cost: O(nd·min(n, d) + min(n, d)³) time, min(n, d)² memory.
//
// Failures: an *engine.Error for one class, values that are not
// finite, categorical columns, and λ too small for columns that depend
// on each other.
//
// Determinism: exact; nothing is drawn.
//
// Citation: Hoerl, Kennard 1970, doi:10.1080/00401706.1970.10488634.
type Ridge struct {
	Lambda float64 // λ, weight of the penalty
}

// Params declares the parameters.
func (m *Ridge) Params(p *engine.Params) {
	p.Float(&m.Lambda, "lambda", 1, engine.AtLeast(0), "weight of the penalty on the squared coefficients").Simpler(engine.Larger)
}

// Learn solves the normal equations for all targets at once.
func (m *Ridge) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	targets, classes, err := targetsOf(s)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	meanX, x := centre(s.X)
	meanY, y := centre(targets)
	weights, err := m.weights(x, y)
	if err != nil {
		return nil, err
	}
	model := &linear{classes: classes, weights: mat.DenseCopyOf(weights.T()), intercepts: meanY}
	for c := range meanY {
		meanY[c] -= dot(model.weights.RawRowView(c), meanX)
	}
	return model, nil
}

// weights returns W (d×functions) for centred x and y, by the smaller of two systems:
//
//	W = (XᵀX + λI)⁻¹ XᵀY = Xᵀ (XXᵀ + λI)⁻¹ Y
func (m *Ridge) weights(x, y *mat.Dense) (*mat.Dense, error) {
	weights, right := new(mat.Dense), new(mat.Dense)
	if n, d := x.Dims(); d <= n {
		right.Mul(x.T(), y)
		return weights, m.solve(weights, x.T(), right)
	}
	err := m.solve(right, x, y)
	if err == nil {
		weights.Mul(x.T(), right)
	}
	return weights, err
}

// solve finds dst of (AAᵀ + λI) dst = b.
func (m *Ridge) solve(dst *mat.Dense, a mat.Matrix, b *mat.Dense) error {
	// A larger condition number leaves the solution no correct digit.
	const worst = 1e14
	size, _ := a.Dims()
	gram := mat.NewSymDense(size, nil)
	gram.SymOuterK(1, a)
	for i := range size {
		gram.SetSym(i, i, gram.At(i, i)+m.Lambda)
	}
	var cholesky mat.Cholesky
	if ok := cholesky.Factorize(gram); !ok || cholesky.Cond() > worst {
		return &engine.Error{Param: "lambda", Cause: fmt.Sprintf("columns depend on each other, and lambda = %g does not decide between them", m.Lambda), Remedy: remedy.Raise("lambda").Or(remedy.Say("leave some columns out"))}
	}
	return cholesky.SolveTo(dst, b)
}

// A linear is a learned Ridge: a function for each class or response.
type linear struct {
	classes    []int      // nil for responses
	weights    *mat.Dense // functions×d
	intercepts []float64
}

func init() { codec.Register[*linear]("linear", 1) }

// Fields tells the weights, function by function.
func (m *linear) Fields(f *codec.Fields) {
	f.Matrix("weights", &m.weights)
	f.Floats("intercepts", &m.intercepts)
	functionFields(f, &m.classes, len(m.intercepts))
	if f.Good() {
		functions, d := m.weights.Dims()
		f.Check(functions == len(m.intercepts) && d == f.Columns(), "weights %d×%d of %d columns", functions, d, f.Columns())
	}
}

// Predict evaluates the functions on each row.
func (m *linear) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	functions, d := m.weights.Dims()
	if err := sameColumns(y, d); err != nil {
		return err
	}
	n, _ := y.Dims()
	width := widthOf(m.classes, functions)
	return parallel.For(ctx, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := y.RawRowView(i)
			writePrediction(dst[i*width:(i+1)*width], m.classes, functions, func(c int) float64 { return m.intercepts[c] + dot(m.weights.RawRowView(c), x) })
		}
	})
}
