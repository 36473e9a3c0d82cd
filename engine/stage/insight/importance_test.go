package insight

import (
	"context"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/tree"
)

func TestImportanceByShuffling(t *testing.T) {
	m := &Importance{Fold: 1, Columns: 20, Repeats: 5, Seed: 1}
	for held, rows := range map[int]string{20: "20 held rows", 0: "40 training rows"} {
		f := enginetest.Draw(t, m, enginetest.Signs(enginetest.FirstColumn{}, held))
		bars := enginetest.Layer[figure.Bars](t, f, 0)
		if !slices.Equal(f.X.Labels, []string{"sign", "noise"}) || bars.Y[0] < 0.3 || bars.Y[0] > 0.7 || bars.Y[1] != 0 {
			t.Errorf("%v: %v", f.X.Labels, bars.Y)
		}
		if !strings.Contains(f.Caption, rows) || !strings.Contains(f.Alt, "noise 0 ± 0") {
			t.Error(f.Caption, f.Alt)
		}
		if again := enginetest.Draw(t, m, enginetest.Signs(enginetest.FirstColumn{}, held)); again.Alt != f.Alt {
			t.Error("the same seed gives other shuffles")
		}
	}
	m.Columns = 1
	if f := enginetest.Draw(t, m, enginetest.Signs(enginetest.FirstColumn{}, 20)); len(f.X.Labels) != 1 || !strings.Contains(f.Alt, "; 1 less important column.") {
		t.Error(f.Alt)
	}
}

// ownForest tells importances of its own.
type ownForest struct{ enginetest.FirstColumn }

func (ownForest) OutOfBag() tree.OutOfBag { return tree.OutOfBag{} }
func (ownForest) Importances(context.Context) ([]tree.Importance, error) {
	return []tree.Importance{{Mean: 0.1, Error: 0.01}, {Mean: 0.4, Error: 0.02}}, nil
}

func TestImportanceOfAForest(t *testing.T) {
	m := &Importance{Fold: 1, Columns: 20, Repeats: 5, Seed: 1}
	f := enginetest.Draw(t, m, enginetest.Signs(ownForest{}, 20))
	if !slices.Equal(enginetest.Layer[figure.Bars](t, f, 0).Y, []float64{0.4, 0.1}) || !slices.Equal(f.X.Labels, []string{"noise", "sign"}) || !strings.Contains(f.Caption, "its trees have not seen") {
		t.Errorf("%v: %s", f.X.Labels, f.Caption)
	}
	prepared := enginetest.Signs(ownForest{}, 20)
	prepared.Runs[0].Train.Columns = []engine.Column{{Name: "sign=1"}, {Name: "noise"}}
	if f := enginetest.Draw(t, m, prepared); !strings.Contains(f.Caption, "20 held rows") {
		t.Errorf("of columns that were not loaded: %s", f.Caption)
	}
	thinned := enginetest.Signs(enginetest.FirstColumn{}, 20)
	thinned.Runs[0].Thinned = true
	if _, err := m.View(t.Context(), thinned); err == nil || !strings.Contains(err.Error(), "was let go") {
		t.Error(err)
	}
}
