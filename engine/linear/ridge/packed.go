package ridge

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	back "unfold/engine/linear/blas"
)

// packed is a matrix of float32 for many products with few vectors. A library
// arranges a matrix anew for each product, which for ten vectors takes longer
// than the product; here it lies in panels of a few rows from the beginning.
type packed struct {
	rows, depth int
	data        []float32 // panel by panel, and in these column by column; or row by row
	vector      bool      // in panels, as vector units want it; if not, the library serves
}

// pack arranges a, which lies row by row without gaps, or its transpose.
func pack[T back.Float](ctx context.Context, t blas.Transpose, rows, depth int, a []T) (*packed, error) {
	const high = simd.TileRows
	p := &packed{rows: rows, depth: depth, vector: simd.Current() != simd.Portable}
	across, down := 1, depth // from a column to the next, and from a row
	if t == blas.Trans {
		across, down = rows, 1
	}
	if !p.vector {
		p.data = make([]float32, rows*depth)
		return p, parallel.For(ctx, rows, parallel.Grain(depth), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				for j := range depth {
					p.data[i*depth+j] = float32(a[i*down+j*across])
				}
			}
		})
	}
	count := (rows + high - 1) / high
	p.data = make([]float32, count*depth*high)
	return p, parallel.For(ctx, count, 1, func(at, _ int) {
		first, panel := at*high, p.data[at*depth*high:(at+1)*depth*high]
		for j := range depth {
			column := panel[j*high:]
			for i := range min(high, rows-first) {
				column[i] = float32(a[(first+i)*down+j*across])
			}
		}
	})
}

// times sets dst to the products with r vectors, which lie in rows: r×depth in
// v, and r×rows in dst. It gives the same bits at any GOMAXPROCS.
func (p *packed) times(ctx context.Context, dst, v []float32, r int) error {
	if !p.vector {
		return back.Gemm(ctx, blas.NoTrans, blas.Trans, r, p.rows, p.depth, 1, v, p.depth, p.data, p.depth, 0, dst, p.rows)
	}
	const high, wide = simd.TileRows, simd.TileColumns
	groups := (r + wide - 1) / wide
	columns := make([]float32, groups*p.depth*wide) // the vectors as tiles want them
	err := parallel.For(ctx, p.depth, 256, func(lo, hi int) {
		for q := range r {
			group, from := columns[q/wide*p.depth*wide+q%wide:], v[q*p.depth:(q+1)*p.depth]
			for j := lo; j < hi; j++ {
				group[j*wide] = from[j]
			}
		}
	})
	if err != nil {
		return err
	}
	tile := func() [][high * wide]float32 { return make([][high * wide]float32, groups) }
	return parallel.With(ctx, (p.rows+high-1)/high, 1, tile, func(tiles [][high * wide]float32, at, _ int) {
		p.panel(tiles, at, columns)
		first := at * high
		for q := range r {
			copy(dst[q*p.rows+first:(q+1)*p.rows], tiles[q/wide][q%wide*high:(q%wide+1)*high])
		}
	})
}

// panel sets tiles to the products of a panel with groups of vectors. It goes
// piece by piece, since long sums lose digits, and so that a piece stays in the
// first cache for all groups, of which the first two have the next one fetched.
func (p *packed) panel(tiles [][simd.TileRows * simd.TileColumns]float32, at int, columns []float32) {
	const piece, high, wide = 256, simd.TileRows, simd.TileColumns
	clear(tiles)
	rest := p.data[at*p.depth*high:]
	for j := 0; j < p.depth; j += piece {
		size := min(piece, p.depth-j)
		this, next := rest[:size*high], rest[size*high:]
		for g := range tiles {
			var ahead []float32
			if half := size * high / 2; g < 2 {
				ahead = next[min(g*half, len(next)):min((g+1)*half, len(next))]
			}
			group := columns[(g*p.depth+j)*wide:]
			simd.TileProducts(&tiles[g], this, group, ahead)
		}
		rest = next
	}
}
