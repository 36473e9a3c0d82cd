package embedding

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestEqualAxesAreNoted: a whole design has as much variance along each column,
// so that its axes are one choice of many, which a note says; points that are
// longer one way than another have none.
func TestEqualAxesAreNoted(t *testing.T) {
	design := mat.NewDense(125, 3, nil)
	for i := range 125 {
		design.SetRow(i, []float64{float64(i % 5), float64(i / 5 % 5), float64(i / 25)})
	}
	long := mat.DenseCopyOf(design)
	for i := range 125 {
		long.SetRow(i, []float64{3 * long.At(i, 0), 2 * long.At(i, 1), long.At(i, 2)})
	}
	for name, m := range map[string]engine.Embedder{"pca": &PCA{Dim: 2}, "mds": &MDS{Dim: 2}, "kpca": &KPCA{Mercer: Mercer{Kernel: "linear", Width: 1}, Dim: 1}, "first": &PCA{Dim: 1}} {
		for noted, x := range map[bool]*mat.Dense{true: design, false: long} {
			ctx, notes := engine.WithNotes(t.Context(), name)
			if _, err := m.Embed(ctx, engine.Sample{X: x}); err != nil {
				t.Fatal(err)
			}
			told := false
			for _, n := range notes() {
				told = told || strings.Contains(n.Text, "are equal: any turn")
			}
			if told != noted {
				t.Errorf("%s: equal axes are noted: %v, want %v", name, told, noted)
			}
		}
	}
}

// TestEqualDirectionsOfClassesAreNoted: classes at the corners of a simplex, each
// with as much spread along every column, are apart as far in every direction.
func TestEqualDirectionsOfClassesAreNoted(t *testing.T) {
	const classes, columns = 4, 4
	s := engine.Sample{X: mat.NewDense(classes*2*columns, columns, nil), Target: engine.Target{Classes: []string{"a", "b", "c", "d"}}}
	for c := range classes {
		for k := range 2 * columns {
			i := len(s.Labels)
			s.X.Set(i, c, 10)
			s.X.Set(i, k/2, s.X.At(i, k/2)+float64(1-2*(k%2)))
			s.Labels = append(s.Labels, c)
		}
	}
	for name, m := range map[string]engine.Embedder{"lda": &LDA{Dim: 2}, "spca": &SPCA{Dim: 1, Kernel: "rbf"}, "kspca": &KSPCA{Dim: 2, Mercer: Mercer{Kernel: "rbf", Width: 1}, Ridge: 1e-3}} {
		wantNote(t, name, m, s, "eigenvalues 1 to 3 are equal")
	}
}

// TestEqualAxesOfASearchAreNoted: levels that are coded by columns of their own are
// equally far from one another, of which a search is asked for two directions; of
// more levels than it looks for, the note says so.
func TestEqualAxesOfASearchAreNoted(t *testing.T) {
	for _, c := range []struct {
		rows, levels int
		want         string
	}{
		{300, 5, "eigenvalues 1 to 4 are equal"},
		{300, 290, "eigenvalues 1 to 9 are equal"}, // of the ten levels that two rows have
		{580, 290, "and may be more, are equal"},
	} {
		x := mat.NewDense(c.rows, c.levels, nil)
		for i := range c.rows {
			x.Set(i, i%c.levels, 1)
		}
		for name, m := range map[string]engine.Embedder{"mds": &MDS{Dim: 2}, "kpca": &KPCA{Mercer: Mercer{Kernel: "rbf", Width: 1}, Dim: 2}} {
			wantNote(t, name, m, engine.Sample{X: x}, c.want)
		}
	}
}

// TestEqualVariancesOfKDRAreNoted: of a whole design every projection has the same
// variance, so that no turn of what kdr keeps is before others.
func TestEqualVariancesOfKDRAreNoted(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(64, 3, nil), Target: engine.Target{Response: mat.NewDense(64, 1, nil)}}
	for i := range 64 {
		s.X.SetRow(i, []float64{float64(i % 4), float64(i / 4 % 4), float64(i / 16)})
		s.Response.Set(i, 0, math.Sin(s.X.At(i, 0))+s.X.At(i, 1)*s.X.At(i, 1))
	}
	m := &KDR{Dim: 2, Eps: 1e-2, Width: 1, WidthY: 1, Anneal: 4, Iterations: 5, Starts: 2, Seed: 1}
	wantNote(t, "kdr", m, s, "eigenvalues 1 to 2 are equal")
}

// wantNote embeds s and looks for a note with the text.
func wantNote(t *testing.T, name string, m engine.Embedder, s engine.Sample, text string) {
	t.Helper()
	ctx, notes := engine.WithNotes(t.Context(), name)
	if _, err := m.Embed(ctx, s); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(notes(), func(n engine.Note) bool { return strings.Contains(n.Text, text) }) {
		t.Errorf("%s: no note says %q: %v", name, text, notes())
	}
}
