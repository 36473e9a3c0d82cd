package dataset

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strings"

	"unfold/engine/data/format"
	"unfold/engine/data/format/jsonlines"
	"unfold/engine/internal/npy"
	"unfold/engine/internal/plaintext"
)

// peek is how many bytes of a file are read for the names of its columns.
const peek = 1 << 16

// Headings returns the names of the file's columns, read from its beginning. A
// generator has none to tell, nor has an address, for which the network would
// be needed, nor a file of numbers alone.
func (l *Load) Headings(ctx context.Context) ([]string, error) {
	from, err := l.locate()
	if err != nil || from.file == "" {
		return nil, err
	}
	file, err := os.Open(from.file)
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, nil // what is read of a pipe is gone
	}
	in, packed, err := l.unpack(ctx, file)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(formatStart)
	if strings.HasPrefix(string(start), npy.Magic) || jsonlines.Begins(start) {
		return nil, nil
	}
	if format.Known.MayBegin(start) {
		return l.formatHeadings(start, in, file, packed)
	}
	text, err := plaintext.Decode(ctx, in, l.Encoding)
	if err != nil {
		return nil, err
	}
	start, err = beginning(text)
	if err != nil {
		return nil, err
	}
	g, err := l.readText(ctx, bufio.NewReader(bytes.NewReader(start)), 0)
	if err != nil || !g.headed {
		return nil, err
	}
	names := make([]string, len(g.columns))
	for i, c := range g.columns {
		names[i] = c.name
	}
	return names, nil
}

// beginning reads the first lines of a text.
func beginning(text io.Reader) ([]byte, error) {
	start, err := io.ReadAll(io.LimitReader(text, peek))
	if end := bytes.LastIndexByte(start, '\n'); len(start) == peek && end >= 0 {
		start = start[:end+1] // the last line is cut
	}
	return start, err
}
