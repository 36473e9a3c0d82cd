package newrows

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
)

func init() {
	codec.Register[Kept]("columns", 1)
	codec.Register[NoMap]("nowhere", 1)
}

// Kept is the map that keeps some columns, in the order of their positions.
type Kept []int

// Dim returns how many columns are kept.
func (keep Kept) Dim() int { return len(keep) }

// Apply fills dst with the kept columns of the rows of x.
func (keep Kept) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		from, to := x.RawRowView(i), dst.RawRowView(i)
		for j, c := range keep {
			to[j] = from[c]
		}
	}
	return nil
}

// Fields tells the columns.
func (keep *Kept) Fields(f *codec.Fields) {
	f.Ints("columns", (*[]int)(keep))
	codec.Indices(f, *keep, f.Columns())
	f.Check(len(*keep) > 0, "no columns are kept")
}

// NoMap stands for the map that an embedding of so many dimensions does not have.
type NoMap int

// Dim returns the dimensions.
func (n NoMap) Dim() int { return int(n) }

// Apply fails.
func (NoMap) Apply(context.Context, *mat.Dense, *mat.Dense) error { return ErrNoMap }

// Fields fails too: what has no place for new rows is not kept.
func (n *NoMap) Fields(f *codec.Fields) { f.Check(false, "%s", ErrNoMap.Cause) }
