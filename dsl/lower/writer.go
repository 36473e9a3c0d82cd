package lower

import (
	"fmt"
	"strings"

	"unfold/dsl/diag"
)

// A writer writes text of its own between stretches of a source, so that each
// of them keeps its line, and its column by a directive where it moved.
type writer struct {
	source   *diag.Source
	text     strings.Builder
	faithful bool // the line so far is as long as in the source
}

// put writes text that is not in the source.
func (w *writer) put(text string) {
	w.text.WriteString(text)
	w.faithful = false
}

// place makes what is written next count as standing at an offset. A directive
// without a name keeps the one in force, and so works wherever the text is
// put.
func (w *writer) place(offset int) {
	if !w.faithful {
		line, column := w.source.Position(offset)
		fmt.Fprintf(&w.text, "/*line :%d:%d*/", line, column)
		w.faithful = true
	}
}

// copy writes a stretch of the source.
func (w *writer) copy(from, to int) {
	text := w.source.Text[from:to]
	if text == "" {
		return
	}
	if text[0] != '\n' && text[0] != '\r' {
		w.place(from)
	}
	w.text.WriteString(text)
	w.faithful = w.faithful || strings.Contains(text, "\n")
}

// lines writes the ends of line in a stretch of the source and nothing else
// of it but the blanks that then begin the line.
func (w *writer) lines(from, to int) {
	text := w.source.Text[from:to]
	if n := strings.Count(text, "\n"); n > 0 {
		w.text.WriteString(strings.Repeat("\n", n))
		rest := text[strings.LastIndexByte(text, '\n')+1:]
		blanks := rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))]
		w.text.WriteString(blanks)
		w.faithful = blanks == rest
	}
}

// breaks reports whether a stretch of the source has an end of line.
func (w *writer) breaks(from, to int) bool {
	return strings.Contains(w.source.Text[from:to], "\n")
}
