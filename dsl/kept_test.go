package dsl

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"unfold/engine"
)

// pairs stands for the dissimilarities of all pairs; only that they are there
// is asked.
type pairs struct{ engine.Distances }

func TestKeptIsBoundedByWhatItWeighs(t *testing.T) {
	var k kept
	heavy := func() *engine.Report {
		e := &engine.Embedding{Y: mat.NewDense(8000, 1, nil), Target: pairs{}}
		return &engine.Report{Runs: []*engine.Run{{Embedding: e}}}
	}
	for i := range 5 { // of 512 MB each
		k.keep(engine.Pipeline{Steps: make([]engine.Step, 0)}, heavy())
		k.order = append(k.order, string(rune('a'+i)))
		k.reports[k.order[len(k.order)-1]] = heavy()
		k.bytes += weight(heavy())
	}
	k.keep(engine.Pipeline{}, heavy())
	if k.bytes > keepBytes || len(k.order) != len(k.reports) || len(k.order) == 0 {
		t.Errorf("%d reports of %d bytes are kept, in an order of %d", len(k.reports), k.bytes, len(k.order))
	}
}
