package neighbour

import (
	"cmp"
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// postings are the cells of a sparse table by column, and its rows by norm.
type postings struct {
	start   []int // of column c: cells start[c] to start[c+1]
	row     []int32
	value   []float64
	order   []int32 // rows, the shortest first
	largest float64 // square of a norm
	longest int     // cells of a row
}

// invert sorts the cells by column.
func (s *Sparse) invert() *postings {
	p := &postings{start: make([]int, s.columns+1), row: make([]int32, len(s.column)), value: make([]float64, len(s.column)), order: make([]int32, s.Len())}
	for _, c := range s.column {
		p.start[c+1]++
	}
	for c := range s.columns {
		p.start[c+1] += p.start[c]
	}
	next := slices.Clone(p.start)
	for i := range s.Len() {
		columns, values := s.Of(i)
		for at, c := range columns {
			p.row[next[c]], p.value[next[c]] = int32(i), values[at]
			next[c]++
		}
		p.order[i] = int32(i)
		p.largest, p.longest = max(p.largest, s.square[i]), max(p.longest, len(columns))
	}
	slices.SortFunc(p.order, func(a, b int32) int { return cmp.Or(cmp.Compare(s.square[a], s.square[b]), cmp.Compare(a, b)) })
	return p
}

// Nearest returns the k nearest rows of every row, exactly. Products are
// summed over the columns that a row has, by the other rows that have them;
// rows that share no column are nearer the shorter they are. Only rows that
// may be among the nearest are measured. Time O(Σ over cells of the cells in
// their columns), memory O(n) a goroutine.
func (s *Sparse) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	n := s.Len()
	if err := Check(k, n); err != nil {
		return nil, err
	}
	nb, err := NewLists(n, k)
	if err != nil {
		return nil, err
	}
	p := s.posting()
	count := parallel.Count(ctx, "neighbours", n)
	err = parallel.Try(ctx, n, 16, func() *overlap {
		return &overlap{Sparse: s, postings: p, product: make([]float64, n), met: make([]bool, n), list: make(shortlist, 0, k)}
	}, func(w *overlap, lo, hi int) error {
		for i := lo; i < hi; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.nearest(nb, i)
		}
		count.Add(hi - lo)
		return nil
	})
	return nb, err
}

// overlap is the workspace of a goroutine.
type overlap struct {
	*Sparse
	*postings
	product []float64 // by row, of those that share a column
	met     []bool
	touched []int32
	list    shortlist
}

// nearest lists the neighbours of row i.
func (w *overlap) nearest(nb *engine.Neighbours, i int) {
	w.multiply(i)
	w.list = w.list[:0]
	room := w.room(i)
	for _, j := range w.touched {
		if w.square[i]+w.square[j]-2*w.product[j]-room <= ceiling(w.list.limit().length) {
			w.measure(i, j)
		}
	}
	for _, j := range w.order {
		if w.square[i]+w.square[j]-room > ceiling(w.list.limit().length) {
			break
		}
		if !w.met[j] && int(j) != i {
			w.measure(i, j)
		}
	}
	for _, j := range w.touched {
		w.met[j], w.product[j] = false, 0
	}
	w.list.sort()
	index, length := nb.Of(i)
	for r, c := range w.list {
		index[r], length[r] = c.j, c.e
	}
}

// multiply sums the products of row i with all rows that share a column.
func (w *overlap) multiply(i int) {
	w.touched = w.touched[:0]
	columns, values := w.Of(i)
	for at, c := range columns {
		v := values[at]
		lo, hi := w.postings.start[c], w.postings.start[c+1]
		for cell, j := range w.row[lo:hi] {
			if int(j) == i {
				continue
			}
			if !w.met[j] {
				w.met[j] = true
				w.touched = append(w.touched, j)
			}
			w.product[j] += float64(v * w.postings.value[lo+cell])
		}
	}
}

// room bounds what rounding does to squares and products of row i, and to the
// sum of squared differences.
func (w *overlap) room(i int) float64 {
	both := math.Sqrt(w.square[i]) + math.Sqrt(w.largest)
	return float64(float64(w.longest+8)*4*0x1p-53*both*both) + 0x1p-1000
}

func (w *overlap) measure(i int, j int32) {
	w.list.offer(nearby{w.distance(i, int(j)), j})
}
