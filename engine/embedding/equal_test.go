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
	for name, m := range map[string]engine.Embedder{"pca": &PCA{Dim: 2}, "mds": &MDS{Dim: 2}} {
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
