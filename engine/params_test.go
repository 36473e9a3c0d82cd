package engine

import (
	"math"
	"testing"
)

type settings struct {
	K     int
	Dim   int
	Alpha float64
	Rule  string
	Names []string
	X     any
}

func (s *settings) Params(p *Params) {
	p.Int(&s.K, "k", 10, AtLeast(1), "neighbours")
	p.Int(&s.Dim, "dim", Auto, OrAuto(AtLeast(1)), "dimensions")
	p.Float(&s.Alpha, "alpha", 0.5, From(0, 1), "gap")
	p.Text(&s.Rule, "rule", "square", OneOf("square", "distance"), "which")
	p.Texts(&s.Names, "names", "columns")
	p.Any(&s.X, "X", "rows").Require()
}

func param(s *settings, name string) *Param {
	for _, p := range ParamsOf(s) {
		if p.Name == name {
			return p
		}
	}
	return nil
}

func TestSetConvertsAndHoldsTheRule(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
		want  any // nil where refused
	}{
		{"k", 7, 7},
		{"k", 7.0, 7},
		{"k", int64(7), 7},
		{"k", uint8(7), 7},
		{"alpha", math.Inf(1), nil},
		{"k", 7.5, nil},
		{"k", 0, nil},
		{"k", "auto", nil},
		{"k", "7", nil},
		{"dim", "auto", Auto},
		{"dim", 3, 3},
		{"dim", 0, nil}, // it is kept as auto, and means nothing as it is written
		{"dim", -1, nil},
		{"alpha", 0, 0.0},
		{"alpha", 0.25, 0.25},
		{"alpha", 1.0, nil},
		{"alpha", math.NaN(), nil},
		{"rule", "distance", "distance"},
		{"rule", "other", nil},
		{"rule", 3, nil},
		{"k", nil, nil},
	} {
		s := &settings{}
		SetDefaults(s)
		before := param(s, c.name).Value()
		err := param(s, c.name).Set(c.value)
		got := param(s, c.name).Value()
		if c.want == nil {
			if err == nil || got != before {
				t.Errorf("%s = %v: stored %v, error %v", c.name, c.value, got, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s = %v: stored %v, error %v; want %v", c.name, c.value, got, err, c.want)
		}
	}
}

func TestRuleOutsideIsRefused(t *testing.T) {
	for _, r := range []Rule{AtLeast(1), Above(0), Between(0, 1), From(0, 1), Inside(0, 1), OneOf("a", "b"), OrAuto(AtLeast(1)), OrAuto(Above(0))} {
		if v, ok := r.Outside(); !ok || r.Allows(v) {
			t.Errorf("%s allows %v", r, v)
		}
	}
}

func TestStringWritesEveryDefault(t *testing.T) {
	s := &settings{}
	SetDefaults(s)
	step := Step{Stage: &Stage{Name: "thing"}, Method: s}
	if got, want := step.String(), `thing(k=10, dim=auto, alpha=0.5, rule="square", X=nil)`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
