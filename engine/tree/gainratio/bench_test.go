package gainratio

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// words are rows as those of the spambase data: 57 columns, three in four of whose
// cells are zero, and two classes that some of them tell with noise.
func words(n int) Rows {
	r := random.New(1, "words")
	rows := Rows{X: mat.NewDense(n, 57, nil), Classes: []string{"letter", "spam"}}
	for i := range n {
		class := r.Below(2)
		for c := range 57 {
			if frequent := 3 + class*(c%8); r.Below(20) < frequent {
				rows.X.Set(i, c, float64(1+r.Below(400))/100)
			}
		}
		rows.Labels = append(rows.Labels, class)
	}
	return rows
}

func BenchmarkGrow(b *testing.B) {
	rows := words(4600)
	for b.Loop() {
		if _, err := Grow(b.Context(), rows, 2); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrune(b *testing.B) {
	g, err := Grow(b.Context(), words(4600), 2)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := g.Prune(b.Context(), Pruning{Confidence: 0.25, Raise: true}); err != nil {
			b.Fatal(err)
		}
	}
}
