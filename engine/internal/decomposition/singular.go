package decomposition

import (
	"cmp"
	"context"
	"math"
	"slices"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/simd"
)

// Singular are the singular values of an m×n matrix A = U Σ Vᵀ, falling, and the
// vectors that go with each: u_i in row i of U, k×m, and v_i in row i of V, k×n,
// where k is the smaller of m and n.
type Singular struct {
	Values, U, V []float64
}

// NewSingular decomposes the m×n matrix in a, which it leaves alone. One that is
// not finite is refused with ErrNoPairs.
//
// Reflections bring the longer side down, A = Q R, and rotations make the columns
// of R orthogonal (Hestenes 1958, doi:10.1137/0106005; Drmač, Veselić 2008,
// doi:10.1137/050639193): the values are their lengths. Values are within some
// roundings of the largest, vectors of length one and orthogonal to rounding,
// those of values that are zero too. Time 4 max(m, n) k² operations and some 50 k³ for
// the rotations, which is meant for k up to some hundreds; memory 3 max(m, n) k
// numbers.
func NewSingular(ctx context.Context, m, n int, a []float64, lda int) (*Singular, error) {
	long, short := max(m, n), min(m, n)
	columns := make([]float64, short*long) // those of A, or of Aᵀ where that is longer
	for i := range m {
		for j := range n {
			if m >= n {
				columns[j*long+i] = a[i*lda+j]
			} else {
				columns[i*long+j] = a[i*lda+j]
			}
		}
	}
	power, ok := normalise(columns)
	if !ok {
		return nil, ErrNoPairs
	}
	t, err := triangularise(ctx, long, short, columns)
	if err != nil {
		return nil, err
	}
	r, turns := t.r(), identity(short)
	if err := orthogonalise(ctx, short, r, turns); err != nil {
		return nil, err
	}
	s := &Singular{Values: make([]float64, short), U: make([]float64, short*long), V: turns}
	for i := range short {
		s.Values[i] = linalg.Length(r[i*short : (i+1)*short])
	}
	s.sort(short, r)
	s.normalise(short, long, r)
	if err := t.apply(ctx, short, s.U); err != nil {
		return nil, err
	}
	if m < n {
		s.U, s.V = s.V, s.U
	}
	rescale(s.Values, power)
	return s, nil
}

// nothing is a length that is none beside one: squares of what is shorter lose
// bits.
const nothing = 0x1p-400

// normalise scales numbers by a power of two so that the largest is about one,
// and returns the power, or that one is not finite.
func normalise(x []float64) (power int, ok bool) {
	var largest float64
	for _, v := range x {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return 0, false
		}
		largest = max(largest, math.Abs(v))
	}
	_, power = math.Frexp(largest)
	rescale(x, -power)
	return power, true
}

// identity is the n×n matrix that changes nothing.
func identity(n int) []float64 {
	x := make([]float64, n*n)
	for i := range n {
		x[i*n+i] = 1
	}
	return x
}

// orthogonalise turns the rows of x, n×n, two at a time until each two are
// orthogonal, and the rows of turns along with them.
func orthogonalise(ctx context.Context, n int, x, turns []float64) error {
	const patience = 60 // sweeps; some eight are usual
	for range patience {
		if err := ctx.Err(); err != nil {
			return err
		}
		done := true
		for i := range n {
			for j := i + 1; j < n; j++ {
				c, s := rotationOf(x[i*n:(i+1)*n], x[j*n:(j+1)*n])
				if s == 0 {
					continue
				}
				done = false
				rotate(x[j*n:(j+1)*n], x[i*n:(i+1)*n], c, s)
				rotate(turns[j*n:(j+1)*n], turns[i*n:(i+1)*n], c, s)
			}
		}
		if done {
			return nil
		}
	}
	return ErrNoPairs
}

// rotationOf is the smaller rotation that makes two vectors orthogonal; none
// where they are but for rounding, or one of them is nothing: what is parallel but
// for rounding gets shorter from sweep to sweep, until it is.
func rotationOf(x, y []float64) (c, s float64) {
	xx, yy, xy := simd.Dot(x, x), simd.Dot(y, y), simd.Dot(x, y)
	if min(xx, yy) < nothing*nothing || !(math.Abs(xy) > 8*rounding*math.Sqrt(xx)*math.Sqrt(yy)) {
		return 1, 0
	}
	slope := (yy - xx) / (2 * xy)
	t := math.Copysign(1, slope) / (math.Abs(slope) + hypotenuse(1, min(math.Abs(slope), 0x1p500)))
	c = 1 / hypotenuse(1, t)
	return c, float64(c * t)
}

// sort brings the values into falling order, and the rows of both matrices with
// them.
func (s *Singular) sort(n int, x []float64) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Values[j], s.Values[i]) })
	values, rows, turns := slices.Clone(s.Values), slices.Clone(x), slices.Clone(s.V)
	for i, from := range order {
		s.Values[i] = values[from]
		copy(x[i*n:(i+1)*n], rows[from*n:(from+1)*n])
		copy(s.V[i*n:(i+1)*n], turns[from*n:(from+1)*n])
	}
}

// normalise makes the rows of U, as long as they are to be, of the rows of x by
// their lengths, the values. Where those are zero but for what cannot be told, it
// takes axes, made orthogonal to the rows before.
func (s *Singular) normalise(n, long int, x []float64) {
	for i, value := range s.Values {
		row := s.U[i*long : i*long+n]
		if value > nothing {
			for c, v := range x[i*n : (i+1)*n] {
				row[c] = v / value
			}
			continue
		}
		s.Values[i] = 0
		for axis := range n {
			clear(row)
			row[axis] = 1
			for range 2 { // the second time takes off what rounding left
				for earlier := range i {
					e := s.U[earlier*long : earlier*long+n]
					simd.AddScaled(row, -simd.Dot(e, row), e)
				}
			}
			length := linalg.Length(row)
			if length*length*float64(n) < 0.5 {
				continue // among n axes one is farther from the rows before
			}
			for c := range row {
				row[c] /= length
			}
			break
		}
	}
}
