// Package xlsx reads the sheets of Excel's workbooks (ECMA-376, Office Open XML). It adds
// itself to the formats that load knows.
//
// The first row of a sheet names the columns if all of its cells are texts. Numbers are
// numbers and truth values 1 and 0; cells in the format of a date are days since 1970,
// times of day the share of a day that they are. Texts are read as the cells of a text
// file. A formula counts by the value that was saved with it; errors, such as #DIV/0!,
// and formulas that nobody has computed are missing. Rows and columns without any cell
// are left out.
//
// It imports the vocabulary of the engine, its internal packages and package format.
// Start reading at [Read].
package xlsx

import (
	"archive/zip"
	"context"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/wording"
)

func init() {
	format.Known.Add(format.Format{Name: "XLSX", Tables: "sheet", Headless: true, Begins: []string{"PK\x03\x04"}, Holds: holds, Read: Read})
}

// holds reports whether a zip archive holds a workbook.
func holds(file format.File) bool {
	archive, err := zip.NewReader(file, file.Size)
	if err != nil {
		return false
	}
	for _, member := range archive.File {
		if strings.HasSuffix(member.Name, "workbook.xml") {
			return true
		}
	}
	return false
}

// Read hands over the cells of the sheet that file.Table names, or counts from 1; of the
// first sheet without it.
func Read(ctx context.Context, file format.File, to format.Cells) error {
	archive, err := zip.NewReader(file, file.Size)
	if err != nil {
		return format.Fault("XLSX", err)
	}
	p := newParts(archive, file.Most)
	b, err := openBook(p)
	if err != nil {
		return err
	}
	chosen, err := b.choose(ctx, file.Table)
	if err != nil {
		return err
	}
	s, err := b.read(ctx, p, chosen)
	if err != nil {
		return err
	}
	return s.handOver(ctx, file.Header, to)
}

// choose finds a sheet by name or number. Without one it takes the first, and says so.
func (b *book) choose(ctx context.Context, name string) (int, error) {
	names := make([]string, len(b.sheets))
	for i, s := range b.sheets {
		names[i] = s.Name
	}
	at, err := format.Choose("sheet", name, names)
	if err == nil || len(names) == 0 {
		return at, err
	}
	if n, wrong := strconv.Atoi(name); wrong == nil && n >= 1 && n <= len(names) {
		return n - 1, nil
	}
	if name == "" {
		engine.Remark(ctx, "the first of %s was read, %s; table= names another: %s", wording.Count(len(names), "sheet"), names[0], wording.List(names[1:]))
		return 0, nil
	}
	return 0, err
}
