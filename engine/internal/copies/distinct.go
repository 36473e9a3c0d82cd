package copies

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Distinct are the rows of a sample of which none is a copy of one before: with
// equal cells, and at no dissimilarity.
type Distinct struct {
	engine.Sample       // of these rows alone
	Rows          []int // where each of them stands in the whole sample
	At            []int // of each row of the whole: which of them it is a copy of
}

// Apart returns the distinct rows of s, whose dissimilarities are d. Without copies
// that is s itself. Time O(nd), and a row of d for each row with equal cells.
func Apart(s engine.Sample, d engine.Distances) *Distinct {
	first := First(s.X)
	keepDifferent(first, d)
	u := &Distinct{Sample: s, At: make([]int, len(first))}
	u.Distances = d
	for i, from := range first {
		if from == i {
			u.At[i] = len(u.Rows)
			u.Rows = append(u.Rows, i)
		} else {
			u.At[i] = u.At[from]
		}
	}
	if len(u.Rows) == len(first) {
		return u
	}
	_, width := s.X.Dims()
	x := mat.NewDense(len(u.Rows), width, nil)
	var rows []int
	for at, i := range u.Rows {
		x.SetRow(at, s.X.RawRowView(i))
		if s.Rows != nil {
			rows = append(rows, s.Rows[i])
		}
	}
	u.Sample = engine.Sample{X: x, Columns: s.Columns, Rows: rows, Distances: among(d, u.Rows, x)}
	return u
}

// Copies returns how many rows are copies of others.
func (u *Distinct) Copies() int { return len(u.At) - len(u.Rows) }

// Places returns the places of all rows, copies where the rows are that they are
// copies of.
func (u *Distinct) Places(y *mat.Dense) *mat.Dense {
	if u.Copies() == 0 {
		return y
	}
	_, dim := y.Dims()
	all := mat.NewDense(len(u.At), dim, nil)
	for i, at := range u.At {
		all.SetRow(i, y.RawRowView(at))
	}
	return all
}

// Graph returns the graph g of the distinct rows with the copies joined to them.
func (u *Distinct) Graph(g *engine.Graph) *engine.Graph {
	if u.Copies() == 0 {
		return g
	}
	n := len(u.At)
	copies := make([][]int32, n)
	for i, at := range u.At {
		if from := u.Rows[at]; from != i {
			copies[from] = append(copies[from], int32(i))
		}
	}
	all := &engine.Graph{Start: make([]int, 1, n+1), Components: g.Components, K: g.K, Eps: g.Eps}
	for _, b := range g.Bridges {
		all.Bridges = append(all.Bridges, engine.Edge{I: u.Rows[b.I], J: u.Rows[b.J], Length: b.Length})
	}
	for i, at := range u.At {
		if from := u.Rows[at]; from != i {
			all.End, all.Length = append(all.End, int32(from)), append(all.Length, 0)
		} else {
			ends, lengths := g.Of(at)
			for e, j := range ends {
				all.End, all.Length = append(all.End, int32(u.Rows[j])), append(all.Length, lengths[e])
			}
			for _, j := range copies[i] {
				all.End, all.Length = append(all.End, j), append(all.Length, 0)
			}
		}
		all.Start = append(all.Start, len(all.End))
	}
	return all
}

// keepDifferent makes rows with equal cells originals of their own where their
// dissimilarities differ, as a metric that reads labels may have it.
func keepDifferent(first []int, d engine.Distances) {
	if _, points := d.(engine.Pointed); points {
		return
	}
	row := make([]float64, len(first))
	for i, from := range first {
		if from == i {
			continue
		}
		if d.Row(row, i); row[from] != 0 {
			first[i] = i
		}
	}
}

// among returns the dissimilarities of some rows, whose cells are x.
func among(d engine.Distances, rows []int, x *mat.Dense) engine.Distances {
	if _, points := d.(engine.Pointed); points {
		return engine.Euclidean(x)
	}
	a := some{d, rows, &sync.Pool{New: func() any { row := make([]float64, d.Len()); return &row }}}
	if breaker, ties := d.(engine.TieBreaker); ties {
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
