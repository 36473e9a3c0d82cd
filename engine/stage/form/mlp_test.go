package form

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/enginetest"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/memory"
)

func TestEveryMLPKeepsTheContract(t *testing.T) {
	for name, m := range map[string]*MLP{
		"one layer":    {Hidden: "7", Activation: "tanh", Seed: 2},
		"three layers": {Hidden: "9,5,8", Activation: "tanh"},
	} {
		t.Run(name, func(t *testing.T) { enginetest.Form(t, m, true) })
	}
}

// TestMLPBends: a roll's rows come near to where they lie on it.
func TestMLPBends(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to the end")
	}
	p := enginetest.Roll(400)
	e := fitted(t, &MLP{Hidden: "auto", Activation: "tanh", Seed: 1}, p.Sample(), p.Flat, aside(p.Flat))
	off := enginetest.Procrustes(e.Y, p.Flat)
	t.Logf("%.3g off", off)
	if off > 0.005 {
		t.Errorf("places are %.3g off", off)
	}
	testAxes(t, e)
}

// TestTrainingByTheNumberOfRows: all at once where they are few, and batches of more.
func TestTrainingByTheNumberOfRows(t *testing.T) {
	auto, given := &MLP{}, &MLP{Batch: 64, Epochs: 7}
	for _, c := range []struct {
		m             *MLP
		n             int
		batch, epochs int
		insists       bool
	}{
		{auto, 5000, 5000, 500, false},
		{auto, 5001, 1000, 334, false},
		{auto, 1_000_000, 1000, 5, false},
		{given, 300, 64, 7, true},
		{given, 64, 64, 7, false},
	} {
		got := c.m.Training(c.n)
		if got.Batch != c.batch || got.Epochs != c.epochs || c.m.Insists(c.n) != c.insists {
			t.Errorf("%d rows: batches of %d in %d epochs, wanted by number: %v", c.n, got.Batch, got.Epochs, c.m.Insists(c.n))
		}
	}
}

// batched fits an mlp by a cost that is a mean over pairs of rows, of batches.
func batched(ctx context.Context, t *testing.T, m *MLP, p enginetest.Problem) (*engine.Embedding, error) {
	t.Helper()
	s := p.Sample()
	training, ok := pairwise.Batches(m, s.Len())
	if !ok {
		t.Fatal("there are no batches")
	}
	return pairwise.FitBatches(ctx, s, m, aside(p.Flat), training, nil, func(ctx context.Context, rows []int, _ float64) (pairwise.Cost, error) {
		return pairwise.NewStress(ctx, everyone{takeRows(p.Flat, rows)})
	})
}

// TestBatchesFindAMap that bends as that of all rows does.
func TestBatchesFindAMap(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to the end")
	}
	p := enginetest.Roll(200)
	e, err := batched(t.Context(), t, &MLP{Hidden: "32,32", Activation: "tanh", Batch: 40, Epochs: 300, Rate: 0.003, Seed: 1}, p)
	if err != nil {
		t.Fatal(err)
	}
	off, losses := enginetest.Procrustes(e.Y, p.Flat), e.Losses
	t.Logf("%.3g off", off)
	if off > 0.02 {
		t.Errorf("places are %.3g off", off)
	}
	if len(losses.Values) != 300 || losses.Step != "epoch" || losses.Values[299] > losses.Values[0]/100 {
		t.Errorf("losses are %v", losses)
	}
	testAxes(t, e)
}

// TestBatchesHaveTheSameBits on any number of processors, and others by another seed.
func TestBatchesHaveTheSameBits(t *testing.T) {
	p := enginetest.Roll(200)
	at := func(procs, seed int) *mat.Dense {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		e, err := batched(t.Context(), t, &MLP{Hidden: "9", Activation: "relu", Batch: 60, Epochs: 3, Rate: 0.003, Seed: seed}, p)
		if err != nil {
			t.Fatal(err)
		}
		return e.Y
	}
	if first := at(1, 1); !mat.Equal(first, at(3, 1)) || mat.Equal(first, at(1, 2)) {
		t.Error("the seed alone does not tell where rows are placed")
	}
}

// TestBatchesEndWhereTheyAreAsked, and with their context.
func TestBatchesEndWhereTheyAreAsked(t *testing.T) {
	m := &MLP{Hidden: "8", Activation: "tanh", Batch: 50, Epochs: 100, Rate: 0.01, Seed: 1}
	ctx, ask := early.With(t.Context(), nil)
	ctx, notes := engine.WithNotes(ctx, "fit")
	ctx = engine.WithProgress(ctx, func(p engine.Progress) {
		if p.Fraction > 0.5 {
			ask()
		}
	})
	e, err := batched(ctx, t, m, enginetest.Roll(200))
	if err != nil {
		t.Fatal(err)
	}
	if told := fmt.Sprint(notes()); len(e.Losses.Values) > 60 || !strings.Contains(told, "of 100, where it was asked to end") {
		t.Errorf("after %d epochs notes are %s", len(e.Losses.Values), told)
	}
	m.Epochs = 1e6
	enginetest.Cancels(t, func(ctx context.Context) error { _, err := batched(ctx, t, m, enginetest.Roll(200)); return err })
}

// TestBatchesThatAreNotToBeHadAreRefused, and steps that are too long.
func TestBatchesThatAreNotToBeHadAreRefused(t *testing.T) {
	p := enginetest.Roll(200)
	cost, err := pairwise.NewStress(t.Context(), everyone{p.Flat})
	if err != nil {
		t.Fatal(err)
	}
	_, whole := pairwise.Fit(t.Context(), p.Sample(), &MLP{Hidden: "8", Activation: "tanh", Batch: 50}, aside(p.Flat), pairwise.Round{Cost: cost})
	_, long := batched(t.Context(), t, &MLP{Hidden: "8", Activation: "tanh", Batch: 50, Epochs: 5, Rate: 1e200}, p)
	for param, err := range map[string]error{"map.batch": whole, "map.rate": long} {
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != param || e.Remedy == nil {
			t.Errorf("error is %v, want one of %s", err, param)
		}
	}
}

// TestMLPAsksForItsMemory before it takes any.
func TestMLPAsksForItsMemory(t *testing.T) {
	m := &MLP{Hidden: "64,64", Activation: "tanh"}
	for free, want := range map[uint64]bool{1000: false, 1e9: true} {
		_, err := m.Bind(memory.Limited(t.Context(), free), enginetest.Blobs(40).Sample(), 2)
		var e *engine.Error
		if (err == nil) != want || err != nil && (!errors.As(err, &e) || e.Remedy == nil) {
			t.Errorf("with %d bytes free: %v", free, err)
		}
	}
}

func TestMLPRefusesSizes(t *testing.T) {
	for _, hidden := range []string{"", "0", "64,-1", "many", "100000"} {
		_, err := (&MLP{Hidden: hidden, Activation: "tanh"}).Bind(t.Context(), enginetest.Blobs(40).Sample(), 2)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != "hidden" || e.Remedy == nil {
			t.Errorf("hidden = %q: error is %v", hidden, err)
		}
	}
}

// TestStandardiseKeepsLargeMeans: a column far from zero is not taken for constant.
func TestStandardiseKeepsLargeMeans(t *testing.T) {
	s := enginetest.Blobs(40).Sample()
	for i := range 40 {
		s.X.Set(i, 0, 1.7e9+float64(i))
		s.X.Set(i, 1, 1.7e9)
	}
	x := standardise(s.X).rows(s.X)
	if a, b := x.At(0, 0), x.At(39, 0); !(a < -1 && b > 1) || x.At(7, 1) != 0 {
		t.Errorf("standardised to %v and %v, a constant to %v", a, b, x.At(7, 1))
	}
}
