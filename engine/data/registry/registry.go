// Package registry knows data sets by name: how large they are, who made them, under
// which licence, whom to cite, what to learn of them, and the checksum of the file that
// is read under the name. It holds no data. It finds their files in the folder that the
// environment variable UNFOLD_DATA names or in the user's cache, and fetches one into the
// cache when it is told to, from a server that holds such files.
//
// All files are read alike: commas stand between cells, the first line names the columns,
// the last column is to be learned, and an empty cell is missing.
//
// # Why a name, and no path
//
// A name is one word, "wine". "uci/wine" would look like a path, and would mean another
// thing in a folder that has a folder uci; who published a set stands in the table that
// [Names] make. A generator of a name and a file of just that name come before the set.
//
// # Which sets
//
// Those whose file is at hand, so that its checksum was computed and not copied. These
// files have a header, no row ids and one mark for missing cells, so they are not bit by
// bit what their publishers offer: URL is where the original is, not where the file is,
// and no address is given that has not been seen to serve it.
//
// The package imports the engine's vocabulary and its internal packages. Start at [All],
// then [Set.Fetch].
package registry

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

// An Set is a data set by name.
type Set struct {
	Name     string
	File     string // what its file is called
	Rows     int
	Columns  int    // to learn from
	Classes  int    // zero where a response is to be learned
	Missing  int    // cells without a value, among those to learn from
	Target   string // the column that is to be learned
	Source   string // who published it, and as what
	Citation string
	Licence  string
	DOI      string // of the data, or of what is cited; empty for none
	URL      string // where the original is; empty where that is not known
	SHA256   string // of the file
	Bytes    int64  // of the file
	Note     string // how the file differs from the original, and what to mind
}

//go:embed sets.tsv
var sets string

// All returns all sets in the order of their names.
func All() []Set {
	var all []Set
	for line := range strings.Lines(sets) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if cells[0] != "name" {
			all = append(all, readSet(cells))
		}
	}
	return all
}

// readSet reads a line of the table.
func readSet(cells []string) Set {
	number := func(i int) int {
		n, err := strconv.Atoi(cells[i])
		if err != nil {
			panic("registry: " + cells[0] + ": " + err.Error()) // the table is part of the program
		}
		return n
	}
	return Set{
		Name: cells[0], File: cells[1], Rows: number(2), Columns: number(3), Classes: number(4), Missing: number(5), Target: cells[6],
		Source: cells[7], Citation: cells[8], Licence: cells[9], DOI: cells[10], URL: cells[11], SHA256: cells[12], Bytes: int64(number(13)), Note: cells[14],
	}
}

// Lookup returns the set of the name.
func Lookup(name string) (Set, bool) {
	all := All()
	i := slices.IndexFunc(all, func(e Set) bool { return e.Name == name })
	if i < 0 {
		return Set{}, false
	}
	return all[i], true
}

// OfFile returns the set whose file is called so.
func OfFile(file string) (Set, bool) {
	all := All()
	i := slices.IndexFunc(all, func(e Set) bool { return e.File == file })
	if i < 0 {
		return Set{}, false
	}
	return all[i], true
}
