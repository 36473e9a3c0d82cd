package prepare

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/heading"
)

// columnwise is the map x ↦ (x − shift)·factor of some columns, the others
// dropped.
type columnwise []affine

// affine is the map of one column.
type affine struct {
	from          int // the column it is made of
	shift, factor float64
}

func init() { codec.Register[columnwise]("columnwise", 1) }

// Fields tells the maps, column by column.
func (m *columnwise) Fields(f *codec.Fields) {
	codec.List(f, "columns", (*[]affine)(m), func(f *codec.Fields, a *affine) {
		f.Int("from", &a.from)
		f.Float("shift", &a.shift)
		f.Float("factor", &a.factor)
		codec.Indices(f, []int{a.from}, f.Columns())
	})
}

// unchanged maps column c to itself.
func unchanged(c int) affine { return affine{from: c, factor: 1} }

func (m columnwise) Dim() int { return len(m) }

func (m columnwise) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for r := range n {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to, from := dst.RawRowView(r), x.RawRowView(r)
		for i, a := range m {
			to[i] = (from[a.from] - a.shift) * a.factor
		}
	}
	return nil
}

// transform is the map with the columns it leads to, of which those that it changes are
// made into what a word says.
func (m columnwise) transform(columns []engine.Column, into string) *engine.Transform {
	kept := make([]engine.Column, len(m))
	for i, a := range m {
		kept[i] = columns[a.from]
		if a.shift != 0 || a.factor != 1 {
			kept[i] = heading.Into(kept[i], into)
		}
	}
	return &engine.Transform{Map: m, Columns: kept}
}
