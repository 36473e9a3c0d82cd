package ridge

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// A Score tells how well a setting predicts rows that were held out.
type Score struct {
	Kernel gram.Kernel
	Lambda float64
	Errors []float64 // mean squared error of each fold, over its held rows and all columns
	Double bool      // computed in float64 throughout, since float32 would not do
}

// Mean returns the mean of the folds' errors.
func (s *Score) Mean() float64 {
	var mean float64
	for _, e := range s.Errors {
		mean += e / float64(len(s.Errors))
	}
	return mean
}

// A Grid is what CrossValidate and LeaveOneOut try: all kernels with all
// ridges.
type Grid struct {
	Kernels []gram.Kernel
	Lambdas []float64 // above zero
	Centre  bool      // takes the mean of the training rows off their targets
}

// scoreEach scores all settings: for each kernel those that jointly finds, and the
// others side by side. Each of these needs the memory of some copies of K.
func (g Grid) scoreEach(ctx context.Context, x *mat.Dense, copies int, jointly func(ctx context.Context, k *mat.Dense) ([][]float64, error), score func(ctx context.Context, w *workspace, k *mat.Dense, s *Score) error) ([]Score, error) {
	n, _ := x.Dims()
	for _, lambda := range g.Lambdas {
		if !(lambda > 0) || math.IsInf(lambda, 0) {
			return nil, &engine.Error{Param: "lambda", Cause: fmt.Sprintf("lambda = %g must be above 0 and finite where it is to be compared", lambda), Remedy: remedy.Set("lambda").Or(remedy.Put("scale").After(engine.SourceRole))}
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(g.Lambdas))
	if err := gram.Reserve(ctx, memory.Square(1+copies*workers, n), n); err != nil {
		return nil, err
	}
	scores := make([]Score, 0, len(g.Kernels)*len(g.Lambdas))
	count := parallel.Count(ctx, "cross-validation", cap(scores))
	quiet := engine.WithProgress(ctx, nil)
	k := mat.NewDense(n, n, nil) // of one kernel after the other
	for _, kernel := range g.Kernels {
		if err := gram.NewEntries(kernel, x).Fill(quiet, k.RawMatrix().Data); err != nil {
			return nil, err
		}
		first := len(scores)
		found, err := jointly(quiet, k)
		if err != nil {
			return nil, err
		}
		var left []int // settings to score one by one
		for l, lambda := range g.Lambdas {
			scores = append(scores, Score{Kernel: kernel, Lambda: lambda, Errors: found[l]})
			if found[l] == nil {
				left = append(left, first+l)
			}
		}
		count.Add(len(g.Lambdas) - len(left))
		err = parallel.Try(quiet, len(left), 1, func() *workspace { return new(workspace) }, func(w *workspace, at, _ int) error {
			defer count.Add(1)
			return score(quiet, w, k, &scores[left[at]])
		})
		if err != nil {
			return nil, err
		}
	}
	return scores, nil
}

// unsolvedError is the error for a ridge that float64 does not resolve either.
func unsolvedError(lambda float64) error {
	return &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular: duplicate rows or ridge too small, lambda = %.3g", lambda),
		Remedy: remedy.Raise("lambda").Or(remedy.Put("dedupe").After(engine.SourceRole)),
	}
}
