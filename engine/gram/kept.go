package gram

import (
	"context"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// keptRows is up to how many rows Keep keeps a Gram matrix: 150 MB.
const keptRows = 6000

// KeptBytes returns what Keep takes for n rows where there is room for it.
func KeptBytes(n int) uint64 {
	if n > keptRows {
		return 0
	}
	return memory.Square(1, n) / 2
}

// Keep computes the upper triangle of K once and for all, for what asks for it
// again: factors for other ridges, and each product of Times. Beyond 6000 rows,
// and where there is no room for it, it does nothing, and entries are computed
// whenever they are needed; either way they are the same bits. It must not be
// called while the entries are in use. Time O(n²d/2), memory 4n² bytes, which
// leave room for a factor in float64.
func (e *Entries) Keep(ctx context.Context) error {
	n := e.Len()
	if n > keptRows || memory.Need(memory.Square(2, n), "", "") != nil {
		return nil
	}
	pairs := UpperBlocks(n)
	kept := make([][]float64, len(pairs))
	count := parallel.Count(ctx, "Gram matrix", len(pairs))
	err := parallel.For(ctx, len(pairs), 1, func(t, _ int) {
		kept[t] = e.compute(make([]float64, BlockSize*BlockSize), pairs[t])
		count.Add(1)
	})
	if err == nil {
		e.kept = kept
	}
	return err
}

// Bytes returns what the rows, and the triangle if it is kept, take.
func (e *Entries) Bytes() uint64 {
	n, d := e.x.Dims()
	return uint64(8*n*(d+1) + 8*len(e.kept)*BlockSize*BlockSize)
}

// at returns a block of the upper triangle row by row, in tile unless it is
// kept.
func (e *Entries) at(tile []float64, p Block) []float64 {
	if e.kept == nil {
		return e.compute(tile, p)
	}
	blocks, i, j := (e.Len()+BlockSize-1)/BlockSize, p.Row/BlockSize, p.Column/BlockSize
	return e.kept[i*blocks-i*(i-1)/2+j-i]
}

func (e *Entries) compute(tile []float64, p Block) []float64 {
	n := e.Len()
	rows, columns := min(BlockSize, n-p.Row), min(BlockSize, n-p.Column)
	e.Block(tile, columns, p.Row, p.Row+rows, e, p.Column, p.Column+columns)
	return tile[:rows*columns]
}
