// Package npz reads the archives of arrays that numpy.savez writes: matrices, whose
// columns are numbered, and vectors, which are columns. It adds itself to the formats
// that load knows.
//
// It imports the vocabulary of the engine, its internal packages and package format.
// Start reading at [Read].
package npz

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/internal/npy"
	"unfold/engine/remedy"
)

func init() {
	format.Known.Add(format.Format{Name: "NPZ", Tables: "array", Begins: []string{"PK\x03\x04"}, Holds: holds, Read: Read})
}

// An array is a member of the archive: a matrix, or a vector, which is one column.
type array struct {
	name   string
	member *zip.File
	header *npy.Header
}

// Read hands over all arrays of an archive side by side, matrices before vectors, each
// of them in the order of the file; all must have as many rows. The columns of a matrix
// X are called X1, X2 and so on, or x1, x2, if it is the only array; a vector y is
// the column y. With file.Table set, that array is read alone.
func Read(ctx context.Context, file format.File, to format.Cells) error {
	archive, err := zip.NewReader(file, file.Size)
	if err != nil {
		return format.Fault("NPZ", err)
	}
	arrays, err := find(archive, file.Table)
	if err != nil {
		return err
	}
	var names []string
	for _, a := range arrays {
		names = append(names, a.columns(len(arrays) == 1)...)
	}
	to.Name(names, false)
	rows := arrays[0].header.Rows
	for _, a := range arrays {
		if a.header.Rows != rows {
			return &engine.Error{Param: "table", Cause: fmt.Sprintf("%s has %d rows, but %s has %d", arrays[0].name, rows, a.name, a.header.Rows), Remedy: remedy.Set("table", arrays[0].name).Which("reads one of the arrays")}
		}
	}
	if err := to.Grow(rows); err != nil {
		return err
	}
	from := 0
	for _, a := range arrays {
		if err := a.read(ctx, to, from); err != nil {
			return err
		}
		from += a.header.Columns
	}
	return nil
}

// holds reports whether a zip archive holds arrays.
func holds(file format.File) bool {
	archive, err := zip.NewReader(file, file.Size)
	if err != nil {
		return false
	}
	for _, member := range archive.File {
		if strings.HasSuffix(member.Name, ".npy") {
			return true
		}
	}
	return false
}

// find opens the arrays of the archive, or the one of a name.
func find(archive *zip.Reader, name string) ([]array, error) {
	var matrices, vectors []array
	var names []string
	for _, member := range archive.File {
		bare, isArray := strings.CutSuffix(member.Name, ".npy")
		if names = append(names, bare); !isArray || name != "" && bare != name {
			continue
		}
		in, err := member.Open()
		if err != nil {
			return nil, format.Fault("NPZ", err)
		}
		header, err := npy.ReadArray(in)
		in.Close()
		switch {
		case err != nil:
			return nil, err
		case header.Vector:
			vectors = append(vectors, array{bare, member, header})
		default:
			matrices = append(matrices, array{bare, member, header})
		}
	}
	all := append(matrices, vectors...)
	if len(all) == 0 {
		_, err := format.Choose("array", name, names)
		return nil, err
	}
	return all, nil
}

// columns names the columns of an array.
func (a array) columns(alone bool) []string {
	if a.header.Vector {
		return []string{a.name}
	}
	names := make([]string, a.header.Columns)
	for c := range names {
		if names[c] = fmt.Sprintf("%s%d", a.name, c+1); alone {
			names[c] = ""
		}
	}
	return names
}

// read hands over the numbers of an array, from a column on.
func (a array) read(ctx context.Context, to format.Cells, from int) error {
	member, err := a.member.Open()
	if err != nil {
		return format.Fault("NPZ", err)
	}
	defer member.Close()
	in := bufio.NewReaderSize(member, 1<<16)
	if _, err := npy.ReadArray(in); err != nil {
		return err
	}
	h := a.header
	cell := make([]byte, h.Size)
	for i := range h.Rows * h.Columns {
		if i%65536 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := io.ReadFull(in, cell); err != nil {
			return format.Fault("NPZ", fmt.Errorf("%s ends after %d of %d numbers: %w", a.name, i, h.Rows*h.Columns, err))
		}
		row, column := i/h.Columns, i%h.Columns
		if h.ByColumn {
			row, column = i%h.Rows, i/h.Rows
		}
		v := h.Value(cell)
		if digits := h.Digits(cell); math.Abs(v) >= 1<<53 && digits != "" {
			to.Set(row, from+column, []byte(digits))
			continue
		}
		to.Number(row, from+column, v)
	}
	return nil
}
