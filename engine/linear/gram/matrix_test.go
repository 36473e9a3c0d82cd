package gram

import (
	"math"
	"testing"
)

func TestMatrixIsSymmetric(t *testing.T) {
	x := points(1, 150, 6)
	k := RBF{Sigma: 1.5}
	g, err := Matrix(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		for j := range 150 {
			if want := k.Of(x.RawRowView(i), x.RawRowView(j)); math.Abs(g.At(i, j)-want) > 1e-13 || g.At(i, j) != g.At(j, i) {
				t.Fatalf("entry %d, %d is %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
}

func BenchmarkMatrix(b *testing.B) {
	x := points(1, 3500, 21)
	for b.Loop() {
		if _, err := Matrix(b.Context(), RBF{Sigma: 5}, x); err != nil {
			b.Fatal(err)
		}
	}
}
