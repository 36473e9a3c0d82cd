package optimum

import (
	"context"
	"math"

	"unfold/engine"
)

// A Problem is a smooth function f of as many variables as x has.
type Problem interface {
	// Value returns f(x) and fills gradient with ∇f(x). It must not keep either
	// slice, and returns the context's error if that ends before it has done.
	// Where f is not defined the value is NaN or infinite.
	Value(ctx context.Context, x, gradient []float64) (float64, error)
}

// A Quartic is a Problem that is a polynomial of fourth degree along lines.
type Quartic interface {
	Problem
	// Along returns the coefficients of f(x + a s) − f(x) = Σ_k c_k a^k, those
	// of the first to the fourth power, from which rounding of f(x) itself is
	// left out.
	Along(ctx context.Context, x, s []float64) ([4]float64, error)
}

// A Method proposes directions.
type Method int

// The methods.
const (
	LBFGS      Method = iota // limited-memory BFGS
	CG                       // conjugate gradients, Polak–Ribière
	SlopeRatio               // conjugate gradients by Rasmussen's search along lines
)

// Methods are the methods by their words.
var Methods = map[string]Method{"lbfgs": LBFGS, "cg": CG, "minimize": SlopeRatio}

// Settings say how to go and when to stop. Zero fields take the defaults.
type Settings struct {
	Method     Method
	Iterations int     // at most so many directions, 500
	Decrease   float64 // stop once two steps in a row lower f by less than this share, 1e-12
	Slope      float64 // stop once the gradient is this share of what it was at the start, 1e-7
	Memory     int     // pairs that LBFGS keeps, 10
	Note       string  // what progress is told as

	// Watch, if any, tells of progress in the place of the descent, after each
	// direction. It is handed the point, to be read before it returns, and reports
	// whether that will do.
	Watch func(ctx context.Context, p engine.Progress, x []float64) (enough bool)
}

// Most is the most directions that a descent takes.
func (s Settings) Most() int { return s.complete().Iterations }

func (s Settings) complete() Settings {
	if s.Iterations == 0 {
		s.Iterations = 500
	}
	if s.Decrease == 0 {
		s.Decrease = 1e-12
	}
	if s.Slope == 0 {
		s.Slope = 1e-7
	}
	if s.Memory == 0 {
		s.Memory = 10
	}
	if s.Note == "" {
		s.Note = "optimisation"
	}
	return s
}

// A Reason is why the work ended.
type Reason int

// The reasons. After the first two the work ended at a minimum, as far as can be
// told.
const (
	Flat      Reason = iota // the gradient is as small as was asked for
	Settled                 // the value hardly falls any more
	Exhausted               // as many iterations as were allowed
	Stuck                   // no step lowers the value: rounding has taken over
	Asked                   // who watched had enough
)

func (r Reason) String() string {
	return [...]string{"the gradient vanished", "the value settled", "the iterations ran out", "no step lowered the value", "it was asked to end"}[r]
}

// A Result is the best point seen.
type Result struct {
	X, Gradient []float64
	Value       float64
	Reason      Reason
	Iterations  int
	Evaluations int       // of value and gradient together, and of lines
	Steepness   float64   // the gradient's length by what it was at the start
	History     []float64 // the value at the start and after each iteration
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
