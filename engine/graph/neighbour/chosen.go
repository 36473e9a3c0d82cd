package neighbour

import (
	"sync"

	"unfold/engine/codec"
)

// Chosen are some rows among which the nearest of new rows are found, by their distances
// to all. It may be used by many goroutines at once.
type Chosen struct {
	Rows []int // that may be near, by their positions among all
	K    int   // that are near, zero for all

	buffers sync.Pool
}

// Fields tells the rows.
func (c *Chosen) Fields(f *codec.Fields) {
	f.Ints("rows", &c.Rows)
	f.Int("k", &c.K)
	codec.Indices(f, c.Rows, f.Shape.Rows)
	f.Check(len(c.Rows) > 0 && c.K >= 0, "no rows are near")
}

// Near calls do with the k nearest of the chosen rows, for zero K, of one that is so
// far from all rows. Candidates are numbered by their places in Rows; the slice is
// theirs only until do returns.
func (c *Chosen) Near(far []float64, k int, do func(near []Candidate)) {
	if k == 0 {
		k = c.K
	}
	if k == 0 || k > len(c.Rows) {
		k = len(c.Rows)
	}
	b, _ := c.buffers.Get().(*chosenBuffer)
	if b == nil {
		b = &chosenBuffer{lengths: make([]float64, len(c.Rows))}
	}
	defer c.buffers.Put(b)
	for at, i := range c.Rows {
		b.lengths[at] = far[i]
	}
	b.near = Least(b.near, b.lengths, k)
	do(b.near)
}

// chosenBuffer is the workspace for a row.
type chosenBuffer struct {
	lengths []float64
	near    []Candidate
}
