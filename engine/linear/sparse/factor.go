package sparse

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	ours "unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// A Factor is the Cholesky factor L of a positive definite matrix, L Lᵀ = A with
// the rows of A in the order of a plan.
type Factor struct {
	*supernodes
	order, place []int32 // the row at each place, and the place of each row
	value        []float64
	ordered      []float64 // what is solved for, in that order
}

var one ours.Single[float64]

// Factor returns the factor of s + shift I, or nil if that is not positive
// definite. The memory is asked for before it is taken. Time Products
// multiplications; supernodes of subtrees that do not meet are found side by side.
func (p *Plan) Factor(ctx context.Context, s *Matrix, shift float64) (*Factor, error) {
	f := &Factor{supernodes: p.supernodes, order: p.order, place: p.place}
	if err := memory.Claim(ctx, 8*uint64(f.size), fmt.Sprintf("the factor of a sparse matrix of %d rows", s.Len()), remedy.Reduce("k").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	f.value = make([]float64, f.size)
	count := parallel.Count(ctx, "factor", len(f.nodes))
	definite := make([]bool, len(f.inside))
	err := parallel.Try(ctx, len(f.inside), 1, f.newWorkspace, func(w *workspace, at, _ int) error {
		definite[at] = true
		for k := f.inside[at].from; k < f.inside[at].to && definite[at]; k++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			node := &f.nodes[k]
			w.place(node)
			f.fill(w, node, s, shift)
			f.update(ctx, w, node, 0, node.rows())
			definite[at] = f.finishSmall(node)
		}
		count.Add(f.inside[at].to - f.inside[at].from)
		return nil
	})
	if err != nil || slices.Contains(definite, false) {
		return nil, err
	}
	for _, k := range f.outside {
		if ok, err := f.large(ctx, &f.nodes[k], s, shift); err != nil || !ok {
			return nil, err
		}
		count.Add(1)
	}
	return f, nil
}

// of returns the entries of a supernode.
func (f *Factor) of(s *supernode) []float64 { return f.value[s.at : s.at+s.rows()*s.width()] }

// workspace is that of a goroutine.
type workspace struct {
	position []int32 // of rows in the supernode at work
	products []float64
}

func (f *Factor) newWorkspace() *workspace { return &workspace{position: make([]int32, len(f.owner))} }

// place writes down where the rows of a supernode are in it.
func (w *workspace) place(node *supernode) {
	for c := node.from; c < node.to; c++ {
		w.position[c] = int32(c - node.from)
	}
	for at, i := range node.below {
		w.position[i] = int32(node.width() + at)
	}
}

// fill writes the entries of A, whose rows are elsewhere, into the columns of a
// supernode that is placed.
func (f *Factor) fill(w *workspace, node *supernode, s *Matrix, shift float64) {
	width, values := node.width(), f.of(node)
	for c := node.from; c < node.to; c++ {
		columns, entries := s.Of(int(f.order[c]))
		for e, j := range columns {
			if i := f.place[j]; int(i) >= c {
				values[int(w.position[i])*width+c-node.from] += entries[e]
			}
		}
		values[(c-node.from)*(width+1)] += shift
	}
}

// update takes what supernodes before have to do with rows lo to hi of a supernode
// that is placed off them, in the order of their columns.
func (f *Factor) update(ctx context.Context, w *workspace, node *supernode, lo, hi int) {
	width, values := node.width(), f.of(node)
	for _, u := range node.updates {
		if ctx.Err() != nil {
			return
		}
		other := &f.nodes[u.node]
		rows := other.below[u.from:]
		from, _ := slices.BinarySearchFunc(rows, lo, func(i int32, lo int) int { return int(w.position[i]) - lo })
		to, _ := slices.BinarySearchFunc(rows, hi, func(i int32, hi int) int { return int(w.position[i]) - hi })
		if from == to {
			continue
		}
		m, n, depth := to-from, int(u.to-u.from), other.width()
		w.products = slices.Grow(w.products[:0], m*n)[:m*n]
		entries := f.of(other)[(depth+int(u.from))*depth:]
		one.Gemm(blas.NoTrans, blas.Trans, m, n, depth, 1, entries[from*depth:], depth, entries, depth, 0, w.products, n)
		columns := rows[:n]
		for r, i := range rows[from:to] {
			row := values[int(w.position[i])*width:]
			for c, v := range w.products[r*n : (r+1)*n] {
				row[int(columns[c])-node.from] -= v
			}
		}
	}
}

// finishSmall factors the triangle of a supernode and solves for its rows below. It
// reports whether the triangle is positive definite.
func (f *Factor) finishSmall(node *supernode) bool {
	w, values := node.width(), f.of(node)
	if failed, _, _ := ours.Cholesky(context.Background(), blas.Lower, w, values, w); failed >= 0 {
		return false
	}
	if len(node.below) > 0 {
		one.Trsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, len(node.below), w, 1, values, w, values[w*w:], w)
	}
	return true
}

// large is all of that for a supernode whose rows are worked on side by side.
func (f *Factor) large(ctx context.Context, node *supernode, s *Matrix, shift float64) (definite bool, err error) {
	const block = 256
	placed := f.newWorkspace()
	placed.place(node)
	f.fill(placed, node, s, shift)
	fresh := func() *workspace { return &workspace{position: placed.position} }
	err = parallel.With(ctx, node.rows(), block, fresh, func(w *workspace, lo, hi int) { f.update(ctx, w, node, lo, hi) })
	if err != nil {
		return false, err
	}
	w, values := node.width(), f.of(node)
	failed, _, err := ours.Cholesky(ctx, blas.Lower, w, values, w)
	if err != nil || failed >= 0 {
		return false, err
	}
	if len(node.below) > 0 {
		err = ours.Trsm(ctx, blas.Right, blas.Lower, blas.Trans, blas.NonUnit, len(node.below), w, 1, values, w, values[w*w:], w)
	}
	return true, err
}
