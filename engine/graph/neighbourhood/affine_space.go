package neighbourhood

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// An affineSpace has rows in coordinates of the affine space that they span.
type affineSpace struct {
	points []float64 // n×d
	d      int
}

func (f affineSpace) at(i int) []float64 { return f.points[i*f.d : (i+1)*f.d] }

// spanOf returns the rows of x in the space that they span, unless that has
// more than five dimensions. Where the columns that are not constant span as
// many dimensions as they are, they stay as they are, bit for bit.
//
// Dimensions are counted with all columns at unit range, by pivoted
// orthogonalisation: directions in which rows differ by less than 1e-12 of that
// do not count.
func spanOf(x *mat.Dense) (affineSpace, bool) {
	n, d := x.Dims()
	var varying []int
	var width []float64
	for c := range d {
		column := mat.Col(nil, c, x)
		if w := slices.Max(column) - slices.Min(column); w > 0 {
			varying, width = append(varying, c), append(width, w)
		}
	}
	moved := func(unit bool) *mat.Dense {
		m := mat.NewDense(n, max(1, len(varying)), nil)
		for i := range n {
			for at, c := range varying {
				v := x.At(i, c) - x.At(0, c)
				if unit {
					v /= width[at]
				}
				m.Set(i, at, v)
			}
		}
		return m
	}
	rank := len(directions(moved(true), min(len(varying), mostDimensions+1), 1e-12))
	switch {
	case rank > mostDimensions:
		return affineSpace{}, false
	case rank == 0:
		return affineSpace{make([]float64, 0), 0}, true
	}
	f := affineSpace{make([]float64, n*rank), rank}
	if rank == len(varying) {
		for i := range n {
			for at, c := range varying {
				f.points[i*rank+at] = x.At(i, c) + 0 // there is one zero
			}
		}
		return f, true
	}
	whole := moved(false)
	axes := directions(mat.DenseCopyOf(whole), rank, 0)
	f.d = len(axes)
	for i := range n {
		for r, axis := range axes {
			f.points[i*f.d+r] = dot(whole.RawRowView(i), axis)
		}
	}
	f.points = f.points[:n*f.d]
	return f, true
}

// directions returns orthonormal directions of the rows of m, of which it makes
// residuals: that of the longest row left, at most so many, as long as it is
// longer than the share least of the first.
func directions(m *mat.Dense, most int, least float64) [][]float64 {
	n, _ := m.Dims()
	var found [][]float64
	var first float64
	for range most {
		longest, length := 0, 0.0
		for i := range n {
			if l := norm(m.RawRowView(i)); l > length {
				longest, length = i, l
			}
		}
		if len(found) == 0 {
			first = length
		}
		if length == 0 || length <= least*first {
			break
		}
		axis := slices.Clone(m.RawRowView(longest))
		for range 2 { // twice is enough
			for _, a := range found {
				subtract(axis, a, dot(axis, a))
			}
			scale := norm(axis)
			for c := range axis {
				axis[c] /= scale
			}
		}
		found = append(found, axis)
		for i := range n {
			row := m.RawRowView(i)
			subtract(row, axis, dot(row, axis))
		}
	}
	return found
}

// line returns the edges of rows on a line, whose groups come in its order.
func (f affineSpace) line(c copies) [][2]int32 {
	var pairs [][2]int32
	for at := 1; at < len(c.rows); at++ {
		pairs = append(pairs, [2]int32{int32(at - 1), int32(at)})
	}
	return pairs
}

func dot(v, w []float64) float64 {
	var sum float64
	for c, x := range v {
		sum += float64(x * w[c])
	}
	return sum
}

// subtract takes share times w from v.
func subtract(v, w []float64, share float64) {
	for c, x := range w {
		v[c] -= float64(share * x)
	}
}
