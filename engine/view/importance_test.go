package view

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/tree"
)

// byFirst predicts class 1 where the first column is above zero.
type byFirst struct{}

func (byFirst) Predict(_ context.Context, dst []float64, x *mat.Dense) error {
	for i := range dst {
		dst[i] = 0
		if x.At(i, 0) > 0 {
			dst[i] = 1
		}
	}
	return nil
}

// signs is a report on 40 rows whose first column tells the class, and whose second
// is of no use.
func signs(p engine.Predictor, held int) *engine.Report {
	t := &engine.Table{X: mat.NewDense(40, 2, nil), Columns: []engine.Column{{Name: "sign"}, {Name: "noise"}}, Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range 40 {
		t.X.SetRow(i, []float64{float64(2*(i%2) - 1), float64(i * 7 % 11)})
		t.Labels, t.Rows = append(t.Labels, i%2), append(t.Rows, i)
	}
	run := &engine.Run{Predictor: p, Header: t.Header()}
	for i := range 40 {
		if i < held {
			run.Fold.Held = append(run.Fold.Held, i)
		} else {
			run.Fold.Train = append(run.Fold.Train, i)
		}
	}
	run.Train, run.Held = t.Take(run.Fold.Train), t.Take(run.Fold.Held)
	return &engine.Report{Table: t, Runs: []*engine.Run{run}}
}

func TestImportanceByShuffling(t *testing.T) {
	m := &Importance{Fold: 1, Columns: 20, Repeats: 5, Seed: 1}
	for held, rows := range map[int]string{20: "20 held rows", 0: "40 training rows"} {
		f := draw(t, m, signs(byFirst{}, held))
		bars := layer[figure.Bars](t, f, 0)
		if !slices.Equal(f.X.Labels, []string{"sign", "noise"}) || bars.Y[0] < 0.3 || bars.Y[0] > 0.7 || bars.Y[1] != 0 {
			t.Errorf("%v: %v", f.X.Labels, bars.Y)
		}
		if !strings.Contains(f.Caption, rows) || !strings.Contains(f.Alt, "noise 0 ± 0") {
			t.Error(f.Caption, f.Alt)
		}
		if again := draw(t, m, signs(byFirst{}, held)); again.Alt != f.Alt {
			t.Error("the same seed gives other shuffles")
		}
	}
	m.Columns = 1
	if f := draw(t, m, signs(byFirst{}, 20)); len(f.X.Labels) != 1 || !strings.Contains(f.Alt, "; 1 less important column.") {
		t.Error(f.Alt)
	}
}

// ownForest tells importances of its own.
type ownForest struct{ byFirst }

func (ownForest) OutOfBag() tree.OutOfBag { return tree.OutOfBag{} }
func (ownForest) Importances(context.Context) ([]tree.Importance, error) {
	return []tree.Importance{{Mean: 0.1, Error: 0.01}, {Mean: 0.4, Error: 0.02}}, nil
}

func TestImportanceOfAForest(t *testing.T) {
	m := &Importance{Fold: 1, Columns: 20, Repeats: 5, Seed: 1}
	f := draw(t, m, signs(ownForest{}, 20))
	if !slices.Equal(layer[figure.Bars](t, f, 0).Y, []float64{0.4, 0.1}) || !slices.Equal(f.X.Labels, []string{"noise", "sign"}) || !strings.Contains(f.Caption, "its trees have not seen") {
		t.Errorf("%v: %s", f.X.Labels, f.Caption)
	}
	prepared := signs(ownForest{}, 20)
	prepared.Runs[0].Train.Columns = []engine.Column{{Name: "sign=1"}, {Name: "noise"}}
	if f := draw(t, m, prepared); !strings.Contains(f.Caption, "20 held rows") {
		t.Errorf("of columns that were not loaded: %s", f.Caption)
	}
	thinned := signs(byFirst{}, 20)
	thinned.Runs[0].Thinned = true
	if _, err := m.View(t.Context(), thinned); err == nil || !strings.Contains(err.Error(), "was let go") {
		t.Error(err)
	}
}
