package sparse

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// Solve replaces the columns of b, n×count by rows, by A⁻¹ b. Time 4 entries of the
// factor a column. Calls may not overlap.
func (f *Factor) Solve(ctx context.Context, b []float64, count int) error {
	if len(f.ordered) < len(b) {
		f.ordered = make([]float64, len(b))
	}
	x := f.ordered[:len(b)]
	for at, i := range f.order {
		copy(x[at*count:(at+1)*count], b[int(i)*count:])
	}
	if err := f.forward(ctx, x, count); err != nil {
		return err
	}
	if err := f.backward(ctx, x, count); err != nil {
		return err
	}
	for at, i := range f.order {
		copy(b[int(i)*count:(int(i)+1)*count], x[at*count:])
	}
	return nil
}

// forward solves L y = x in place. What subtrees have to do with rows behind them
// is gathered apart and taken off in their order.
func (f *Factor) forward(ctx context.Context, x []float64, count int) error {
	apart := make([][]float64, len(f.inside))
	room := func() []float64 { return make([]float64, f.deepest()*count) }
	err := parallel.Try(ctx, len(f.inside), 1, room, func(room []float64, at, _ int) error {
		span := f.inside[at]
		root := &f.nodes[span.to-1]
		apart[at] = make([]float64, len(root.below)*count)
		for k := span.from; k < span.to; k++ {
			if k%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			node := &f.nodes[k]
			products := f.down(node, x, count, room)
			behind := 0
			for r, i := range node.below {
				into := x[int(i)*count:]
				if int(i) >= root.to {
					for root.below[behind] != i { // it has all of them
						behind++
					}
					into = apart[at][behind*count:]
				}
				for c, v := range products[r*count : (r+1)*count] {
					into[c] -= v
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for at, span := range f.inside {
		for r, i := range f.nodes[span.to-1].below {
			for c, v := range apart[at][r*count : (r+1)*count] {
				x[int(i)*count+c] += v
			}
		}
	}
	below := room()
	for _, k := range f.outside {
		if err := ctx.Err(); err != nil {
			return err
		}
		node := &f.nodes[k]
		products := f.down(node, x, count, below)
		for r, i := range node.below {
			into := x[int(i)*count:]
			for c, v := range products[r*count : (r+1)*count] {
				into[c] -= v
			}
		}
	}
	return nil
}

// down solves for the columns of a supernode and returns, in room, what is to be taken
// off the rows below. One column has the bits that it has among others, by fewer calls.
func (f *Factor) down(node *supernode, x []float64, count int, room []float64) []float64 {
	w, values, m := node.width(), f.of(node), len(node.below)
	own := x[node.from*count : node.to*count]
	one.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, w, count, 1, values, w, own, count)
	products := room[:m*count]
	switch {
	case count == 1 && w <= linalg.Depth:
		simd.DotRows(products, values[w*w:], w, own)
	case m > 0:
		one.Gemm(blas.NoTrans, blas.NoTrans, m, count, w, 1, values[w*w:], w, own, count, 0, products, count)
	}
	return products
}

// backward solves Lᵀ y = x in place.
func (f *Factor) backward(ctx context.Context, x []float64, count int) error {
	room := func() []float64 { return make([]float64, f.deepest()*count+f.widest()) }
	above := room()
	for at := len(f.outside) - 1; at >= 0; at-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.up(&f.nodes[f.outside[at]], x, count, above)
	}
	return parallel.Try(ctx, len(f.inside), 1, room, func(room []float64, at, _ int) error {
		span := f.inside[at]
		for k := span.to - 1; k >= span.from; k-- {
			if k%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			f.up(&f.nodes[k], x, count, room)
		}
		return nil
	})
}

// up solves for the columns of a supernode once the rows below are known; one column
// as down does.
func (f *Factor) up(node *supernode, x []float64, count int, room []float64) {
	w, values, m := node.width(), f.of(node), len(node.below)
	own := x[node.from*count : node.to*count]
	rows := room[:m*count]
	for r, i := range node.below {
		copy(rows[r*count:(r+1)*count], x[int(i)*count:])
	}
	switch {
	case count == 1 && m <= linalg.Depth:
		sums := room[m : m+w]
		clear(sums)
		simd.AddRows(sums, rows, values[w*w:], w)
		simd.AddScaled(own, -1, sums)
	case m > 0:
		one.Gemm(blas.Trans, blas.NoTrans, w, count, m, -1, values[w*w:], w, rows, count, 1, own, count)
	}
	one.Trsm(blas.Left, blas.Lower, blas.Trans, blas.NonUnit, w, count, 1, values, w, own, count)
}

// deepest is how many rows any supernode has below its triangle.
func (s *supernodes) deepest() (most int) {
	for k := range s.nodes {
		most = max(most, len(s.nodes[k].below))
	}
	return most
}

// widest is how many columns any supernode has.
func (s *supernodes) widest() (most int) {
	for k := range s.nodes {
		most = max(most, s.nodes[k].width())
	}
	return most
}
