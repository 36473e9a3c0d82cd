package stochastic

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/enginetest"
	"unfold/engine/stage/form"
)

// inBatches is a map that is found by so many rows at a time.
func inBatches(rows, epochs int) engine.Form {
	return &form.MLP{Hidden: "16", Activation: "tanh", Batch: rows, Epochs: epochs, Rate: 0.01, Seed: 1}
}

// fitting is the descent in two dimensions of a form.
func fitting(f engine.Form) Descent { return Descent{Dim: 2, Map: f, Iterations: 200, Seed: 1} }

// batchedCosts are all costs that have batches.
func batchedCosts(f engine.Form) map[string]engine.Embedder {
	near := Likelihoods{Perplexity: 10}
	t := usualTSNE()
	t.Map, t.Perplexity = f, 10
	return map[string]engine.Embedder{
		"sne":  &SNE{near, fitting(f)},
		"nerv": &NeRV{0.1, near, fitting(f)},
		"nca":  &NCA{fitting(f)},
		"mre":  &MRE{near, fitting(f)},
		"pe":   &PE{1, fitting(f)},
		"tsne": t,
	}
}

// TestBatchesKeepClasses: blobs stay as far apart as all rows at once bring them, by every
// cost, the same bits on any number of processors, and losses fall.
func TestBatchesKeepClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains four costs")
	}
	s := enginetest.Blobs(240).Sample()
	for name, m := range batchedCosts(inBatches(80, 60)) {
		t.Run(name, func(t *testing.T) {
			var first *engine.Embedding
			for _, procs := range []int{1, 3} {
				before := runtime.GOMAXPROCS(procs)
				e, err := m.Embed(t.Context(), s)
				runtime.GOMAXPROCS(before)
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = e
				}
				if !mat.Equal(first.Y, e.Y) {
					t.Errorf("on %d processors rows are elsewhere", procs)
				}
			}
			if wrong := aloneNear(first.Y, s.Labels); wrong > 0.1 {
				t.Errorf("%.2g of the rows are nearest to one of another class", wrong)
			}
			losses := first.Losses
			if len(losses.Values) != 60 || losses.Step != "epoch" || !(losses.Values[59] < losses.Values[0]) && name != "tsne" {
				t.Errorf("losses by %s are %v", losses.Step, losses.Values)
			}
		})
	}
}

// aloneNear is the share of rows that are nearest to one of another class.
func aloneNear(y *mat.Dense, labels []int) float64 {
	n, wrong := len(labels), 0
	for i := range n {
		nearest, least := -1, math.Inf(1)
		for j := range n {
			if d := math.Hypot(y.At(i, 0)-y.At(j, 0), y.At(i, 1)-y.At(j, 1)); j != i && d < least {
				nearest, least = j, d
			}
		}
		if labels[nearest] != labels[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(n)
}

// TestBatchesEndEarly where they are asked to, and with their context, by every cost.
func TestBatchesEndEarly(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to an early end")
	}
	s := enginetest.Blobs(240).Sample()
	for name, m := range batchedCosts(inBatches(80, 60)) {
		ctx, ask := early.With(t.Context(), nil)
		ctx, notes := engine.WithNotes(ctx, name)
		ctx = engine.WithProgress(ctx, func(p engine.Progress) {
			if p.Fraction > 0.6 {
				ask()
			}
		})
		e, err := m.Embed(ctx, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		asked := false
		for _, n := range notes() {
			asked = asked || strings.Contains(n.Text, "where it was asked to end")
		}
		if n := len(e.Losses.Values); n < 5 || n > 50 || !asked {
			t.Errorf("%s: after %d epochs notes are %v", name, n, notes())
		}
	}
	m := &SNE{Likelihoods{10}, fitting(inBatches(80, 1e6))}
	enginetest.Cancels(t, func(ctx context.Context) error { _, err := m.Embed(ctx, s); return err })
}

// TestBatchesRefuse a perplexity that they are too small for, and degrees of freedom that
// are learned by all rows at once.
func TestBatchesRefuse(t *testing.T) {
	s := enginetest.Blobs(240).Sample()
	learned := usualTSNE()
	learned.Map, learned.DoF = inBatches(80, 5), engine.Auto
	for param, m := range map[string]engine.Embedder{
		"perplexity": &SNE{Likelihoods{40}, fitting(inBatches(80, 5))},
		"map.batch":  learned,
	} {
		_, err := m.Embed(t.Context(), s)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != param || e.Remedy == nil {
			t.Errorf("error is %v, want one of %s", err, param)
		}
	}
}

// TestBatchesAreForecastByTheRows, not by pairs of them: ten times as many take about ten
// times as long, where the epochs are given.
func TestBatchesAreForecastByTheRows(t *testing.T) {
	f := inBatches(500, 10)
	all := batchedCosts(f)
	all["tsne"].(*TSNE).Landmarks = 1e6
	for name, m := range all {
		few, _ := m.(engine.Estimator).Estimate(10_000, 20)
		many, _ := m.(engine.Estimator).Estimate(100_000, 20)
		if !(many > 9*few && many < 11*few) {
			t.Errorf("%s: 10,000 rows take %v s, 100,000 rows %v s", name, few, many)
		}
	}
}

// TestMapsEndEarly: tsne's too, which are descended to by all rows at once, and do not
// begin anew.
func TestMapsEndEarly(t *testing.T) {
	m := usualTSNE()
	m.Map = &form.Linear{}
	ctx, ask := early.With(t.Context(), nil)
	ctx, notes := engine.WithNotes(ctx, "tsne")
	ctx = engine.WithProgress(ctx, func(p engine.Progress) {
		if p.Fraction > 0.25 {
			ask()
		}
	})
	e, err := m.Embed(ctx, enginetest.Blobs(120).Sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notes() {
		if strings.Contains(n.Text, "asked to end in round 1 of 2") {
			return
		}
	}
	t.Errorf("after %d iterations notes are %v", len(e.Losses.Values)-1, notes())
}

// TestTSNERefusesBatchesBeforeItsWork: where nothing may be computed, what is said is what
// is wrong with the batches.
func TestTSNERefusesBatchesBeforeItsWork(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for param, change := range map[string]func(*TSNE){
		"perplexity": func(m *TSNE) { m.Perplexity = 30 },
		"map.batch":  func(m *TSNE) { m.DoF = engine.Auto },
	} {
		m := usualTSNE()
		m.Map = inBatches(80, 60)
		change(m)
		_, err := m.Embed(ended, engine.Sample{X: drawnRows(200, 4)})
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != param || e.Remedy == nil {
			t.Errorf("%s: error %v", param, err)
		}
	}
}
