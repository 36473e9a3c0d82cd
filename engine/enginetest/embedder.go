package enginetest

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// Embedders tests that rows are placed in the right shape, in an order of
// columns that does not depend on the order of the rows, copies of a row in one
// place, and without a look at held rows.
func Embedders(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.EmbedderRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Embedder)
		rows := Blobs(60).Sample()
		e, err := m.Embed(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		testEmbedding(t, e, 60)
		if s.Maps != (e.Map != nil) {
			t.Errorf("Maps is declared %v, but there is a map: %v", s.Maps, e.Map != nil)
		}
		if e.Map != nil {
			testMap(t, e.Map, rows.X, e.Dim())
			testNewRows(t, Blobs(60).Table, briefStep(t, s))
		}
		testPermutedRows(t, m, rows, e)
		testCopiesPlaced(t, m, s.ReadsLabels)
		testHeldUnseen(t, briefStep(t, s))
		testSameRun(t, sentence(Blobs(60).Table, hold{}, briefStep(t, s), follow{}))
		t.Run("cancelled", func(t *testing.T) { testEmbedCancelled(t, m) })
		testRefused(t, defaultStep(t, s))
		testAwkward(t, briefStep(t, s))
	})
}

func testEmbedding(t *testing.T, e *engine.Embedding, n int) {
	t.Helper()
	if rows, dim := e.Y.Dims(); rows != n || dim < 1 {
		t.Fatalf("the embedding is %d×%d, want %d rows", rows, dim, n)
	}
	for i, v := range cells(e.Y) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("row %d was placed at %v", i/e.Dim(), e.Y.RawRowView(i/e.Dim()))
		}
	}
	if e.Spectrum != nil {
		testSpectrum(t, e.Spectrum, e.Dim())
	}
	if e.Scree != nil {
		testScree(t, e)
	}
	if e.Target != nil {
		testDistances(t, e.Target, n)
	}
	if e.Graph != nil {
		testGraph(t, e.Graph, n)
	}
}

// testSpectrum has a look at the eigenvalues of an embedding in dim dimensions.
func testSpectrum(t *testing.T, values []float64, dim int) {
	t.Helper()
	if len(values) < dim {
		t.Errorf("%d eigenvalues for %d dimensions", len(values), dim)
	}
	for i := 1; i < len(values); i++ {
		if values[i] > values[i-1] {
			t.Errorf("eigenvalue %d, %v, is above the one before, %v", i+1, values[i], values[i-1])
		}
	}
}

// testScree looks further: at the eigenvalues that were found with the
// embedding, now among others, and at what dimensions leave.
func testScree(t *testing.T, e *engine.Embedding) {
	t.Helper()
	spectrum, err := e.Scree.Spectrum(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	testSpectrum(t, spectrum, e.Dim())
	for i, v := range e.Spectrum[:min(e.Dim(), len(e.Spectrum), len(spectrum))] {
		if math.Abs(v-spectrum[i]) > 1e-6*spectrum[0] {
			t.Errorf("eigenvalue %d is %v with the embedding, %v in its scree", i+1, v, spectrum[i])
		}
	}
	residual, err := e.Scree.Residual(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range residual {
		if !(v >= 0 && v <= 1) {
			t.Errorf("residual variance for %d dimensions is %v", i+1, v)
		}
	}
}

func testGraph(t *testing.T, g *engine.Graph, n int) {
	t.Helper()
	if g.Len() != n {
		t.Fatalf("graph has %d rows, want %d", g.Len(), n)
	}
	lengths := map[[2]int]float64{}
	for i := range n {
		ends, each := g.Of(i)
		for at, j := range ends {
			lengths[[2]int{i, int(j)}] = each[at]
		}
	}
	for ends, length := range lengths {
		if back, ok := lengths[[2]int{ends[1], ends[0]}]; !ok || back != length || length < 0 || ends[0] == ends[1] {
			t.Fatalf("edge %v of length %v, %v the other way", ends, length, back)
		}
	}
	for _, b := range g.Bridges {
		if _, ok := lengths[[2]int{b.I, b.J}]; !ok || b.I >= b.J {
			t.Errorf("bridge %+v is no edge, or not in order", b)
		}
	}
}

// testMap applies a map row by row, and after a cancellation.
func testMap(t *testing.T, m engine.Map, x *mat.Dense, dim int) {
	t.Helper()
	if m.Dim() != dim {
		t.Fatalf("the map has %d dimensions, the embedding %d", m.Dim(), dim)
	}
	testRowByRow(t, "Apply", x, dim, m.Apply)
	testSlopes(t, m, x)
	n, _ := x.Dims()
	testCancelled(t, "Apply", func(ctx context.Context) error { return m.Apply(ctx, mat.NewDense(n, dim, nil), x) })
}

// testPermutedRows embeds the rows in another order. Methods that draw by row
// have a seed, and are excused.
func testPermutedRows(t *testing.T, m engine.Embedder, s engine.Sample, e *engine.Embedding) {
	t.Helper()
	if takes(m, "seed") {
		return
	}
	order := permutation(s.Len())
	moved, err := m.Embed(t.Context(), permuteSample(s, order))
	if err != nil {
		t.Fatal(err)
	}
	if moved.Dim() != e.Dim() {
		t.Fatalf("%d dimensions, %d once permuted", e.Dim(), moved.Dim())
	}
	for j := range e.Dim() {
		var same, turned, size float64
		for i, from := range order {
			was, is := e.Y.At(from, j), moved.Y.At(i, j)
			same, turned, size = same+float64((is-was)*(is-was)), turned+float64((is+was)*(is+was)), size+float64(was*was)
		}
		if min(same, turned) > 1e-10*size {
			t.Errorf("dimension %d changes by %.2g of its size with the order of the rows", j+1, math.Sqrt(min(same, turned)/size))
		}
	}
}

// takes reports whether a method has a parameter of that name.
func takes(m engine.Method, param string) bool {
	return slices.ContainsFunc(engine.ParamsOf(m), func(p *engine.Param) bool { return p.Name == param })
}

// testHeldUnseen changes everything about the held rows and looks for a trace
// of it where the training rows were placed.
func testHeldUnseen(t *testing.T, s engine.Step) {
	t.Helper()
	var before []float64
	for round := range 2 {
		table := Blobs(60).Table
		if round == 1 {
			for i := 45; i < 60; i++ {
				table.Labels[i] = 1 - table.Labels[i]
				table.X.SetRow(i, []float64{1, float64(i), -3, 2})
			}
		}
		r, err := evaluate.Run(t.Context(), sentence(table, hold{}, s, follow{}), evaluate.Environment{})
		if err != nil {
			t.Fatal(err)
		}
		placed := cells(r.Runs[0].Embedding.Y)
		if round == 0 {
			before = placed
		} else if at, same := sameBits(before, placed); !same {
			t.Errorf("held rows have moved training row %d", at/r.Runs[0].Embedding.Dim())
		}
	}
}

// testEmbedCancelled embeds enough rows to be worth stopping.
func testEmbedCancelled(t *testing.T, m engine.Embedder) {
	s := Roll(600).Sample()
	s.Target = Blobs(600).Table.Target
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Embed(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}
