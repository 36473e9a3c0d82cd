package sketch

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"unfold/engine/figure"
)

func TestOutline(t *testing.T) {
	nodes := figure.Nodes{
		Parent: []int{-1, 0, 0, 2, 2, 4, 4},
		Test:   []string{"", "height", "height", "colour", "colour", strings.Repeat("long ", 20), "width"},
		Answer: []string{"", "≤ 2", "> 2", "is red", "is blue", "≤ 1", "> 1"},
		Text:   []string{"", "low", "", "high", "", "low", "… 3 leaves"},
	}
	got := Outline(&figure.Figure{Layers: []figure.Layer{nodes}})
	want := `├ height ≤ 2: low
└ height > 2
  ├ colour is red: high
  └ colour is blue
    ├ long long long long long long long long long long long long … ≤ 1: low
    └ width > 1: … 3 leaves
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for line := range strings.Lines(got) {
		if w := runewidth.StringWidth(strings.TrimSpace(line)); w > outlineWidth {
			t.Errorf("%d columns: %s", w, line)
		}
	}
	if leaf := Outline(&figure.Figure{Layers: []figure.Layer{figure.Nodes{Parent: []int{-1}, Test: []string{""}, Answer: []string{""}, Text: []string{"low"}}}}); leaf != "low\n" {
		t.Errorf("%q", leaf)
	}
	if other := Outline(&figure.Figure{Layers: []figure.Layer{figure.Line{}}}); other != "" {
		t.Errorf("%q", other)
	}
}
