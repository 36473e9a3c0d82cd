package xlsx

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"unfold/engine/data/format"
	"unfold/engine/internal/calendar"
)

// The largest sheet that there can be.
const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
)

// A sheet is the cells of one that are not empty, row by row.
type sheet struct {
	cells   []cell
	columns map[int]bool // that have any

	errors   int    // cells that are an error, such as #DIV/0!
	unsolved int    // formulas without a value
	merged   int    // ranges of cells that are one
	first    string // of them
}

// A cell is a text, or a number, which may be a moment.
type cell struct {
	row, column int
	number      float64
	text        string
	form        calendar.Form
	isText      bool // and no number or truth value with digits or letters of its own
}

// cellText is a cell as it is written.
type cellText struct {
	Place   string    `xml:"r,attr"`
	Kind    string    `xml:"t,attr"`
	Style   int       `xml:"s,attr"`
	Value   string    `xml:"v"`
	Formula *struct{} `xml:"f"`
	Inline  richText  `xml:"is"`
}

// read reads a sheet.
func (b *book) read(ctx context.Context, p *parts, at int) (*sheet, error) {
	entry := b.sheets[at]
	in, err := p.open(b.paths[entry.ID+entry.Same])
	switch {
	case err != nil:
		return nil, err
	case in == nil:
		return nil, format.Fault("XLSX", fmt.Errorf("the sheet %s is not in it", entry.Name))
	}
	defer in.Close()
	s := &sheet{columns: map[int]bool{}}
	text := xml.NewDecoder(in)
	row, column := 0, 0
	for {
		token, err := text.Token()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, fault(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "row":
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			row, err = follow(row, attribute(start, "r"), mostRows)
			column = 0
		case "c":
			column, err = b.add(s, text, start, row, column)
		case "mergeCell":
			s.merge(attribute(start, "ref"))
		}
		if err != nil {
			return nil, fault(err)
		}
	}
}

// attribute is one of an element.
func attribute(start xml.StartElement, name string) string {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// follow is the number of a row as it is written, or the next one if it is not.
func follow(before int, written string, most int) (int, error) {
	next := before + 1
	if written != "" {
		next, _ = strconv.Atoi(written)
	}
	if next <= before || next > most {
		return 0, format.Fault("XLSX", fmt.Errorf("row %q comes after row %d", written, before))
	}
	return next, nil
}

// add reads a cell of a row, and returns its column.
func (b *book) add(s *sheet, text *xml.Decoder, start xml.StartElement, row, before int) (int, error) {
	var written cellText
	if err := text.DecodeElement(&written, &start); err != nil {
		if number := new(strconv.NumError); errors.As(err, &number) {
			return 0, format.Fault("XLSX", err)
		}
		return 0, err
	}
	column := before + 1
	if written.Place != "" {
		column = columnOf(written.Place)
	}
	if column <= before || column > mostColumns {
		return 0, format.Fault("XLSX", fmt.Errorf("cell %q of row %d is out of order", written.Place, row))
	}
	if c, ok := b.value(s, &written); ok {
		c.row, c.column = row, column
		s.cells = append(s.cells, c)
		s.columns[column] = true
	}
	return column, nil
}

// columnOf is the column of a place such as AB12, counted from 1; 0 if it is none.
func columnOf(place string) int {
	column := 0
	for _, c := range strings.ToUpper(place) {
		if c < 'A' || c > 'Z' || column > mostColumns {
			break
		}
		column = 26*column + int(c-'A') + 1
	}
	return column
}

// value is what a cell holds, and whether it holds anything.
func (b *book) value(s *sheet, written *cellText) (cell, bool) {
	v := strings.TrimSpace(written.Value)
	if written.Formula != nil && v == "" && written.Kind != "str" {
		s.unsolved++
		return cell{}, false
	}
	switch written.Kind {
	case "e":
		s.errors++
		return cell{}, false
	case "b":
		return cell{text: strconv.FormatBool(v == "1" || v == "true")}, v != ""
	case "s":
		if at, err := strconv.Atoi(v); err == nil && at >= 0 && at < len(b.strings) {
			v = b.strings[at]
		}
	case "inlineStr":
		v = written.Inline.String()
	case "", "n":
		return b.numeric(v, written.Style)
	}
	return cell{isText: true, text: v}, v != ""
}

// numeric is a number or, in some styles, a date. What float64 does not tell apart keeps
// its digits.
func (b *book) numeric(v string, style int) (cell, bool) {
	number, err := strconv.ParseFloat(v, 64)
	switch {
	case err != nil || math.IsInf(number, 0) || math.IsNaN(number):
		return cell{isText: true, text: v}, v != ""
	case style >= 0 && style < len(b.forms) && b.forms[style] == calendar.Date:
		return cell{form: calendar.Date, number: b.days.since1970(number)}, true
	case style >= 0 && style < len(b.forms) && b.forms[style] == calendar.Clock && number >= 0 && number < 1:
		return cell{form: calendar.Clock, number: toMillisecond(number)}, true
	case math.Abs(number) >= 1<<53:
		return cell{text: v, number: number}, true
	}
	return cell{number: number}, true
}

// merge takes down that the cells of a range are one.
func (s *sheet) merge(place string) {
	if s.merged++; s.merged == 1 {
		s.first = place
	}
}
