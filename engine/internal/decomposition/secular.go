package decomposition

import "math"

// A secular is the equation whose roots are the eigenvalues of D + rho z zᵀ,
//
//	f(λ) = 1/rho + Σ_i z_i² / (d_i − λ) = 0,
//
// with rising poles d, weights z that are not zero, of length one together, and
// rho > 0. Between two poles, and beyond the last, f rises and has one root.
type secular struct {
	poles, weights []float64
	rho            float64
}

// A value of a secular equation is the sums over the poles up to one, and over
// those beyond it, with their slopes, and how much rounding there may be in all.
type value struct {
	below, above           float64
	slopeBelow, slopeAbove float64
	error                  float64
}

// root finds root j, the one after pole j, to full precision as a distance from
// the nearer pole, and leaves d_i − λ, each with few roundings, in distances.
//
// A step solves the equation with two poles that has the same value and slopes
// here, by the middle way or the fixed weight of Li 1993 (LAPACK working note
// 89), and changes between them where one is slow. A bracket is kept, which a
// step that leaves it halves.
func (s *secular) root(j int, distances []float64) float64 {
	const patience = 200
	const short = 0x1p-28 // steps as short lead to the root: the next is some square of it
	near, lo, hi, at := s.bracket(j, distances)
	left := min(j, max(0, len(s.poles)-2)) // the pole before the one that a step splits the sums at
	split := j
	if j == len(s.poles)-1 {
		split = left
	}
	middle, before := j == len(s.poles)-1, math.Inf(1)
	for step := 0; ; step++ {
		s.shiftDistances(near, at, distances)
		v := s.value(split, distances)
		f := 1/s.rho + v.above + v.below
		slope := v.slopeBelow + v.slopeAbove
		if math.Abs(f) <= rounding*(v.error+float64(math.Abs(at)*slope)) || step == patience {
			break
		}
		if f < 0 {
			lo = max(lo, at)
		} else {
			hi = min(hi, at)
		}
		if step > 0 && math.Abs(f) > 0.1*math.Abs(before) && j < len(s.poles)-1 {
			middle = !middle
		}
		before = f
		next := at + s.step(j, near, f, v, distances, middle)
		if !(next > lo && next < hi) || step > 30 {
			next = pointInside(lo, hi)
		}
		if next <= lo || next >= hi || next == at {
			break
		}
		move := math.Abs(next - at)
		if at = next; move <= short*math.Abs(at) {
			s.shiftDistances(near, at, distances)
			break
		}
	}
	return s.poles[near] + at
}

// bracket finds the pole that is nearer to root j, bounds of the root's distance
// from it, and a first guess: the root of the equation in which all but the two
// poles around it stay what they are in the middle.
func (s *secular) bracket(j int, distances []float64) (near int, lo, hi, at float64) {
	last := len(s.poles) - 1
	if j == last {
		return s.bracketLast(distances)
	}
	gap := s.poles[j+1] - s.poles[j]
	half := float64(gap / 2)
	s.shiftDistances(j, half, distances)
	v := s.value(j, distances)
	here, there := square(s.weights[j]), square(s.weights[j+1])
	f := 1/s.rho + v.above + v.below
	rest := f - here/distances[j] - there/distances[j+1]
	if f > 0 { // the root is left of the middle
		at = smallerRoot(rest, float64(rest*gap)+here+there, float64(here*gap))
		lo, hi = float64(here/(1/s.rho+v.above)/2), half
		near = j
	} else {
		at = -smallerRoot(-rest, here+there-float64(rest*gap), float64(there*gap))
		lo, hi = -half, float64(-there/-v.below/2)
		near = j + 1
	}
	if !(at > lo && at < hi) {
		at = pointInside(lo, hi)
	}
	return near, lo, hi, at
}

// bracketLast is bracket for the root beyond the last pole, which is rho times
// the squares of all weights beyond it at most, and of the last one at least.
func (s *secular) bracketLast(distances []float64) (near int, lo, hi, at float64) {
	last := len(s.poles) - 1
	var squares float64
	for _, z := range s.weights {
		squares += square(z)
	}
	own := square(s.weights[last])
	lo, hi = float64(s.rho*own/2), float64(s.rho*squares*(1+1e-12))
	if last == 0 {
		return 0, lo, hi, float64(s.rho * own)
	}
	s.shiftDistances(last, float64(s.rho/2), distances)
	v := s.value(last-1, distances)
	before := square(s.weights[last-1])
	rest := 1/s.rho + v.below - before/distances[last-1]
	gap := s.poles[last] - s.poles[last-1]
	// rest = before/(gap + at) + own/at
	p, q := before+own-float64(rest*gap), float64(own*gap)
	root := math.Sqrt(math.Abs(square(p) + float64(4*q*rest)))
	if p < 0 {
		at = 2 * q / (root - p)
	} else {
		at = (p + root) / (2 * rest)
	}
	if !(at > lo && at < hi) {
		at = pointInside(lo, hi)
	}
	return last, lo, hi, at
}

// smallerRoot is the root of a x² − b x + c = 0 that goes to c/b for small a.
func smallerRoot(a, b, c float64) float64 {
	root := math.Sqrt(math.Abs(square(b) - float64(4*a*c)))
	if b > 0 {
		return 2 * c / (b + root)
	}
	return (b - root) / (2 * a)
}

// shiftDistances sets distances to those of the poles from a point that is given
// by its distance from one of them.
func (s *secular) shiftDistances(near int, at float64, distances []float64) {
	origin := s.poles[near]
	for i, d := range s.poles {
		distances[i] = (d - origin) - at
	}
}

// value sums over the poles, split after one of them, from the far ones to the
// near ones.
func (s *secular) value(split int, distances []float64) (v value) {
	weights := s.weights[:len(distances)]
	var partial float64
	for i := 0; i <= split; i++ {
		t := weights[i] / distances[i]
		v.below += float64(weights[i] * t)
		v.slopeBelow += float64(t * t)
		partial += math.Abs(v.below)
	}
	for i := len(distances) - 1; i > split; i-- {
		t := weights[i] / distances[i]
		v.above += float64(weights[i] * t)
		v.slopeAbove += float64(t * t)
		partial += math.Abs(v.above)
	}
	v.error = float64(8*(math.Abs(v.below)+math.Abs(v.above))) + partial + 2/s.rho
	return v
}

// step is how far it is to the root of the equation with two poles.
func (s *secular) step(j, near int, f float64, v value, distances []float64, middle bool) float64 {
	last := len(s.poles) - 1
	slope := v.slopeBelow + v.slopeAbove
	if last == 0 {
		return -f / slope
	}
	left := min(j, last-1)
	near1, near2 := distances[left], distances[left+1]
	var c float64
	switch gap := s.poles[left+1] - s.poles[left]; {
	case middle:
		c = f - float64(near1*v.slopeBelow) - float64(near2*v.slopeAbove)
	case near == j:
		t := s.weights[j] / near1
		c = f - float64(near2*slope) + float64(gap*square(t))
	default:
		t := s.weights[j+1] / near2
		c = f - float64(near1*slope) - float64(gap*square(t))
	}
	a := float64((near1+near2)*f) - float64(near1*near2*slope)
	b := float64(near1 * near2 * f)
	var move float64
	root := math.Sqrt(math.Abs(square(a) - float64(4*b*c)))
	if j == last { // both poles lie before it
		c = math.Abs(c)
		if a >= 0 {
			move = (a + root) / (2 * c)
		} else {
			move = 2 * b / (a - root)
		}
	} else {
		move = smallerRoot(c, a, b)
	}
	if !(move*f < 0) { // f rises: this is Newton's step
		move = -f / slope
	}
	return move
}

// square is x², rounded.
func square(x float64) float64 { return float64(x * x) }

// pointInside is a point inside a bracket: its middle, or where its ends are of
// one sign and of different size the one in proportion.
func pointInside(lo, hi float64) float64 {
	if small, large := math.Abs(lo), math.Abs(hi); lo*hi > 0 && max(small, large) > 4*min(small, large) {
		return math.Copysign(math.Sqrt(small)*math.Sqrt(large), hi)
	}
	return lo + float64((hi-lo)/2)
}
