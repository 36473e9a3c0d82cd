package dataset

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/data/format/jsonlines"
	_ "unfold/engine/data/format/npz"
	_ "unfold/engine/data/format/xlsx"
	"unfold/engine/remedy"
)

// formatStart is how many bytes of a file tell its format.
const formatStart = 64

// readJSON reads objects of JSON.
func (l *Load) readJSON(ctx context.Context, text io.Reader) (*grid, error) {
	f := &filling{grid: l.newGrid()}
	if err := jsonlines.Read(ctx, text, f); err != nil {
		return nil, err
	}
	return f.end()
}

// readFormat reads a file by the format that it begins as.
func (l *Load) readFormat(ctx context.Context, start []byte, in *bufio.Reader, file io.Reader, packed bool) (*grid, error) {
	from, err := l.formatFile(in, file, packed)
	if err != nil {
		return nil, err
	}
	by, ok := format.Known.Of(start, from)
	if !ok {
		return nil, foreignError(start) // all that begin alike and can be told apart are listed there
	}
	if err := l.refuseIdle(by.Tables != "", by.Queries); err != nil {
		return nil, err
	}
	f := &filling{grid: l.newGrid(), doubtful: by.Headless && l.Header != "yes"}
	if err := readSafely(ctx, by, from, f); err != nil {
		return nil, err
	}
	return f.end()
}

// refuseIdle is the error of what is asked of a file that has no tables, or answers no
// queries; not where another file was asked.
func (l *Load) refuseIdle(hasTables, answers bool) error {
	switch {
	case l.another:
		return nil
	case l.Query != "" && !answers:
		return &engine.Error{Param: "query", Cause: "the file is no database that answers a query", Remedy: remedy.Omit("query")}
	case l.Table != "" && !hasTables:
		return &engine.Error{Param: "table", Cause: "the file is one table, and has no others to choose from", Remedy: remedy.Omit("table")}
	}
	return nil
}

// readSafely has a format read a file. A reader of another module that panics at a file
// has met one that is damaged.
func readSafely(ctx context.Context, by format.Format, from format.File, to format.Cells) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = format.Fault(by.Name, fmt.Errorf("%v", r))
		}
	}()
	err = by.Read(ctx, from, to)
	var fault *engine.Error
	if err != nil && !errors.As(err, &fault) && ctx.Err() == nil {
		err = format.Fault(by.Name, err)
	}
	return err
}

// formatHeadings returns the names of the columns of a file that its format can tell
// without reading all of it.
func (l *Load) formatHeadings(start []byte, in *bufio.Reader, file *os.File, packed bool) ([]string, error) {
	if packed {
		return nil, nil
	}
	from, err := l.formatFile(in, file, packed)
	if err != nil {
		return nil, err
	}
	by, ok := format.Known.Of(start, from)
	if !ok || by.Headings == nil {
		return nil, nil
	}
	return by.Headings(from)
}

// formatFile is the file for a format, which reads it in any order: as it lies, or in
// memory if it is packed or comes through a pipe.
func (l *Load) formatFile(in *bufio.Reader, file io.Reader, packed bool) (format.File, error) {
	from := format.File{Table: l.Table, Query: l.Query, Most: l.bytes()}
	if l.Header != "auto" {
		from.Header = l.Header
	}
	if lies, ok := file.(*os.File); ok && !packed {
		if info, err := lies.Stat(); err == nil && info.Mode().IsRegular() {
			from.ReaderAt, from.Size, from.Path = lies, info.Size(), lies.Name()
			return from, nil
		}
	}
	all, err := io.ReadAll(in)
	from.ReaderAt, from.Size = bytes.NewReader(all), int64(len(all))
	return from, err
}
