package render

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"unfold/kernel/render/chart"
)

var (
	//go:embed live.js
	liveSource string
	//go:embed live.css
	liveStyle string
)

// liveCode is the script that upgrades figures: its source without indentation
// and comments, and in it the style sheet of what it makes and the tables that
// all figures share.
var liveCode = sync.OnceValue(func() string {
	return strings.NewReplacer(`"STYLE"`, fmt.Sprintf("%q", compact(liveStyle)), `"TABLES"`, string(chart.LiveTables())).Replace(compact(liveSource))
})

// liveVersion names the script by what it says, for the figures that it knows
// how to read: outputs of two releases may stand on one page.
var liveVersion = sync.OnceValue(func() string { return fmt.Sprintf("%x", sha256.Sum256([]byte(liveCode())))[:8] })

// liveScript is the element that every page's part with a figure ends in. It is
// marked as one that a whole page needs but once, which kernel/notebook sees to in files.
var liveScript = sync.OnceValue(func() string {
	return fmt.Sprintf(`<script data-once="%s">%s</script>`, liveVersion(), strings.ReplaceAll(liveCode(), "VERSION", liveVersion()))
})

// compact drops indentation, lines of comment, and blanks beside signs outside texts. A
// source may have no quote in a regular expression.
func compact(source string) string {
	var lines []string
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines = append(lines, tighten(line))
		}
	}
	return strings.Join(lines, "\n")
}

// tighten drops the blanks of a line that stand beside a sign, outside texts.
func tighten(line string) string {
	const signs = "{}()[],;:?=<>&|!*"
	var b strings.Builder
	var quote byte
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote && line[i-1] != '\\' {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ' ' && (strings.IndexByte(signs, line[i-1]) >= 0 || strings.IndexByte(signs, line[i+1]) >= 0):
			continue
		}
		b.WriteByte(line[i])
	}
	return b.String()
}
