package diag

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A Span is a stretch of a reader's text. Lines and columns count from one,
// columns in code points; EndCol is the first column behind the stretch.
type Span struct {
	Name            string // "In[3]" or a file
	Line, Col       int
	EndLine, EndCol int
}

// IsZero reports whether the span points nowhere.
func (s Span) IsZero() bool { return s.Line == 0 }

// before orders spans by their place in the text, the wider first.
func (s Span) before(t Span) int {
	if d := s.Line - t.Line; d != 0 {
		return d
	}
	if d := s.Col - t.Col; d != 0 {
		return d
	}
	if d := t.EndLine - s.EndLine; d != 0 {
		return d
	}
	return t.EndCol - s.EndCol
}

// A Source is a text that spans point into.
type Source struct {
	Name  string
	Text  string
	lines []int // where each line begins, in bytes
}

// NewSource indexes a text.
func NewSource(name, text string) *Source {
	s := &Source{Name: name, Text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// Line returns a line of the text, counted from one, without its ending; ""
// where there is no such line.
func (s *Source) Line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	end := len(s.Text)
	if n < len(s.lines) {
		end = s.lines[n] - 1
	}
	return strings.TrimSuffix(s.Text[s.lines[n-1]:end], "\r")
}

// Position returns the line of a byte offset and its column in bytes, both
// counted from one, as Go positions are.
func (s *Source) Position(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.Text)))
	line = sort.SearchInts(s.lines, offset+1)
	return line, offset - s.lines[line-1] + 1
}

// Span returns the stretch from one byte offset to another.
func (s *Source) Span(from, to int) Span {
	line, column := s.Position(from)
	endLine, endColumn := s.Position(max(from, to))
	return Span{s.Name, line, s.points(line, column), endLine, s.points(endLine, endColumn)}
}

// LineSpan returns the stretch of a line between two columns that count bytes,
// as Go tools do.
func (s *Source) LineSpan(line, column, endColumn int) Span {
	return Span{s.Name, line, s.points(line, column), line, s.points(line, max(column, endColumn))}
}

// points converts a column from bytes to code points.
func (s *Source) points(line, column int) int {
	text := s.Line(line)
	if column-1 <= len(text) {
		return utf8.RuneCountInString(text[:max(0, column-1)]) + 1
	}
	return utf8.RuneCountInString(text) + 1
}
