package cli

import (
	"bufio"
	"os"
	"path/filepath"

	"unfold/engine/data/format"
)

// tables are what answers are written to, as tables of the same columns.
type tables interface{ Write(t *format.Table) error }

// open opens what answers go to, and returns what ends it. CSV is written as answers
// come; other formats, which the ending of the file names, when all have come. A file
// without an ending is CSV.
func (c *predictCommand) open() (out tables, end func() error, err error) {
	name := c.Output
	if filepath.Ext(name) == "" {
		name += ".csv"
	}
	f, err := format.Known.Writable(name)
	if err != nil {
		return nil, nil, err
	}
	if f.Name != "CSV" {
		t := new(wholeTable)
		return t, func() error { return format.Known.Save(c.Output, &t.Table) }, nil
	}
	file := os.Stdout
	if c.Output != "-" {
		if file, err = os.Create(c.Output); err != nil {
			return nil, nil, err
		}
	}
	buffer := bufio.NewWriterSize(file, 1<<16)
	return format.NewCSV(buffer), func() error {
		err := buffer.Flush()
		if file == os.Stdout {
			return err
		}
		if closed := file.Close(); err == nil {
			err = closed
		}
		return err
	}, nil
}

// A wholeTable keeps answers until all have come.
type wholeTable struct{ format.Table }

// Write keeps the rows of a table. A column that is of texts in some table and of numbers
// in others, which can be with one that was not learned from, is one of texts.
func (t *wholeTable) Write(next *format.Table) error {
	if t.Columns == nil {
		t.Columns = next.Columns
		return nil
	}
	for c := range t.Columns {
		column, more := &t.Columns[c], &next.Columns[c]
		if (column.Texts == nil) != (more.Texts == nil) {
			column.MakeTexts()
			more.MakeTexts()
		}
		column.Texts, column.Numbers = append(column.Texts, more.Texts...), append(column.Numbers, more.Numbers...)
	}
	return nil
}
