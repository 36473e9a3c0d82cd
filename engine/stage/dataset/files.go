package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/internal/download"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A part is the rows of one of several files.
type part struct {
	name string
	from int // its first row
}

// isPattern reports whether a path names several files: "runs/*.csv".
func isPattern(path string) bool { return strings.ContainsAny(path, "*?[") }

// matching returns the files that a pattern names, in the order of their names.
func matching(pattern string) []string {
	found, _ := filepath.Glob(pattern) // an error is of the pattern, which then names none
	return slices.DeleteFunc(found, func(name string) bool {
		info, err := os.Stat(name)
		return err != nil || info.IsDir()
	})
}

// readFiles reads the rows of several files, one after the other, whose columns are
// matched by name. Their checksum is that of their checksums.
func (l *Load) readFiles(ctx context.Context, names []string) (*engine.Table, error) {
	var all *grid
	var sums strings.Builder
	for _, name := range names {
		g, sum, err := l.open(ctx, name)
		if err != nil {
			return nil, blameFile(err, name)
		}
		sums.WriteString(sum)
		if all == nil {
			all = g
			all.parts = []part{{filepath.Base(name), 0}}
			continue
		}
		if err := all.join(g, filepath.Base(name)); err != nil {
			return nil, err
		}
	}
	if len(names) > 1 {
		engine.Remark(ctx, "%s, in the order of their names, %s to %s", wording.Count(len(names), "file"), filepath.Base(names[0]), filepath.Base(names[len(names)-1]))
	}
	sum := sha256.Sum256([]byte(sums.String()))
	return l.finish(ctx, all, hex.EncodeToString(sum[:]))
}

// checksumOfAll is the checksum of several files: that of their checksums.
func checksumOfAll(names []string) (string, error) {
	var sums strings.Builder
	for _, name := range names {
		sum, err := download.ChecksumOf(name)
		if err != nil {
			return "", unreadable(err)
		}
		sums.WriteString(sum)
	}
	sum := sha256.Sum256([]byte(sums.String()))
	return hex.EncodeToString(sum[:]), nil
}

// open reads the cells of a file by its name.
func (l *Load) open(ctx context.Context, name string) (*grid, string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, "", unreadable(err)
	}
	defer file.Close()
	// Of a pipe, whose writer may be silent, this ends the wait; files have no deadlines.
	defer context.AfterFunc(ctx, func() { file.SetReadDeadline(time.Now()) })()
	g, sum, err := l.readFile(ctx, file)
	if err == nil && g.rows() == 0 {
		err = &engine.Error{Param: "path", Cause: "the file has no rows", Remedy: remedy.Say("leave it out")}
	}
	return g, sum, err
}

// blameFile says which of several files an error is about.
func blameFile(err error, name string) error {
	var fault *engine.Error
	if !errors.As(err, &fault) {
		return err
	}
	blamed := *fault
	blamed.Cause = filepath.Base(name) + ": " + fault.Cause
	return &blamed
}

// join appends the rows of another file, which has the same columns.
func (g *grid) join(other *grid, name string) error {
	at := make([]int, len(other.columns)) // of each column of other, here
	for c := range other.columns {
		if at[c] = g.position(other.columns[c].name); at[c] < 0 {
			return g.unlikeColumns(name, other.columns[c].name, g.parts[0].name)
		}
	}
	for c := range g.columns {
		if other.position(g.columns[c].name) < 0 {
			return g.unlikeColumns(g.parts[0].name, g.columns[c].name, name)
		}
	}
	if len(g.cells)+len(other.cells) > g.most {
		return tooManyCells(g.most)
	}
	from, d := g.rows(), len(g.columns)
	g.parts = append(g.parts, part{name, from})
	g.lines = append(g.lines, other.lines...)
	g.cells = slices.Grow(g.cells, len(other.cells))[:len(g.cells)+len(other.cells)]
	for row := range other.rows() {
		for c, v := range other.cells[row*d : (row+1)*d] {
			g.cells[(from+row)*d+at[c]] = v
		}
	}
	for c := range other.columns {
		g.columns[at[c]].join(&other.columns[c], from)
	}
	g.counted = g.counted || other.counted
	return nil
}

// join appends what is known of the same column in another file, whose first row
// comes to stand in the given one.
func (c *cellColumn) join(other *cellColumn, from int) {
	for row, n := range other.word {
		if n > 0 {
			c.addWord(from+row, []byte(other.words[n-1]))
		}
	}
	c.absent += other.absent
	c.kind = max(c.kind, other.kind)
	keepFirst(&c.pointLine, other.pointLine)
	keepFirst(&c.commaLine, other.commaLine)
	if c.rounded == "" {
		c.rounded = other.rounded
	}
}

// unlikeColumns is the error of files whose columns differ.
func (g *grid) unlikeColumns(has, column, lacks string) error {
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("%s has the column %s, which %s lacks", has, column, lacks), Remedy: remedy.Say("give files with the same columns")}
}
