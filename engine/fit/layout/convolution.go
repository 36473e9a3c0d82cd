package layout

import (
	"context"

	"unfold/engine/internal/parallel"
)

// A convolution is that of masses on nodes with a kernel and its forces.
type convolution struct {
	*spectrum
	apart     float64      // how far nodes are apart
	table     []complex128 // masses, then forces: along rows, less i times along columns
	forces    []complex128 // the transform of c Δ φ u, both parts as one complex number
	potential []float64    // the transform of φ, which is real, by its first half
}

// newConvolution transforms the kernel for a table whose nodes are that far apart.
func newConvolution(ctx context.Context, k kernel, rows, columns int, apart float64) (*convolution, error) {
	v := &convolution{spectrum: newSpectrum(rows, columns), apart: apart, table: make([]complex128, rows*columns), forces: make([]complex128, rows*columns)}
	err := parallel.For(ctx, rows, 8, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v.fill(k, i)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := v.transformReal(ctx, v.table, rows); err != nil {
		return nil, err
	}
	if err := v.transformRows(ctx, v.forces, rows); err != nil {
		return nil, err
	}
	if err := v.transformColumns(ctx, v.forces, columns); err != nil {
		return nil, err
	}
	v.sharpen()
	return v, nil
}

// fill sets row i to the kernel and its forces.
func (v *convolution) fill(k kernel, i int) {
	x := float64(v.apart * wrapped(i, v.rows))
	for j := range v.columns {
		y := float64(v.apart * wrapped(j, v.columns))
		phi, u := k.at(float64(x*x) + float64(y*y))
		v.table[i*v.columns+j] = complex(phi, 0)
		pull := k.pull() * phi * u
		v.forces[i*v.columns+j] = complex(float64(pull*x), float64(pull*y))
	}
}

// sharpen divides what was transformed by how much splines blur waves, on the way
// to nodes and on the way back.
func (v *convolution) sharpen() {
	down, along := blur(v.rows), blur(v.columns)
	v.potential = make([]float64, v.rows*v.half())
	for i, d := range down {
		for j, a := range along {
			sharper := 1 / float64(d*a)
			sharper *= sharper
			at := i*v.columns + j
			v.forces[at] = scaledBy(sharper, v.forces[at])
			if j < v.half() {
				v.potential[i*v.half()+j] = sharper * real(v.table[at])
			}
		}
	}
}

// wrapped is how far a number of a cyclic table is from the first.
func wrapped(i, n int) float64 {
	if 2*i > n {
		i -= n
	}
	return float64(i)
}

// convolve replaces the masses in the first few rows of the table by the forces
// there, and returns Σφ: with hats for transforms, of m masses on N nodes,
//
//	F = (m̂ F̂)^ / N, backwards,  Σφ = Σ_k |m̂_k|² φ̂_k / N
func (v *convolution) convolve(ctx context.Context, few int) (sum float64, err error) {
	if err := v.transformReal(ctx, v.table, few); err != nil {
		return 0, err
	}
	return v.convolveTransformed(ctx, few)
}

// convolveTransformed is convolve of masses whose transform is there already.
func (v *convolution) convolveTransformed(ctx context.Context, few int) (sum float64, err error) {
	sum, err = parallel.Sum(ctx, v.rows, 8, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += v.multiply(i)
		}
		return sum
	})
	if err != nil {
		return 0, err
	}
	if err := v.transformColumns(ctx, v.table, v.columns); err != nil {
		return 0, err
	}
	return sum, v.transformRows(ctx, v.table, few)
}

// potentials returns Σ m φ on the first few rows of the table, which holds the transform
// of masses: (m̂ φ̂)^ / N, backwards.
func (v *convolution) potentials(ctx context.Context, few int) ([]complex128, error) {
	found, nodes := make([]complex128, len(v.table)), float64(v.rows*v.columns)
	for i := range v.rows {
		back := (v.rows - i) % v.rows
		for j := range v.half() {
			product := scaledBy(v.potential[i*v.half()+j], v.table[i*v.columns+j])
			found[i*v.columns+j] = conjugate(product, nodes)
			if j > 0 && 2*j < v.columns {
				found[back*v.columns+v.columns-j] = scaledBy(1/nodes, product)
			}
		}
	}
	if err := v.transformColumns(ctx, found, v.columns); err != nil {
		return nil, err
	}
	return found, v.transformRows(ctx, found, few)
}

// multiply multiplies row i of the first half of the transform, and with it the
// row that is its conjugate, by those of forces; both come out as the conjugates
// that transform backwards. It returns their part of Σφ.
func (v *convolution) multiply(i int) (sum float64) {
	nodes, back := float64(v.rows*v.columns), (v.rows-i)%v.rows
	for j := range v.half() {
		mass, twice := v.table[i*v.columns+j], 1.0
		if j > 0 && 2*j < v.columns {
			twice = 2
			at := back*v.columns + v.columns - j
			v.table[at] = conjugate(times(conjugate(mass, 1), v.forces[at]), nodes)
		}
		power := float64(real(mass)*real(mass)) + float64(imag(mass)*imag(mass))
		sum += float64(twice * power * v.potential[i*v.half()+j])
		v.table[i*v.columns+j] = conjugate(times(mass, v.forces[i*v.columns+j]), nodes)
	}
	return sum / nodes
}

// conjugate is that of a number by another.
func conjugate(v complex128, by float64) complex128 { return complex(real(v)/by, -imag(v)/by) }
