package decomposition

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// implicitQL finds the eigenvalues of the tridiagonal matrix with diagonal d and
// e beside it, whose last number does not count, by QL steps with Wilkinson's
// shift (Dubrulle, Martin, Wilkinson 1968, doi:10.1007/BF02165404). They take the
// place of d, rising, within some roundings of the largest; e is lost. The rows of z, where it is not nil, take part in
// the rotations: from the identity they become the eigenvectors. Time some 30 n²
// operations, and 6 n³ for the vectors.
func implicitQL(ctx context.Context, d, e, z []float64, stride int) error {
	const patience = 50 // steps for an eigenvalue; two or three are usual
	n := len(d)
	var largest float64
	for i := range d {
		largest = max(largest, math.Abs(d[i]), math.Abs(e[i]))
	}
	for first := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		for step := 0; ; step++ {
			last := first // of the part that hangs together
			for last < n-1 && math.Abs(e[last]) > rounding*largest {
				last++
			}
			if last == first {
				break
			}
			if step == patience {
				return ErrNoPairs
			}
			stepQL(d, e, z, stride, first, last)
		}
	}
	sortPairs(d, z, stride)
	return nil
}

// stepQL does one QL step with the rows from first to last. The shift is the
// eigenvalue of the leading 2×2 matrix that is nearer to its first number.
func stepQL(d, e, z []float64, stride, first, last int) {
	g := (d[first+1] - d[first]) / (2 * e[first])
	r := math.Sqrt(float64(g*g) + 1)
	if math.Abs(g) > 0x1p500 {
		r = math.Abs(g)
	}
	g = d[last] - d[first] + e[first]/(g+math.Copysign(r, g))
	s, c, shift := 1.0, 1.0, 0.0
	for i := last - 1; i >= first; i-- {
		f, b := float64(s*e[i]), float64(c*e[i])
		r = hypotenuse(f, g)
		e[i+1] = r
		if r < 0x1p-450 { // the matrix falls apart here
			d[i+1] -= shift
			e[i+1], e[last] = 0, 0
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - shift
		r = float64((d[i]-g)*s) + float64(2*c*b)
		shift = float64(s * r)
		d[i+1] = g + shift
		g = float64(c*r) - b
		if z != nil {
			rotate(z[(i+1)*stride:(i+1)*stride+len(d)], z[i*stride:i*stride+len(d)], c, s)
		}
	}
	d[first] -= shift
	e[first], e[last] = g, 0
}

// rotate turns two rows, x to c x + s y and y to c y − s x.
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i] = float64(c*v) + float64(s*w)
		y[i] = float64(c*w) - float64(s*v)
	}
}

// sortPairs brings values, and with them the rows of z, into rising order.
func sortPairs(d, z []float64, stride int) {
	order := make([]int, len(d))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	values, n := slices.Clone(d), len(d)
	for i, from := range order {
		d[i] = values[from]
	}
	if z == nil {
		return
	}
	rows := make([]float64, n*n)
	for i, from := range order {
		copy(rows[i*n:(i+1)*n], z[from*stride:from*stride+n])
	}
	for i := range n {
		copy(z[i*stride:i*stride+n], rows[i*n:(i+1)*n])
	}
}
