package codec

import (
	"encoding/binary"
	"math"
)

// Align is what arrays begin at multiples of.
const Align = 64

// A Writer writes values.
type Writer struct {
	Fields []byte   // what they consist of
	Arrays [][]byte // the arrays of the fields, in order, each to begin at a multiple of Align
	Held   []Held   // the parts that hold rows they were learned from
}

// Held tells which part holds how many of the rows it was learned from.
type Held struct {
	Where string // the names of the fields that lead there
	Rows  int
}

// Write appends a value that fits the shape. Arrays are not copied.
func (w *Writer) Write(name string, v any, shape Shape) error {
	f := &Fields{out: w}
	if f.begin(name, valueKind) {
		f.value(name, &v, shape)
	}
	return f.err
}

// A Reader reads the values that a Writer has written.
type Reader struct {
	fields []byte // those that are left
	arrays []byte
	at     int // where the next array begins in arrays
}

// NewReader returns the reader of such bytes. Arrays, which begin at a multiple of eight
// bytes in memory, are used where they are.
func NewReader(fields, arrays []byte) *Reader { return &Reader{fields: fields, arrays: arrays} }

// Read returns the next value, which must be written under the name and fit the shape.
func (r *Reader) Read(name string, shape Shape) (v any, err error) {
	f := &Fields{in: r}
	if f.begin(name, valueKind) {
		f.value(name, &v, shape)
	}
	if f.err != nil {
		return nil, f.err
	}
	return v, nil
}

// Close fails if anything is left.
func (r *Reader) Close() error {
	if len(r.fields) > 0 || r.at != len(r.arrays) {
		return &Fault{Cause: "there is more than was read"}
	}
	return nil
}

// begin writes or expects the kind and name of a field, and reports whether to go on.
func (f *Fields) begin(name string, kind byte) bool {
	if f.err != nil {
		return false
	}
	if f.out != nil {
		f.out.Fields = append(f.out.Fields, kind, byte(len(name)))
		f.out.Fields = append(f.out.Fields, name...)
		return true
	}
	b := f.in.fields
	if len(b) < 2+len(name) || b[0] != kind || int(b[1]) != len(name) || string(b[2:2+len(name)]) != name {
		f.fail("%s is not where it belongs", name)
		return false
	}
	f.in.fields = b[2+len(name):]
	return true
}

// number writes or reads eight bytes.
func (f *Fields) number(v uint64) uint64 {
	if f.err != nil {
		return 0
	}
	if f.out != nil {
		f.out.Fields = binary.LittleEndian.AppendUint64(f.out.Fields, v)
		return v
	}
	if len(f.in.fields) < 8 {
		f.fail("the fields end too early")
		return 0
	}
	v = binary.LittleEndian.Uint64(f.in.fields)
	f.in.fields = f.in.fields[8:]
	return v
}

// text writes or reads a text.
func (f *Fields) text(v string) string {
	count := f.number(uint64(len(v)))
	if f.err != nil {
		return ""
	}
	if f.out != nil {
		f.out.Fields = append(f.out.Fields, v...)
		return v
	}
	if count > uint64(len(f.in.fields)) {
		f.fail("a text of %d bytes is more than there are", count)
		return ""
	}
	v = string(f.in.fields[:count])
	f.in.fields = f.in.fields[count:]
	return v
}

// array writes or reads an array.
func array[T element](f *Fields, name string, v *[]T) {
	if !f.begin(name, arrayKind) {
		return
	}
	size := sizeOf[T]()
	kind := f.number(kindOf[T]())
	count := f.number(uint64(len(*v)))
	if f.err != nil {
		return
	}
	if f.out != nil {
		if len(*v) > 0 {
			f.out.Arrays = append(f.out.Arrays, bytesOf(*v))
		}
		return
	}
	f.Check(kind == kindOf[T](), "%s holds numbers of another kind", name)
	left := len(f.in.arrays) - f.in.at
	if f.err != nil || count > math.MaxInt/uint64(size) || int(count)*size > left {
		f.Check(false, "%s of %d numbers is more than there are", name, count)
		return
	}
	*v = nil
	if count == 0 {
		return
	}
	end := f.in.at + int(count)*size
	*v = viewOf[T](f.in.arrays[f.in.at:end:end])
	f.in.at = min(len(f.in.arrays), (end+Align-1)/Align*Align)
}
