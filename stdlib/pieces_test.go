package stdlib_test

import (
	"slices"
	"testing"

	"unfold/engine"
	"unfold/stdlib"
)

// TestPiecesTakeWhatHasCentres: predictors with prototypes and the self-organising map, and
// no others.
func TestPiecesTakeWhatHasCentres(t *testing.T) {
	c := stdlib.Catalogue()
	pieces, ok := c.Lookup("pieces")
	if !ok {
		t.Fatal("there are no pieces")
	}
	by := engine.ParamsOf(pieces.Make())[0]
	taken := c.Taken(by)
	slices.Sort(taken)
	if want := []string{"glvq", "gmlvq", "grlvq", "lgmlvq", "liram", "som"}; !slices.Equal(taken, want) {
		t.Errorf("pieces go by %v, want %v", taken, want)
	}
	if got := by.Format(by.Default); got != "auto" {
		t.Errorf("by itself they go by %s, want auto", got)
	}
}
