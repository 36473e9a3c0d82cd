package sketch

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"unfold/engine/figure"
)

// outlineWidth is how many columns a line of an outline takes at most.
const outlineWidth = 76

// Outline writes a figure that is a tree, a line for each node below the root: what
// leads there, and what it says. It is empty for other figures.
func Outline(fig *figure.Figure) string {
	for _, layer := range fig.Layers {
		if nodes, ok := layer.(figure.Nodes); ok {
			return outline(nodes)
		}
	}
	return ""
}

func outline(nodes figure.Nodes) string {
	last := make([]int, len(nodes.Parent)) // the last child of each
	for i, above := range nodes.Parent {
		if above >= 0 {
			last[above] = i
		}
	}
	if len(nodes.Parent) == 1 {
		return nodes.Text[0] + "\n"
	}
	var b strings.Builder
	indent := make([]string, len(nodes.Parent)) // of the children of each
	for i, above := range nodes.Parent {
		if above < 0 {
			continue
		}
		branch, below := "├ ", "│ "
		if last[above] == i {
			branch, below = "└ ", "  "
		}
		indent[i] = indent[above] + below
		b.WriteString(outlineLine(indent[above]+branch, nodes.Test[i], " "+nodes.Answer[i], nodes.Text[i]) + "\n")
	}
	return b.String()
}

// outlineLine sets what leads to a node and what it says into a line; the test is cut
// first.
func outlineLine(before, test, answer, text string) string {
	if text != "" {
		text = ": " + text
	}
	room := outlineWidth - runewidth.StringWidth(before+answer+text)
	line := before + runewidth.Truncate(test, max(room, 12), "…") + answer + text
	return runewidth.Truncate(line, outlineWidth, "…")
}
