package gram

import (
	"context"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// rowBlocks is the most blocks of rows that Times cuts K into.
const rowBlocks = 16

// Times sets dst = V K for V (r×n): r products of K with vectors, which lie in
// rows. K is computed block by block, its upper triangle alone, and forgotten,
// unless it is cached. Time O(n²(d + r)/2), memory 16·r·n numbers. The result is the same bits at
// any GOMAXPROCS.
func (e *Entries) Times(ctx context.Context, dst, v []float64, r int) error {
	n := e.Len()
	height := (n + rowBlocks*BlockSize - 1) / (rowBlocks * BlockSize) * BlockSize
	sums := make([][]float64, (n+height-1)/height) // what each block adds to the columns from its first on
	err := parallel.Try(ctx, len(sums), 1, func() *mirroredProduct { return newMirroredProduct(v, n, r) }, func(m *mirroredProduct, s, _ int) error {
		from := s * height
		sums[s] = make([]float64, r*(n-from))
		return m.addRows(ctx, e, sums[s], from, min(from+height, n))
	})
	if err != nil {
		return err
	}
	return parallel.For(ctx, n, 1<<12, func(lo, hi int) {
		for q := range r {
			to := dst[q*n : (q+1)*n]
			clear(to[lo:hi])
			for s, sum := range sums {
				from := s * height
				for j := max(lo, from); j < hi; j++ {
					to[j] += sum[q*(n-from)+j-from]
				}
			}
		}
	})
}

// A mirroredProduct is the workspace for products with tiles of the upper triangle and
// with their mirror images, of which each tile is read once.
type mirroredProduct struct {
	v     []float64 // r vectors in rows of n
	n, r  int
	tile  []float64
	lanes []float64 // what tiles right of the diagonal add to their rows, by pairs of vectors
}

// mirrorLanes is how many lanes a pair of vectors has for a block of rows.
const mirrorLanes = BlockSize * simd.MirrorVectors * simd.MirrorLanes

func newMirroredProduct(v []float64, n, r int) *mirroredProduct {
	pairs := (r + simd.MirrorVectors - 1) / simd.MirrorVectors
	return &mirroredProduct{v, n, r, make([]float64, BlockSize*BlockSize), make([]float64, pairs*mirrorLanes)}
}

// addRows adds to sum, whose rows begin at column from, the products with the
// rows [from, to) of the upper triangle and with their mirror image.
func (m *mirroredProduct) addRows(ctx context.Context, e *Entries, sum []float64, from, to int) error {
	wide := m.n - from
	for i := from; i < to; i += BlockSize {
		for j := i; j < m.n; j += BlockSize {
			if err := ctx.Err(); err != nil {
				return err
			}
			m.addTile(e.tile(m.tile, Block{i, j}), sum[j-from:], wide, Block{i, j})
			if i == j {
				clear(m.lanes) // the columns have it all
			}
		}
		for q := range m.r {
			at := q/simd.MirrorVectors*mirrorLanes + q%simd.MirrorVectors*simd.MirrorLanes
			for row := i; row < min(i+BlockSize, to); row++ {
				sum[q*wide+row-from] += simd.MirrorSum(m.lanes[at:])
				at += simd.MirrorVectors * simd.MirrorLanes
			}
		}
	}
	return nil
}

// addTile adds the products with a tile to the rows of sum and to the lanes, with
// some rows of it at a time for all vectors, so that they stay in a processor's
// first cache. The last of an odd number of vectors goes alone.
func (m *mirroredProduct) addTile(tile, sum []float64, wide int, at Block) {
	const some = 8
	columns := min(BlockSize, m.n-at.Column)
	for row := 0; len(tile) > 0; row += some {
		rows := tile[:min(some*columns, len(tile))]
		tile = tile[len(rows):]
		for q := 0; q < m.r; q += simd.MirrorVectors {
			w := simd.Mirror{
				ColumnIn: m.v[q*m.n+at.Column:], RowIn: m.v[q*m.n+at.Row+row:], InStride: m.n,
				ColumnOut: sum[q*wide:], OutStride: wide,
				RowLanes: m.lanes[q/simd.MirrorVectors*mirrorLanes+row*simd.MirrorVectors*simd.MirrorLanes:],
			}
			if q+1 == m.r {
				w.InStride, w.OutStride = 0, 0
			}
			simd.MirrorTimes(rows, columns, w)
		}
	}
}
