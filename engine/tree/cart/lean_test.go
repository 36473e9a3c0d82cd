package cart

import (
	"slices"
	"testing"
)

// TestLean: a lean tree says what the tree for readers says, also of rows that lack
// cells or have levels that were not there.
func TestLean(t *testing.T) {
	for seed := range 12 {
		classes, responses := 4, 0
		if seed%2 == 1 {
			classes, responses = 0, 2
		}
		s := drawn(seed, 200, 12, classes, responses, 0.1*float64(seed%3))
		g := grow(t, s, Rule{Min: 1 + seed%3, Surrogates: seed % 4})
		readers, lean := published(t, g, nil, 0), g.Lean()
		rows := drawn(seed+100, 200, 14, classes, responses, 0.3).X
		said := make([]float64, 200*s.Width())
		if err := readers.Predict(t.Context(), said, rows); err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			got := []float64{0}
			if row := rows.RawRowView(i); classes > 0 {
				got[0] = float64(lean.Class(row))
			} else {
				got = lean.Means(row)
			}
			if want := said[i*len(got) : (i+1)*len(got)]; !slices.Equal(got, want) {
				t.Fatalf("seed %d: row %d: %v, want %v", seed, i, got, want)
			}
		}
	}
}
