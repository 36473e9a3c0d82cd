// Package logit fits the probabilities of classes by linear functions with small
// coefficients: multinomial logistic regression. It is the solver of the predictor
// logistic, and tells the posteriors that parametric embedding takes.
//
// It imports the vocabulary of the engine, its internal packages and the tools blas and
// optimum. Start reading at logit.go, then likelihood.go, which says what is minimised,
// and search.go.
package logit

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// A Model tells the probabilities of classes,
//
//	p(c | x) = exp(s_c) / Σ_k exp(s_k),  s_c = b_c + w_c·(x − mean)
//
// with a function s for each class, but none, which is zero, for the first of two.
type Model struct {
	Classes    int
	Mean       []float64  // of the columns
	Weights    *mat.Dense // functions×d
	Intercepts []float64
}

// Fields tells the means, weights and intercepts.
func (m *Model) Fields(f *codec.Fields) {
	f.Int("classes", &m.Classes)
	f.Floats("mean", &m.Mean)
	f.Floats("intercepts", &m.Intercepts)
	f.Matrix("weights", &m.Weights)
	if !f.Good() {
		return
	}
	functions, d := m.Weights.Dims()
	f.Check(d == f.Columns() && len(m.Mean) == d && len(m.Intercepts) == functions, "weights %d×%d of %d columns", functions, d, f.Columns())
	f.Check(m.Classes >= 2 && (functions == m.Classes || functions == 1 && m.Classes == 2), "%d functions for %d classes", functions, m.Classes)
}

// Fit returns the model of rows x (n×d) of classes, counted from 0, each of which has
// rows, that minimises ½‖W‖² − c Σ_i log p(y_i | x_i) once columns are divided by scale.
// It takes 8nd bytes for the rows, asked for before they are taken; the time of Newton's
// method up to 300 coefficients, and of limited-memory BFGS for more. A note tells
// where the search ends short. It is deterministic (Krishnapuram, Carin, Figueiredo,
// Hartemink 2005, doi:10.1109/TPAMI.2005.127).
func Fit(ctx context.Context, x *mat.Dense, class []int, classes int, scale, c float64) (*Model, error) {
	n, d := x.Dims()
	p := newLikelihood(classes, d, c)
	if err := memory.Claim(ctx, p.bytes(n), fmt.Sprintf("the logistic regression of %d rows", n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	p.take(x, class, moments.ColumnMeans(x), scale)
	found, err := p.search(ctx)
	if err != nil {
		return nil, err
	}
	if found.Reason == optimum.Exhausted || found.Steepness > leftGradient {
		engine.Remark(ctx, "after %d steps the gradient is still %.2g of what it was, since C = %g leaves classes that are almost parted hardly any bound: a smaller C ends sooner", found.Iterations, found.Steepness, c)
	}
	return p.model(found.X), nil
}

const (
	newtonMost   = 300  // coefficients that Newton's method is used for
	leftGradient = 1e-6 // the share of the gradient at the start that may be left
)

// search goes by Newton's method where that has few coefficients.
func (p *likelihood) search(ctx context.Context) (*optimum.Result, error) {
	if p.size() <= newtonMost {
		return p.newton(ctx)
	}
	return p.descend(ctx)
}

// Size returns how many coefficients a model of so many classes and columns has, whether
// Newton's method finds them, and what memory that takes for n rows.
func Size(n, classes, columns int) (coefficients int, newton bool, bytes uint64) {
	p := newLikelihood(classes, columns, 1)
	return p.size(), p.size() <= newtonMost, p.bytes(n)
}

// Score returns s of a class.
func (m *Model) Score(c int, x []float64) float64 {
	c -= m.Classes - len(m.Intercepts)
	if c < 0 {
		return 0
	}
	sum := m.Intercepts[c]
	for j, w := range m.Weights.RawRowView(c) {
		sum += float64(w * (x[j] - m.Mean[j]))
	}
	return sum
}

// Posteriors returns the probabilities of the classes of the rows of x, n×classes.
func (m *Model) Posteriors(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	p := mat.NewDense(n, m.Classes, nil)
	return p, parallel.For(ctx, n, parallel.Grain(m.Classes*(d+20)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m.posterior(p.RawRowView(i), x.RawRowView(i))
		}
	})
}

// posterior fills p with the probabilities of the classes of a row.
func (m *Model) posterior(p, x []float64) {
	most, sum := 0.0, 0.0
	for c := range p {
		p[c] = m.Score(c, x)
		if c == 0 || p[c] > most {
			most = p[c]
		}
	}
	for c, s := range p {
		p[c] = elementary.Exp(s - most)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
}
