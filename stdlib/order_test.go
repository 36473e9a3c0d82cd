package stdlib_test

import (
	"strings"
	"testing"

	"unfold/engine"
	"unfold/stdlib"
)

// TestReportsShowPlacesFirst, whichever family a view is of.
func TestReportsShowPlacesFirst(t *testing.T) {
	if got := strings.Join(stdlib.Catalogue().Names(engine.ViewRole), " "); got != "scatter regions dealt density biplot misplaced neighbourhood stability confusion fit tree importance relevance relevances prototypes reject why curve candidates settings choices optimism permutation ranks neighbours spectrum elbow intrinsic loss shepard describe histogram box pairs correlation parallel heatmap missing graph umatrix" {
		t.Errorf("views are in the order %s", got)
	}
}
