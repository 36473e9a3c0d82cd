package dimension

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Fewest is how many different rows an estimate is made of at least.
const Fewest = 10

// Rows are the different rows of a sample, with the nearest of each.
type Rows struct {
	engine.Distances
	*engine.Neighbours     // K of each row; none of them at no distance
	Copies             int // rows of the sample that are left out, for another before them is at no distance
}

// Find returns the different rows of s with k neighbours each, by the
// dissimilarities that a metric gave s, or else Euclidean ones. Lists are those
// that embedders search for too (neighbour.FindShared): exact, but where that
// would take very long, which is remarked on.
//
// It fails with an *engine.Error for cells that are no numbers, and for fewer than
// [Fewest] different rows, or no more than k.
func Find(ctx context.Context, s engine.Sample, k int) (*Rows, error) {
	d, err := distances(s)
	if err != nil {
		return nil, err
	}
	if err := enough(d.Len(), 0, k); err != nil {
		return nil, err
	}
	nearest, err := neighbour.FindShared(ctx, s.Pairs, d, k, neighbour.Auto)
	if err != nil {
		return nil, err
	}
	originals := originals(nearest)
	copies := d.Len() - len(originals)
	if copies == 0 {
		return &Rows{Distances: d, Neighbours: nearest}, nil
	}
	if err := enough(len(originals), copies, k); err != nil {
		return nil, err
	}
	if d, err = only(ctx, d, originals); err != nil {
		return nil, err
	}
	nearest, err = neighbour.Find(ctx, d, k, neighbour.Auto)
	return &Rows{d, nearest, copies}, err
}

// distances returns what the metric in force says of the rows.
func distances(s engine.Sample) (engine.Distances, error) {
	if s.Distances != nil {
		return s.Distances, nil
	}
	if err := check.Numbers(s); err != nil {
		return nil, err
	}
	return engine.Euclidean(s.X), nil
}

// enough refuses n different rows besides so many copies if they are too few for
// lists of k.
func enough(n, copies, k int) error {
	if n >= Fewest && n > k {
		return nil
	}
	words := fmt.Sprintf("%d rows", n)
	if copies > 0 {
		words = fmt.Sprintf("%d different rows, and %d copies of them,", n, copies)
	}
	if n < Fewest {
		return &engine.Error{Cause: fmt.Sprintf("%s tell no dimension: %d is the least", words, Fewest), Remedy: remedy.Say("give more rows")}
	}
	return &engine.Error{Param: "k2", Cause: fmt.Sprintf("%s have no %d neighbours each", words, k), Remedy: remedy.Reduce("k2").Or(remedy.Say("give more rows"))}
}

// originals returns the rows without any before them at no distance.
func originals(nearest *engine.Neighbours) (rows []int) {
	for i := range len(nearest.Index) / nearest.K {
		index, length := nearest.Of(i)
		if length[0] > 0 || int(index[0]) > i {
			rows = append(rows, i)
		}
	}
	return rows
}

// only returns the dissimilarities among some rows.
func only(ctx context.Context, d engine.Distances, rows []int) (engine.Distances, error) {
	p, ok := d.(engine.Pointed)
	if !ok {
		return some{d, rows}, nil
	}
	x := p.Points()
	_, columns := x.Dims()
	if err := memory.Claim(ctx, 8*uint64(len(rows))*uint64(columns), fmt.Sprintf("a copy of %d rows", len(rows)), remedy.FewerRows()); err != nil {
		return nil, err
	}
	kept := mat.NewDense(len(rows), columns, nil)
	for to, from := range rows {
		kept.SetRow(to, x.RawRowView(from))
	}
	return engine.Euclidean(kept), nil
}

// some are the dissimilarities among some of the rows of another.
type some struct {
	of   engine.Distances
	rows []int
}

// Len returns how many rows there are.
func (s some) Len() int { return len(s.rows) }

// Row fills dst with the dissimilarities of row i.
func (s some) Row(dst []float64, i int) {
	all := make([]float64, s.of.Len())
	s.of.Row(all, s.rows[i])
	for to, from := range s.rows {
		dst[to] = all[from]
	}
}
