package embedding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/memo"
)

// spirals are two, whose K statistic is known: of 3 to 30 it is largest for 3.
func spirals(t testing.TB) engine.Sample {
	t.Helper()
	text, err := os.ReadFile("../../graph/geodesic/testdata/kstatistic.json")
	var known struct {
		X      [][]float64
		Labels []int
	}
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		t.Fatal(err)
	}
	return engine.Sample{
		X:      mat.NewDense(len(known.X), 2, slices.Concat(known.X...)),
		Target: engine.Target{Labels: known.Labels, Classes: []string{"1", "2"}},
	}
}

// TestAutoIsTheChosenK to the bit, told by a note.
func TestAutoIsTheChosenK(t *testing.T) {
	s := spirals(t)
	for _, m := range []Isomap{{Dim: 3}, {Dim: 2, Landmarks: 40}, {Dim: 2, Precision: "single"}} {
		ctx, notes := engine.WithNotes(t.Context(), "isomap")
		e, err := m.Embed(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if e.KStatistic == nil || e.KStatistic.K[e.KStatistic.Chosen] != 3 || e.Graph.K != 3 {
			t.Errorf("%+v: chose %+v, the graph has k = %d", m, e.KStatistic, e.Graph.K)
		}
		if told := notes(); !strings.Contains(told[0].Text, "k = 3 has the largest K statistic of 3 to 30, T = 0.399") {
			t.Errorf("%+v: notes %v", m, told)
		}
		m.K = 3
		if given := embed(t, &m, s); !mat.Equal(given.Y, e.Y) || given.KStatistic != nil {
			t.Errorf("%+v: other bits, or a statistic where k was given", m)
		}
	}
}

// TestKStatisticIsShared by settings that differ in dim, with the bits of each alone.
func TestKStatisticIsShared(t *testing.T) {
	s := spirals(t)
	asked := new(atomic.Int64)
	s.Distances, s.Pairs = counted{engine.Euclidean(s.X), asked}, memo.New(memo.Unlimited).Rows(memo.Unique())
	first, second := embed(t, &Isomap{Dim: 2}, s), embed(t, &Isomap{Dim: 3}, s)
	if first.KStatistic != second.KStatistic || first.Target != second.Target {
		t.Error("the statistic or the geodesics were found twice")
	}
	if strict := embed(t, &Isomap{Dim: 2, Connect: "error"}, s); strict.KStatistic == first.KStatistic || strict.Graph.Components > 1 {
		t.Errorf("connect=\"error\" chose a graph of %d components", strict.Graph.Components)
	}
}

// TestKStatisticRefuses labels that compare nothing, with what to do.
func TestKStatisticRefuses(t *testing.T) {
	for name, labels := range map[string][]int{
		"all rows with a label are of one": {0, 0, 0, -1, 0, 0}, "no row has a label": {-1, -1, -1, -1, -1, -1}, "no two rows are known to be of one": {0, -1, -1, 1, -1, -1},
	} {
		_, err := new(Isomap).Embed(t.Context(), engine.Sample{X: six, Target: engine.Target{Labels: labels, Classes: []string{"a", "b"}}})
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != "k" || !strings.Contains(e.Cause, name) || e.Remedy.String() != "set k to 10" {
			t.Errorf("%v: %v", labels, err)
		}
	}
}

// TestAutoWithoutClasses is ten neighbours, or all there are, and a note.
func TestAutoWithoutClasses(t *testing.T) {
	for _, n := range []int{6, 80} {
		ctx, notes := engine.WithNotes(t.Context(), "isomap")
		e, err := (&Isomap{Dim: 1}).Embed(ctx, engine.Sample{X: cloud(1, n, 3), Target: engine.Target{Response: mat.NewDense(n, 1, nil)}})
		if err != nil {
			t.Fatal(err)
		}
		if want := min(10, n-1); e.Graph.K != want || e.KStatistic != nil || !strings.Contains(notes()[0].Text, fmt.Sprintf("k = %d, since there are no classes", want)) {
			t.Errorf("%d rows: k = %d, statistic %v", n, e.Graph.K, e.KStatistic)
		}
	}
}

// TestKStatisticStops when it is told to.
func TestKStatisticStops(t *testing.T) {
	s := spirals(t)
	ctx, cancel := context.WithCancel(t.Context())
	ctx = engine.WithProgress(ctx, func(engine.Progress) { cancel() })
	if _, err := (&Isomap{Dim: 2}).Embed(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
