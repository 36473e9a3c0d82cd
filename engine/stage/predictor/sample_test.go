package predictor

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// overlapping returns n rows of two classes that no surface separates.
func overlapping(n, d int) engine.Sample {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	s := engine.Sample{X: mat.NewDense(n, d, nil), Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range n {
		s.Labels = append(s.Labels, i%2)
		for j := range d {
			s.X.Set(i, j, r.NormFloat64()+float64(i%2)/2)
		}
	}
	return s
}

func bayes() *Bayes { return &Bayes{Smoothing: 1e-9} }

func TestLearnersRefuse(t *testing.T) {
	good := overlapping(6, 2)
	nan, level, one, same, none, response := good, good, good, good, good, good
	nan.X = mat.DenseCopyOf(good.X)
	nan.X.Set(4, 1, math.NaN())
	level.Columns = []engine.Column{{Name: "size"}, {Name: "colour", Levels: []string{"red"}}}
	one.Labels = make([]int, 6)
	same.X = mat.NewDense(6, 2, nil)
	none.Labels = nil
	response.Labels, response.Response = nil, mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, math.Inf(1)})
	duplicates := same
	duplicates.Target = engine.Target{Response: mat.NewDense(6, 1, nil)}
	vast := formula(6, 2, 0)
	vast.Response.Set(0, 0, math.MaxFloat64)
	vast.Response.Set(1, 0, -math.MaxFloat64)
	still := good
	still.X = mat.DenseCopyOf(good.X)
	for i := 1; i < 6; i += 2 {
		still.X.Set(i, 1, 3)
	}
	wide := duplicates
	wide.X = mat.NewDense(6, 9, nil)
	for _, c := range []struct {
		name    string
		learner engine.Learner
		sample  engine.Sample
		param   string
		want    string
	}{
		{"svm on NaN", svm(), nan, "", "row 4, column 2 is NaN: values must be finite; put impute before it"},
		{"knn on NaN", &KNN{K: 1}, nan, "", "impute"},
		{"ridge on NaN", &Ridge{Lambda: 1}, nan, "", "impute"},
		{"svm on levels", svm(), level, "", `column "colour" is categorical: its levels (red) are not numbers; put onehot`},
		{"svm on one class", svm(), one, "", "need at least two classes"},
		{"ridge on one class", &Ridge{Lambda: 1}, one, "", "need at least two classes"},
		{"svm on equal rows", svm(), same, "", "all rows are identical"},
		{"svm on nothing to learn", svm(), none, "", "neither classes nor a response"},
		{"knn on a broken response", &KNN{K: 1}, response, "", "response of row 5 is +Inf"},
		{"svm on a response", svm(), duplicates, "", "not classes; use svr"},
		{"svr on classes", svr(), good, "", "classes, not a response; use svm"},
		{"svr on NaN", svr(), nan, "", "impute"},
		{"svr on levels", svr(), level, "", "onehot"},
		{"svr on equal rows", svr(), duplicates, "", "all rows are identical"},
		{"svr on one row", svr(), formula(1, 2, 0), "", "all rows are identical"},
		{"svr on a broken response", svr(), response, "", "response of row 5 is +Inf"},
		{"svr on a response without bounds", svr(), vast, "", "y varies by more than numbers can tell; give it in a larger unit"},
		{"bayes on a response", bayes(), duplicates, "", "not classes; use ridge or svr"},
		{"bayes on NaN", bayes(), nan, "", "impute"},
		{"bayes on levels", bayes(), level, "", "onehot"},
		{"bayes on one class", bayes(), one, "", "need at least two classes"},
		{"bayes on equal rows", bayes(), same, "", "all rows are identical"},
		{"bayes without smoothing", &Bayes{}, still, "smoothing", `column 2 does not vary among rows of class "b", and smoothing = 0 leaves it no density; raise smoothing`},
		{"logistic on a response", &Logistic{C: 1}, duplicates, "", "not classes; use ridge or svr"},
		{"logistic on NaN", &Logistic{C: 1}, nan, "", "impute"},
		{"logistic on levels", &Logistic{C: 1}, level, "", "onehot"},
		{"logistic on one class", &Logistic{C: 1}, one, "", "need at least two classes"},
		{"logistic on equal rows", &Logistic{C: 1}, same, "", "all rows are identical"},
		{"knn with large k", &KNN{K: 7}, good, "k", "k = 7 must be at most the 6 training rows; lower k"},
		{"ridge without penalty on equal rows", &Ridge{}, duplicates, "lambda", "lambda = 0"},
		{"ridge without penalty on wide rows", &Ridge{}, wide, "lambda", "raise lambda"},
		{"knn on no rows", &KNN{K: 1}, engine.Sample{}, "", "no training rows"},
	} {
		_, err := c.learner.Learn(t.Context(), c.sample)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || e.Param != c.param || e.Remedy == nil {
			t.Errorf("%s: error is %v (parameter %q), want one with %q (parameter %q) and a remedy", c.name, err, e.Param, c.want, c.param)
		}
	}
}

func TestPredictRefusesRowsOfAnotherWidth(t *testing.T) {
	s := overlapping(10, 2)
	for _, m := range []engine.Learner{svm(), &KNN{K: 3}, &Ridge{Lambda: 1}} {
		p, err := m.Learn(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Predict(t.Context(), make([]float64, 1), mat.NewDense(1, 3, nil))
		if err == nil || !strings.Contains(err.Error(), "rows have 3 columns, but 2 were learned from") {
			t.Errorf("%T: error is %v", m, err)
		}
	}
}
