package cart

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/codes"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Limits of what is coded.
const (
	maxRows    = math.MaxInt32
	maxClasses = math.MaxUint16
)

// A Table is training rows whose cells are coded by the order of their values. It
// serves any number of trees, also at once.
type Table struct {
	sample  engine.Sample
	columns []column
	labels  []uint32  // of classes
	classes int       // how many; zero of responses
	values  []float64 // of responses: row after row
	width   int       // how many responses
}

// A column is the cells of one, coded.
type column struct {
	codes   []uint32  // by row; the number behind the last code is a missing cell
	values  []float64 // ascending, what codes stand for
	levels  bool      // codes are the numbers of levels, without values
	count   int       // how many codes there are
	missing bool      // some cell is missing
}

// NewTable codes the cells of a sample with classes or responses, whose cells are
// finite, missing or levels. It takes O(nd) time, in parallel, and at most 12
// bytes for each cell.
func NewTable(ctx context.Context, s engine.Sample) (*Table, error) {
	n, d := s.X.Dims()
	if n > maxRows || len(s.Classes) > maxClasses {
		return nil, &engine.Error{Cause: fmt.Sprintf("%d rows of %d classes are more than can be numbered", n, len(s.Classes)), Remedy: remedy.FewerRows()}
	}
	if err := memory.Claim(ctx, 12*uint64(n)*uint64(d), fmt.Sprintf("the order of %d rows in %d columns", n, d), remedy.FewerRows()); err != nil {
		return nil, err
	}
	t := &Table{sample: s, columns: make([]column, d)}
	if s.HasClasses() {
		t.labels = make([]uint32, n)
		for i, l := range s.Labels {
			t.labels[i] = uint32(l)
			t.classes = max(t.classes, l+1)
		}
		t.classes = max(t.classes, len(s.Classes))
	} else {
		t.values, t.width = engine.Flat(s.Response), s.Width()
	}
	t.sample.Memo, t.sample.Pairs = nil, nil
	return t, parallel.With(ctx, d, 1, func() *codes.Sorter { return codes.NewSorter(n) }, func(w *codes.Sorter, lo, hi int) {
		for c := lo; c < hi; c++ {
			if s.Columns != nil && s.Columns[c].Levels != nil {
				t.columns[c] = codeLevels(s.X, c, len(s.Columns[c].Levels))
			} else {
				t.columns[c] = codeNumbers(w, s.X, c)
			}
		}
	})
}

// Len returns the number of rows.
func (t *Table) Len() int { n, _ := t.sample.X.Dims(); return n }

// Bytes returns how large the table is, without the rows that it codes.
func (t *Table) Bytes() uint64 {
	bytes := 8*len(t.values) + 4*len(t.labels)
	for _, c := range t.columns {
		bytes += 4*len(c.codes) + 8*len(c.values)
	}
	return uint64(bytes)
}

// Varies reports whether column c has two values, and whether it has any.
func (t *Table) Varies(c int) (varies, known bool) {
	k := &t.columns[c]
	if !k.levels {
		return len(k.values) > 1, len(k.values) > 0
	}
	first := uint32(k.count)
	for _, code := range k.codes {
		switch {
		case code == uint32(k.count):
		case first == uint32(k.count):
			first, known = code, true
		case code != first:
			return true, true
		}
	}
	return false, known
}

// codeNumbers codes numbers by their order.
func codeNumbers(w *codes.Sorter, x *mat.Dense, c int) column {
	n, _ := x.Dims()
	out := column{codes: make([]uint32, n)}
	out.values, out.missing = w.Code(out.codes, x, c)
	out.count = len(out.values)
	return out
}

// codeLevels codes levels by their numbers; one that is unseen is missing.
func codeLevels(x *mat.Dense, c, levels int) column {
	n, _ := x.Dims()
	out := column{codes: make([]uint32, n), levels: true, count: levels}
	for i := range n {
		v := x.At(i, c)
		if !(v >= 0 && v < float64(levels)) {
			out.codes[i], out.missing = uint32(levels), true
			continue
		}
		out.codes[i] = uint32(v)
	}
	return out
}
