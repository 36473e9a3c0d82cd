package engine

import "context"

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
