package dsl

import (
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/memo"
)

// bares declares bare: nothing is kept of methods of no family.
var bares engine.Family

func init() {
	engine.Declare(&bares, engine.PrepareRole, engine.Stage{Name: "bare"}, func() bare { return bare{} })
}

// TestKeptIsBoundedByWhatItWeighs: the newest result stays whatever it weighs.
func TestKeptIsBoundedByWhatItWeighs(t *testing.T) {
	heavy := func() *engine.Report {
		return &engine.Report{Runs: []*engine.Run{{Embedding: &engine.Embedding{Y: mat.NewDense(1000, 1, nil)}}}}
	}
	named := func(i int) engine.Pipeline {
		return engine.Pipeline{Steps: []engine.Step{{Stage: &engine.Stage{Name: strconv.Itoa(i)}, Method: bare{}}}}
	}
	k := kept{memo: memo.New(30_000)}
	for i := range 9 {
		k.keep(named(i), heavy())
	}
	if count, bytes := k.all().Count(result{}); bytes > 30_000 || count == 0 || k.look(named(8)) == nil || k.look(named(0)) != nil {
		t.Errorf("%d results of %d bytes are kept", count, bytes)
	}
	k = kept{memo: memo.New(10)}
	k.keep(named(1), heavy())
	k.keep(named(2), heavy())
	if k.look(named(1)) != nil || k.look(named(2)) == nil {
		t.Error("the newest result is not the one that stays")
	}
}

// bare is a method without parameters.
type bare struct{}

func (bare) Params(*engine.Params) {}
