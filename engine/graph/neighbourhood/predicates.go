package neighbourhood

import (
	"math"
	"math/big"
	"math/bits"
)

// mostDimensions is how many dimensions Delaunay graphs are made in.
const mostDimensions = 5

type square [mostDimensions + 1][mostDimensions + 1]float64

// predicates know on which side points lie. Determinants in float64 decide where
// their rounding cannot change the sign, exact fractions where it might
// (Shewchuk 1997, doi:10.1007/PL00009321, for the idea).
type predicates struct {
	points []float64 // m×d
	d      int
	unsure int // how often fractions were needed
	zero   int // how often the sign of a test of spheres or hulls was zero
}

func (j *predicates) at(i int32) []float64 { return j.points[int(i)*j.d : (int(i)+1)*j.d] }

// orient returns the sign of det(p_0 − p_d; ...; p_{d−1} − p_d), the side on
// which the vertices of a simplex turn.
func (j *predicates) orient(v *[mostDimensions + 1]int32) int {
	var a square
	base := j.at(v[j.d])
	for r := range j.d {
		for c, x := range j.at(v[r]) {
			a[r][c] = x - base[c]
		}
	}
	if sign, sure := signOf(&a, j.d); sure {
		return sign
	}
	j.unsure++
	return exactSign(j.d, func(r, c int) *big.Rat { return difference(j.at(v[r])[c], base[c]) })
}

// inSphere returns 1 if q is inside the sphere through the vertices of a simplex
// that turns positively, 0 on it, −1 outside: the sign of the determinant with
// rows (p_i − q, ‖p_i − q‖²).
func (j *predicates) inSphere(v *[mostDimensions + 1]int32, q int32) int {
	var a square
	x := j.at(q)
	for r := range j.d + 1 {
		var lift float64
		for c, p := range j.at(v[r]) {
			diff := p - x[c]
			a[r][c] = diff
			lift += float64(diff * diff)
		}
		a[r][j.d] = lift
	}
	if sign, sure := signOf(&a, j.d+1); sure {
		return sign
	}
	j.unsure++
	return exactSign(j.d+1, func(r, c int) *big.Rat {
		p := j.at(v[r])
		if c < j.d {
			return difference(p[c], x[c])
		}
		lift := new(big.Rat)
		for c := range p {
			diff := difference(p[c], x[c])
			lift.Add(lift, diff.Mul(diff, diff))
		}
		return lift
	})
}

// signOf returns the sign of the determinant of the first r rows and columns,
// and whether rounding cannot have changed it. It expands by last rows, each
// minor once; the sum of the absolute products bounds the error.
func signOf(a *square, r int) (sign int, sure bool) {
	var minor, absolute [1 << (mostDimensions + 1)]float64
	minor[0], absolute[0] = 1, 1
	for set := 1; set < 1<<r; set++ {
		row := &a[bits.OnesCount(uint(set))-1]
		var sum, size float64
		for rest := set; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros(uint(rest))
			term := row[c] * minor[set&^(1<<c)]
			if bits.OnesCount(uint(set>>(c+1)))&1 == 1 {
				term = -term
			}
			sum += term
			size += float64(math.Abs(row[c]) * absolute[set&^(1<<c)])
		}
		minor[set], absolute[set] = sum, size
	}
	det, bound := minor[1<<r-1], absolute[1<<r-1]
	const unit = 0x1p-53
	rounding := 8 * float64((r+1)*(r+1)) * unit * bound
	switch {
	case bound < 1e-250 || bound > 1e250:
		return 0, false
	case det > rounding:
		return 1, true
	case det < -rounding:
		return -1, true
	}
	return 0, false
}

// exactSign returns the sign of a determinant of fractions.
func exactSign(r int, cell func(r, c int) *big.Rat) int {
	minor := make([]*big.Rat, 1<<r)
	minor[0] = big.NewRat(1, 1)
	for set := 1; set < 1<<r; set++ {
		row := bits.OnesCount(uint(set)) - 1
		minor[set] = new(big.Rat)
		for rest := set; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros(uint(rest))
			term := new(big.Rat).Mul(cell(row, c), minor[set&^(1<<c)])
			if bits.OnesCount(uint(set>>(c+1)))&1 == 1 {
				term.Neg(term)
			}
			minor[set].Add(minor[set], term)
		}
	}
	return minor[1<<r-1].Sign()
}

func difference(x, y float64) *big.Rat {
	a, b := new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y)
	return a.Sub(a, b)
}
