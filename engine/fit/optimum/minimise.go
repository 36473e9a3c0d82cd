package optimum

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// Minimise descends from start, a slice that it does not change.
//
// Time is that of the evaluations, two or so an iteration, and O(Memory len(start))
// an iteration; memory O(Memory len(start)). It fails where f is not finite at
// the start, and with the context's error. It is deterministic.
func Minimise(ctx context.Context, p Problem, start []float64, settings Settings) (*Result, error) {
	w, err := begin(ctx, p, start, settings.complete())
	if err != nil {
		return nil, err
	}
	for !w.flat() {
		if w.Iterations == w.settings.Iterations {
			w.Reason = Exhausted
			break
		}
		moved, err := w.advance(ctx)
		if err != nil {
			return nil, err
		}
		if !moved {
			w.Reason = Stuck
			break
		}
		w.Iterations++
		w.History = append(w.History, w.Value)
		enough := w.tell(ctx)
		if w.settled() {
			w.Reason = Settled
			break
		}
		if enough {
			w.Reason = Asked
			break
		}
	}
	if w.steepest > 0 {
		w.Steepness = length(w.Gradient) / w.steepest
	}
	return &w.Result, nil
}

// A walk is a minimisation on its way.
type walk struct {
	Result
	problem   Problem
	settings  Settings
	search    searchDirection
	direction []float64
	fresh     bool    // the direction is the steepest descent
	strayed   bool    // the last line ended short of what was asked of it
	step      float64 // to try first
	steepest  float64 // the gradient's length at the start
	fell      float64 // what the last step lowered the value by
	slow      int     // steps in a row that lowered the value by little
	told      float64
}

// begin evaluates the start.
func begin(ctx context.Context, p Problem, start []float64, s Settings) (*walk, error) {
	w := &walk{problem: p, settings: s, search: s.search(), direction: make([]float64, len(start))}
	w.X, w.Gradient = append([]float64(nil), start...), make([]float64, len(start))
	var err error
	if w.Value, err = w.at(ctx, w.X, w.Gradient); err != nil {
		return nil, err
	}
	if !finite(w.Value) || !finite(length(w.Gradient)) {
		return nil, &engine.Error{Cause: fmt.Sprintf("the cost is %v where the search begins", w.Value), Remedy: remedy.Put("scale")}
	}
	w.History = []float64{w.Value}
	w.steepest = length(w.Gradient)
	w.head()
	engine.Tell(ctx, engine.Progress{Note: s.Note})
	return w, nil
}

func (s Settings) search() searchDirection {
	switch s.Method {
	case SlopeRatio:
		return new(slopeRatio)
	case CG:
		return new(conjugate)
	}
	return &lbfgs{most: s.Memory}
}

// head takes the steepest descent.
func (w *walk) head() {
	if w.steepest > 0 {
		w.step, w.fresh = w.search.start(w.X, w.Gradient, w.direction), true
	}
}

// turn takes the method's next direction, or the steepest descent where that
// does not lead down or the last one led astray.
func (w *walk) turn() {
	if w.strayed {
		w.strayed = false
		w.head()
		return
	}
	w.step, w.fresh = w.search.next(w.X, w.Gradient, w.direction), false
	if slope := simd.Dot(w.direction, w.Gradient); !(slope < 0) || !finite(w.step) || w.step <= 0 {
		w.head()
	}
}

// advance goes one step and turns; where the method's direction fails it tries
// the steepest descent once.
func (w *walk) advance(ctx context.Context) (moved bool, err error) {
	for {
		moved, err = w.along(ctx)
		if err != nil {
			return false, err
		}
		if moved {
			w.turn()
			return true, nil
		}
		if w.fresh {
			return false, nil
		}
		w.head()
	}
}

// at evaluates the function.
func (w *walk) at(ctx context.Context, x, gradient []float64) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	w.Evaluations++
	return w.problem.Value(ctx, x, gradient)
}

func (w *walk) flat() bool {
	if steep := length(w.Gradient); steep > w.settings.Slope*w.steepest && steep > 0 {
		return false
	}
	w.Reason = Flat
	return true
}

// settled reports whether the last two steps both lowered the value by little.
func (w *walk) settled() bool {
	if w.fell <= w.settings.Decrease*math.Abs(w.Value) {
		w.slow++
	} else {
		w.slow = 0
	}
	return w.slow == 2
}

// tell tells how far the gradient has come down on its way, by powers of ten, or how
// many iterations are used up, whichever is more. It reports whether that will do.
func (w *walk) tell(ctx context.Context) (enough bool) {
	down := elementary.Log(length(w.Gradient)/w.steepest) / elementary.Log(w.settings.Slope)
	w.told = max(w.told, min(1, down), float64(w.Iterations)/float64(w.settings.Iterations))
	p := engine.Progress{Note: w.settings.Note, Fraction: w.told}
	if w.settings.Watch == nil {
		engine.Tell(ctx, p)
		return false
	}
	p.Note = fmt.Sprintf("%s: iteration %d, cost %.4g", p.Note, w.Iterations, w.Value)
	return w.settings.Watch(ctx, p, w.X)
}
