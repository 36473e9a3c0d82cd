package cart

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// TestSurrogates: the first column tells the class of the eight rows that have it.
// The third sends 7 of these the same way; the second, turned round, 6 at −6.5 and at
// −4.5, of which the first stays; to send all to the first side is right for 5.
func TestSurrogates(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(10, 3, nil), Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range 10 {
		s.X.SetRow(i, []float64{float64(i), float64(-i), float64(i / 4)})
		s.Labels = append(s.Labels, i/5)
	}
	s.X.Set(9, 0, missing)
	s.X.Set(8, 0, missing)
	s.X.Set(8, 1, missing)
	for i := range 10 { // no column but the first divides the classes
		if i != 3 && i != 6 {
			continue
		}
		s.X.Set(i, 1, float64(i-9))
	}
	got := published(t, grow(t, s, Rule{Min: 1, Depth: 1, Surrogates: 5}), nil, 5)
	root := got.Nodes[0]
	if root.Split != (tree.Threshold{Column: 0, At: 4.5}) {
		t.Fatalf("the root asks %v", root.Split)
	}
	want := []tree.Split{tree.Threshold{Column: 2, At: 0.5}, tree.Threshold{Column: 1, At: -6.5, Reversed: true}}
	if !slices.Equal(root.Instead, want) {
		t.Errorf("surrogates %v, want %v", root.Instead, want)
	}
	said := make([]float64, 4)
	rows := mat.NewDense(4, 3, []float64{missing, missing, 2, missing, -9, missing, missing, -1, missing, missing, missing, missing})
	if err := got.Predict(t.Context(), said, rows); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(said, []float64{1, 1, 0, 0}) {
		t.Errorf("said %v", said)
	}
}

// TestRowsGoWhereTheyGrew: with missing cells and levels, the tree for readers sends
// every training row to the leaf that it grew in.
func TestRowsGoWhereTheyGrew(t *testing.T) {
	for seed := range 10 {
		s := drawn(seed, 300, 12, 3, 0, 0.2)
		g := grow(t, s, Rule{Min: 3, Surrogates: 2})
		readers := published(t, g, nil, 2)
		said := make([]float64, s.Len())
		if err := readers.Predict(t.Context(), said, s.X); err != nil {
			t.Fatal(err)
		}
		for at, n := range g.nodes {
			if n.column != leaf {
				continue
			}
			for _, r := range g.rows[n.lo:n.hi] {
				if want := readers.Nodes[at].Class; int(said[r]) != want {
					t.Fatalf("seed %d: class %v is said of row %d, its leaf says %d", seed, said[r], r, want)
				}
			}
		}
	}
}
