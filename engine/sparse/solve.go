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
	err := parallel.Each(ctx, len(f.inside), 1, func(at, _ int) error {
		span := f.inside[at]
		root := &f.nodes[span.to-1]
		apart[at] = make([]float64, len(root.below)*count)
		var products []float64
		for k := span.from; k < span.to; k++ {
			if k%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			node := &f.nodes[k]
			products = f.down(node, x, count, products)
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
	var products []float64
	for _, k := range f.outside {
		if err := ctx.Err(); err != nil {
			return err
		}
		node := &f.nodes[k]
		products = f.down(node, x, count, products)
		for r, i := range node.below {
			into := x[int(i)*count:]
			for c, v := range products[r*count : (r+1)*count] {
				into[c] -= v
			}
		}
	}
	return nil
}

// down solves for the columns of a supernode and returns what is to be taken off
// the rows below. One column has the bits that it has among others, by fewer calls.
func (f *Factor) down(node *supernode, x []float64, count int, products []float64) []float64 {
	w, values, m := node.width(), f.of(node), len(node.below)
	own := x[node.from*count : node.to*count]
	one.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, w, count, 1, values, w, own, count)
	if cap(products) < m*count {
		products = make([]float64, m*count)
	}
	products = products[:m*count]
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
	var rows []float64
	for at := len(f.outside) - 1; at >= 0; at-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows = f.up(&f.nodes[f.outside[at]], x, count, rows)
	}
	return parallel.Each(ctx, len(f.inside), 1, func(at, _ int) error {
		span := f.inside[at]
		var rows []float64
		for k := span.to - 1; k >= span.from; k-- {
			if k%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			rows = f.up(&f.nodes[k], x, count, rows)
		}
		return nil
	})
}

// up solves for the columns of a supernode once the rows below are known; one column
// as down does.
func (f *Factor) up(node *supernode, x []float64, count int, rows []float64) []float64 {
	w, values, m := node.width(), f.of(node), len(node.below)
	own := x[node.from*count : node.to*count]
	rows = rows[:0]
	for _, i := range node.below {
		rows = append(rows, x[int(i)*count:(int(i)+1)*count]...)
	}
	switch {
	case count == 1 && m <= linalg.Depth:
		rows = append(rows, make([]float64, w)...)
		simd.AddRows(rows[m:], rows[:m], values[w*w:], w)
		simd.AddScaled(own, -1, rows[m:])
	case m > 0:
		one.Gemm(blas.Trans, blas.NoTrans, w, count, m, -1, values[w*w:], w, rows, count, 1, own, count)
	}
	one.Trsm(blas.Left, blas.Lower, blas.Trans, blas.NonUnit, w, count, 1, values, w, own, count)
	return rows
}
