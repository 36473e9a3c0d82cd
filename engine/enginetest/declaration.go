package enginetest

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"unfold/engine"
)

var (
	word = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	name = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)
	doi  = regexp.MustCompile(`doi:10\.\d{4,}/\S+`)
)

// Declarations tests what a stage says of itself: its words, its parameters
// with their defaults and rules.
func Declarations(t *testing.T, c *engine.Catalogue) {
	testAliases(t, c)
	for _, s := range c.Stages() {
		t.Run(s.Name, func(t *testing.T) {
			testWords(t, s)
			testParams(t, s)
			testZeros(t, s)
			if !plays(s.Make(), s.Role) {
				t.Errorf("%T has not the verb of a %s", s.Make(), s.Role)
			}
		})
	}
}

// testAliases: what is a stage is called by its name, and what another name means is
// one stage; a method that is not here may be near to several.
func testAliases(t *testing.T, c *engine.Catalogue) {
	meant := map[string]string{}
	for _, s := range c.Stages() {
		for _, alias := range s.Aliases {
			if meant[alias] != "" {
				t.Errorf("%s is %s and %s", alias, meant[alias], s.Name)
			}
			meant[alias] = s.Name
		}
	}
	for _, s := range c.Stages() {
		for _, alias := range slices.Concat(s.Aliases, s.Near) {
			if _, is := c.Lookup(alias); is {
				t.Errorf("%s names %s, which is a stage", s.Name, alias)
			}
		}
		for _, near := range s.Near {
			if meant[near] != "" {
				t.Errorf("%s is near to %s, and here as %s", near, s.Name, meant[near])
			}
		}
	}
}

func testWords(t *testing.T, s engine.Stage) {
	if !word.MatchString(s.Name) {
		t.Errorf("name %q is not a lower-case word", s.Name)
	}
	if n := utf8.RuneCountInString(s.Summary); n == 0 || n > 80 {
		t.Errorf("summary has %d characters, want 1 to 80: %q", n, s.Summary)
	}
	if strings.HasSuffix(s.Summary, ".") {
		t.Errorf("summary ends in a stop: %q", s.Summary)
	}
	// Sources and protocols, scaling and the like are nobody's invention.
	if s.Role >= engine.EmbedderRole && s.Role <= engine.PredictorRole && !doi.MatchString(s.Citation) {
		t.Errorf("citation %q has no doi", s.Citation)
	}
	for _, alias := range slices.Concat(s.Aliases, s.Near) {
		if !word.MatchString(alias) {
			t.Errorf("alias %q is not a lower-case word", alias)
		}
	}
	if len(s.Examples) == 0 {
		t.Error("there is no example")
	}
	for _, e := range s.Examples {
		if !strings.Contains(e, s.Name) {
			t.Errorf("example %q does not use the stage", e)
		}
	}
}

func testParams(t *testing.T, s engine.Stage) {
	seen := map[string]bool{}
	for _, p := range engine.ParamsOf(s.Make()) {
		if !name.MatchString(p.Name) || seen[p.Name] {
			t.Errorf("parameter %q is doubled or not a word", p.Name)
		}
		seen[p.Name] = true
		if p.Doc == "" {
			t.Errorf("parameter %s does not say what it is", p.Name)
		}
		if !p.Required {
			if err := p.Check(); err != nil {
				t.Errorf("the default breaks its own rule: %v", err)
			}
		}
		testOutside(t, p)
	}
}

// testOutside gives the parameter a value that its rule does not allow.
func testOutside(t *testing.T, p *engine.Param) {
	v, ok := p.Rule.Outside()
	if !ok {
		return
	}
	before := p.Value()
	err := p.Set(v)
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != p.Name {
		t.Errorf("%s = %v is answered by %v, want an *engine.Error that names it", p.Name, v, err)
	}
	if p.Value() != before {
		t.Errorf("a value refused was stored in %s", p.Name)
	}
}

// testZeros leaves all fields of a method out, as a Go program may: a pipeline takes
// what they hold, and leaves the zeros that a parameter admits.
func testZeros(t *testing.T, s engine.Stage) {
	zeros := engine.ParamsOf(s.New())
	for i, p := range engine.ParamsOf(engine.Pipe(s.New()).Steps[0].Method) {
		switch admitted := zeros[i].Check() == nil; {
		case p.Required:
		case p.Check() != nil:
			t.Errorf("a pipeline refuses %s where it is left out: %v", p.Name, p.Check())
		case admitted && p.Format(p.Value()) != p.Format(zeros[i].Value()):
			t.Errorf("%s = %s was left out and admitted, and has become %s", p.Name, p.Format(zeros[i].Value()), p.Format(p.Value()))
		}
	}
}

// plays tells whether m has the verb of the role.
func plays(m engine.Method, role engine.Role) bool {
	var ok bool
	switch role {
	case engine.SourceRole:
		_, ok = m.(engine.Source)
	case engine.ProtocolRole:
		_, ok = m.(engine.Protocol)
	case engine.PrepareRole:
		if _, ok = m.(engine.Preparer); !ok {
			ok = engine.ActsOnTable(m)
		}
	case engine.MetricRole:
		_, ok = m.(engine.Metric)
	case engine.EmbedderRole:
		_, ok = m.(engine.Embedder)
	case engine.ExtenderRole:
		_, ok = m.(engine.Extender)
	case engine.PredictorRole:
		_, ok = m.(engine.Learner)
	case engine.MeasureRole:
		_, ok = m.(engine.Measure)
	case engine.ViewRole:
		_, ok = m.(engine.Viewer)
	case engine.FormRole:
		_, ok = m.(engine.Form)
	}
	return ok
}
