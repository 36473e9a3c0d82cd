package cli

import (
	"bufio"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"

	"unfold/engine/data/format"
	"unfold/engine/model"
)

// records are what answers are written to, row by row, their names first.
type records interface{ Write(record []string) error }

// open opens what answers go to, and returns what ends it. CSV is written as answers
// come; other formats, which the ending of the file names, when all have come. A file
// without an ending is CSV.
func (c *predictCommand) open(m *model.Model) (out records, end func() error, err error) {
	name := c.Output
	if filepath.Ext(name) == "" {
		name += ".csv"
	}
	f, err := format.Known.Writable(name)
	if err != nil {
		return nil, nil, err
	}
	if f.Name != "CSV" {
		t := &answerTable{texts: m.Width()}
		if len(m.Card.Classes) == 0 {
			t.texts = 0
		}
		return t, func() error { return format.Known.Save(c.Output, &t.Table) }, nil
	}
	file := os.Stdout
	if c.Output != "-" {
		if file, err = os.Create(c.Output); err != nil {
			return nil, nil, err
		}
	}
	text := csv.NewWriter(bufio.NewWriterSize(file, 1<<16))
	return text, func() error {
		text.Flush()
		err := text.Error()
		if file == os.Stdout {
			return err
		}
		if closed := file.Close(); err == nil {
			err = closed
		}
		return err
	}, nil
}

// An answerTable keeps answers until all have come.
type answerTable struct {
	format.Table
	texts int // columns behind the number of the row that are classes
}

// Write keeps a row, or the names of the columns.
func (t *answerTable) Write(record []string) error {
	if t.Columns == nil {
		for c, name := range record {
			t.Columns = append(t.Columns, format.Column{Name: name, Whole: c == 0})
		}
		return nil
	}
	for c, cell := range record {
		column := &t.Columns[c]
		if c >= 1 && c <= t.texts {
			column.Texts = append(column.Texts, cell)
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return err
		}
		column.Numbers = append(column.Numbers, v)
	}
	return nil
}
