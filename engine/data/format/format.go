// Package format is what readers of files and the source that asks for them agree on:
// a [Format] tells its files by how they begin, and hands their cells over to [Cells].
//
// A reader that needs a large module stands in a package of its own, which adds it to
// [Known] in its init: a program that does not import that package does not have it.
// The package imports the vocabulary of the engine alone. Start reading at [Format].
package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A Format is a way in which files hold tables.
type Format struct {
	Name   string   // "Parquet"
	Begins []string // the bytes that its files begin with, one of them
	Ending string   // of the names of its files, ".parquet"

	Tables  string // what the tables of its files are called, if these may have several: "sheet"
	Queries bool   // whether its files answer queries
	// Headless says that its files may name no columns, so that the first row is judged by
	// its cells, or by header=.
	Headless bool

	// Holds tells files that begin alike apart, such as zip archives; nil where that
	// is not needed.
	Holds func(file File) bool
	// Read hands the cells over; what it decides by itself it remarks on.
	Read func(ctx context.Context, file File, to Cells) error
	// Headings tells the names of the columns at little cost; nil where it cannot.
	Headings func(file File) ([]string, error)
	// Write writes a table; nil where it cannot.
	Write func(w io.Writer, t *Table) error
}

// A File is what a format reads.
type File struct {
	io.ReaderAt
	Size   int64
	Path   string // where it lies; empty of what was unpacked or came through a pipe
	Table  string // which of several tables is meant; empty for the only one
	Query  string // what to ask a database for; empty for a whole table
	Header string // yes or no: whether the first row names the columns; empty where it is to tell
	Most   int64  // bytes that may be unpacked from it
}

// Cells takes the cells of a file. Its columns are named once, before any cell. Rows
// and columns count from zero; a cell that is never set is missing. In each column
// cells are set by ascending rows.
type Cells interface {
	// Name names the columns; empty names are named by position. Headed says that
	// the file has named them.
	Name(names []string, headed bool)
	// Grow makes room for so many rows; it fails where that is more than may be held.
	Grow(rows int) error
	// Set reads a cell as that of a text file: a number, a word, or a word for a
	// missing cell. Whole numbers beyond 2⁵³ come this way, with all their digits.
	Set(row, column int, cell []byte)
	// Number sets a number; NaN is missing.
	Number(row, column int, v float64)
	// Categorical says that a column is one of levels, even if these are numbers.
	Categorical(column int)
	// Moments says that the numbers of a column are days since the beginning of 1970, or
	// parts of a day. Truth values are set as the cells true and false.
	Moments(column int, form calendar.Form)
}

// A Table is what is written to a file: columns of one length.
type Table struct {
	Columns []Column
}

// A Column is numbers, or texts if it has any.
type Column struct {
	Name    string
	Numbers []float64 // NaN is missing
	Texts   []string  // the empty one is missing
	Whole   bool      // the numbers are whole, such as the numbers of rows, and none is missing
}

// Len returns how many rows a table has.
func (t *Table) Len() int {
	if len(t.Columns) == 0 {
		return 0
	}
	return max(len(t.Columns[0].Numbers), len(t.Columns[0].Texts))
}

// Known are the formats that the program has, besides those of load itself.
var Known List

// A List is formats.
type List struct{ formats []Format }

// Add adds a format. It is for init functions.
func (l *List) Add(f Format) { l.formats = append(l.formats, f) }

// MayBegin reports whether a file of one of the formats may begin so.
func (l List) MayBegin(start []byte) bool { return slices.ContainsFunc(l.formats, begun(start)) }

// Of returns the format of a file, by its first bytes and by what it holds.
func (l List) Of(start []byte, file File) (Format, bool) {
	may := begun(start)
	return l.find(func(f Format) bool { return may(f) && (f.Holds == nil || f.Holds(file)) })
}

// begun tells the formats of which a file may begin so.
func begun(start []byte) func(Format) bool {
	return func(f Format) bool {
		return slices.ContainsFunc(f.Begins, func(b string) bool { return bytes.HasPrefix(start, []byte(b)) })
	}
}

func (l List) find(is func(Format) bool) (Format, bool) {
	at := slices.IndexFunc(l.formats, is)
	if at < 0 {
		return Format{}, false
	}
	return l.formats[at], true
}

// Choose finds the table that is meant among those of a file: the one of a name, or
// the only one. A kind is what the tables are called: "sheet".
func Choose(kind, name string, tables []string) (int, error) {
	switch at := slices.Index(tables, name); {
	case name == "" && len(tables) == 1:
		return 0, nil
	case len(tables) == 0:
		return 0, &engine.Error{Param: "path", Cause: fmt.Sprintf("the file has no %s", kind), Remedy: remedy.Say("give a file with rows")}
	case name == "":
		return 0, &engine.Error{Param: "table", Cause: fmt.Sprintf("the file has %s: %s", wording.Count(len(tables), kind), wording.List(tables)), Remedy: remedy.Set("table", tables[0]).Which("names one of them")}
	case at < 0:
		advice := remedy.Set("table", tables[0]).Which("names one that there is")
		if near := wording.Nearest(name, tables); len(near) > 0 {
			advice = remedy.Set("table", near[0])
		}
		return 0, &engine.Error{Param: "table", Cause: fmt.Sprintf("the file has no %s %q, but %s", kind, name, wording.List(tables)), Remedy: advice}
	default:
		return at, nil
	}
}

// Fault is the error of a file that is not what its format says.
func Fault(name string, err error) *engine.Error {
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("the %s file cannot be read: %v", name, err), Remedy: remedy.Say("save it again, or as CSV"), Err: err}
}
