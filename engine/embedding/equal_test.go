package embedding

import (
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
	for name, m := range map[string]engine.Embedder{"lda": &LDA{Dim: 2}, "spca": &SPCA{Dim: 1, Kernel: "rbf"}} {
		ctx, notes := engine.WithNotes(t.Context(), name)
		if _, err := m.Embed(ctx, s); err != nil {
			t.Fatal(err)
		}
		told := false
		for _, n := range notes() {
			told = told || strings.Contains(n.Text, "eigenvalues 1 to 3 are equal")
		}
		if !told {
			t.Errorf("%s: equal directions are not noted: %v", name, notes())
		}
	}
}
