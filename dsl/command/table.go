package command

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"unfold/engine/wording"
)

// A Table is what a command lists. Front ends that know tables ask it to
// Tabulate; others print it.
type Table struct {
	Title  string
	Header []string
	Rows   [][]string
}

// Tabulate returns the parts of the table.
func (t Table) Tabulate() (title string, header []string, rows [][]string) {
	return t.Title, t.Header, t.Rows
}

// String writes the table in aligned columns.
func (t Table) String() string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush() //nolint:errcheck // to memory
	return b.String()
}

// size writes a number of bytes, nothing where it is not known.
func size(bytes int) string {
	if bytes < 0 {
		return ""
	}
	return wording.Bytes(uint64(bytes))
}
