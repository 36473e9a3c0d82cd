package enginetest

import (
	"testing"

	"unfold/engine"
)

// All runs the contracts of every role on the stages of c that play it.
func All(t *testing.T, c *engine.Catalogue) {
	for _, suite := range []struct {
		name string
		run  func(*testing.T, *engine.Catalogue)
		long bool // places or sweeps on all awkward tables
	}{
		{"declarations", Declarations, false},
		{"sources", Sources, false},
		{"protocols", Protocols, false},
		{"preparers", Preparers, false},
		{"metrics", Metrics, false},
		{"embedders", Embedders, true},
		{"extenders", Extenders, false},
		{"predictors", Predictors, false},
		{"forms", Forms, false},
		{"measures", Measures, false},
		{"views", Views, false},
		{"sweeps", Sweeps, true},
	} {
		t.Run(suite.name, func(t *testing.T) {
			if testing.Short() && suite.long {
				t.Skip("long: places and sweeps on all awkward tables")
			}
			suite.run(t, c)
		})
	}
}

// each runs test for the stages of a role.
func each(t *testing.T, c *engine.Catalogue, role engine.Role, test func(t *testing.T, s *engine.Stage)) {
	for _, name := range c.Names(role) {
		s, _ := c.Lookup(name)
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

// defaultMethod makes the stage's method with its defaults, and with some
// allowed value for each parameter that must be given.
func defaultMethod(t *testing.T, s *engine.Stage) engine.Method {
	t.Helper()
	m := s.Make()
	for _, p := range engine.ParamsOf(m) {
		if !p.Required {
			continue
		}
		set := false
		for _, v := range []any{20, 2, 0.5, "1", "1 > 0", []float64{1}} {
			if set = p.Set(v) == nil && (p.Type != engine.Text || probes(m)); set {
				break
			}
		}
		if !set {
			t.Skipf("no value is known for the required parameter %s", p.Name)
		}
	}
	return m
}

// probes reports whether a method that can tell so has arguments that will do.
func probes(m engine.Method) bool {
	prober, tells := m.(engine.Prober)
	return !tells || prober.Probe() == nil
}

// defaultStep is the stage with the arguments of defaultMethod.
func defaultStep(t *testing.T, s *engine.Stage) engine.Step {
	t.Helper()
	return engine.Step{Stage: s, Method: defaultMethod(t, s)}
}

// Brief lets a method make a few passes only, where it has a parameter for them,
// and returns it: for tests of what is true after any number of passes.
func Brief[M engine.Method](m M) M {
	for _, p := range engine.ParamsOf(m) {
		if p.Name == "epochs" || p.Name == "iterations" {
			_ = p.Set(20) // what refuses so few keeps its own
		}
	}
	return m
}
