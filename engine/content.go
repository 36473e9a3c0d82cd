package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"reflect"
	"strings"
)

// A content tells values by what they hold: equal contents, equal values.
type content [sha256.Size]byte

// contentOf hashes what write writes, and the version of the program with it,
// since another one may find other bits.
func contentOf(write func(h hasher)) content {
	h := hasher{sha256.New()}
	h.text(Version)
	write(h)
	return content(h.Sum(nil))
}

// A hasher takes values in, each with its length, so that none runs into the
// next.
type hasher struct{ hash.Hash }

func (h hasher) text(s string) {
	h.count(len(s))
	h.Write([]byte(s))
}

func (h hasher) count(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}

func (h hasher) counts(all []int) {
	h.count(len(all))
	b := make([]byte, 0, 8*len(all))
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	h.Write(b)
}

func (h hasher) numbers(all []float64) {
	h.count(len(all))
	b := make([]byte, 0, 8*len(all))
	for _, v := range all {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	h.Write(b)
}

// content hashes all that stages may know of a table.
func (t *Table) content() content {
	return contentOf(func(h hasher) {
		n, d := t.X.Dims()
		h.count(n)
		h.count(d)
		for i := range n {
			h.numbers(t.X.RawRowView(i))
		}
		h.count(len(t.Columns))
		for _, c := range t.Columns {
			h.text(c.Name)
			h.text(fmt.Sprintf("%q", c.Levels))
		}
		h.text(t.Label)
		h.text(fmt.Sprintf("%q", t.Classes))
		h.text(fmt.Sprint(t.HasClasses(), t.HasResponse()))
		h.counts(t.Labels)
		h.numbers(flat(t.Response))
		h.counts(t.Rows)
	})
}

// content hashes the rows of a fold, in a table of the given content.
func (f Fold) content(table content) content {
	return contentOf(func(h hasher) {
		h.Write(table[:])
		h.counts(f.Train)
		h.counts(f.Held)
		h.counts(f.Dealt)
		h.text(fmt.Sprint(f.Dealt != nil, f.Transduced))
	})
}

// then is the content of what a step makes of what c tells of.
func (c content) then(step string) content {
	return contentOf(func(h hasher) {
		h.Write(c[:])
		h.text(step)
	})
}

// spelt writes the step so that equal texts promise equal work. There is no
// such text for a method that a program brings itself, nor for an argument that
// is a Go value.
func (s Step) spelt() (text string, ok bool) {
	if !s.declared() {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", reflect.TypeOf(s.Method), s.Name())
	for _, p := range ParamsOf(s.Method) {
		v := p.Value()
		switch v.(type) {
		case nil, int, float64, string, []string:
			fmt.Fprintf(&b, " %s=%#v", p.Name, v)
		default:
			return "", false
		}
	}
	return b.String(), true
}
