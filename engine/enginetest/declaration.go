package enginetest

import (
	"errors"
	"regexp"
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
	for _, s := range c.Stages() {
		t.Run(s.Name, func(t *testing.T) {
			testWords(t, s)
			testParams(t, s)
			if !plays(s.Make(), s.Role) {
				t.Errorf("%T has not the verb of a %s", s.Make(), s.Role)
			}
		})
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
