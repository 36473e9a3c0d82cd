package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
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
	start, err := beginning(file)
	if err != nil {
		return nil, unreadable(err)
	}
	g, err := l.readGrid(ctx, bytes.NewReader(start))
	if err != nil || !g.headed {
		return nil, err
	}
	names := make([]string, len(g.columns))
	for i, c := range g.columns {
		names[i] = c.name
	}
	return names, nil
}

// beginning reads the first lines of a file, unpacked.
func beginning(file io.Reader) ([]byte, error) {
	in := bufio.NewReader(file)
	var from io.Reader = in
	if start, _ := in.Peek(2); string(start) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		from = unpacked
	}
	text, err := io.ReadAll(io.LimitReader(from, peek))
	if end := bytes.LastIndexByte(text, '\n'); len(text) == peek && end >= 0 {
		text = text[:end+1] // the last line is cut
	}
	return text, err
}
