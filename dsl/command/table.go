package command

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"
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

// size writes a number of bytes as a person reads it.
func size(bytes int) string {
	switch {
	case bytes < 0:
		return ""
	case bytes < 1<<10:
		return fmt.Sprintf("%d B", bytes)
	}
	const units = "KMGTPE"
	value, unit := float64(bytes)/1024, 0
	for value >= 1024 && unit < len(units)-1 {
		value, unit = value/1024, unit+1
	}
	return fmt.Sprintf("%.1f %ciB", value, units[unit])
}
