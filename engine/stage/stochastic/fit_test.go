package stochastic

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
	"unfold/engine/stage/form"
)

// usual is a stage as it is declared, with a form.
func usual[M engine.Embedder](m M, f engine.Form) M {
	engine.SetDefaults(m)
	for _, p := range engine.ParamsOf(m) {
		if p.Name == "map" && f != nil {
			if err := p.Set(f); err != nil {
				panic(err)
			}
		}
	}
	return m
}

// clusters are rows about three far centres, of a class each.
func clusters(n int) engine.Sample {
	r, x, labels := random.New(4, "clusters"), mat.NewDense(n, 4, nil), make([]int, n)
	for i := range n {
		labels[i] = i % 3
		for c := range 4 {
			x.Set(i, c, r.Normal()+12*float64(i%3)*float64((c+i)%3))
		}
	}
	return engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b", "c"}}}
}

// embedders are the stages that are fitted, by each form.
func embedders() map[string]engine.Embedder {
	all := map[string]engine.Embedder{}
	for name, f := range map[string]engine.Form{" of points": &form.Free{}, " of a linear map": &form.Linear{}} {
		all["sne"+name] = usual(&SNE{}, f)
		all["nerv"+name] = usual(&NeRV{}, f)
		all["nca"+name] = usual(&NCA{}, f)
		all["mre"+name] = usual(&MRE{}, f)
		all["pe"+name] = usual(&PE{}, f)
	}
	return all
}

// TestFitsSeparateClusters: rows of three far clusters have their nearest row in their
// own, whatever the cost and the map.
func TestFitsSeparateClusters(t *testing.T) {
	const n = 90
	for name, m := range embedders() {
		e := embed(t, m, clusters(n))
		row, d, apart := make([]float64, n), engine.Euclidean(e.Y), 0
		for i := range n {
			d.Row(row, i)
			row[i] = math.Inf(1)
			if slices.Index(row, slices.Min(row))%3 != i%3 {
				apart++
			}
		}
		if apart > 0 {
			t.Errorf("%s: %d rows have their nearest in another cluster", name, apart)
		}
		if linear := strings.HasSuffix(name, "linear map"); linear != (e.Map != nil) {
			t.Errorf("%s: there is a map: %v", name, e.Map != nil)
		}
	}
}

// TestFitsEndWithTheirContext at 1000 rows.
func TestFitsEndWithTheirContext(t *testing.T) {
	s := clusters(1000)
	for name, m := range embedders() {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				_, err := m.Embed(ctx, s)
				return err
			})
		})
	}
}

// TestFitsRefuse what their rows are too few for, and samples that tell no classes
// apart.
func TestFitsRefuse(t *testing.T) {
	s, one, none := clusters(30), clusters(30), engine.Sample{X: drawnRows(30, 4)}
	clear(one.Labels)
	crowded := usual(&SNE{}, nil)
	crowded.Perplexity = 10
	for _, c := range []struct {
		m   engine.Embedder
		s   engine.Sample
		why string
	}{
		{crowded, s, "perplexity = 10 is more than a third of the other 29 rows"},
		{usual(&NCA{}, nil), one, "at least two classes, found 1"},
		{usual(&MRE{}, nil), one, "at least two classes, found 1"},
		{usual(&PE{}, nil), one, "at least two classes, found 1"},
		{usual(&NCA{}, nil), none, "it reads class labels, and the table has none"},
		{usual(&SNE{}, nil), engine.Sample{X: mat.NewDense(8, 2, nil)}, "identical"},
	} {
		_, err := c.m.Embed(t.Context(), c.s)
		refusal, ok := err.(*engine.Error)
		if !ok || !strings.Contains(refusal.Error(), c.why) || len(refusal.Remedy) == 0 {
			t.Errorf("%T: %v, want %q", c.m, err, c.why)
		}
	}
}

// TestClassesOfOneRow are told, and learned nothing of.
func TestClassesOfOneRow(t *testing.T) {
	s := clusters(31)
	s.Labels[0], s.Classes = 3, append(s.Classes, "lonely")
	ctx, notes := engine.WithNotes(t.Context(), "nca")
	if _, err := usual(&NCA{}, nil).Embed(ctx, s); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(notes(), func(n engine.Note) bool { return strings.Contains(n.Text, `one row: "lonely"`) }) {
		t.Errorf("notes are %v", notes())
	}
}

// TestNeRVTradesMissedForFalse: the more missed neighbours count, the fewer there are,
// and the more are false.
func TestNeRVTradesMissedForFalse(t *testing.T) {
	const n, d = 80, 3
	r, x := random.New(6, "sphere"), mat.NewDense(n, d, nil)
	for i := range n { // a sphere cannot lie flat
		row := x.RawRowView(i)
		var size float64
		for c := range row {
			row[c] = r.Normal()
			size += row[c] * row[c]
		}
		for c := range row {
			row[c] /= math.Sqrt(size)
		}
	}
	missed := func(lambda float64) (ofMissed, ofFalse float64) {
		m := usual(&NeRV{}, nil)
		m.Lambda = lambda
		y := embed(t, m, engine.Sample{X: x}).Y
		near := func(at *mat.Dense) (lists [n][]int) {
			row, all := make([]float64, n), engine.Euclidean(at)
			for i := range n {
				all.Row(row, i)
				for j := range n {
					if j != i {
						lists[i] = append(lists[i], j)
					}
				}
				slices.SortFunc(lists[i], func(a, b int) int { return int(math.Copysign(1, row[a]-row[b])) })
			}
			return lists
		}
		was, is := near(x), near(y)
		for i := range n {
			for _, j := range was[i][:10] {
				ofMissed += float64(slices.Index(is[i], j))
			}
			for _, j := range is[i][:10] {
				ofFalse += float64(slices.Index(was[i], j))
			}
		}
		return ofMissed, ofFalse
	}
	recallMissed, recallFalse := missed(1)
	precisionMissed, precisionFalse := missed(0)
	if !(recallMissed < precisionMissed) || !(precisionFalse < recallFalse) {
		t.Errorf("ranks of missed neighbours are %v by recall and %v by precision, of false ones %v and %v", recallMissed, precisionMissed, recallFalse, precisionFalse)
	}
}
