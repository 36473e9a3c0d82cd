package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// ANSI sequences of a terminal.
const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	green  = "\x1b[32m"
	dim    = "\x1b[2m"
	bold   = "\x1b[1m"
	reset  = "\x1b[0m"
)

// Traceback writes the findings for a terminal, a line an element.
func (l List) Traceback(colour bool) []string {
	var lines []string
	for i, f := range l.Sorted() {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, f.Lines(colour)...)
	}
	return lines
}

// Lines writes the finding for a terminal: position and summary, the line of
// source, an underline below the words meant, the way that led there, the cause
// and the remedy.
func (f Finding) Lines(colour bool) []string {
	paint := func(code, text string) string {
		if !colour || text == "" {
			return text
		}
		return code + text + reset
	}
	signal := red
	if f.Severity == Warning {
		signal = yellow
	}
	var lines []string
	at := ""
	if !f.Span.IsZero() {
		at = f.Span.Name + ":" + strconv.Itoa(f.Span.Line) + ":" + strconv.Itoa(f.Span.Col) + ": "
	}
	for i, line := range wrap(f.Severity.String()+": "+f.Summary, len(at)) {
		if i > 0 {
			at = "  "
		}
		lines = append(lines, paint(bold, at)+paint(signal+bold, line))
	}
	if !f.Span.IsZero() {
		lines = append(lines, f.quote(paint, signal)...)
	}
	for step := range strings.Lines(f.Trace) {
		lines = append(lines, "  "+paint(dim, strings.TrimSuffix(step, "\n")))
	}
	for i, text := range []string{f.Detail, f.Remedy} {
		if text == "" {
			continue
		}
		word := [...]string{paint(dim, "cause:"), paint(green, "remedy:")}[i]
		lines = append(lines, indent(word+" ", text)...)
	}
	return lines
}

// quote writes the line of source and the underline.
func (f Finding) quote(paint func(code, text string) string, signal string) []string {
	before, marked, after := f.Split()
	if utf8.RuneCountInString(f.Context) > 4*room {
		before, marked, after = last(before, room), first(marked, 2*room), first(after, room)
	}
	number := strconv.Itoa(f.Span.Line)
	gutter := strings.Repeat(" ", len(number))
	before = printable(before, 0)
	marked = printable(marked, runewidth.StringWidth(before))
	after = printable(after, runewidth.StringWidth(before+marked))
	under := strings.Repeat(" ", runewidth.StringWidth(before)) +
		paint(signal, strings.Repeat("^", max(1, runewidth.StringWidth(marked))))
	return []string{
		"  " + paint(dim, number+" |") + " " + before + paint(signal, marked) + after,
		"  " + paint(dim, gutter+" |") + " " + under,
	}
}

// room is how many characters are quoted on either side of the words meant, of
// a line too long to be quoted whole.
const room = 60

// first cuts a text behind n characters.
func first(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}

// last cuts a text before its last n characters.
func last(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return "…" + string(runes[len(runes)-n:])
	}
	return text
}

// tabStop is the width of a tab in a quoted line.
const tabStop = 4

// printable expands tabs to the next stop and shows control characters, which
// a terminal would obey, as a replacement character. The text begins at the
// given column.
func printable(text string, column int) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			fill := tabStop - (column+runewidth.StringWidth(b.String()))%tabStop
			b.WriteString(strings.Repeat(" ", fill))
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// indent writes a paragraph behind a word.
func indent(word, text string) []string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		for _, line := range wrap(paragraph, 10) {
			lines = append(lines, "  "+word+line)
			word = "  "
		}
	}
	return lines
}

// breadth is how wide a line of a finding may be. A page breaks wider ones
// wherever they end, in the middle of words too.
const breadth = 100

// wrap breaks a text between words; taken is how much of the first line is
// used already.
func wrap(text string, taken int) []string {
	var lines []string
	line, width := "", taken
	for _, word := range strings.Split(text, " ") {
		w := runewidth.StringWidth(word)
		if line != "" && width+1+w > breadth {
			lines, line, width = append(lines, line), "", 4
		}
		if line != "" {
			line, width = line+" ", width+1
		}
		line, width = line+word, width+w
	}
	return append(lines, line)
}
