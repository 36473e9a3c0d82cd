package evaluate

import (
	"slices"
	"testing"
	"unfold/engine"
)

// smooth has a parameter of each way, and one that does not say.
type smooth struct {
	K, Dim int
	Mass   float64
}

func (s *smooth) Params(p *engine.Params) {
	p.Int(&s.K, "k", 5, engine.AtLeast(1), "voters").Simpler(engine.Larger)
	p.Int(&s.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions").Simpler(engine.Smaller)
	p.Float(&s.Mass, "mass", 1, engine.AtLeast(0), "mass")
}

func TestSettingsAreOrderedFromSimpleToRich(t *testing.T) {
	offer := func(param string, values ...any) engine.Candidates {
		for _, p := range engine.ParamsOf(new(smooth)) {
			if p.Name == param {
				return engine.Candidates{Param: param, Values: values, Ranks: p.Ranks(values)}
			}
		}
		panic("no such parameter")
	}
	for _, c := range []struct {
		name   string
		varied []engine.Candidates
		want   []int
	}{
		{"the larger", []engine.Candidates{offer("k", 3, 9, 5)}, []int{1, 2, 0}},
		{"the smaller, auto last", []engine.Candidates{offer("dim", 3, engine.Auto, 1)}, []int{2, 0, 1}},
		{"as written", []engine.Candidates{offer("mass", 2.0, 1.0, 3.0)}, []int{0, 1, 2}},
		{"the first that says", []engine.Candidates{offer("k", 3, 9), offer("dim", 2, 1)}, []int{3, 2, 1, 0}},
		{"one that does not say leaves it to the next", []engine.Candidates{offer("mass", 2.0, 1.0), offer("k", 3, 9)}, []int{1, 3, 0, 2}},
	} {
		simplest, richness := bySimplicity(c.varied)
		if !slices.Equal(simplest, c.want) {
			t.Errorf("%s: %v, want %v", c.name, simplest, c.want)
		}
		for at, s := range simplest {
			if richness[s] != at {
				t.Errorf("%s: setting %d is at %d, want %d", c.name, s, richness[s], at)
			}
		}
	}
}

func TestOnlyNumbersAreSimpler(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a text is simpler the smaller it is")
		}
	}()
	var word string
	new(engine.Params).Text(&word, "word", "", engine.AnyValue(), "a word").Simpler(engine.Smaller)
}
