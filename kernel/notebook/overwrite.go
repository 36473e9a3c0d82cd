package notebook

import (
	"strings"
	"unicode/utf8"
)

// overwritten is the text of a stream after more has been written to it, as a
// terminal shows it: a carriage return takes the line back to its start, where
// what follows replaces it, and a backspace takes a character back.
func overwritten(text, more string) string {
	if !strings.ContainsAny(more, "\r\b") && !strings.HasSuffix(text, "\r") {
		return text + more
	}
	out := []byte(text)
	for i, c := range []byte(more) {
		last := len(out) - 1
		if last >= 0 && out[last] == '\r' && c != '\r' {
			// What a return means shows only now: the end of a line, or its rewriting.
			out = out[:last]
			if c != '\n' {
				out = out[:strings.LastIndexByte(string(out), '\n')+1]
			}
			last = len(out) - 1
		}
		switch {
		case c == '\r' && last >= 0 && out[last] == '\r':
		case c == '\b':
			if last >= 0 && out[last] != '\n' {
				_, size := utf8.DecodeLastRune(out)
				out = out[:len(out)-size]
			}
		default:
			out = append(out, more[i])
		}
	}
	return string(out)
}
