// Package delimited reads text whose cells stand apart by a character: row by row with
// care ([Reader]), or many plain lines at once ([Block]). It imports the vocabulary of the
// engine and package numeral. Start reading at [Reader.Next].
package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Reader reads delimited text row by row. Cells are trimmed of the blanks
// around them; a cell that begins with a quote may hold separators and line
// ends, and doubled quotes for one. Empty lines are skipped.
type Reader struct {
	In      *bufio.Reader
	Sep     byte   // 0 until the first line has told; ' ' for runs of blanks
	NoComma bool   // a comma is a decimal mark, not a separator
	Quotes  string // the characters that may quote a cell
	Escape  bool   // a backslash in quotes keeps the next character
	Comment byte   // a line that begins with it is skipped; 0 for none
	Heads   string // the characters that begin comments before the first row

	Heading []*Record // those comments, without what began them

	Line  int // number of the last line read, from one
	First int // number of the first line of the last row

	cells   [][]byte
	long    []byte // a line longer than the buffer of in
	scratch []byte // the contents of cells of a row with quotes
	ends    []int  // where each of them ends
}

// Next returns the cells of the next row, valid until the call after, and
// io.EOF at the end.
func (r *Reader) Next() ([][]byte, error) {
	for {
		line, err := r.ReadLine()
		if err != nil {
			return nil, err
		}
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) == 0 || r.Comment != 0 && trimmed[0] == r.Comment {
			continue
		}
		if r.First == 0 && strings.IndexByte(r.Heads, trimmed[0]) >= 0 {
			text := bytes.Clone(bytes.TrimLeft(trimmed, r.Heads))
			r.Heading = append(r.Heading, &Record{Line: r.Line, Cells: [][]byte{text}})
			continue
		}
		r.First = r.Line
		if r.Sep == 0 {
			r.Sep = r.separatorOf(line)
		}
		if r.Sep == ' ' {
			line = trimmed
		}
		if bytes.ContainsAny(line, r.Quotes) {
			return r.splitQuoted(line)
		}
		return r.splitPlain(line), nil
	}
}

// ReadLine returns the next line without its end, valid until the call after.
func (r *Reader) ReadLine() ([]byte, error) {
	line, err := r.In.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		r.long = r.long[:0]
		for errors.Is(err, bufio.ErrBufferFull) {
			r.long = append(r.long, line...)
			line, err = r.In.ReadSlice('\n')
		}
		r.long = append(r.long, line...)
		line = r.long
	}
	if err != nil && (err != io.EOF || len(line) == 0) {
		return nil, err
	}
	r.Line++
	return bytes.TrimRight(line, "\r\n"), nil
}

// separatorOf tells the separator by the first line: the first of tab,
// semicolon, comma, bar and blank that stands in it outside quotes. A line
// without any is a single column.
func (r *Reader) separatorOf(line []byte) byte {
	var seen [256]bool
	var quote byte
	for _, c := range bytes.TrimSpace(line) {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(r.Quotes, c) >= 0:
			quote = c
		case quote == 0:
			seen[c] = true
		}
	}
	for _, sep := range []byte("\t;,| ") {
		if seen[sep] && !(sep == ',' && r.NoComma) {
			return sep
		}
	}
	return ','
}

func (r *Reader) splitPlain(line []byte) [][]byte {
	r.cells = r.cells[:0]
	if r.Sep == ' ' {
		r.cells = append(r.cells, bytes.Fields(line)...)
		return r.cells
	}
	for {
		end := bytes.IndexByte(line, r.Sep)
		if end < 0 {
			r.cells = append(r.cells, trimBlanks(line))
			return r.cells
		}
		r.cells = append(r.cells, trimBlanks(line[:end]))
		line = line[end+1:]
	}
}

func (r *Reader) splitQuoted(line []byte) ([][]byte, error) {
	r.scratch, r.ends = r.scratch[:0], r.ends[:0]
	at := 0
	for {
		at = r.skipBlanks(line, at)
		if at < len(line) && strings.IndexByte(r.Quotes, line[at]) >= 0 {
			var err error
			if line, at, err = r.quoted(line, at); err != nil {
				return nil, err
			}
		} else {
			end := at
			for end < len(line) && !r.separates(line[end]) {
				end++
			}
			r.scratch = append(r.scratch, trimBlanks(line[at:end])...)
			at = end
		}
		r.ends = append(r.ends, len(r.scratch))
		if at >= len(line) {
			break
		}
		at++
	}
	r.cells = r.cells[:0]
	start := 0
	for _, end := range r.ends {
		r.cells = append(r.cells, r.scratch[start:end])
		start = end
	}
	return r.cells, nil
}

// quoted copies the quoted cell that begins at line[at] and returns where it
// was left: the line it ended in, which may be a later one, and the place of
// the separator or the end there.
func (r *Reader) quoted(line []byte, at int) ([]byte, int, error) {
	quote, opened := line[at], r.Line
	for at++; ; at++ {
		switch {
		case at >= len(line):
			next, err := r.ReadLine()
			if err == io.EOF {
				return nil, 0, Fault(opened, "a quoted cell begins here and never ends")
			}
			if err != nil {
				return nil, 0, err
			}
			r.scratch = append(r.scratch, '\n')
			line, at = next, -1
		case r.Escape && line[at] == '\\' && at+1 < len(line):
			at++
			r.scratch = append(r.scratch, line[at])
		case line[at] == quote && at+1 < len(line) && line[at+1] == quote:
			at++
			r.scratch = append(r.scratch, quote)
		case line[at] == quote:
			at = r.skipBlanks(line, at+1)
			if at < len(line) && !r.separates(line[at]) {
				if r.Sep != ' ' || line[at-1] == quote {
					return nil, 0, Fault(r.Line, "text follows the closing quote of a cell")
				}
				at-- // the blanks were the separator
			}
			return line, at, nil
		default:
			r.scratch = append(r.scratch, line[at])
		}
	}
}

func (r *Reader) separates(c byte) bool {
	return c == r.Sep || r.Sep == ' ' && c == '\t'
}

// skipBlanks returns the place of the first character from at on that is
// neither a blank nor, unless tabs separate, a tab.
func (r *Reader) skipBlanks(line []byte, at int) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t' && r.Sep != '\t') {
		at++
	}
	return at
}

// trimBlanks is bytes.TrimSpace for the common cell that needs no trimming.
func trimBlanks(cell []byte) []byte {
	if len(cell) > 0 && cell[0] > ' ' && cell[0] < 0x80 && cell[len(cell)-1] > ' ' && cell[len(cell)-1] < 0x80 {
		return cell
	}
	return bytes.TrimSpace(cell)
}

// A Record is a row kept while others are read.
type Record struct {
	Line  int
	Cells [][]byte
}

// ReadAhead returns a copy of the next row, nil at the end.
func (r *Reader) ReadAhead() (*Record, error) {
	row, err := r.Next()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	kept := &Record{Line: r.First, Cells: make([][]byte, len(row))}
	for i, cell := range row {
		kept.Cells[i] = append([]byte(nil), cell...)
	}
	return kept, nil
}

// Fault is an error in the text of a file.
func Fault(line int, cause string) *engine.Error {
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("line %d: %s", line, cause), Remedy: remedy.Say("mend the file")}
}
