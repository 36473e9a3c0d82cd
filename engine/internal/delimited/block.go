package delimited

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"unfold/engine/internal/numeral"
)

// Lines are read in blocks, side by side, as long as their cells stand apart by one
// character and no quotes, and as many as there are columns. Plain numbers are read
// there; all other cells are handed to the grid in the order of the file, so a
// block has the cells that its lines have one by one.

// BlockBytes is how much is read at a time.
const BlockBytes = 1 << 18

// A Block is some lines, and the cells that were read of them.
type Block struct {
	Text []byte
	Used int // bytes of text up to a line that has to be read with care; all if there is none

	Cells  []float64
	Lines  []int // of each row, counted from the first of the block
	Passed int   // lines, empty ones too
	Odd    []OddCell
	Absent []int // empty cells of each column
	Point  []int // the first row of each column with a decimal point, −1 for none
}

// An OddCell is one that is no plain number.
type OddCell struct {
	Row, Column int
	Text        []byte
}

// Fill reads whole lines behind what was carried from the block before, and returns
// what is left of the last one, and whether the text has ended.
func (b *Block) Fill(in io.Reader, carried []byte) (rest []byte, ended bool, err error) {
	if cap(b.Text) < BlockBytes {
		b.Text = make([]byte, BlockBytes)
	}
	b.Text = append(b.Text[:0], carried...)
	for {
		from := len(b.Text)
		b.Text = append(b.Text, make([]byte, max(BlockBytes/4, BlockBytes-from))...)
		n, err := io.ReadFull(in, b.Text[from:])
		b.Text = b.Text[:from+n]
		switch {
		case err == io.EOF, err == io.ErrUnexpectedEOF:
			return nil, true, nil
		case err != nil:
			return nil, false, err
		}
		if end := bytes.LastIndexByte(b.Text[from:], '\n'); end >= 0 {
			cut := from + end + 1
			rest = bytes.Clone(b.Text[cut:])
			b.Text = b.Text[:cut]
			return rest, false, nil
		}
	}
}

// Read reads the cells of the block.
func (b *Block) Read(sep byte, columns int) {
	b.Cells, b.Lines, b.Odd, b.Used, b.Passed = b.Cells[:0], b.Lines[:0], b.Odd[:0], 0, 0
	b.Absent, b.Point = make([]int, columns), make([]int, columns)
	for c := range b.Point {
		b.Point[c] = -1
	}
	quoted := bytes.IndexByte(b.Text, '"') >= 0
	for b.Used < len(b.Text) {
		line, end := b.Text[b.Used:], len(b.Text)-b.Used
		if at := bytes.IndexByte(line, '\n'); at >= 0 {
			line, end = line[:at], at+1
		}
		line = bytes.TrimRight(line, "\r")
		if quoted && bytes.IndexByte(line, '"') >= 0 {
			return
		}
		empty := len(line) == 0 || line[0] <= ' ' && len(bytes.TrimSpace(line)) == 0
		if !empty && !b.readLine(line, sep, columns) {
			return
		}
		b.Used += end
		b.Passed++
	}
}

// readLine reads the cells of a line, unless it has another number of them.
func (b *Block) readLine(line []byte, sep byte, columns int) bool {
	row, odd := len(b.Lines), len(b.Odd)
	for c, at := 0, 0; ; c++ {
		if c == columns {
			b.Cells, b.Odd = b.Cells[:row*columns], b.Odd[:odd]
			return false
		}
		v, end, point := plainNumber(line, at, sep)
		if end < 0 {
			v, end, point = b.readCell(line, at, sep, row, c)
		}
		if point && b.Point[c] < 0 {
			b.Point[c] = row
		}
		b.Cells = append(b.Cells, v)
		if at = end + 1; end >= len(line) {
			if c+1 < columns {
				b.Cells, b.Odd = b.Cells[:row*columns], b.Odd[:odd]
				return false
			}
			b.Lines = append(b.Lines, b.Passed)
			return true
		}
	}
}

// tens are the powers of ten that float64 holds exactly.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// plainNumber reads a cell of digits and a point, few enough for the quotient of two
// exact numbers to be the number that is nearest. It returns where the cell ends, −1
// if it is anything else.
func plainNumber(line []byte, at int, sep byte) (v float64, end int, point bool) {
	i, negative := at, false
	if i < len(line) && line[i] == '-' {
		negative = true
		i++
	}
	var digits uint64
	first := i
	for ; i < len(line) && line[i]-'0' <= 9; i++ {
		digits = 10*digits + uint64(line[i]-'0')
	}
	count, fraction := i-first, 0
	if i < len(line) && line[i] == '.' {
		point = true
		i++
		for first = i; i < len(line) && line[i]-'0' <= 9; i++ {
			digits = 10*digits + uint64(line[i]-'0')
		}
		fraction = i - first
		count += fraction
	}
	if i < len(line) && line[i] != sep || count == 0 || count > 19 || digits >= 1<<53 || HasLeadingZero(line[at:i]) {
		return 0, -1, false
	}
	if v = float64(digits) / tens[fraction]; negative {
		v = -v
	}
	return v, i, point
}

// readCell reads any cell: what is no number waits for the grid.
func (b *Block) readCell(line []byte, at int, sep byte, row, column int) (v float64, end int, point bool) {
	end = len(line)
	if n := bytes.IndexByte(line[at:], sep); n >= 0 {
		end = at + n
	}
	cell := trimBlanks(line[at:end])
	if len(cell) == 0 {
		b.Absent[column]++
		return math.NaN(), end, false
	}
	v, ok := ParseNumber(cell)
	if !ok || math.IsNaN(v) || math.Abs(v) >= 1<<53 && numeral.IsWhole(string(cell)) || HasLeadingZero(cell) {
		b.Odd = append(b.Odd, OddCell{row, column, cell})
		return math.NaN(), end, false
	}
	return v, end, bytes.IndexByte(cell, '.') >= 0
}

// HandBack puts what the blocks have not used before what is still to be read.
func (r *Reader) HandBack(blocks []Block, carried []byte) {
	rest := make([]io.Reader, 0, len(blocks)+2)
	for i := range blocks {
		used := 0
		if i == 0 {
			used = blocks[i].Used
		}
		rest = append(rest, bytes.NewReader(blocks[i].Text[used:]))
	}
	rest = append(rest, bytes.NewReader(carried), r.In)
	r.In = bufio.NewReaderSize(io.MultiReader(rest...), 1<<16)
}
