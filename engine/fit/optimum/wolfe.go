package optimum

import "math"

// The numbers of the search for a step of Moré and Thuente.
const (
	sufficient = 1e-4 // of the fall that the first slope promises, at least
	nearer     = 0.66 // of an interval's length, which it shrinks to in two trials
	closer     = 1.1  // times the last advance, the nearest that a step goes beyond
	farther    = 4.0  // and the farthest
	longest    = 1e20 // of all steps
)

// A wolfe looks for a step a along a line that meets the strong conditions of
// Wolfe, with φ(a) the value there:
//
//	φ(a) ≤ φ(0) + sufficient φ′(0) a,   |φ′(a)| ≤ flat |φ′(0)|.
//
// It keeps the best step and another one; once they bracket such a step, each
// trial lies between them. Until a step has been seen at which the function falls
// enough and rises again, it goes by ψ(a) = φ(a) − φ(0) − sufficient φ′(0) a in
// the place of φ, whose minima fall enough by themselves (Moré and Thuente 1994,
// sections 2 to 4).
type wolfe struct {
	value, slope float64 // φ(0) and φ′(0)
	flat         float64
	best, other  probe
	bracketed    bool
	low, high    float64 // bounds of the next trial
	plain        bool    // φ itself is followed
	wide, before float64 // the length of the interval, and that of the one before
}

// newWolfe begins a search that tries step first.
func newWolfe(value, slope, flat, step float64) *wolfe {
	origin := probe{value: value, slope: slope}
	return &wolfe{value: value, slope: slope, flat: flat, best: origin, other: origin, high: step + float64(farther*step), wide: longest, before: 2 * longest}
}

// enough is the value that a step must fall to.
func (s *wolfe) enough(step float64) float64 {
	return s.value + float64(sufficient*s.slope*step)
}

// met reports whether a step meets the conditions.
func (s *wolfe) met(at probe) bool {
	return at.value <= s.enough(at.step) && math.Abs(at.slope) <= -s.flat*s.slope
}

// next takes what a trial has shown and returns the next step; false if rounding
// leaves none.
func (s *wolfe) next(at probe) (step float64, ok bool) {
	if s.bracketed && (at.step <= s.low || at.step >= s.high) || at.step == longest && at.value <= s.enough(at.step) {
		return 0, false
	}
	if at.value <= s.enough(at.step) && at.slope >= 0 {
		s.plain = true
	}
	of := func(p probe) probe { return p }
	if !s.plain && at.value <= s.best.value && at.value > s.enough(at.step) {
		of = func(p probe) probe {
			return probe{step: p.step, value: p.value - s.enough(p.step), slope: p.slope - float64(sufficient*s.slope)}
		}
	}
	step, bracketed := s.trial(of(s.best), of(s.other), of(at))
	if of(at).value > of(s.best).value {
		s.other = at
	} else {
		if of(at).slope*of(s.best).slope < 0 {
			s.other = s.best
		}
		s.best = at
	}
	if s.bracketed = bracketed; bracketed {
		step = s.shrunk(step)
		s.low, s.high = min(s.best.step, s.other.step), max(s.best.step, s.other.step)
	} else {
		ahead := step - s.best.step
		s.low, s.high = step+float64(closer*ahead), step+float64(farther*ahead)
	}
	step = max(0, min(step, longest))
	if s.bracketed && (step <= s.low || step >= s.high) {
		step = s.best.step
	}
	return step, true
}

// shrunk is the step, or the middle of the interval if that has not shrunk enough
// in two trials.
func (s *wolfe) shrunk(step float64) float64 {
	wide := math.Abs(s.other.step - s.best.step)
	if wide >= nearer*s.before {
		step = s.best.step + float64(0.5*(s.other.step-s.best.step))
	}
	s.before, s.wide = s.wide, wide
	return step
}

// trial is the next step by the values and slopes of three (section 4 of the
// paper), and whether the minimum is now bracketed.
func (s *wolfe) trial(best, other, at probe) (step float64, bracketed bool) {
	through := bottom(best, at)
	secant := at.step + float64(at.slope/(at.slope-best.slope)*(best.step-at.step))
	switch {
	case at.value > best.value: // 1: higher; between the two, rather near the lower
		wide := at.step - best.step
		parabola := best.step + float64(best.slope/((best.value-at.value)/wide+best.slope)/2*wide)
		if math.Abs(through-best.step) < math.Abs(parabola-best.step) {
			return through, true
		}
		return through + float64((parabola-through)/2), true
	case at.slope*best.slope < 0: // 2: lower, and the slope has turned; rather far from the last
		if math.Abs(through-at.step) > math.Abs(secant-at.step) {
			return through, true
		}
		return secant, true
	case math.Abs(at.slope) <= math.Abs(best.slope): // 3: lower and flatter
		return s.onward(best, other, at, through, secant), s.bracketed
	case s.bracketed: // 4: lower and as steep
		return bottom(at, other), true
	case at.step > best.step:
		return s.high, false
	}
	return s.low, false
}

// onward is the step where the function falls on and flattens. The cubic counts
// if its lowest point lies ahead.
func (s *wolfe) onward(best, other, at probe, through, secant float64) float64 {
	if !((through-at.step)*(at.step-best.step) > 0) {
		through = s.low
		if at.step > best.step {
			through = s.high
		}
	}
	isNearer := math.Abs(through-at.step) < math.Abs(secant-at.step)
	step := secant
	if isNearer == s.bracketed { // the nearer one in a bracket, else the farther one
		step = through
	}
	if !s.bracketed {
		return max(s.low, min(step, s.high))
	}
	edge := at.step + float64(nearer*(other.step-at.step))
	if at.step > best.step {
		return min(edge, step)
	}
	return max(edge, step)
}

// bottom is the lowest point of the cubic with the values and slopes of two
// points; NaN if it has none.
func bottom(a, b probe) float64 {
	if a.step > b.step {
		a, b = b, a
	}
	return cubic(a, b)
}
