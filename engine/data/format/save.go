package format

import (
	"bufio"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// missing is the number of a cell that has none.
var missing = math.NaN()

func init() {
	Known.Add(Format{Name: "CSV", Ending: ".csv", Write: writeCSV})
	Known.Add(Format{Name: "NPY", Ending: ".npy", Write: writeNPY})
}

// Writable finds the format in which a file of a name is written.
func (l List) Writable(path string) (Format, error) {
	ending := strings.ToLower(filepath.Ext(path))
	if f, ok := l.find(func(f Format) bool { return f.Ending == ending && f.Write != nil }); ok {
		return f, nil
	}
	return Format{}, &engine.Error{Stage: "save", Cause: fmt.Sprintf("tables are not written to files that end in %q", ending), Remedy: remedy.Say("end it in %s", strings.Join(l.Endings(), ", "))}
}

// Endings are those of the files that tables are written to, in order.
func (l List) Endings() (endings []string) {
	for _, f := range l.formats {
		if f.Write != nil {
			endings = append(endings, f.Ending)
		}
	}
	slices.Sort(endings)
	return endings
}

// Save writes a table to a file, in the format of its ending.
func (l List) Save(path string, t *Table) error {
	f, err := l.Writable(path)
	if err != nil {
		return err
	}
	file := &lateFile{path: path}
	w := bufio.NewWriter(file)
	if err = f.Write(w, t); err != nil {
		file.close() //nolint:errcheck // what went wrong first is told
		return asSaid(err)
	}
	err = w.Flush()
	if closed := file.close(); err == nil {
		err = closed
	}
	return asSaid(err)
}

// A lateFile is made when the first bytes come, so that a table which its format refuses
// leaves alone what is there.
type lateFile struct {
	path string
	file *os.File
}

// Write makes the file, where it has not been.
func (l *lateFile) Write(p []byte) (n int, err error) {
	if l.file == nil {
		if l.file, err = os.Create(l.path); err != nil {
			return 0, err
		}
	}
	return l.file.Write(p)
}

func (l *lateFile) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// asSaid is what a format has against a table in its own words, and any other fault as
// one of the file.
func asSaid(err error) error {
	var said *engine.Error
	if err == nil || errors.As(err, &said) {
		return err
	}
	return unwritable(err)
}

func unwritable(err error) error {
	return &engine.Error{Stage: "save", Cause: err.Error(), Remedy: remedy.Say("name a file in a folder that is there and can be written to"), Err: err}
}

// writeCSV writes a header and a line a row, numbers with all their digits.
func writeCSV(w io.Writer, t *Table) error { return NewCSV(w).Write(t) }

// A CSV is a text of separated values, to which tables of the same columns go one below
// the other.
type CSV struct {
	text  *csv.Writer
	begun bool
}

// NewCSV begins a text.
func NewCSV(w io.Writer) *CSV { return &CSV{text: csv.NewWriter(w)} }

// Write writes the rows of a table, before those of the first the names of the columns.
func (c *CSV) Write(t *Table) error {
	line := make([]string, len(t.Columns))
	if !c.begun {
		for at, column := range t.Columns {
			line[at] = column.Name
		}
		c.text.Write(line) // what goes wrong is kept until the end
		c.begun = true
	}
	for row := range t.Len() {
		for at := range t.Columns {
			line[at] = t.Columns[at].Text(row)
		}
		if len(line) == 1 && line[0] == "" {
			line[0] = "NA" // an empty line would be no row
		}
		c.text.Write(line)
	}
	c.text.Flush()
	return c.text.Error()
}

// MakeTexts writes the numbers of a column as texts.
func (c *Column) MakeTexts() {
	if c.Texts != nil {
		return
	}
	texts := make([]string, len(c.Numbers))
	for row := range texts {
		texts[row] = c.Text(row)
	}
	c.Texts, c.Numbers, c.Whole = texts, nil, false
}

// Text writes a cell, a number with all its digits; nothing where it is missing.
func (c *Column) Text(row int) string {
	switch {
	case c.Texts != nil:
		return c.Texts[row]
	case math.IsNaN(c.Numbers[row]):
		return ""
	}
	return strconv.FormatFloat(c.Numbers[row], 'g', -1, 64)
}

// writeNPY writes the columns of numbers as a matrix of float64, row by row, NaN where
// one is missing. Texts, and whole numbers that only count, have no place in it.
func writeNPY(w io.Writer, t *Table) error {
	var numbers []Column
	for _, c := range t.Columns {
		if c.Texts == nil && !c.Whole {
			numbers = append(numbers, c)
		}
	}
	if len(numbers) == 0 {
		return &engine.Error{Stage: "save", Cause: "no column holds numbers, and NPY holds nothing else", Remedy: remedy.Say("save it as .csv")}
	}
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", t.Len(), len(numbers))
	const before = len("\x93NUMPY") + 4
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n" // numbers begin at a multiple of 64 bytes
	start := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	if _, err := w.Write(append(start, header...)); err != nil {
		return err
	}
	line := make([]byte, 0, 8*len(numbers))
	for row := range t.Len() {
		line = line[:0]
		for _, c := range numbers {
			line = binary.LittleEndian.AppendUint64(line, math.Float64bits(c.Numbers[row]))
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
