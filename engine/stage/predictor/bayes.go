package predictor

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "bayes",
		Summary:  "takes the class whose normal distributions, one a column, make a row likeliest",
		Formula:  "argmax_c  log(n_c/n) − Σ_j [log σ_cj + (x_j − μ_cj)²/2σ_cj²]",
		Citation: "Hand, Yu 2001, doi:10.1111/j.1751-5823.2001.tb00465.x",
		Aliases:  []string{"naivebayes", "gaussiannb", "gnb", "nb"},
		Near:     []string{"qda"},
		Examples: []string{`load | sample(600) | bayes`, `waveform(n=300) | lda | bayes`},
	}, func() *Bayes { return new(Bayes) })
}

// Bayes is the naive classifier of Bayes: within a class each column is normal, and
// knows nothing of the others. A row gets the class with the largest
//
//	log(n_c/n) − Σ_j [log σ_cj + (x_j − μ_cj)²/2σ_cj²],
//
// the smaller class number on equal values. n_c of the n training rows are of class
// c; μ_cj is the mean of their column j, and σ_cj² the variance, with divisor n_c,
// plus smoothing times the largest variance of a column over all rows. So a column
// that does not vary within a class, such as that of a class of one row, has a
// density.
//
// Shapes: X n×d, labels n → one class number a row.
//
// Units: none; columns in other units have the same classes but for smoothing, which
// compares a column with the one that varies most.
//
// Cost: O(nd) time to learn, O(d) for each class to predict a row; memory O(d) for
// each class.
//
// Failures: an *engine.Error for a response, one class, values that are not finite,
// categorical columns, all rows equal, and smoothing too small for a column that
// does not vary within a class.
//
// Determinism: exact; nothing is drawn.
//
// Citation: Hand, Yu 2001, doi:10.1111/j.1751-5823.2001.tb00465.x. Smoothing is
// scikit-learn's var_smoothing.
type Bayes struct {
	Smoothing float64 // added to variances, as a share of the largest of a column
}

// Params declares the parameters.
func (m *Bayes) Params(p *engine.Params) {
	p.Float(&m.Smoothing, "smoothing", 1e-9, engine.AtLeast(0), "share of the largest column variance that is added to all variances").Simpler(engine.Larger)
}

// Learn takes means and variances of each class.
func (m *Bayes) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	classes, err := classesToSeparate(s)
	if err != nil {
		return nil, err
	}
	unit, err := scaleOf(s.X)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	_, all := columnMoments(s.X, rowNumbers(s.Len()), unit)
	smoothed := float64(m.Smoothing * slices.Max(all))
	model := &normals{classes: classes}
	for c, rows := range rowsOf(s, classes) {
		mean, variances := columnMoments(s.X, rows, unit)
		n := normal{mean: mean, deviation: variances, constant: elementary.Log(float64(len(rows)) / float64(s.Len()))}
		for j, v := range variances {
			deviation := math.Sqrt(v + smoothed)
			if deviation == 0 {
				return nil, &engine.Error{Param: "smoothing", Cause: fmt.Sprintf("%s does not vary among rows of class %s, and smoothing = %g leaves it no density", columnName(s, j), className(s, classes[c]), m.Smoothing), Remedy: remedy.Raise("smoothing")}
			}
			n.constant -= elementary.Log(deviation)
			n.deviation[j] = deviation * unit
		}
		model.of = append(model.of, n)
	}
	return model, nil
}

// columnMoments are the means of some rows, and the variances with divisor n in a
// unit squared.
func columnMoments(x *mat.Dense, rows []int, unit float64) (mean, variance []float64) {
	_, d := x.Dims()
	mean, variance = make([]float64, d), make([]float64, d)
	for at, i := range rows {
		for j, v := range x.RawRowView(i) {
			mean[j] += (v - mean[j]) / float64(at+1)
		}
	}
	for _, i := range rows {
		for j, v := range x.RawRowView(i) {
			off := (v - mean[j]) / unit
			variance[j] += float64(off*off) / float64(len(rows))
		}
	}
	return mean, variance
}

// A normal is the distribution of a class: one a column, and the logarithm of its
// share of the rows less those of the deviations.
type normal struct {
	mean, deviation []float64
	constant        float64
}

// log is the logarithm of the density of x, times the share of the class, but for a
// constant that all classes have.
func (n normal) log(x []float64) float64 {
	sum := 0.0
	for j, v := range x {
		off := (v - n.mean[j]) / n.deviation[j]
		sum += float64(off * off)
	}
	return n.constant - float64(sum/2)
}

// Normals are a learned Bayes.
type normals struct {
	classes []int
	of      []normal
}

func init() { codec.Register[*normals]("bayes", 1) }

// Fields tells the distributions of the classes.
func (m *normals) Fields(f *codec.Fields) {
	classFields(f, &m.classes)
	codec.List(f, "of", &m.of, func(f *codec.Fields, n *normal) {
		f.Float("constant", &n.constant)
		f.Floats("mean", &n.mean)
		f.Floats("deviation", &n.deviation)
		f.Check(len(n.mean) == f.Columns() && len(n.deviation) == f.Columns(), "a mean of %d columns for %d", len(n.mean), f.Columns())
	})
	f.Check(len(m.of) == len(m.classes), "%d distributions for %d classes", len(m.of), len(m.classes))
}

// Probabilities are densities times shares of the classes, divided by their sum; all are
// divided by the largest first, whose exponential is 1.
func (m *normals) Probabilities(ctx context.Context, y *mat.Dense) (*mat.Dense, []int, error) {
	d := len(m.of[0].mean)
	if err := sameColumns(y, d); err != nil {
		return nil, nil, err
	}
	n, _ := y.Dims()
	all := mat.NewDense(n, len(m.of), nil)
	return all, m.classes, parallel.For(ctx, n, parallel.Grain(len(m.of)*(d+20)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p, sum := all.RawRowView(i), 0.0
			for c := range p {
				p[c] = m.of[c].log(y.RawRowView(i))
			}
			most := slices.Max(p)
			for c, v := range p {
				p[c] = elementary.Exp(v - most)
				sum += p[c]
			}
			for c := range p {
				p[c] /= sum
			}
		}
	})
}

// Predict gives each row the likeliest class.
func (m *normals) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	d := len(m.of[0].mean)
	if err := sameColumns(y, d); err != nil {
		return err
	}
	n, _ := y.Dims()
	return parallel.For(ctx, n, parallel.Grain(len(m.of)*d), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := y.RawRowView(i)
			writePrediction(dst[i:i+1], m.classes, len(m.of), func(c int) float64 { return m.of[c].log(x) })
		}
	})
}
