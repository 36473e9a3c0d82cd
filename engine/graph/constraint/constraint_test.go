package constraint

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
)

// line is n rows along a line, a unit apart.
func line(n int) engine.Sample {
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i))
	}
	return engine.Sample{X: x, Distances: engine.Euclidean(x)}
}

// rowsOfSample are the distinct rows of s by its own distances.
func rowsOfSample(t *testing.T, s engine.Sample) Rows {
	t.Helper()
	d := Distinct(t.Context(), s.X)
	return Rows{Distinct: d, Source: s.Rows, Tau: d.Among(s.Distances)}
}

// edgesOf lists the edges of g, each once.
func edgesOf(g *engine.Graph) (edges []engine.Edge) {
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		for e, j := range ends {
			if i < int(j) {
				edges = append(edges, engine.Edge{I: i, J: int(j), Length: lengths[e]})
			}
		}
	}
	return edges
}

// write makes a file of pairs.
func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pairs.csv")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFilesOfPairs: commas, semicolons and tabs, with a heading in any order or none,
// comments, and without distances, which then are those of the rows.
func TestFilesOfPairs(t *testing.T) {
	want := []engine.Edge{{I: 0, J: 3, Length: 0.5}, {I: 1, J: 2, Length: 4}}
	for name, content := range map[string]string{
		"bare":       "0,3,0.5\n1,2,4\n",
		"turned":     "3,0,0.5\n2,1,4\n1,2,4\n",
		"heading":    "i,j,tau\n0,3,0.5\n1,2,4\n",
		"other":      "from,to,km\n0,3,0.5\n1,2,4\n",
		"order":      "tau;j;i\n0.5;3;0\n4;1;2\n",
		"tabs":       "# made by hand\n0\t3\t0.5\n\n1\t2\t4",
		"byte order": "\ufeff0, 3, 0.5\n1, 2, 4\n",
	} {
		list, err := Read(t.Context(), "keep", write(t, content))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g, err := rowsOfSample(t, line(4)).Listed(t.Context(), list)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := edgesOf(g); !slices.Equal(got, want) {
			t.Errorf("%s: pairs are %v, want %v", name, got, want)
		}
	}
	list, err := Read(t.Context(), "keep", write(t, "0,3\n1,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := rowsOfSample(t, line(4)).Listed(t.Context(), list)
	if got := edgesOf(g); err != nil || got[0].Length != 3 || got[1].Length != 1 {
		t.Errorf("pairs without distances are %v (%v), want those of the rows", got, err)
	}
}

// TestListsAreRefused gives lists of pairs that say what cannot be.
func TestListsAreRefused(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{"nowhere.csv", "cannot be read"},
		{[]int{1, 2}, "must be [][]float64"},
		{[][]float64{{1}}, "has 1 numbers"},
		{[][]float64{{1, 2}, {1}}, "row 1 of keep has 1 numbers"},
		{[][]float64{{0, 1, -2}}, "tau = -2"},
		{[][]float64{{0, 1, math.NaN()}}, "has no tau"},
		{[][]float64{{0, 1, 0}}, "is 0, but the rows differ"},
		{[][]float64{{-1, 1, 2}}, "names row -1"},
		{[][]float64{{0.5, 1, 2}}, "names row 0.5"},
		{[][]float64{{1, 1, 2}}, "with itself"},
		{[][]float64{{7, 8, 2}}, "none of the 1 pairs"},
		{[][]float64{{0, 1, 2}, {1, 0, 3}}, "and a line before it at 2"},
	} {
		list, err := Read(t.Context(), "keep", c.v)
		if err == nil {
			_, err = rowsOfSample(t, line(4)).Listed(t.Context(), list)
		}
		wantRefusal(t, err, "keep", c.want)
	}
	for content, want := range map[string]string{
		"":                 "lists no pairs",
		"i,j,tau\n":        "lists no pairs",
		"0,1,2\n2,3,\n":    "line 2, rows 2 and 3, has no tau",
		"0,1,2\n2,3\n":     "line 2, rows 2 and 3, has no tau",
		"0,1,2\n2,b,1\n":   `line 2 has "b"`,
		"0,1,2\n2,3,-1\n":  "line 2, rows 2 and 3, has tau = -1",
		"0,1,2\n\"2,3,1\n": "is no table",
	} {
		_, err := Read(t.Context(), "keep", write(t, content))
		wantRefusal(t, err, "keep", want)
	}
}

// wantRefusal looks for an error with a remedy that blames the parameter.
func wantRefusal(t *testing.T, err error, param, text string) {
	t.Helper()
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != param || e.Remedy == nil || !strings.Contains(e.Cause, text) {
		t.Errorf("error is %v, want one of %s that says %q and what to do", err, param, text)
	}
}

// TestPairsElsewhereAreLeftOut: rows are called by their numbers in the source, and
// pairs of rows that are not there do not count, which is told.
func TestPairsElsewhereAreLeftOut(t *testing.T) {
	s := line(4)
	s.Rows = []int{10, 20, 30, 40}
	list, err := Read(t.Context(), "keep", [][]float64{{20, 40, 3}, {20, 25, 1}, {11, 10, 1}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, notes := engine.WithNotes(t.Context(), "eat")
	g, err := rowsOfSample(t, s).Listed(ctx, list)
	if err != nil {
		t.Fatal(err)
	}
	if got := edgesOf(g); !slices.Equal(got, []engine.Edge{{I: 1, J: 3, Length: 3}}) {
		t.Errorf("pairs are %v", got)
	}
	if all := notes(); len(all) != 1 || !strings.Contains(all[0].Text, "2 of 3 pairs of keep are left out") {
		t.Errorf("notes are %v", all)
	}
}

// TestCopiesAreOneRow: pairs of copies are pairs of the row that they equal.
func TestCopiesAreOneRow(t *testing.T) {
	s := line(5)
	s.X.Set(4, 0, 1) // row 4 is a copy of row 1
	rows := rowsOfSample(t, s)
	if !slices.Equal(rows.Rows, []int{0, 1, 2, 3}) || !slices.Equal(rows.Of, []int{0, 1, 2, 3, 1}) {
		t.Fatalf("distinct rows are %v, and rows are %v of them", rows.Rows, rows.Of)
	}
	list, _ := Read(t.Context(), "keep", [][]float64{{0, 4, 2}, {1, 4, 0}})
	g, err := rows.Listed(t.Context(), list)
	if got := edgesOf(g); err != nil || !slices.Equal(got, []engine.Edge{{I: 0, J: 1, Length: 2}}) {
		t.Errorf("pairs are %v, %v", got, err)
	}
	list, _ = Read(t.Context(), "keep", [][]float64{{0, 4, 2}, {1, 4, 3}})
	_, err = rows.Listed(t.Context(), list)
	wantRefusal(t, err, "keep", "they are copies")

	all := rows.SpreadGraph(g)
	if got := edgesOf(all); !slices.Equal(got, []engine.Edge{{I: 0, J: 1, Length: 2}, {I: 1, J: 4}}) {
		t.Errorf("pairs of all rows are %v", got)
	}
	if y := rows.Spread(rows.Take(s.X)); !mat.Equal(y, s.X) {
		t.Errorf("rows come back as %v", mat.Formatted(y))
	}
}

// TestStretched: all pairs but the kept ones by 1/τ², or the listed ones, or none.
func TestStretched(t *testing.T) {
	rows := rowsOfSample(t, line(4))
	keep := geodesic.FromEdges(4, []engine.Edge{{I: 0, J: 1, Length: 1}, {I: 1, J: 2, Length: 1}, {I: 2, J: 3, Length: 1}})
	listed := geodesic.FromEdges(4, []engine.Edge{{I: 0, J: 3, Length: 2}})
	for name, c := range map[string]struct {
		listed *engine.Graph
		want   []float64 // of row 0
	}{
		"others": {nil, []float64{0, 0, 1.0 / 4, 1.0 / 9}},
		"listed": {listed, []float64{0, 0, 0, 1.0 / 4}},
	} {
		w, err := rows.Stretched(t.Context(), keep, c.listed, "tau")
		if err != nil || w.None() {
			t.Fatal(name, w, err)
		}
		got := make([]float64, 4)
		if w.Row(got, 0); !slices.Equal(got, c.want) {
			t.Errorf("%s: weights are %v, want %v", name, got, c.want)
		}
	}
	all, err := rows.Nearest(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := rows.Stretched(t.Context(), all, nil, "tau"); err != nil || !w.None() {
		t.Errorf("where all pairs are kept some are stretched: %v", err)
	}
	wantRefusal(t, rows.Apart(all, listed), "stretch", "rows 0 and 3 are both")
}

// TestZeroDistances: rows that differ are not to be at one place.
func TestZeroDistances(t *testing.T) {
	s := line(4)
	rows := rowsOfSample(t, s)
	known := mat.NewDense(4, 4, []float64{0, 1, 2, 0, 1, 0, 1, 2, 2, 1, 0, 1, 0, 2, 1, 0})
	tau, err := Targets{Matrix: known}.Of(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	rows.Tau = tau
	near, err := rows.Nearest(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, rows.Check(near, "tau"), "tau", "target distance of rows 0 and 3 is 0")
	_, err = rows.Stretched(t.Context(), geodesic.FromEdges(4, nil), nil, "tau")
	wantRefusal(t, err, "tau", "target distance of rows 0 and 3 is 0")
}
