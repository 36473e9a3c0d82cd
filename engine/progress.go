package engine

import (
	"context"
	"time"
)

// Progress is how far a stage has come.
type Progress struct {
	Stage    string        // the stage at work, such as "isomap"
	Note     string        // what it is doing, such as "geodesics" or "fold 3 of 10"
	Fraction float64       // of the stage's work that is done, in [0, 1]
	Left     time.Duration // estimated time left; negative while unknown

	// Picture is what the work has come to: a figure, or a bundle where it was drawn
	// already. Without one, that before it still holds.
	Picture any `json:"-"`
}

type progressKey struct{}

// WithProgress returns a context whose work is reported to tell. The
// goroutines that do the work call it, so it must be quick and safe for
// concurrent use.
func WithProgress(ctx context.Context, tell func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, tell)
}

// Tell sends p to the listener that WithProgress put in ctx, if any. A method
// fills Note and Fraction; the run adds the stage's name and the time left.
func Tell(ctx context.Context, p Progress) {
	if tell, ok := ctx.Value(progressKey{}).(func(Progress)); ok && tell != nil {
		tell(p)
	}
}

type learningKey struct{}

// Learning reports whether what a source loads in ctx is for a sentence with a
// stage that learns or judges classes or a response, so that a source in doubt
// about its last column may take it for these.
func Learning(ctx context.Context) bool {
	learning, _ := ctx.Value(learningKey{}).(bool)
	return learning
}

// WithLearning returns a context that says so.
func WithLearning(ctx context.Context) context.Context {
	return context.WithValue(ctx, learningKey{}, true)
}
