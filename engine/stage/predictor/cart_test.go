package predictor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/tree"
)

// TestPruning: all leaves say of each row what it is; a leaf that costs, or that
// folds do not confirm, is not for single rows.
func TestPruning(t *testing.T) {
	whole := learned(t, changed(func(m *CART) { m.Prune = "none" }), stairs())
	if whole.Leaves() != 6 || whole.Depth() != 3 {
		t.Errorf("the whole tree has %d leaves, depth %d", whole.Leaves(), whole.Depth())
	}
	for name, m := range map[string]*CART{
		"alpha":  changed(func(m *CART) { m.Alpha = 0.05 }),
		"folds":  changed(func(*CART) {}),
		"depth":  changed(func(m *CART) { m.Prune, m.Depth = "none", 1 }),
		"leaves": changed(func(m *CART) { m.Prune, m.Min = "none", 14 }),
	} {
		got := learned(t, m, stairs())
		if got.Leaves() != 2 || got.Nodes[0].Split != (tree.Threshold{Column: 0, At: 19.5}) {
			t.Errorf("%s: %d leaves, the root asks %v", name, got.Leaves(), got.Nodes[0].Split)
		}
	}
}

// TestAlphaIsTold: a note says what folds have found.
func TestAlphaIsTold(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "cart")
	if _, err := changed(func(*CART) {}).Learn(ctx, stairs()); err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprint(notes()); !strings.Contains(all, "2 of 6 leaves are kept (alpha = ") {
		t.Error(all)
	}
}

// TestTreesRefuse: what trees cannot learn from, and why.
func TestTreesRefuse(t *testing.T) {
	alike, empty, single, unlabelled, infinite := stairs(), stairs(), stairs(), stairs(), stairs()
	alike.X, empty.X = mat.NewDense(40, 2, nil), mat.NewDense(40, 2, nil)
	empty.X.Apply(func(_, _ int, _ float64) float64 { return math.NaN() }, empty.X)
	single.Labels = make([]int, 40)
	unlabelled.Target = engine.Target{}
	infinite.X = mat.DenseCopyOf(infinite.X)
	infinite.X.Set(3, 0, math.Inf(1))
	for want, s := range map[string]engine.Sample{
		"all rows are alike":               alike,
		"no column has a value":            empty,
		"need at least two classes":        single,
		"neither classes nor a response":   unlabelled,
		"row 3, column \"height\" is +Inf": infinite,
		"there are no training rows":       {},
	} {
		for _, m := range []engine.Learner{changed(func(*CART) {}), changed(func(*C45) {}), changed(func(*Forest) {})} {
			_, err := m.Learn(t.Context(), s)
			var e *engine.Error
			if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(e.Cause, want) {
				t.Errorf("%T: error is %v, want %q with a remedy", m, err, want)
			}
		}
	}
	contrary := changed(func(m *CART) { m.Prune, m.Alpha = "none", 0.1 })
	_, err := contrary.Learn(t.Context(), stairs())
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "prune" || e.Remedy == nil {
		t.Errorf("prune = none with alpha: error is %v", err)
	}
}

// TestEmptyColumn: it is left out with a note, and changes nothing.
func TestEmptyColumn(t *testing.T) {
	with := stairs()
	with.X = mat.NewDense(40, 3, nil)
	with.Columns = append(slices.Clip(with.Columns), engine.Column{Name: "void"})
	for i := range 40 {
		with.X.SetRow(i, []float64{stairs().X.At(i, 0), stairs().X.At(i, 1), math.NaN()})
	}
	for _, m := range []engine.Learner{changed(func(*CART) {}), changed(func(*C45) {})} {
		ctx, notes := engine.WithNotes(t.Context(), "tree")
		p, err := m.Learn(ctx, with)
		if err != nil {
			t.Fatal(err)
		}
		if all := fmt.Sprint(notes()); !strings.Contains(all, `left out, without a value in the training rows: column "void"`) {
			t.Error(all)
		}
		if got, want := p.(tree.Predictor).Tree().Nodes[0].Split, learned(t, m, stairs()).Nodes[0].Split; got != want {
			t.Errorf("%T: the root asks %v, want %v", m, got, want)
		}
	}
}

func TestCARTStops(t *testing.T) {
	s := enginetest.Blobs(3000).Sample()
	for i := range s.Labels {
		s.Labels[i] = i % 3 % 2
	}
	stops(t, changed(func(*CART) {}), s)
}
