package neighbour

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/selection"
	"unfold/engine/internal/simd"
)

// leafRows is how many rows a leaf of a random projection tree has at most;
// it has more than half of that.
const leafRows = 1024

// projectionTree grows a random projection tree: rows are halved along the line
// between two of them, at the median, until leaves are small (Dasgupta, Freund
// 2008, doi:10.1145/1374376.1374452). It returns the leaf of each row.
func projectionTree(ctx context.Context, x *mat.Dense, r *random.Stream) ([]int32, error) {
	n, d := x.Dims()
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	type halving struct{ lo, hi, a, b int }
	level, leaf, leaves := []halving{{hi: n}}, make([]int32, n), int32(0)
	for len(level) > 0 {
		var next []halving
		for at := range level {
			h := &level[at]
			h.a, h.b = int(rows[h.lo+r.Below(h.hi-h.lo)]), int(rows[h.lo+r.Below(h.hi-h.lo)])
			if middle := (h.lo + h.hi) / 2; h.hi-h.lo > leafRows {
				next = append(next, halving{lo: h.lo, hi: middle}, halving{lo: middle, hi: h.hi})
				continue
			}
			for _, i := range rows[h.lo:h.hi] {
				leaf[i] = leaves
			}
			leaves++
		}
		err := parallel.Try(ctx, len(level), 1, func() *[]keyed { return new([]keyed) }, func(buffer *[]keyed, at, _ int) error {
			h := level[at]
			if h.hi-h.lo <= leafRows {
				return nil
			}
			along := make([]float64, d)
			for c, v := range x.RawRowView(h.a) {
				along[c] = v - x.At(h.b, c)
			}
			s := (*buffer)[:0]
			for at, i := range rows[h.lo:h.hi] {
				if at%4096 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				s = append(s, keyed{simd.Dot(along, x.RawRowView(int(i))), i})
			}
			selection.Least(s, (h.lo+h.hi)/2-h.lo, keyed.before)
			for at, k := range s {
				rows[h.lo+at] = k.row
			}
			*buffer = s
			return nil
		})
		if err != nil {
			return nil, err
		}
		level = next
	}
	return leaf, nil
}
