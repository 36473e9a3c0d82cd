package stdlib_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/laplacian"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/form"
	"unfold/engine/stage/local"
	"unfold/stdlib"
)

// awkward are rows of three classes, of which some are copies, with columns in
// ill-matched units.
func awkward(n int) engine.Sample {
	s := enginetest.Blobs(n).Sample()
	s.Classes = []string{"a", "b", "c"}
	for i := range n {
		row := s.X.RawRowView(i)
		row[1], row[2] = 1e3*row[1], 1e-3*row[2]
		if i%7 == 3 {
			copy(row, s.X.RawRowView(i-2))
		}
		s.Labels[i] = i % 3
	}
	return s
}

// lopsided are weights that differ by direction, and add up to one in a row.
func lopsided(t *testing.T, n, salt int) *cost.Weights {
	t.Helper()
	g := &neighbourhood.Graph{Start: []int{0}}
	for i := range n {
		var sum float64
		for j := range n {
			if j != i && ((i*j+i+salt*j)%3 == 0 || j == (i+1)%n) {
				g.End, g.Weight = append(g.End, int32(j)), append(g.Weight, 1.1+math.Sin(float64(salt+3*i+7*j)))
				sum += g.Weight[len(g.Weight)-1]
			}
		}
		for e := g.Start[i]; e < len(g.End); e++ {
			g.Weight[e] /= sum
		}
		g.Start = append(g.Start, len(g.End))
	}
	w, err := cost.NewWeights(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// everyCost are the costs of the engine over some rows.
func everyCost(t *testing.T, s engine.Sample) map[string]pairwise.Cost {
	t.Helper()
	n, costs := s.Len(), map[string]pairwise.Cost{}
	add := func(name string, c pairwise.Cost, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		costs[name] = c
	}
	white := mat.DenseCopyOf(s.X)
	white.Apply(func(_, c int, v float64) float64 { return v * []float64{1, 1e-3, 1e3, 1}[c%4] }, white)
	d, weights := engine.Euclidean(white), lopsided(t, n, 1)
	for name, by := range map[string]cost.Weighting{"mds": cost.Raw, "sammon": cost.Sammon, "elastic": cost.Elastic} {
		c, err := cost.NewMDS(t.Context(), d, by)
		add(name, c, err)
	}
	near, err := cost.NewLocalMDS(t.Context(), weights, d)
	add("local", near, err)
	sne, err := cost.NewSNE(t.Context(), weights)
	add("sne", sne, err)
	tsne, err := cost.NewTSNE(t.Context(), weights, 2)
	add("tsne", tsne, err)
	tsne.Learned, tsne.Exaggeration = true, 4
	nerv, err := cost.NewNeRV(t.Context(), weights, 0.3, 1e-3)
	add("nerv", nerv, err)
	add("nca", cost.NewNCA(s.Labels), nil)
	posteriors := mat.NewDense(n, 3, nil)
	posteriors.Apply(func(i, c int, _ float64) float64 {
		if s.Labels[i] == c {
			return 0.8
		}
		return 0.1
	}, posteriors)
	add("pe", cost.NewPE(posteriors, mat.NewDense(3, 2, []float64{1, 0, -1, 1, 0, -1})), nil)
	mre, err := cost.NewMRE(t.Context(), []*cost.Weights{weights, lopsided(t, n, 2)}, 2)
	add("mre", mre, err)
	u, err := (&alignment.Near{K: 5, Dim: 2, Connect: "agglomerate"}).Surroundings(t.Context(), engine.Sample{X: distinct(white)})
	if err != nil {
		t.Fatal(err)
	}
	heat, _ := laplacian.Edges(t.Context(), u.Joined, "heat", engine.Auto)
	l, degrees := laplacian.Laplacian(heat)
	add("eigenmaps", cost.NewRatio(l, degrees), nil)
	add("ratio", cost.NewRatio(l, nil), nil)
	add("unfolding", cost.NewUnfolding(u.Joined), nil)
	return costs
}

// distinct moves copies of rows a little.
func distinct(x *mat.Dense) *mat.Dense {
	y := mat.DenseCopyOf(x)
	y.Apply(func(i, c int, v float64) float64 { return v + 1e-3*math.Sin(float64(i+c)) }, y)
	return y
}

// TestEveryCostGoesDownEveryForm: the gradient of each cost by the parameters of each
// form of the catalogue, and its own, is that of the values, for relations that differ
// by direction, copies of rows and columns in ill-matched units.
func TestEveryCostGoesDownEveryForm(t *testing.T) {
	s := awkward(24)
	costs := everyCost(t, s)
	for _, name := range stdlib.Catalogue().Names(engine.FormRole) {
		stage, _ := stdlib.Catalogue().Lookup(name)
		f := stage.Make().(engine.Form)
		for _, p := range engine.ParamsOf(f) {
			if p.Name == "hidden" { // every parameter is moved
				if err := p.Set("4,3"); err != nil {
					t.Fatal(err)
				}
			}
		}
		maps, err := f.Bind(t.Context(), s, 2)
		if err != nil {
			t.Fatal(stage.Name, err)
		}
		start := mat.NewDense(s.Len(), 2, nil)
		start.Apply(func(i, k int, _ float64) float64 { return s.X.At(i, 0)/float64(1+k) + math.Sin(float64(2*i+5*k)) }, start)
		for i := range s.Len() {
			if i%7 == 3 {
				start.SetRow(i, start.RawRowView(i-2))
			}
		}
		w, err := maps.Toward(t.Context(), start)
		if err != nil {
			t.Fatal(stage.Name, err)
		}
		for k := range w {
			w[k] += 0.1 * math.Sin(float64(k+1)) // off the places where a gradient may vanish
		}
		for name, c := range costs {
			at := append([]float64(nil), w...)
			if own, ok := c.(pairwise.ParametricCost); ok {
				at = append(at, own.Own()...)
			}
			off, err := optimum.Difference(t.Context(), pairwise.Objective(c, maps), at)
			if err != nil || !(off <= 1e-6) {
				t.Errorf("%s of %s: off by %.2g, %v", name, stage.Name, off, err)
			}
		}
	}
}

// TestLinearFormsAreTheProjections of the same costs: lle by a linear map is npe,
// eigenmaps is lpp.
func TestLinearFormsAreTheProjections(t *testing.T) {
	near := alignment.Near{K: 8, Dim: 2, Connect: "agglomerate"}
	linear := local.Mapped{Map: &form.Linear{}}
	s := enginetest.Blobs(120).Sample()
	for name, pair := range map[string][2]engine.Embedder{
		"lle":       {&local.LLE{Near: near, Reg: 1e-3, Form: "standard", Mapped: linear}, &embedding.NPE{Near: near, Reg: 1e-3}},
		"eigenmaps": {&local.Eigenmaps{Near: near, Weights: "heat", T: engine.Auto, Mapped: linear}, &embedding.LPP{Near: near, Weights: "heat", T: engine.Auto}},
	} {
		var y [2]*mat.Dense
		for k, m := range pair {
			e, err := m.Embed(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			y[k] = e.Y
		}
		for c := range 2 {
			a, b := y[0].ColView(c), y[1].ColView(c)
			var less, more mat.VecDense
			less.SubVec(a, b)
			more.AddVec(a, b)
			if off := min(mat.Norm(&less, 2), mat.Norm(&more, 2)); off > 1e-8*mat.Norm(b, 2) {
				t.Errorf("%s: column %d is off by %.2g", name, c, off/mat.Norm(b, 2))
			}
		}
	}
}
