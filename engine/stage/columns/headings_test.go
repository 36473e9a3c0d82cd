package columns

import (
	"strings"
	"testing"

	"unfold/engine"
)

// TestHeadingsTellOnceWhatAllShare.
func TestHeadingsTellOnceWhatAllShare(t *testing.T) {
	column := func(name, made, purpose string) Column {
		return Column{Column: engine.Column{Name: name, Prepared: made}, Purpose: purpose}
	}
	for want, all := range map[string][]Column{
		"a, b, y (response) (scaled)": {column("a", "scaled", ""), column("b", "scaled", ""), column("y", "", "response")},
		"a (scaled), b":               {column("a", "scaled", ""), column("b", "", "")},
		"a, b":                        {column("a", "", ""), column("b", "", "")},
	} {
		if heads, made := Headings(all); strings.Join(heads, ", ")+made != want {
			t.Errorf("%q%q, want %q", heads, made, want)
		}
	}
}
