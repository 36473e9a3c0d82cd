package copies

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Distinct are the rows of a sample of which none is a copy of another.
type Distinct struct {
	Rows []int // where each of them stands in the whole sample
	Of   []int // of each row of the whole: which of them it is a copy of
}

// NewDistinct keeps the rows of which first says that they are the first of their kind,
// as [First] does, in that order; in their own where it is nil.
func NewDistinct(first []int, order func(i, j int) int) Distinct {
	d := Distinct{Of: make([]int, len(first))}
	for i, f := range first {
		if f == i {
			d.Rows = append(d.Rows, i)
		}
	}
	if order != nil {
		slices.SortFunc(d.Rows, order)
	}
	for at, i := range d.Rows {
		d.Of[i] = at
	}
	for i, f := range first {
		d.Of[i] = d.Of[f]
	}
	return d
}

// Copies returns how many rows are copies of others.
func (d Distinct) Copies() int { return len(d.Of) - len(d.Rows) }

// isWhole tells that they are all rows, in the order of the sample.
func (d Distinct) isWhole() bool { return slices.Equal(d.Of, counting(len(d.Rows))) }

// Take returns the distinct rows of x.
func (d Distinct) Take(x *mat.Dense) *mat.Dense { return d.take(x, d.Rows) }

// Spread returns a row for each row of the sample from one for each distinct row: copies
// are where the rows are that they are copies of.
func (d Distinct) Spread(y *mat.Dense) *mat.Dense { return d.take(y, d.Of) }

// take returns rows of x, without copying where they are those of x.
func (d Distinct) take(x *mat.Dense, at []int) *mat.Dense {
	if d.isWhole() {
		return x
	}
	return takeRows(x, at)
}

func takeRows(x *mat.Dense, at []int) *mat.Dense {
	_, columns := x.Dims()
	out := mat.NewDense(len(at), columns, nil)
	for i, from := range at {
		copy(out.RawRowView(i), x.RawRowView(from))
	}
	return out
}

// SpreadGraph returns a graph of distinct rows as one of the sample's rows, in which
// each copy is joined to the row that it is a copy of, by an edge of length zero.
func (d Distinct) SpreadGraph(g *engine.Graph) *engine.Graph {
	if d.isWhole() {
		return g
	}
	copied := make([][]int32, len(d.Rows))
	for i, of := range d.Of {
		if i != d.Rows[of] {
			copied[of] = append(copied[of], int32(i))
		}
	}
	out := &engine.Graph{Start: make([]int, 1, len(d.Of)+1), Components: g.Components, K: g.K, Eps: g.Eps}
	for i, of := range d.Of {
		if i != d.Rows[of] {
			out.End, out.Length = append(out.End, int32(d.Rows[of])), append(out.Length, 0)
		} else {
			ends, lengths := g.Of(of)
			for e, j := range ends {
				out.End, out.Length = append(out.End, int32(d.Rows[j])), append(out.Length, lengths[e])
			}
			for _, j := range copied[of] {
				out.End, out.Length = append(out.End, j), append(out.Length, 0)
			}
		}
		out.Start = append(out.Start, len(out.End))
	}
	for _, b := range g.Bridges {
		out.Bridges = append(out.Bridges, engine.Edge{I: d.Rows[b.I], J: d.Rows[b.J], Length: b.Length})
	}
	return out
}

// Among returns the dissimilarities of the distinct rows alone.
func (d Distinct) Among(all engine.Distances) engine.Distances {
	if d.isWhole() {
		return all
	}
	return Between(all, d.Rows)
}

// Between returns the dissimilarities of some rows alone.
func Between(all engine.Distances, rows []int) engine.Distances {
	if points, ok := all.(engine.Pointed); ok {
		return engine.Euclidean(takeRows(points.Points(), rows))
	}
	a := some{all, rows, &sync.Pool{New: func() any { row := make([]float64, all.Len()); return &row }}}
	if breaker, ties := all.(engine.TieBreaker); ties {
		return someWithTies{a, breaker}
	}
	return a
}

// some are the dissimilarities of some rows.
type some struct {
	all  engine.Distances
	rows []int
	pool *sync.Pool // of rows of all
}

func (a some) Len() int { return len(a.rows) }

func (a some) Row(dst []float64, i int) { a.gather(dst, i, a.all.Row) }

// gather takes what whole says of row i for some rows.
func (a some) gather(dst []float64, i int, whole func(dst []float64, i int)) {
	row := a.pool.Get().(*[]float64)
	defer a.pool.Put(row)
	whole(*row, a.rows[i])
	for at, j := range a.rows {
		dst[at] = (*row)[j]
	}
}

// someWithTies have a second key.
type someWithTies struct {
	some
	breaker engine.TieBreaker
}

func (a someWithTies) Tie(dst []float64, i int) { a.gather(dst, i, a.breaker.Tie) }
