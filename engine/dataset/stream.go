package dataset

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"unfold/engine"
)

// The size of a block of rows that StreamMatching reads at once: so many rows, or bytes.
const (
	streamRows  = 8192
	streamBytes = 4 << 20
)

// StreamMatching reads new rows of text with separators, and of any length, by blocks, and
// hands each over as a table like those of LoadMatching: what a column holds is known from
// where it was learned from, so a block tells what the whole would. Memory is that of a
// block. The first line that is neither empty nor a comment names the columns, if it has
// the name of one that was learned from; else none does. Errors name the line.
func (l *Load) StreamMatching(ctx context.Context, in io.Reader, h engine.Header, take func(*engine.Table) error) error {
	s := &stream{in: bufio.NewReaderSize(in, 1<<16)}
	by := *l
	by.learned, by.SHA256 = &h, ""
	for first := true; ; first = false {
		block, err := s.next()
		if err != nil {
			return unreadable(err)
		}
		if block == nil && !first {
			return nil
		}
		if first && s.names(h) {
			by.Header = "yes"
		} else if first { // the head is a row
			by.Header = "no"
			s.lines += bytes.Count(s.head, []byte{'\n'})
			block, s.head = slices.Concat(s.head, block), nil
		}
		t, err := by.readBlock(ctx, s, block)
		if err != nil {
			return err
		}
		for i := range t.Rows {
			t.Rows[i] += s.rows
		}
		s.rows += t.Len()
		if err := take(t); err != nil {
			return err
		}
	}
}

// readBlock reads a block as a file that has the head of the whole. An error of it is
// found again with as many lines before it as there are, so that it names its own.
func (l *Load) readBlock(ctx context.Context, s *stream, block []byte) (*engine.Table, error) {
	t, err := l.read(ctx, bytes.NewReader(slices.Concat(s.head, block)))
	var told *engine.Error
	if err == nil || !errors.As(err, &told) || s.skipped == 0 {
		return t, err
	}
	by := *l
	by.Limit = mostMegabytes
	if _, again := by.read(ctx, io.MultiReader(bytes.NewReader(s.head), strings.NewReader(strings.Repeat("\n", s.skipped)), bytes.NewReader(block))); again != nil {
		return nil, again
	}
	return nil, err
}

// mostMegabytes is the largest limit.
const mostMegabytes = 1 << 20

// A stream cuts text into its head, up to the first row, and blocks of whole rows.
type stream struct {
	in      *bufio.Reader
	head    []byte
	rows    int // that were read
	skipped int // lines between the head and the block
	lines   int // of the block, and before it
	begun   bool
}

// next returns the next block, nil at the end.
func (s *stream) next() ([]byte, error) {
	s.skipped = s.lines
	var block []byte
	quoted := false
	for rows := 0; rows < streamRows && len(block) < streamBytes || quoted; rows++ {
		line, err := s.in.ReadBytes('\n')
		if len(line) > 0 && bytes.Count(line, []byte{'"'})%2 == 1 {
			quoted = !quoted
		}
		if !s.begun {
			s.head = append(s.head, line...)
			if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' && trimmed[0] != '%' && !quoted {
				s.begun = true
			}
		} else {
			block = append(block, line...)
			s.lines++
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return block, nil
}

// names reports whether the head has the name of a column that was learned from. If not it
// is a row, which the first block has before the others.
func (s *stream) names(h engine.Header) bool {
	cells := strings.FieldsFunc(string(s.head), func(r rune) bool { return strings.ContainsRune(",;|\t\"\r\n", r) })
	return slices.ContainsFunc(append(cells, strings.Fields(string(s.head))...), func(cell string) bool {
		return slices.ContainsFunc(h.Columns, func(c engine.Column) bool { return c.Name == strings.TrimSpace(cell) })
	})
}
