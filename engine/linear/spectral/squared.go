package spectral

import (
	"cmp"
	"context"
	"math"
	"slices"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
)

// squared is the matrix D² of squared dissimilarities, of which only the
// triangle of D exists. A product with it reads the triangle once: a tile of
// 8×128 entries is squared into the cache, and multiplies from both sides.
//
// Its rows are shared out among blocks of equal work, each of which sums into
// vectors of its own; how many there are depends on n alone, and they are
// added in their order.
type squared struct {
	d      *triangle.Matrix
	unit   float64     // what squares are multiplied by, a power of two
	bounds []int       // block s has rows bounds[s] to bounds[s+1], multiples of 8
	sums   [][]float64 // of each block, for the rows before its end
}

func newSquared(d *triangle.Matrix) *squared {
	const most, least = 16, 128 // blocks, and rows that are worth one
	n := d.Len()
	blocks := max(1, min(most, n/least))
	m := &squared{d: d, unit: 1, bounds: make([]int, blocks+1), sums: make([][]float64, blocks)}
	for s := 1; s < blocks; s++ {
		m.bounds[s] = int(float64(n)*math.Sqrt(float64(s)/float64(blocks))) / 8 * 8
	}
	m.bounds[blocks] = (n + 7) / 8 * 8
	return m
}

// multiply sets dst to D² src, whose columns are a multiple of 8. It returns
// the sum of the fourth powers of the triangle's entries if asked to.
func (m *squared) multiply(ctx context.Context, dst, src *tall, fourth bool) (float64, error) {
	blocks := len(m.sums)
	powers := make([]float64, blocks)
	err := parallel.With(ctx, blocks, 1, func() *workspace { return newWorkspace(src.cols) }, func(w *workspace, s, _ int) {
		m.clearSums(s, src.cols)
		powers[s] = m.multiplyRows(ctx, s, w, src, fourth)
	})
	if err == nil {
		err = ctx.Err() // a block that saw the end did not finish
	}
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, p := range powers {
		sum += p
	}
	return sum, m.addUp(ctx, dst)
}

// clearSums empties the sums of a block.
func (m *squared) clearSums(s, width int) {
	size := m.bounds[s+1] * width
	if cap(m.sums[s]) < size {
		m.sums[s] = make([]float64, size)
		return
	}
	m.sums[s] = m.sums[s][:size]
	clear(m.sums[s])
}

// panel is how many rows are crossed together, while their vectors stay in the
// cache.
const panel = 64

// A workspace has the tile at work, and the sums of a panel's rows. Those are
// apart from the block's, which the tile's columns add to.
type workspace struct{ tile, rows []float64 }

func newWorkspace(width int) *workspace {
	return &workspace{tile: make([]float64, simd.SymmetricRows*simd.SymmetricColumns), rows: make([]float64, panel*width)}
}

// multiplyRows multiplies by the entries of a block's rows.
func (m *squared) multiplyRows(ctx context.Context, s int, w *workspace, src *tall, fourth bool) (power float64) {
	n, width, sums := m.d.Len(), src.cols, m.sums[s]
	for top := m.bounds[s]; top < m.bounds[s+1] && ctx.Err() == nil; top += panel {
		bottom := min(top+panel, m.bounds[s+1])
		clear(w.rows)
		for left := 0; left < bottom; left += simd.SymmetricColumns {
			for i := top; i < bottom; i += simd.SymmetricRows {
				columns := min(simd.SymmetricColumns, min(i+simd.SymmetricRows-1, n-1)-left)
				if columns <= 0 {
					continue
				}
				m.squareTile(w.tile, i, left, columns)
				if fourth {
					power += squares(w.tile)
				}
				for g := 0; g < width; g += simd.SymmetricLanes {
					at, row := left*width+g, i*width+g
					simd.SymmetricTimes(w.tile, src.data[at:], sums[at:], src.data[row:], w.rows[row-top*width:], width, columns)
				}
			}
		}
		for i, v := range w.rows[:(bottom-top)*width] {
			sums[top*width+i] += v
		}
	}
	return power
}

// squareTile squares the tile whose first entry is (i, left). What is not of the
// triangle is zero.
func (m *squared) squareTile(tile []float64, i, left, columns int) {
	n := m.d.Len()
	for r := range simd.SymmetricRows {
		row := tile[r*simd.SymmetricColumns : r*simd.SymmetricColumns+simd.SymmetricColumns]
		count := 0
		if i+r < n {
			count = max(0, min(columns, i+r-left))
		}
		if count > 0 {
			m.d.Squares(row, i+r, left, left+count)
			m.scaleToUnit(row[:count])
		}
		clear(row[count:])
	}
}

// scaleToUnit brings squares to the unit.
func (m *squared) scaleToUnit(squares []float64) {
	if m.unit == 1 {
		return
	}
	for c := range squares {
		squares[c] *= m.unit
	}
}

// largest returns the largest dissimilarity.
func (m *squared) largest(ctx context.Context) (float64, error) {
	parts, err := parallel.Blocks(ctx, m.d.Len(), rowBlock, func(lo, hi int) (most float64) {
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			if m.d.IsDouble() {
				for _, v := range m.d.Double(i) {
					most = max(most, v)
				}
				continue
			}
			for _, v := range m.d.Single(i) {
				most = max(most, float64(v))
			}
		}
		return most
	})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return 0, err
	}
	return slices.Max(parts), nil
}

// addUp adds the blocks' sums into dst.
func (m *squared) addUp(ctx context.Context, dst *tall) error {
	return parallel.For(ctx, dst.rows, rowBlock, func(lo, hi int) {
		lo, hi = lo*dst.cols, hi*dst.cols
		into := dst.data[lo:hi]
		clear(into)
		for _, sums := range m.sums {
			if len(sums) <= lo {
				continue
			}
			for i, v := range sums[lo:min(hi, len(sums))] {
				into[i] += v
			}
		}
	})
}

// squares returns the sum of the squares of a tile's entries.
func squares(tile []float64) float64 {
	var a, b, c, d float64
	for ; len(tile) >= 4; tile = tile[4:] {
		a += float64(tile[0] * tile[0])
		b += float64(tile[1] * tile[1])
		c += float64(tile[2] * tile[2])
		d += float64(tile[3] * tile[3])
	}
	return (a + b) + (c + d)
}
