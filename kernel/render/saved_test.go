package render

import (
	"strings"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/figure"
)

// TestSavedPage: a page has a heading, a day and the sentence, which can be folded away.
func TestSavedPage(t *testing.T) {
	day := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	report := sample("a", "b", "c")
	report.Table.Name, report.Started = "irises & more", day.AddDate(0, 0, -1)
	for _, c := range []struct {
		value any
		want  []string
	}{
		{report, []string{"<title>irises &amp; more</title>", "<h1>irises &amp; more</h1>", `<time datetime="2026-11-27">27 November 2026</time>`, "unfold " + engine.Version, "<details open>", "What ran", "overflow-wrap:anywhere"}},
		{&figure.Figure{Title: "A map"}, []string{"<h1>A map</h1>", `<time datetime="2026-11-28">`}},
		{42, []string{"<h1>Results</h1>", "42"}},
	} {
		page := New(Options{}).saved(c.value, day)
		for _, want := range c.want {
			if !strings.Contains(page, want) {
				t.Errorf("%T: the page lacks %s", c.value, want)
			}
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%T: %d headings", c.value, n)
		}
	}
}
