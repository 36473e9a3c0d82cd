package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// records reads delimited text row by row. Cells are trimmed of the blanks
// around them; a cell that begins with a quote may hold separators and line
// ends, and doubled quotes for one. Empty lines are skipped.
type records struct {
	in      *bufio.Reader
	sep     byte   // 0 until the first line has told; ' ' for runs of blanks
	noComma bool   // a comma is a decimal mark, not a separator
	quotes  string // the characters that may quote a cell
	escape  bool   // a backslash in quotes keeps the next character
	comment byte   // a line that begins with it is skipped; 0 for none
	heads   string // the characters that begin comments before the first row

	heading []*record // those comments, without what began them

	line  int // number of the last line read, from one
	first int // number of the first line of the last row

	cells   [][]byte
	long    []byte // a line longer than the buffer of in
	scratch []byte // the contents of cells of a row with quotes
	ends    []int  // where each of them ends
}

// next returns the cells of the next row, valid until the call after, and
// io.EOF at the end.
func (r *records) next() ([][]byte, error) {
	for {
		line, err := r.readLine()
		if err != nil {
			return nil, err
		}
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) == 0 || r.comment != 0 && trimmed[0] == r.comment {
			continue
		}
		if r.first == 0 && strings.IndexByte(r.heads, trimmed[0]) >= 0 {
			text := bytes.Clone(bytes.TrimLeft(trimmed, r.heads))
			r.heading = append(r.heading, &record{line: r.line, cells: [][]byte{text}})
			continue
		}
		r.first = r.line
		if r.sep == 0 {
			r.sep = r.separatorOf(line)
		}
		if r.sep == ' ' {
			line = trimmed
		}
		if bytes.ContainsAny(line, r.quotes) {
			return r.splitQuoted(line)
		}
		return r.splitPlain(line), nil
	}
}

// readLine returns the next line without its end, valid until the call after.
func (r *records) readLine() ([]byte, error) {
	line, err := r.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		r.long = r.long[:0]
		for errors.Is(err, bufio.ErrBufferFull) {
			r.long = append(r.long, line...)
			line, err = r.in.ReadSlice('\n')
		}
		r.long = append(r.long, line...)
		line = r.long
	}
	if err != nil && (err != io.EOF || len(line) == 0) {
		return nil, err
	}
	r.line++
	return bytes.TrimRight(line, "\r\n"), nil
}

// separatorOf tells the separator by the first line: the first of tab,
// semicolon, comma, bar and blank that stands in it outside quotes. A line
// without any is a single column.
func (r *records) separatorOf(line []byte) byte {
	var seen [256]bool
	var quote byte
	for _, c := range bytes.TrimSpace(line) {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(r.quotes, c) >= 0:
			quote = c
		case quote == 0:
			seen[c] = true
		}
	}
	for _, sep := range []byte("\t;,| ") {
		if seen[sep] && !(sep == ',' && r.noComma) {
			return sep
		}
	}
	return ','
}

func (r *records) splitPlain(line []byte) [][]byte {
	r.cells = r.cells[:0]
	if r.sep == ' ' {
		r.cells = append(r.cells, bytes.Fields(line)...)
		return r.cells
	}
	for {
		end := bytes.IndexByte(line, r.sep)
		if end < 0 {
			r.cells = append(r.cells, trimBlanks(line))
			return r.cells
		}
		r.cells = append(r.cells, trimBlanks(line[:end]))
		line = line[end+1:]
	}
}

func (r *records) splitQuoted(line []byte) ([][]byte, error) {
	r.scratch, r.ends = r.scratch[:0], r.ends[:0]
	at := 0
	for {
		at = r.skipBlanks(line, at)
		if at < len(line) && strings.IndexByte(r.quotes, line[at]) >= 0 {
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
func (r *records) quoted(line []byte, at int) ([]byte, int, error) {
	quote, opened := line[at], r.line
	for at++; ; at++ {
		switch {
		case at >= len(line):
			next, err := r.readLine()
			if err == io.EOF {
				return nil, 0, faultAt(opened, "a quoted cell begins here and never ends")
			}
			if err != nil {
				return nil, 0, err
			}
			r.scratch = append(r.scratch, '\n')
			line, at = next, -1
		case r.escape && line[at] == '\\' && at+1 < len(line):
			at++
			r.scratch = append(r.scratch, line[at])
		case line[at] == quote && at+1 < len(line) && line[at+1] == quote:
			at++
			r.scratch = append(r.scratch, quote)
		case line[at] == quote:
			at = r.skipBlanks(line, at+1)
			if at < len(line) && !r.separates(line[at]) {
				if r.sep != ' ' || line[at-1] == quote {
					return nil, 0, faultAt(r.line, "text follows the closing quote of a cell")
				}
				at-- // the blanks were the separator
			}
			return line, at, nil
		default:
			r.scratch = append(r.scratch, line[at])
		}
	}
}

func (r *records) separates(c byte) bool {
	return c == r.sep || r.sep == ' ' && c == '\t'
}

// skipBlanks returns the place of the first character from at on that is
// neither a blank nor, unless tabs separate, a tab.
func (r *records) skipBlanks(line []byte, at int) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t' && r.sep != '\t') {
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

// faultAt is an error in the text of a file.
func faultAt(line int, cause string) *engine.Error {
	return &engine.Error{Param: "path", Cause: lineText(line) + cause, Remedy: remedy.Say("mend the file")}
}
