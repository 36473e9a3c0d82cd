package render

import (
	"fmt"
	"html"
	"math"
	"strings"
	"time"

	"unfold/engine"
)

// progressText is the bar of a terminal.
func progressText(p engine.Progress) string {
	const wide = 24
	full := int(fraction(p) * wide)
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", wide-full) + "] " + progressLabel(p)
}

func progressHTML(p engine.Progress) string {
	label := html.EscapeString(progressLabel(p))
	return withStyle(fmt.Sprintf(`<label><progress max="100" value="%.0f"></progress> %s</label>`, 100*fraction(p), label))
}

// progressLabel says which share of the stage is done, what it is at, and the
// time left for it.
func progressLabel(p engine.Progress) string {
	label := fmt.Sprintf("%3.0f %%", 100*fraction(p))
	if p.Stage != "" {
		label += " of " + p.Stage
	}
	if p.Note != "" {
		label += ": " + p.Note
	}
	if p.Left >= time.Second {
		label += ", " + left(p.Left) + " left"
	}
	return printable(strings.ReplaceAll(label, "\n", " "))
}

func fraction(p engine.Progress) float64 {
	if math.IsNaN(p.Fraction) {
		return 0
	}
	return min(max(p.Fraction, 0), 1)
}

// left rounds a time to what a reader waits for.
func left(d time.Duration) string {
	if d >= time.Minute {
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d s", int(math.Round(d.Seconds())))
}
