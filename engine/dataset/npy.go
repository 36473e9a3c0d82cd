package dataset

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

const npyMagic = "\x93NUMPY"

var (
	npyType  = regexp.MustCompile(`'descr'\s*:\s*'([<>|=]?)([a-zA-Z])([0-9]+)'`)
	npyOrder = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	npyShape = regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`)
)

// npySizes are the bytes that numbers of each kind may have: floating-point
// ones, whole ones with and without sign, and truth values.
var npySizes = map[string]string{"f": "2 4 8", "i": "1 2 4 8", "u": "1 2 4 8", "b": "1"}

// readNPY reads a matrix as NumPy saves it: whole or floating-point numbers
// or truth values, in either order of memory and of bytes. The format is that
// of NumPy enhancement proposal 1.
func (l *Load) readNPY(ctx context.Context, in *bufio.Reader) (*grid, error) {
	array, err := readArrayHeader(in)
	if err != nil {
		return nil, err
	}
	g := newGrid(l.NA, l.cells())
	if array.columns > g.most/max(1, array.rows) {
		return nil, tooManyCells(g.most)
	}
	g.name(make([]string, array.columns))
	g.cells = make([]float64, array.rows*array.columns)
	cell := make([]byte, array.size)
	for i := range g.cells {
		if i%65536 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, err := io.ReadFull(in, cell); err != nil {
			return nil, notNPY(fmt.Sprintf("it ends after %d of %d numbers", i, len(g.cells)))
		}
		at := i
		if array.byColumn {
			at = i%array.rows*array.columns + i/array.rows
		}
		g.cells[at] = array.value(cell)
		if math.Abs(g.cells[at]) >= 1<<53 && array.kind != 'f' {
			array.remember(&g.columns[at%array.columns], cell, g.cells[at])
		}
	}
	g.countAbsent()
	return g, nil
}

// An arrayHeader is what an NPY file says of its numbers.
type arrayHeader struct {
	rows, columns int
	byColumn      bool
	order         binary.ByteOrder
	kind          byte // f, i, u or b
	size          int  // bytes of a number
}

func readArrayHeader(in io.Reader) (*arrayHeader, error) {
	var start [len(npyMagic) + 2]byte
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return nil, notNPY("it ends in its header")
	}
	length := make([]byte, 2)
	if start[len(npyMagic)] > 1 {
		length = make([]byte, 4)
	}
	if _, err := io.ReadFull(in, length); err != nil {
		return nil, notNPY("it ends in its header")
	}
	size := binary.LittleEndian.Uint32(append(length, 0, 0))
	if size > 1<<16 {
		return nil, notNPY(fmt.Sprintf("its header claims %d bytes", size))
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(in, text); err != nil {
		return nil, notNPY("it ends in its header")
	}
	return parseArrayHeader(string(text))
}

func parseArrayHeader(text string) (*arrayHeader, error) {
	kind, order, shape := npyType.FindStringSubmatch(text), npyOrder.FindStringSubmatch(text), npyShape.FindStringSubmatch(text)
	if kind == nil || order == nil || shape == nil {
		return nil, notNPY(fmt.Sprintf("its header is %q", strings.TrimSpace(text)))
	}
	if !slices.Contains(strings.Fields(npySizes[kind[2]]), kind[3]) {
		return nil, notNPY("its cells are of the type " + kind[2] + kind[3] + `, which .astype("float64") may mend`)
	}
	array := &arrayHeader{byColumn: order[1] == "True", order: binary.LittleEndian, kind: kind[2][0], size: int(kind[3][0] - '0')}
	if kind[1] == ">" {
		array.order = binary.BigEndian
	}
	var dims []int
	for _, part := range strings.FieldsFunc(shape[1], func(r rune) bool { return r == ',' || r == ' ' }) {
		dim, err := strconv.Atoi(part)
		if err != nil || dim >= 1<<31 {
			return nil, notNPY("its shape is (" + shape[1] + ")")
		}
		dims = append(dims, dim)
	}
	if len(dims) != 2 {
		return nil, notNPY(fmt.Sprintf("its array has %d dimensions, not 2", len(dims)))
	}
	array.rows, array.columns = dims[0], dims[1]
	return array, nil
}

// value reads the number in b.
func (a *arrayHeader) value(b []byte) float64 {
	var bits uint64
	switch a.size {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(a.order.Uint16(b))
	case 4:
		bits = uint64(a.order.Uint32(b))
	case 8:
		bits = a.order.Uint64(b)
	}
	switch {
	case a.kind == 'f' && a.size == 2:
		return half(uint16(bits))
	case a.kind == 'f' && a.size == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case a.kind == 'f':
		return math.Float64frombits(bits)
	case a.kind == 'i':
		unused := 64 - 8*a.size
		return float64(int64(bits<<unused) >> unused) // the shifts extend the sign
	}
	return float64(bits)
}

// remember keeps a whole number, the first of its column, that float64 had to
// round to v.
func (a *arrayHeader) remember(column *cellColumn, b []byte, v float64) {
	digits := strconv.FormatUint(a.order.Uint64(b), 10)
	if a.kind == 'i' {
		digits = strconv.FormatInt(int64(a.order.Uint64(b)), 10)
	}
	if column.rounded == "" && isRounded(digits, v) {
		column.rounded = digits
	}
}

// half is the number that IEEE 754 writes in 16 bits: a sign, 5 bits of
// exponent and 10 of fraction. All of them are float64, exactly.
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), int(bits&0x3ff)
	var v float64
	switch exponent {
	case 0:
		v = math.Ldexp(float64(fraction), -24)
	case 0x1f:
		if v = math.Inf(1); fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(float64(fraction|0x400), exponent-25)
	}
	if bits>>15 != 0 {
		v = -v
	}
	return v
}

func notNPY(cause string) *engine.Error {
	return &engine.Error{
		Param:  "path",
		Cause:  "the NPY file cannot be read: " + cause,
		Remedy: remedy.Say("save a matrix of numbers with numpy.save"),
	}
}

// countAbsent counts the missing cells of a grid that was filled by hand.
func (g *grid) countAbsent() {
	d := len(g.columns)
	for i, v := range g.cells {
		if math.IsNaN(v) {
			g.columns[i%d].absent++
		}
	}
}
