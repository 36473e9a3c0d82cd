package stdlib_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/local"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/stochastic"
	"unfold/stdlib"
)

// TestModelsOfEveryStage learns a sentence of every stage that learns, keeps it in the
// bytes of a file and takes it out again: it places and predicts rows of another file as
// the run of the report does, to the bit, all at once and one by one. No stage may have
// something that files do not.
func TestModelsOfEveryStage(t *testing.T) {
	for role := engine.PrepareRole; role <= engine.PredictorRole; role++ {
		for _, name := range stdlib.Catalogue().Names(role) {
			s, _ := stdlib.Catalogue().Lookup(name)
			if s.ActsOnTable() {
				continue
			}
			t.Run(name, func(t *testing.T) {
				asked := 0
				for _, table := range tables(s) {
					methods := []engine.Method{given{table}}
					if _, restricts := s.Make().(engine.Restrictor); !restricts && s.Role != engine.PrepareRole {
						patch(table)
						methods = append(methods, made(&prepare.Impute{}), made(&prepare.OneHot{}))
					}
					if testModel(t, table, append(methods, around(s)...)...) {
						asked++
					}
					if testing.Short() && asked > 0 {
						break
					}
				}
				if asked == 0 {
					t.Error("it learns from none of the tables")
				}
			})
		}
	}
}

// TestModelsOfMaps are those of maps that other embeddings and forms bring about.
func TestModelsOfMaps(t *testing.T) {
	landmarks, line := made(&embedding.Isomap{}), made(&metric.Cosine{})
	landmarks.Landmarks = 12
	part := made(&embedding.Isomap{})
	part.Share = 0.7
	for name, methods := range map[string][]engine.Method{
		"nystrom after mds":         {made(&embedding.MDS{}), made(&extension.Nystrom{})},
		"nystrom after landmarks":   {landmarks, made(&extension.Nystrom{})},
		"nystrom after angles":      {line, made(&embedding.Isomap{}), made(&extension.Nystrom{})},
		"nystrom after eigenmaps":   {made(&local.Eigenmaps{}), made(&extension.Nystrom{})},
		"nystrom after diffusion":   {made(&local.Diffusion{}), made(&extension.Nystrom{})},
		"nystrom after lle":         {made(&local.LLE{}), made(&extension.Nystrom{})},
		"a map after a map":         {made(&embedding.PCA{}), made(&prepare.Scale{}), made(&embedding.Isomap{}), made(&extension.KRR{}), made(&predictor.SVM{})},
		"prototypes of columns":     {made(&predictor.GMLVQ{})},
		"a polynomial regression":   {made(&embedding.MDS{}), &extension.KRR{Lambda: 0.1, Kernel: "poly", Degree: 2, Offset: 1, Centre: "yes", Train: "mapped"}, made(&predictor.KNN{})},
		"a linear machine":          {&predictor.SVM{C: 1, Kernel: "linear", Tol: 1e-3, Cache: 100}},
		"a straight regression":     {made(&predictor.SVR{})},
		"a tree for responses":      {made(&predictor.CART{})},
		"a forest for responses":    {made(&predictor.Forest{})},
		"a local matrix for each":   {made(&predictor.LGMLVQ{})},
		"shares of the rows mapped": {part, made(&extension.KRR{}), made(&predictor.KNN{})},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			for _, table := range []*engine.Table{enginetest.Blobs(60).Table, enginetest.Grid(10, 6).Table} {
				asked = testModel(t, table, append([]engine.Method{given{table}, made(&prepare.Scale{})}, methods...)...) || asked
			}
			if !asked {
				t.Error("it learns from none of the tables")
			}
		})
	}
	for _, name := range stdlib.Catalogue().Names(engine.FormRole) {
		t.Run(name, func(t *testing.T) {
			cost := made(&stochastic.SNE{})
			for _, p := range engine.ParamsOf(cost) {
				if p.Name == "map" {
					if err := p.Set(stageNamed(t, name).Method); err != nil {
						t.Fatal(err)
					}
				}
			}
			methods := []engine.Method{cost}
			if name == "free" {
				methods = append(methods, made(&extension.KRR{}))
			}
			table := enginetest.Blobs(60).Table
			if !testModel(t, table, append([]engine.Method{given{table}}, methods...)...) {
				t.Error("it learns nothing")
			}
		})
	}
}

// TestModelsOfLevels takes cells that are missing, and levels, to predictors that take
// them.
func TestModelsOfLevels(t *testing.T) {
	for _, name := range stdlib.Catalogue().Names(engine.PredictorRole) {
		if s := stageNamed(t, name); s.Stage.Mixed {
			t.Run(name, func(t *testing.T) {
				table := enginetest.Shapes(80).Table
				if !testModel(t, table, given{table}, s.Method) {
					t.Error("it learns nothing")
				}
			})
		}
	}
}

// testModel tests the model of some methods, and reports whether they could learn.
func testModel(t *testing.T, table *engine.Table, methods ...engine.Method) bool {
	t.Helper()
	p := engine.Pipe(methods...)
	report, err := model.LearnReport(t.Context(), p, evaluate.Environment{})
	if err != nil {
		return false
	}
	m, err := model.Of(report, p)
	if err != nil {
		t.Errorf("%s: %v", p, err)
		return false
	}
	opened := reopened(t, m)
	if opened == nil {
		return false
	}
	x, err := newrows.Match(t.Context(), m.Run().Header, enginetest.SecondFile(table, []int{5, 3, 50, 17, 8, 29}))
	if err != nil {
		t.Fatal(err)
	}
	testAnswers(t, report.Runs[0], opened, x)
	testWidth(t, m)
	return true
}

// reopened is the model out of the bytes of its file.
func reopened(t *testing.T, m *model.Model) *model.Model {
	t.Helper()
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Errorf("%s: %v", m.Card.Pipeline, err)
		return nil
	}
	opened, err := model.Decode(file.Bytes())
	if err != nil {
		t.Errorf("%s: %v", m.Card.Pipeline, err)
		return nil
	}
	return opened
}

// testAnswers holds what a model says of rows against what a run says of them.
func testAnswers(t *testing.T, run *engine.Run, m *model.Model, x *mat.Dense) {
	t.Helper()
	for what, of := range map[string]func(context.Context, *engine.Run, *mat.Dense) ([]float64, error){
		"places": func(ctx context.Context, r *engine.Run, x *mat.Dense) ([]float64, error) {
			y, err := newrows.Place(ctx, r, x)
			return engine.Flat(y), err
		},
		"predictions": func(ctx context.Context, r *engine.Run, x *mat.Dense) ([]float64, error) {
			if r.Predictor == nil {
				return nil, nil
			}
			return newrows.Predict(ctx, r, x)
		},
	} {
		want, failed := of(t.Context(), run, x)
		got, err := of(t.Context(), m.Run(), x)
		if failed != nil && err != nil {
			continue // neither takes these rows
		}
		if err != nil || failed != nil || !sameNumbers(got, want) {
			t.Errorf("%s: %s are %v (%v), want %v (%v)", m.Card.Pipeline, what, got, err, want, failed)
			return
		}
		n, d := x.Dims()
		for i := range n {
			one, err := of(t.Context(), m.Run(), mat.DenseCopyOf(x.Slice(i, i+1, 0, d)))
			if each := len(want) / n; err != nil || !sameNumbers(one, want[i*each:(i+1)*each]) {
				t.Errorf("%s: %s of row %d by itself are %v (%v)", m.Card.Pipeline, what, i, one, err)
				return
			}
		}
	}
}

// testWidth has the values of a model be for other columns, or other classes, than they
// are: whoever writes or reads them must find that out.
func testWidth(t *testing.T, m *model.Model) {
	t.Helper()
	wide := *m
	wide.Card.Columns = append([]model.Column{{Name: "one more"}}, m.Card.Columns...)
	if _, err := wide.WriteTo(new(bytes.Buffer)); err == nil && !strings.HasPrefix(m.Card.Pipeline, "given | onehot") && !selects(m) {
		t.Errorf("%s: one column more is not found out", m.Card.Pipeline)
	}
	narrow := *m
	narrow.Card.Columns = m.Card.Columns[:1]
	if _, err := narrow.WriteTo(new(bytes.Buffer)); err == nil && len(m.Card.Columns) > 1 {
		t.Errorf("%s: one column alone is not found out", m.Card.Pipeline)
	}
	if len(m.Card.Responses) > 0 {
		other := *m
		other.Card.Responses = append([]string{"one more"}, m.Card.Responses...)
		if _, err := other.WriteTo(new(bytes.Buffer)); err == nil {
			t.Errorf("%s: one response more is not found out", m.Card.Pipeline)
		}
	}
}

// selects reports whether the first stage takes columns by their places, so that one more
// behind them does no harm.
func selects(m *model.Model) bool {
	way := m.Run().Way
	if len(way) == 0 {
		return false
	}
	x := mat.NewDense(1, len(m.Card.Columns)+1, nil)
	dst := mat.NewDense(1, way[0].Dim(), nil)
	return way[0].Apply(context.Background(), dst, x) == nil
}

// sameNumbers reports whether numbers are equal bit by bit.
func sameNumbers(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}
