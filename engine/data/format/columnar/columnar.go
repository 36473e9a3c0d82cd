// Package columnar reads and writes Parquet, and the files of Arrow (IPC, also called
// Feather). A program that imports it can load and save them:
//
//	import _ "unfold/engine/data/format/columnar"
//
// A column of numbers is numeric; whole numbers beyond 2⁵³ keep their digits until it
// is known whether they are names or numbers. Dates and times are days since 1970, times
// of day parts of a day. A dictionary of Arrow, and what pandas wrote of a
// categorical, is a categorical column; texts are read as the cells of a text file. A
// null is a missing cell, and so is NaN. Lists, records and other columns that hold
// neither numbers nor words are left out by name.
//
// Files are read column by column, in one goroutine. The package imports the vocabulary
// of the engine and package format. Start reading at [readParquet].
package columnar

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	format.Known.Add(format.Format{Name: "Parquet", Begins: []string{"PAR1"}, Ending: ".parquet", Read: readParquet, Headings: parquetHeadings, Write: writeParquet})
	format.Known.Add(format.Format{Name: "Arrow", Begins: []string{"ARROW1"}, Ending: ".arrow", Read: readArrow, Headings: arrowHeadings, Write: writeArrow})
	format.Known.Add(format.Format{Name: "Arrow", Ending: ".feather", Write: writeArrow})
}

// chosen are the columns of a file that hold numbers or words.
type chosen struct {
	at    []int // their positions among all
	names []string
	left  []string // those of the others
}

// choose asks of each column whether it can be read.
func choose(names []string, readable func(at int) bool) chosen {
	var c chosen
	for at, name := range names {
		if !readable(at) {
			c.left = append(c.left, name)
			continue
		}
		c.at, c.names = append(c.at, at), append(c.names, name)
	}
	return c
}

// begin names the columns, and says which are left out.
func (c chosen) begin(ctx context.Context, to format.Cells) ([]column, error) {
	if len(c.at) == 0 {
		return nil, &engine.Error{Param: "path", Cause: fmt.Sprintf("no column holds numbers or words: the file has %s", wording.List(c.left)), Remedy: remedy.Say("write their parts as columns of their own")}
	}
	if len(c.left) > 0 {
		engine.Remark(ctx, "%s: columns of lists, records, bytes and the like were left out", wording.List(c.left))
	}
	to.Name(c.names, true)
	columns := make([]column, len(c.at))
	for i, name := range c.names {
		columns[i] = column{to: to, at: i, name: name}
	}
	return columns, nil
}

// A column is where the cells of one go.
type column struct {
	to   format.Cells
	at   int
	name string
	row  int           // the next
	form calendar.Form // of dates and times of day
}

// whole hands over a whole number, by its digits where float64 may round it.
func (c *column) whole(row int, v int64) {
	if v >= 1<<53 || v <= -1<<53 {
		c.to.Set(row, c.at, strconv.AppendInt(nil, v, 10))
		return
	}
	c.to.Number(row, c.at, float64(v))
}

// natural is the same for numbers without a sign.
func (c *column) natural(row int, v uint64) {
	if v > math.MaxInt64 {
		c.to.Set(row, c.at, strconv.AppendUint(nil, v, 10))
		return
	}
	c.whole(row, int64(v))
}

// truth hands over a truth value.
func (c *column) truth(row int, v bool) { c.to.Set(row, c.at, strconv.AppendBool(nil, v)) }

// tellMoments says which columns have dates, or times of day.
func tellMoments(columns []column) {
	for _, c := range columns {
		if c.form != "" {
			c.to.Moments(c.at, c.form)
		}
	}
}
