package gram

import (
	"context"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// cachedRows is up to how many rows Cache keeps a Gram matrix: 150 MB.
const cachedRows = 6000

// CachedBytes returns what Cache takes for n rows where there is room for it.
func CachedBytes(n int) uint64 {
	if n > cachedRows {
		return 0
	}
	return memory.Square(1, n) / 2
}

// Cache computes the upper triangle of K once and for all, for what asks for it
// again: factors for other ridges, and each product of Times. Beyond 6000 rows,
// and where there is no room for it, it does nothing, and entries are computed
// whenever they are needed; either way they are the same bits. It must not be
// called while the entries are in use. Time O(n²d/2), memory 4n² bytes, which
// leave room for a factor in float64.
func (e *Entries) Cache(ctx context.Context) error {
	n := e.Len()
	if n > cachedRows || !memory.Fits(ctx, memory.Square(2, n)) {
		return nil
	}
	pairs := UpperBlocks(n)
	cached := make([][]float64, len(pairs))
	count := parallel.Count(ctx, "Gram matrix", len(pairs))
	err := parallel.For(ctx, len(pairs), 1, func(t, _ int) {
		cached[t] = e.computeTile(make([]float64, BlockSize*BlockSize), pairs[t])
		count.Add(1)
	})
	if err == nil {
		e.cached = cached
	}
	return err
}

// Bytes returns what the rows, and the triangle if it is cached, take.
func (e *Entries) Bytes() uint64 {
	n, d := e.x.Dims()
	return uint64(8*n*(d+1) + 8*len(e.cached)*BlockSize*BlockSize)
}

// tile returns a block of the upper triangle row by row, in tile unless it is
// cached.
func (e *Entries) tile(tile []float64, p Block) []float64 {
	if e.cached == nil {
		return e.computeTile(tile, p)
	}
	blocks, i, j := (e.Len()+BlockSize-1)/BlockSize, p.Row/BlockSize, p.Column/BlockSize
	return e.cached[i*blocks-i*(i-1)/2+j-i]
}

func (e *Entries) computeTile(tile []float64, p Block) []float64 {
	n := e.Len()
	rows, columns := min(BlockSize, n-p.Row), min(BlockSize, n-p.Column)
	e.Block(tile, columns, p.Row, p.Row+rows, e, p.Column, p.Column+columns)
	return tile[:rows*columns]
}
