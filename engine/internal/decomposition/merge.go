package decomposition

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// halves says in which half of the columns a vector has numbers.
type halves uint8

const (
	inFirst halves = iota
	inBoth
	inSecond
	kinds = iota
)

// A rankOneUpdate joins two solved halves. In the basis of their eigenvectors
// the whole is D + rho z zᵀ.
type rankOneUpdate struct {
	size, first int       // of the whole and of its first half
	d           []float64 // D, then the eigenvalues
	order       []int     // rows of each half by rising d, then of the whole
	rows        []float64 // vectors of the halves, then of the whole
	stride      int
	spare       []float64 // size×size

	rho float64
	z   []float64
	in  []halves

	kept, settled []int // rows that take part in the equation, by rising d; the others
	grouped       []int // places among the kept ones, by halves
	counts        [kinds]int
	equation      secular
}

// solve finds the count largest pairs of the whole, whose halves were cut where
// e stood.
func (m *rankOneUpdate) solve(ctx context.Context, e float64, count int) error {
	m.couple(e)
	m.deflate()
	m.partition()
	k := len(m.kept)
	values := make([]float64, k, m.size)
	err := parallel.For(ctx, k, grain(8*k), func(lo, hi int) {
		for j := lo; j < hi; j++ {
			values[j] = m.equation.root(j, m.rows[j*m.stride:j*m.stride+k])
		}
	})
	if err != nil {
		return err
	}
	if err := m.reweigh(ctx); err != nil {
		return err
	}
	for _, r := range m.settled {
		values = append(values, m.d[r])
	}
	copy(m.d, values)
	m.sortValues(k)
	wanted := k // the first root whose vector counts
	for _, r := range m.order[m.size-count:] {
		if r < k {
			wanted = r
			break
		}
	}
	err = parallel.For(ctx, k-wanted, max(rowGrain(k), grain(k*m.size/16)), func(lo, hi int) { m.vectors(wanted+lo, wanted+hi) })
	for i := range m.settled {
		copy(m.rows[(k+i)*m.stride:][:m.size], m.spare[m.size*m.size-(i+1)*m.size:])
	}
	return err
}

// grain is how many indices make a block of a loop where each takes so many
// divisions: as many as are worth a goroutine.
func grain(each int) int { return max(1, 1<<16/max(1, each)) }

// couple finds z, of length one, from the ends of the halves' vectors that meet,
// and rho.
func (m *rankOneUpdate) couple(e float64) {
	for i := range m.z {
		if i < m.first {
			m.z[i] = m.rows[i*m.stride+m.first-1] * math.Sqrt2 / 2
		} else {
			m.in[i] = inSecond
			m.z[i] = math.Copysign(1, e) * m.rows[i*m.stride+m.first] * math.Sqrt2 / 2
		}
	}
	m.rho = 2 * math.Abs(e)
	for i := m.first; i < m.size; i++ {
		m.order[i] += m.first
	}
	slices.SortStableFunc(m.order, func(i, j int) int { return cmp.Compare(m.d[i], m.d[j]) })
}

// deflate takes out vectors that are eigenvectors of the whole but for rounding:
// those with nothing in z, and, after a rotation, one of two whose values are as
// good as equal. The rest is kept for the equation.
func (m *rankOneUpdate) deflate() {
	var largest, longest float64
	for i, v := range m.d {
		largest, longest = max(largest, math.Abs(v)), max(longest, math.Abs(m.z[i]))
	}
	tolerance := 8 * rounding * max(largest, longest)
	last := -1 // to be kept, if it is not rotated away
	for _, next := range m.order {
		switch {
		case m.rho*math.Abs(m.z[next]) <= tolerance:
			m.settled = append(m.settled, next)
			continue
		case last < 0:
		case m.rotateOut(last, next, tolerance):
			m.settled = append(m.settled, last)
		default:
			m.kept = append(m.kept, last)
		}
		last = next
	}
	if last >= 0 {
		m.kept = append(m.kept, last)
	}
	slices.SortStableFunc(m.settled, func(i, j int) int { return cmp.Compare(m.d[i], m.d[j]) })
}

// rotateOut turns two vectors so that the first has nothing in z, if what that
// leaves beside the diagonal is rounding.
func (m *rankOneUpdate) rotateOut(i, j int, tolerance float64) bool {
	length := hypotenuse(m.z[i], m.z[j])
	c, s, gap := m.z[j]/length, -m.z[i]/length, m.d[j]-m.d[i]
	if math.Abs(gap*c*s) > tolerance {
		return false
	}
	m.z[i], m.z[j] = 0, length
	if m.in[i] != m.in[j] {
		m.in[i], m.in[j] = inBoth, inBoth
	}
	rotate(m.rows[i*m.stride:i*m.stride+m.size], m.rows[j*m.stride:j*m.stride+m.size], c, s)
	cc, ss := square(c), square(s)
	m.d[i], m.d[j] = float64(m.d[i]*cc)+float64(m.d[j]*ss), float64(m.d[i]*ss)+float64(m.d[j]*cc)
	return true
}

// partition copies the vectors to the spare memory: the kept ones by the halves
// that they have numbers in, without the zeros, to the beginning of the spare
// memory, the deflated ones to its end.
func (m *rankOneUpdate) partition() {
	k := len(m.kept)
	m.equation = secular{poles: make([]float64, k), weights: make([]float64, k), rho: m.rho}
	for i, r := range m.kept {
		m.equation.poles[i], m.equation.weights[i] = m.d[r], m.z[r]
	}
	for kind := range halves(kinds) {
		for i, r := range m.kept {
			if m.in[r] == kind {
				m.grouped = append(m.grouped, i)
				m.counts[kind]++
			}
		}
	}
	upper, lower := m.halvesOfKept()
	for i, g := range m.grouped[:m.counts[inFirst]+m.counts[inBoth]] {
		copy(upper[i*m.first:(i+1)*m.first], m.rows[m.kept[g]*m.stride:])
	}
	rest := m.size - m.first
	for i, g := range m.grouped[m.counts[inFirst]:] {
		copy(lower[i*rest:(i+1)*rest], m.rows[m.kept[g]*m.stride+m.first:])
	}
	for i, r := range m.settled {
		copy(m.spare[m.size*m.size-(i+1)*m.size:], m.rows[r*m.stride:r*m.stride+m.size])
	}
}

// halvesOfKept returns the kept vectors in the first half of the columns, and in
// the second.
func (m *rankOneUpdate) halvesOfKept() (upper, lower []float64) {
	end := (m.counts[inFirst] + m.counts[inBoth]) * m.first
	return m.spare[:end], m.spare[end : end+(m.counts[inBoth]+m.counts[inSecond])*(m.size-m.first)]
}

// reweigh replaces the weights by those for which the roots that were found,
// whose distances from the poles are in the rows, are the exact ones (Löwner's
// formula): that makes the vectors orthogonal, however near to one another the
// roots are.
//
//	z_i² = Π_j (λ_j − d_i) / Π_{j≠i} (d_j − d_i)
func (m *rankOneUpdate) reweigh(ctx context.Context) error {
	poles, weights := m.equation.poles, m.equation.weights
	k := len(poles)
	return parallel.For(ctx, k, grain(2*k), func(lo, hi int) {
		products := make([]float64, hi-lo)
		for i := range products {
			products[i] = 1
		}
		for j := range k {
			row := m.rows[j*m.stride+lo : j*m.stride+hi]
			for i, distance := range row {
				if lo+i == j {
					products[i] *= distance
				} else {
					products[i] *= distance / (poles[lo+i] - poles[j])
				}
			}
		}
		for i, p := range products {
			weights[lo+i] = math.Copysign(math.Sqrt(-p), weights[lo+i])
		}
	})
}

// sortValues says in which order the values are: the first k rise, and so do the
// others.
func (m *rankOneUpdate) sortValues(k int) {
	i, j := 0, k
	for at := range m.order {
		if j == m.size || i < k && m.d[i] <= m.d[j] {
			m.order[at] = i
			i++
		} else {
			m.order[at] = j
			j++
		}
	}
}

// vectors replaces the distances from the poles, in some rows, by the vectors of
// these roots: z_i / (d_i − λ) in the basis of the halves, of length one.
func (m *rankOneUpdate) vectors(lo, hi int) {
	k, rest := len(m.kept), m.size-m.first
	factors := make([]float64, (hi-lo)*k)
	for r := lo; r < hi; r++ {
		row := factors[(r-lo)*k : (r-lo+1)*k]
		for i, g := range m.grouped {
			row[i] = m.equation.weights[g] / m.rows[r*m.stride+g]
		}
		length := math.Sqrt(simd.Dot(row, row))
		for i := range row {
			row[i] /= length
		}
	}
	upper, lower := m.halvesOfKept()
	skipped := m.counts[inFirst]
	linalg.Gemm(blas.NoTrans, blas.NoTrans, hi-lo, m.first, skipped+m.counts[inBoth], 1, factors, k, upper, m.first, 0, m.rows[lo*m.stride:], m.stride)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, hi-lo, rest, k-skipped, 1, factors[skipped:], k, lower, rest, 0, m.rows[lo*m.stride+m.first:], m.stride)
}
