package model_test

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/predictor"
)

// TestAnswers: a table has the numbers of rows from where it is to begin, the columns that
// are kept, the class and what else is asked for, in this order.
func TestAnswers(t *testing.T) {
	table := &engine.Table{
		X:       mat.NewDense(4, 2, []float64{0, 0, 1, 1, 8, 2, 9, 3}),
		Columns: []engine.Column{{Name: "size"}, {Name: "id"}}, Rows: []int{0, 1, 2, 3},
		Target: engine.Target{Label: "kind", Classes: []string{"low", "high"}, Labels: []int{0, 0, 1, 1}},
	}
	learnt := *table
	learnt.X, learnt.Columns = mat.DenseCopyOf(table.X.Slice(0, 4, 0, 1)), table.Columns[:1]
	m, err := model.Learn(t.Context(), engine.Pipe(loaded{&learnt}, &predictor.Bayes{Smoothing: 1e-9}), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := m.Answers(t.Context(), learnt.X, table, model.Asked{First: 10, Probabilities: true, Keep: []string{"id", "kind"}})
	if err != nil {
		t.Fatal(err)
	}
	var names, second []string
	for _, c := range answers.Columns {
		names, second = append(names, c.Name), append(second, c.Text(1))
	}
	if got := strings.Join(names, ","); got != "row,id,kind,kind.2,P(low),P(high)" {
		t.Errorf("columns are %s", got)
	}
	if got := strings.Join(second[:5], ","); got != "11,1,low,low,1" {
		t.Errorf("the second row is %s", got)
	}
	for _, asked := range []model.Asked{{Place: true}, {Keep: []string{"ids"}}, {Distance: true}} {
		if _, err := m.Answers(t.Context(), learnt.X, table, asked); err == nil {
			t.Errorf("%+v is answered", asked)
		}
	}
	if _, err := format.Pick(nil, []string{"id"}); err == nil {
		t.Error("a column of numbers without names is kept")
	}
}
