package constraint

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/copies"
)

// Distinct are the rows of a sample without those that are copies of rows before
// them, which no map tells apart and which therefore have one place. They stand in the
// order of their cells, column by column, so that what is found of them does not depend
// on the order of the sample, in no bit.
type Distinct struct {
	Rows []int // the position of each distinct row in the sample
	Of   []int // for each row of the sample its distinct row, by its position in Rows
}

// NewDistinct finds the distinct rows of x, and remarks on copies. Time O(n (d + log n)).
func NewDistinct(ctx context.Context, x *mat.Dense) Distinct {
	first := copies.First(x)
	d := Distinct{Of: make([]int, len(first))}
	for i, f := range first {
		if f == i {
			d.Rows = append(d.Rows, i)
		}
	}
	slices.SortFunc(d.Rows, func(i, j int) int { return slices.Compare(x.RawRowView(i), x.RawRowView(j)) })
	for at, i := range d.Rows {
		d.Of[i] = at
	}
	for i, f := range first {
		d.Of[i] = d.Of[f]
	}
	if merged := len(first) - len(d.Rows); merged > 0 {
		engine.Remark(ctx, "%d of %d rows are copies of others, and placed where those are", merged, len(first))
	}
	return d
}

// Take returns the distinct rows of x.
func (d Distinct) Take(x *mat.Dense) *mat.Dense { return take(x, d.Rows) }

// Spread returns a row for each row of the sample from one of each distinct row.
func (d Distinct) Spread(y *mat.Dense) *mat.Dense { return take(y, d.Of) }

func take(x *mat.Dense, at []int) *mat.Dense {
	_, columns := x.Dims()
	out := mat.NewDense(len(at), columns, nil)
	for i, from := range at {
		copy(out.RawRowView(i), x.RawRowView(from))
	}
	return out
}

// SpreadGraph returns a graph of distinct rows as one of the sample's rows, in which
// each copy is joined to the first row that it equals, by an edge of length zero.
func (d Distinct) SpreadGraph(g *engine.Graph) *engine.Graph {
	copiesOf := make([][]int32, len(d.Rows))
	for i, of := range d.Of {
		if i != d.Rows[of] {
			copiesOf[of] = append(copiesOf[of], int32(i))
		}
	}
	out := &engine.Graph{Start: []int{0}, Components: g.Components, K: g.K}
	for i, of := range d.Of {
		if i != d.Rows[of] {
			out.End, out.Length = append(out.End, int32(d.Rows[of])), append(out.Length, 0)
		} else {
			ends, lengths := g.Of(of)
			for e, j := range ends {
				out.End, out.Length = append(out.End, int32(d.Rows[j])), append(out.Length, lengths[e])
			}
			for _, copied := range copiesOf[of] {
				out.End, out.Length = append(out.End, copied), append(out.Length, 0)
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
	if points, ok := all.(engine.Pointed); ok {
		return engine.Euclidean(d.Take(points.Points()))
	}
	some := among{all, d.Rows}
	if ties, ok := all.(engine.TieBreaker); ok {
		return amongTied{some, ties}
	}
	return some
}

// among are the dissimilarities of some of the rows.
type among struct {
	all  engine.Distances
	rows []int
}

func (a among) Len() int                 { return len(a.rows) }
func (a among) Row(dst []float64, i int) { a.pick(dst, i, a.all.Row) }

// pick fills dst with what fill says of row i and the others of some.
func (a among) pick(dst []float64, i int, fill func(dst []float64, i int)) {
	whole := make([]float64, a.all.Len())
	fill(whole, a.rows[i])
	for to, from := range a.rows {
		dst[to] = whole[from]
	}
}

// amongTied are those of dissimilarities that have a finer order.
type amongTied struct {
	among
	ties engine.TieBreaker
}

func (a amongTied) Tie(dst []float64, i int) { a.pick(dst, i, a.ties.Tie) }
