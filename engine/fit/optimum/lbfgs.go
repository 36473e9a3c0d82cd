package optimum

import "unfold/engine/internal/simd"

// A searchDirection proposes directions at points, and the step to try first.
type searchDirection interface {
	// start takes the steepest descent, and forgets the past.
	start(x, gradient, direction []float64) (step float64)
	// next takes the method's direction.
	next(x, gradient, direction []float64) (step float64)
}

// An lbfgs is limited-memory BFGS: the inverse of the Hessian is known by the last
// pairs of s = x − x′ and y = g − g′, and by γ I before them.
type lbfgs struct {
	most        int // pairs that are kept
	pairs       []correction
	x, gradient []float64
}

// A correction is a pair s, y with ρ = 1/sᵀy.
type correction struct {
	s, y []float64
	rho  float64
}

func (l *lbfgs) start(x, gradient, direction []float64) float64 {
	l.pairs = l.pairs[:0]
	l.keep(x, gradient)
	scale(direction, -1, gradient)
	return 1 / length(gradient)
}

// next takes −H g by the two loops of Nocedal 1980, with γ = sᵀy/yᵀy of the last
// pair. A pair along which the gradient does not rise says nothing of a minimum,
// and is left out.
func (l *lbfgs) next(x, gradient, direction []float64) float64 {
	c := correction{s: make([]float64, len(x)), y: make([]float64, len(x))}
	minus(c.s, x, l.x)
	minus(c.y, gradient, l.gradient)
	l.keep(x, gradient)
	if rise := simd.Dot(c.s, c.y); rise > 0 {
		c.rho = 1 / rise
		if len(l.pairs) == l.most {
			l.pairs = append(l.pairs[:0], l.pairs[1:]...)
		}
		l.pairs = append(l.pairs, c)
	}
	scale(direction, -1, gradient)
	if len(l.pairs) == 0 {
		return 1 / length(gradient)
	}
	a := make([]float64, len(l.pairs))
	for k := len(l.pairs) - 1; k >= 0; k-- {
		c := l.pairs[k]
		a[k] = c.rho * simd.Dot(c.s, direction)
		move(direction, direction, -a[k], c.y)
	}
	last := l.pairs[len(l.pairs)-1]
	scale(direction, 1/(last.rho*simd.Dot(last.y, last.y)), direction)
	for k, c := range l.pairs {
		b := float64(c.rho * simd.Dot(c.y, direction))
		move(direction, direction, a[k]-b, c.s)
	}
	return 1
}

func (l *lbfgs) keep(x, gradient []float64) {
	l.x = append(l.x[:0], x...)
	l.gradient = append(l.gradient[:0], gradient...)
}
