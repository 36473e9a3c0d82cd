package stochastic

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/enginetest"
	"unfold/engine/fit/layout"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
	"unfold/engine/stage/dataset"
)

// embed places rows.
func embed(t testing.TB, m engine.Embedder, s engine.Sample) *engine.Embedding {
	t.Helper()
	e, err := m.Embed(t.Context(), s)
	if err != nil {
		t.Fatalf("%#v: %v", m, err)
	}
	return e
}

// drawnRows returns rows of normal numbers.
func drawnRows(n, d int) *mat.Dense {
	r, x := random.New(5, "rows"), mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return r.Normal() }, x)
	return x
}

// usualTSNE is the stage as it is declared.
func usualTSNE() *TSNE {
	return &TSNE{Dim: 2, DoF: 1, Repulsion: "auto", Seed: 1}
}

// readDigits reads what testdata/digits.py wrote.
func readDigits(t *testing.T) (ref struct {
	Rows             [][]float64
	Exact, BarnesHut float64
}) {
	t.Helper()
	text, err := os.ReadFile("testdata/digits.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// divergenceOf is KL(P‖Q) of an embedding over all pairs of rows, at weights of the
// nearest rows.
func divergenceOf(t *testing.T, x *mat.Dense, e *engine.Embedding, perplexity float64, nearest int) float64 {
	t.Helper()
	g, err := around.Entropy{Perplexity: perplexity, Nearest: nearest}.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := layout.Symmetric(t.Context(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	divergence, err := layout.Divergence(t.Context(), a, layout.PointsAt(e.Y), 1)
	if err != nil {
		t.Fatal(err)
	}
	return divergence
}

// TestTSNEOfDigits comes as low as scikit-learn's exact descent of 200 digits.
func TestTSNEOfDigits(t *testing.T) {
	ref := readDigits(t)
	x := mat.NewDense(len(ref.Rows), 64, slices.Concat(ref.Rows...))
	e := embed(t, usualTSNE(), engine.Sample{X: x})
	if got := divergenceOf(t, x, e, 30, 199); !(got < 1.02*ref.Exact) {
		t.Errorf("the divergence is %.4f, scikit-learn's %.4f", got, ref.Exact)
	}
}

// TestTSNEOfManyDigits comes within 1 % of scikit-learn's Barnes-Hut descent of 3000
// digits, or lower, at the same affinities.
func TestTSNEOfManyDigits(t *testing.T) {
	if testing.Short() {
		t.Skip("lays 3000 rows out")
	}
	const n = 3000
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		t.Skip("UNFOLD_DATA is not set")
	}
	all, err := (&dataset.Load{Path: filepath.Join(folder, "optdigits.csv")}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x := mat.DenseCopyOf(all.X.Slice(0, n, 0, 64))
	e := embed(t, usualTSNE(), engine.Sample{X: x})
	if got, want := divergenceOf(t, x, e, 30, 90), readDigits(t).BarnesHut; !(got < 1.01*want) {
		t.Errorf("the divergence is %.4f, scikit-learn's %.4f", got, want)
	}
}

// TestTSNESeparatesClusters, whatever the settings: rows of three far clusters have
// their nearest row in their own.
func TestTSNESeparatesClusters(t *testing.T) {
	const n = 150
	r, x := random.New(4, "clusters"), mat.NewDense(n, 4, nil)
	x.Apply(func(i, j int, _ float64) float64 { return r.Normal() + 12*float64(i%3)*float64((j+i)%3) }, x)
	for name, change := range map[string]func(m *TSNE){
		"usual":       func(*TSNE) {},
		"line":        func(m *TSNE) { m.Dim = 1 },
		"space":       func(m *TSNE) { m.Dim = 3 },
		"five":        func(m *TSNE) { m.Dim = 5 },
		"heavy":       func(m *TSNE) { m.DoF = 0.5 },
		"tree":        func(m *TSNE) { m.Repulsion = "tree" },
		"grid":        func(m *TSNE) { m.Repulsion = "grid" },
		"tree, light": func(m *TSNE) { m.Repulsion, m.DoF = "tree", 4 },
	} {
		if testing.Short() && name != "usual" && name != "grid" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m := usualTSNE()
			change(m)
			e := embed(t, m, engine.Sample{X: x})
			row, d := make([]float64, n), engine.Euclidean(e.Y)
			apart := 0
			for i := range n {
				d.Row(row, i)
				row[i] = row[(i+1)%n] // of another cluster
				if slices.Index(row, slices.Min(row))%3 != i%3 {
					apart++
				}
			}
			if apart > 0 {
				t.Errorf("%d rows have their nearest in another cluster", apart)
			}
		})
	}
}

// TestTSNERefuses what its rows are too few for, and repulsions of other dimensions.
func TestTSNERefuses(t *testing.T) {
	x := drawnRows(60, 5)
	for _, c := range []struct {
		change     func(m *TSNE)
		param, why string
	}{
		{func(m *TSNE) { m.Perplexity = 20 }, "perplexity", "perplexity = 20 is more than a third of the other 59 rows"},
		{func(m *TSNE) { m.Repulsion, m.Dim = "tree", 4 }, "repulsion", "2 or 3 dimensions"},
		{func(m *TSNE) { m.Repulsion, m.Dim = "grid", 3 }, "repulsion", "1 or 2 dimensions"},
	} {
		m := usualTSNE()
		c.change(m)
		_, err := m.Embed(t.Context(), engine.Sample{X: x})
		refusal, ok := err.(*engine.Error)
		if !ok || refusal.Param != c.param || !strings.Contains(refusal.Error(), c.why) || len(refusal.Remedy) == 0 {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// TestTSNEEndsWithItsContext at 10000 rows.
func TestTSNEEndsWithItsContext(t *testing.T) {
	s := engine.Sample{X: drawnRows(10_000, 12)}
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := usualTSNE().Embed(ctx, s)
		return err
	})
}

// TestTSNEEndsEarly where it is asked to, and tells how far it came.
func TestTSNEEndsEarly(t *testing.T) {
	for fraction, want := range map[float64]string{0.3: "of 750 steps, where it was asked to end: attraction was", 0.8: "of 750 steps, where it was asked to end"} {
		ctx, ask := early.With(t.Context(), nil)
		ctx, notes := engine.WithNotes(ctx, "tsne")
		ctx = engine.WithProgress(ctx, func(p engine.Progress) {
			if p.Fraction > fraction {
				ask()
			}
		})
		e, err := usualTSNE().Embed(ctx, engine.Sample{X: drawnRows(80, 4)})
		if err != nil {
			t.Fatal(err)
		}
		told := func(n engine.Note) bool { return strings.Contains(n.Text, want) }
		if n, _ := e.Y.Dims(); n != 80 || !slices.ContainsFunc(notes(), told) {
			t.Errorf("%d rows are placed, and notes are %v", n, notes())
		}
	}
}

// TestTSNEStartsFromDrawnPoints where columns are no numbers, and says so.
func TestTSNEStartsFromDrawnPoints(t *testing.T) {
	x := drawnRows(60, 3)
	s := engine.Sample{X: x, Distances: hidden{engine.Euclidean(mat.DenseCopyOf(x))}}
	x.Set(0, 0, math.NaN())
	ctx, notes := engine.WithNotes(t.Context(), "tsne")
	if _, err := usualTSNE().Embed(ctx, s); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(notes(), func(n engine.Note) bool { return strings.Contains(n.Text, "starts from drawn points") }) {
		t.Errorf("notes are %v", notes())
	}
}

// hidden are distances that do not tell the points that they are between.
type hidden struct{ engine.Distances }
