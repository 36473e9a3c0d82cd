// Package npy reads what NumPy saves: the header of a matrix, and its numbers, whole,
// floating-point or truth values, in either order of memory and of bytes. The format is
// that of NumPy enhancement proposal 1. It imports the vocabulary of the engine alone.
// Start at [ReadHeader].
package npy

import (
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

// Magic begins every file.
const Magic = "\x93NUMPY"

var (
	typed   = regexp.MustCompile(`'descr'\s*:\s*'([<>|=]?)([a-zA-Z])([0-9]+)'`)
	ordered = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	shaped  = regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`)
)

// sizes are the bytes that numbers of each kind may have: floating-point
// ones, whole ones with and without sign, and truth values.
var sizes = map[string]string{"f": "2 4 8", "i": "1 2 4 8", "u": "1 2 4 8", "b": "1"}

// A Header is what a file says of its numbers.
type Header struct {
	Rows, Columns int
	ByColumn      bool // one column after the other, not one row
	Size          int  // bytes of a number
	Vector        bool // the array has one dimension, which is read as a column

	order binary.ByteOrder
	kind  byte // f, i, u or b
}

// ReadHeader reads the header of a matrix of numbers.
func ReadHeader(in io.Reader) (*Header, error) {
	h, err := ReadArray(in)
	if err == nil && h.Vector {
		return nil, Fault("its array has 1 dimensions, not 2")
	}
	return h, err
}

// ReadArray reads the header of a matrix or a vector of numbers.
func ReadArray(in io.Reader) (*Header, error) {
	var start [len(Magic) + 2]byte
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return nil, Fault("it ends in its header")
	}
	length := make([]byte, 2)
	if start[len(Magic)] > 1 {
		length = make([]byte, 4)
	}
	if _, err := io.ReadFull(in, length); err != nil {
		return nil, Fault("it ends in its header")
	}
	size := binary.LittleEndian.Uint32(append(length, 0, 0))
	if size > 1<<16 {
		return nil, Fault(fmt.Sprintf("its header claims %d bytes", size))
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(in, text); err != nil {
		return nil, Fault("it ends in its header")
	}
	return parseHeader(string(text))
}

func parseHeader(text string) (*Header, error) {
	kind, order, shape := typed.FindStringSubmatch(text), ordered.FindStringSubmatch(text), shaped.FindStringSubmatch(text)
	if kind == nil || order == nil || shape == nil {
		return nil, Fault(fmt.Sprintf("its header is %q", strings.TrimSpace(text)))
	}
	if !slices.Contains(strings.Fields(sizes[kind[2]]), kind[3]) {
		return nil, Fault("its cells are of the type " + kind[2] + kind[3] + `, which .astype("float64") may mend`)
	}
	array := &Header{ByColumn: order[1] == "True", Size: int(kind[3][0] - '0'), order: binary.LittleEndian, kind: kind[2][0]}
	if kind[1] == ">" {
		array.order = binary.BigEndian
	}
	var dims []int
	for _, part := range strings.FieldsFunc(shape[1], func(r rune) bool { return r == ',' || r == ' ' }) {
		dim, err := strconv.Atoi(part)
		if err != nil || dim >= 1<<31 {
			return nil, Fault("its shape is (" + shape[1] + ")")
		}
		dims = append(dims, dim)
	}
	switch len(dims) {
	case 1:
		array.Rows, array.Columns, array.Vector = dims[0], 1, true
	case 2:
		array.Rows, array.Columns = dims[0], dims[1]
	default:
		return nil, Fault(fmt.Sprintf("its array has %d dimensions, not 2", len(dims)))
	}
	return array, nil
}

// Value reads the number in b, of Size bytes.
func (a *Header) Value(b []byte) float64 {
	var bits uint64
	switch a.Size {
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
	case a.kind == 'f' && a.Size == 2:
		return half(uint16(bits))
	case a.kind == 'f' && a.Size == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case a.kind == 'f':
		return math.Float64frombits(bits)
	case a.kind == 'i':
		unused := 64 - 8*a.Size
		return float64(int64(bits<<unused) >> unused) // the shifts extend the sign
	}
	return float64(bits)
}

// Digits writes the whole number in b, all of its digits; it is empty for other kinds.
func (a *Header) Digits(b []byte) string {
	switch {
	case a.kind == 'f' || a.Size < 8:
		return ""
	case a.kind == 'i':
		return strconv.FormatInt(int64(a.order.Uint64(b)), 10)
	}
	return strconv.FormatUint(a.order.Uint64(b), 10)
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

// Fault is the error of a file that cannot be read.
func Fault(cause string) *engine.Error {
	return &engine.Error{
		Param:  "path",
		Cause:  "the NPY file cannot be read: " + cause,
		Remedy: remedy.Say("save a matrix of numbers with numpy.save"),
	}
}
