package predictor

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/fit/logit"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:     "logistic",
		Summary:  "fits the probabilities of classes by linear functions with small coefficients",
		Formula:  "min ½‖W‖² − C Σ_i log p(y_i | x_i),  p(c | x) = exp(b_c + w_c·x) / Σ_k exp(b_k + w_k·x)",
		Citation: "Cox 1958, doi:10.1111/j.2517-6161.1958.tb00292.x; many classes: Krishnapuram, Carin, Figueiredo, Hartemink 2005, doi:10.1109/TPAMI.2005.127",
		Aliases:  []string{"logreg", "logit", "logisticregression", "softmaxregression", "multinom"},
		Examples: []string{`load | sample(600) | scale | logistic`, `waveform(n=300) | scale | pca | logistic(C=0.1)`},
	}, func() *Logistic { return new(Logistic) })
}

// Logistic regression fits the probabilities of classes,
//
//	p(c | x) = exp(b_c + w_c·x) / Σ_k exp(b_k + w_k·x),
//
// by the coefficients that minimise ½‖W‖² − C Σ_i log p(y_i | x_i); a row gets the
// likeliest class, the smaller class number on equal ones. Of two classes the first
// has b = 0 and w = 0, as scikit-learn has it. Intercepts b cost nothing.
//
// Shapes: X n×d, labels n → one class number a row.
//
// Units: all columns are first divided by one scalar, the root of their mean
// variance over the training rows, as svm does, so that C does not depend on the
// scale of an embedding; on scaled columns that is 1, and C is scikit-learn's. Columns
// that differ in their units should be scaled, or those of small numbers are charged
// most.
//
// Cost: with up to 300 coefficients, Newton's method: some ten steps of time
// O(np²/2 + p³/6) for p of them (iteratively reweighted least squares), and O(p²)
// memory for each of 16 parts of the rows. With more, limited-memory BFGS on columns
// in deviations: some hundreds of evaluations of time O(np), after which coefficients
// have some six digits, fewer where columns almost depend on each other. Both take 8nd bytes for
// the rows, asked for before they are taken. Prediction takes O(d) for each class and
// row.
//
// Failures: an *engine.Error for a response, one class, values that are not finite,
// categorical columns, all rows equal. Classes that a plane parts have no largest
// likelihood, but a smallest sum with any C; where C is so large that the search
// ends short of it, a note says how much of the gradient is left.
//
// Determinism: exact; nothing is drawn. The same optimum is found from any start, up
// to rounding, so candidates of C do not share starts.
//
// Citation: Cox 1958, doi:10.1111/j.2517-6161.1958.tb00292.x; many classes:
// Krishnapuram, Carin, Figueiredo, Hartemink 2005, doi:10.1109/TPAMI.2005.127.
type Logistic struct {
	C float64 // weight of the rows beside that of the coefficients
}

// Params declares the parameters.
func (m *Logistic) Params(p *engine.Params) {
	p.Float(&m.C, "C", 1, engine.Above(0), "weight of the rows' log-probabilities; small values draw coefficients to zero").Simpler(engine.Smaller)
}

// Learn finds the coefficients.
func (m *Logistic) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	classes, err := classesToSeparate(s)
	if err != nil {
		return nil, err
	}
	scale, err := scaleOf(s.X)
	if err != nil {
		return nil, err
	}
	class := make([]int, s.Len())
	for c, rows := range rowsOf(s, classes) {
		for _, i := range rows {
			class[i] = c
		}
	}
	found, err := logit.Fit(ctx, s.X, class, len(classes), scale, m.C)
	if err != nil {
		return nil, err
	}
	return &logits{classes, found}, nil
}

// Logits are a learned Logistic: a function for each class, but none for
// the first of two.
type logits struct {
	classes []int
	*logit.Model
}

// Coefficients are W, functions×d, and b, of columns in their own units: of two
// classes those of the second alone.
func (m *logits) Coefficients() (weights *mat.Dense, intercepts []float64) {
	intercepts = slices.Clone(m.Intercepts)
	for f := range intercepts {
		intercepts[f] -= dot(m.Weights.RawRowView(f), m.Mean)
	}
	return mat.DenseCopyOf(m.Weights), intercepts
}

func init() { codec.Register[*logits]("logistic", 1) }

// Fields tells the classes and their functions.
func (m *logits) Fields(f *codec.Fields) {
	if m.Model == nil {
		m.Model = new(logit.Model)
	}
	classFields(f, &m.classes)
	f.Group("functions", m.Model.Fields)
	f.Check(m.Classes == len(m.classes), "functions of %d classes for %d", m.Classes, len(m.classes))
}

// Probabilities are those that were fitted.
func (m *logits) Probabilities(ctx context.Context, y *mat.Dense) (*mat.Dense, []int, error) {
	if err := sameColumns(y, len(m.Mean)); err != nil {
		return nil, nil, err
	}
	p, err := m.Posteriors(ctx, y)
	return p, m.classes, err
}

// Predict gives each row the likeliest class.
func (m *logits) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := sameColumns(y, len(m.Mean)); err != nil {
		return err
	}
	n, d := y.Dims()
	return parallel.For(ctx, n, parallel.Grain(len(m.classes)*d), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := y.RawRowView(i)
			writePrediction(dst[i:i+1], m.classes, len(m.classes), func(c int) float64 { return m.Score(c, x) })
		}
	})
}
