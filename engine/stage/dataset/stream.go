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
	"unfold/engine/data/format"
	"unfold/engine/data/format/jsonlines"
	"unfold/engine/internal/plaintext"
)

// StreamMatching reads new rows of text with separators, and of any length, by blocks, and
// hands each over as a table like those of LoadMatching: what a column holds is known from
// where it was learned from, so a block tells what the whole would. Memory is that of a
// block. The first line that is neither empty nor a comment names the columns, if it has
// the name of one that was learned from; else none does. Errors name the line. What is not
// such text is read as a whole.
func (l *Load) StreamMatching(ctx context.Context, in io.Reader, h engine.Header, take func(*engine.Table) error) error {
	text := bufio.NewReaderSize(in, 1<<16)
	by := *l
	by.learned, by.SHA256 = &h, ""
	if start, err := text.Peek(1 << 12); err != nil && err != io.EOF {
		return unreadable(err)
	} else if !l.isDelimited(start) {
		t, err := by.read(ctx, text)
		if err != nil {
			return err
		}
		return take(t)
	}
	s := &plaintext.Blocks{In: text}
	before := 0 // rows
	for first := true; ; first = false {
		block, err := s.Next()
		if err != nil {
			return unreadable(err)
		}
		if block == nil && !first {
			return nil
		}
		if first && hasName(s.Head, h) {
			by.Header = "yes"
		} else if first { // the head is a row
			by.Header = "no"
			block = s.Headless(block)
		}
		t, err := by.readBlock(ctx, s, block)
		if err != nil {
			return err
		}
		for i := range t.Rows {
			t.Rows[i] += before
		}
		before += t.Len()
		if err := take(t); err != nil {
			return err
		}
	}
}

// isDelimited reports whether a file that begins so is text with a row in each line, and
// not of a format that says more at its start than the columns.
func (l *Load) isDelimited(start []byte) bool {
	_, wide := plaintext.ByteOrder(start)
	return !wide && l.Encoding != "utf-16" && bytes.IndexByte(start, 0) < 0 && !isPacked(start) && !format.Known.MayBegin(start) &&
		!jsonlines.Begins(start) && !isARFF(start) && !isLIBSVM(start)
}

// readBlock reads a block as a file that has the head of the whole. An error of it is
// found again with as many lines before it as there are, so that it names its own.
func (l *Load) readBlock(ctx context.Context, s *plaintext.Blocks, block []byte) (*engine.Table, error) {
	t, err := l.read(ctx, bytes.NewReader(slices.Concat(s.Head, block)))
	var told *engine.Error
	if err == nil || !errors.As(err, &told) || s.Skipped == 0 {
		return t, err
	}
	by := *l
	by.Limit = mostMegabytes
	if _, again := by.read(ctx, io.MultiReader(bytes.NewReader(s.Head), strings.NewReader(strings.Repeat("\n", s.Skipped)), bytes.NewReader(block))); again != nil {
		return nil, again
	}
	return nil, err
}

// mostMegabytes is the largest limit.
const mostMegabytes = 1 << 20

// hasName reports whether a head has the name of a column that was learned from. If not it
// is a row, which the first block has before the others.
func hasName(head []byte, h engine.Header) bool {
	cells := strings.FieldsFunc(string(head), func(r rune) bool { return strings.ContainsRune(",;|\t\"\r\n", r) })
	return slices.ContainsFunc(append(cells, strings.Fields(string(head))...), func(cell string) bool {
		return slices.ContainsFunc(h.Columns, func(c engine.Column) bool { return c.Name == strings.TrimSpace(cell) })
	})
}
