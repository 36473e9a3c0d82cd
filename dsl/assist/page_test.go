package assist

import (
	"strings"
	"testing"
)

func TestPagesAreNarrow(t *testing.T) {
	var p page
	p.lead("embedder", strings.Repeat("geodesics ", 12))
	p.say(strings.Repeat("distances ", 12))
	p.table([]string{"name", "default", "what"}, [][]string{
		{"k", "10", "neighbours"},
		{"connect", `"agglomerate"`, strings.Repeat("what to do with components, ", 4) + "or stop"},
	})
	text := p.help().Text
	for line := range strings.Lines(text) {
		if tooLong(strings.TrimRight(line, "\n")) {
			t.Errorf("too long: %s", line)
		}
	}
	const want = `
  k        10
      neighbours
  connect  "agglomerate"
      what to do with components, what to do with components, what to do with
      components, what to do with components, or stop
`
	if !strings.HasSuffix(text, want) {
		t.Errorf("page is\n%s, want it to end in%s", text, want)
	}
}

func TestShortTablesHaveOneLineARow(t *testing.T) {
	if got, want := textTable([][]string{{"a", "b"}, {"long", "c"}}), "  a     b\n  long  c\n"; got != want {
		t.Errorf("table is\n%s, want\n%s", got, want)
	}
}

func TestCitationsAreLinked(t *testing.T) {
	var p page
	p.say("Siegler 1976, doi:10.1016/0010-0285(76)90016-5; (Stone 1974, doi:10.1111/j.2517)")
	for _, doi := range []string{"10.1016/0010-0285(76)90016-5", "10.1111/j.2517"} {
		if want := "[doi:" + doi + "](https://doi.org/" + doi + ")"; !strings.Contains(p.help().Markdown, want) {
			t.Errorf("%s lacks %s", p.help().Markdown, want)
		}
	}
}
