package stochastic

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/stage/form"
)

// TestTSNEByALinearMap: it places rows by the map, bit by bit, alone as in company, and
// at a lower divergence than the principal components that it starts from.
func TestTSNEByALinearMap(t *testing.T) {
	x := drawnRows(120, 5)
	for i := range 120 { // two ways to tell three clusters, along directions of little variance
		x.Set(i, 3, 0.3*x.At(i, 3)+2*float64(i%3))
		x.Set(i, 4, 0.3*x.At(i, 4)-2*float64(i%3*(i%3)))
		x.Set(i, 0, 9*x.At(i, 0))
	}
	m := usualTSNE()
	m.Map = new(form.Linear)
	e := embed(t, m, engine.Sample{X: x})
	if e.Map == nil {
		t.Fatal("there is no map")
	}
	alone := mat.NewDense(1, 2, nil)
	for i := range 120 {
		if err := e.Map.Apply(t.Context(), alone, mat.DenseCopyOf(x.Slice(i, i+1, 0, 5))); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone.RawRowView(0), e.Y.RawRowView(i)) {
			t.Fatalf("row %d is placed at %v, and mapped to %v", i, e.Y.RawRowView(i), alone.RawRowView(0))
		}
	}
	start, err := (&Descent{Dim: 2}).near(t.Context(), subset{Sample: engine.Sample{X: x}, d: engine.Euclidean(x)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := divergenceOf(t, x, &engine.Embedding{Y: start}, 30, 119)
	if after := divergenceOf(t, x, e, 30, 119); !(after < 0.8*before) {
		t.Errorf("the divergence is %.4f, of the principal components %.4f", after, before)
	}
}

// TestTSNEHasItsGradientThroughEveryForm, in both rounds and with degrees of freedom
// learned, of rows of which some are copies and whose columns have ill-matched units.
func TestTSNEHasItsGradientThroughEveryForm(t *testing.T) {
	x := drawnRows(25, 3)
	for i := range 25 {
		x.Set(i, 1, 1e3*x.At(i, 1))
		x.Set(i, 2, 1e-3*x.At(i, 2))
		if i%5 == 4 {
			x.SetRow(i, x.RawRowView(i-1))
		}
	}
	s := engine.Sample{X: x}
	rows := subset{Sample: s, d: engine.Euclidean(x)}
	for name, shape := range map[string]engine.Form{"free": new(form.Free), "linear": new(form.Linear), "pieces": &form.Pieces{Count: 3, Borders: "soft"}, "rbf": &form.RBF{Centres: 6, At: "means"}, "mlp": &form.MLP{Hidden: "3", Activation: "tanh"}} {
		maps, err := shape.Bind(t.Context(), s, 2)
		if err != nil {
			t.Fatal(err)
		}
		w, err := maps.Toward(t.Context(), drawnRows(25, 2))
		if err != nil {
			t.Fatal(err)
		}
		for _, dof := range []float64{engine.Auto, 1, 3} {
			m := usualTSNE()
			m.DoF, m.Map = dof, shape
			graph, err := m.graph(t.Context(), rows)
			if err != nil {
				t.Fatal(err)
			}
			rounds, _, err := m.rounds(t.Context(), rows, graph)
			if err != nil {
				t.Fatal(err)
			}
			for at, r := range rounds {
				start := slices.Clone(w)
				if own, ok := r.Cost.(pairwise.ParametricCost); ok {
					start = append(start, own.Own()...)
				}
				off, err := optimum.Difference(t.Context(), pairwise.Objective(r.Cost, maps), start)
				if err != nil || !(off <= 1e-6) {
					t.Errorf("%s, %v degrees of freedom, round %d: off by %.2g, %v", name, dof, at, off, err)
				}
			}
		}
	}
}

// TestTSNELearnsDegreesOfFreedom at a divergence below those that are given end at.
func TestTSNELearnsDegreesOfFreedom(t *testing.T) {
	x := drawnRows(90, 2) // in a plane, where minima are not many
	end := func(dof float64) (divergence float64) {
		ctx, notes := engine.WithNotes(t.Context(), "tsne")
		m := usualTSNE()
		m.DoF = dof
		rows := subset{Sample: engine.Sample{X: x}, d: engine.Euclidean(x)}
		graph, err := m.graph(ctx, rows)
		if err != nil {
			t.Fatal(err)
		}
		start, err := (&Descent{Dim: 2, Seed: 1}).near(ctx, rows, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.descendMap(ctx, rows, graph, start); err != nil {
			t.Fatal(err)
		}
		for _, n := range notes() {
			fmt.Sscanf(n.Text, "divergence %g", &divergence) //nolint:errcheck // of other notes
		}
		return divergence
	}
	learned := end(engine.Auto)
	for _, dof := range []float64{0.5, 1, 3} {
		if given := end(dof); !(learned < 1.01*given) || learned == 0 {
			t.Errorf("with degrees of freedom learned the divergence is %.4f, with %v it is %.4f", learned, dof, given)
		}
	}
}

// TestTSNERefusesToLearnByATree: it does not know the slope by degrees of freedom.
func TestTSNERefusesToLearnByATree(t *testing.T) {
	m := usualTSNE()
	m.DoF, m.Repulsion = engine.Auto, "tree"
	_, err := m.Embed(t.Context(), engine.Sample{X: drawnRows(60, 3)})
	if refusal, ok := err.(*engine.Error); !ok || refusal.Param != "repulsion" || len(refusal.Remedy) == 0 {
		t.Errorf("got %v", err)
	}
}

// TestTSNEOfManyRowsByAMap: where all pairs are too many the descent by a tree ends
// about as low as by all pairs.
func TestTSNEOfManyRowsByAMap(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains on many rows")
	}
	x := drawnRows(1500, 6)
	ends := map[string]float64{}
	for _, method := range []string{"exact", "tree", "grid"} {
		m := usualTSNE()
		m.Map, m.Repulsion = new(form.Linear), method
		ends[method] = divergenceOf(t, x, embed(t, m, engine.Sample{X: x}), 30, 90)
	}
	for method, end := range ends {
		if !(end < 1.01*ends["exact"]) {
			t.Errorf("by the %s it ends at %.4f, by all pairs at %.4f", method, end, ends["exact"])
		}
	}
}
