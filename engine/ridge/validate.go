package ridge

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// A Fold of a cross-validation holds some rows out.
type Fold struct {
	Held []int      // without repetition; at least one, and not all
	Z    *mat.Dense // n×dim: the targets of all rows, as the other rows give them
}

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

// CrossValidate predicts the held rows of every fold by ridge regression on the
// other rows, with every kernel and ridge, and returns a score for each:
// kernels in their order, and for each the ridges in theirs.
//
// Where targets have few columns beside the rows, all ridges of a kernel are
// first solved together by conjugate gradients, preconditioned by a sketch of K
// from a sixth of its rows. Ridges that would take more operations so, counted
// and never timed, are decomposed: with P = (K + λI)⁻¹ over all rows, the
// inverse over the training rows T of a fold that holds F out is
// P_TT − P_TF P_FF⁻¹ P_FT. So one decomposition for each kernel and ridge serves
// all folds and all repeats, whose targets may differ. It is made in float32,
// and conjugate gradients correct the solutions of all folds in float64; where
// that fails, the setting is decomposed in float64. Either way residuals
// computed in float64 are below 1e-7 of the targets, and scores within 1e-6 of
// those of float64.
//
// Time at most O(n³) a setting, a fifth less if folds do not overlap; memory
// 8n² bytes and 4n² to 16n² for each processor, asked for before they are
// taken. Settings run side by side, and give the same bits at any GOMAXPROCS.
func CrossValidate(ctx context.Context, x *mat.Dense, folds []Fold, g Grid) ([]Score, error) {
	n, _ := x.Dims()
	plan, err := newPlan(n, folds, g.Centre)
	if err != nil {
		return nil, err
	}
	return g.each(ctx, plan.arrange(x), plan.copies(), func(ctx context.Context, k *mat.Dense) ([][]float64, error) {
		return find(ctx, plan, k, g.Lambdas)
	}, func(ctx context.Context, w *workspace, k *mat.Dense, s *Score) error {
		errors, err := validate[float32](ctx, w, plan, k, s.Lambda)
		if errors == nil && err == nil {
			s.Double = true
			errors, err = validate[float64](ctx, w, plan, k, s.Lambda)
		}
		if errors == nil && err == nil {
			err = unsolved(s.Lambda)
		}
		s.Errors = errors
		return err
	})
}

// unsolved is the error for a ridge that float64 does not resolve either.
func unsolved(lambda float64) error {
	return &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular: duplicate rows or ridge too small, lambda = %.3g", lambda),
		Remedy: "raise lambda, or put dedupe after the source",
	}
}

// each scores all settings: those of a kernel that are not found together side
// by side. Each of these needs the memory of some copies of K.
func (g Grid) each(ctx context.Context, x *mat.Dense, copies int, together func(ctx context.Context, k *mat.Dense) ([][]float64, error), score func(ctx context.Context, w *workspace, k *mat.Dense, s *Score) error) ([]Score, error) {
	n, _ := x.Dims()
	for _, lambda := range g.Lambdas {
		if !(lambda > 0) || math.IsInf(lambda, 0) {
			return nil, &engine.Error{Param: "lambda", Cause: fmt.Sprintf("lambda = %g must be above 0 and finite where it is to be compared", lambda), Remedy: "give a lambda, or put scale after the source"}
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(g.Lambdas))
	if err := gram.Reserve(memory.Square(1+copies*workers, n), n); err != nil {
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
		found, err := together(quiet, k)
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

// A plan is what the settings of a cross-validation have in common. Its rows
// are in an order of its own: where folds do not overlap, one after the other.
type plan struct {
	n, r     int       // rows, and columns of targets of all folds
	order    []int     // which row is at each place
	held     [][]int   // the places of each fold's held rows
	first    []int     // the first column of each fold, and r
	apart    bool      // no row is held by two folds
	targets  []float64 // r×n: less the mean of the training rows, if so wished
	training []float64 // r×n: the same, and zero for held rows
}

func newPlan(n int, folds []Fold, centre bool) (*plan, error) {
	p := &plan{n: n, apart: true}
	owners := make([]int, n)
	for f, fold := range folds {
		if rows, _ := fold.Z.Dims(); rows != n || len(fold.Held) == 0 || len(fold.Held) >= n {
			return nil, fmt.Errorf("ridge: fold %d has targets for %d of %d rows, and holds %d", f, rows, n, len(fold.Held))
		}
		for _, i := range fold.Held {
			if i < 0 || i >= n || owners[i] == f+1 {
				return nil, fmt.Errorf("ridge: fold %d holds row %d, which is not there or held already", f, i)
			}
			p.apart = p.apart && owners[i] == 0
			owners[i] = f + 1
		}
	}
	p.sort(folds, owners)
	for f, fold := range folds {
		p.first = append(p.first, p.r)
		p.append(fold.Z, p.held[f], centre)
	}
	p.first = append(p.first, p.r)
	return p, nil
}

// sort fixes the order of rows. owners tells the last fold that holds each
// row, from 1, or zero.
func (p *plan) sort(folds []Fold, owners []int) {
	if p.apart {
		for _, fold := range folds {
			p.order = append(p.order, fold.Held...)
		}
		for i, owner := range owners {
			if owner == 0 {
				p.order = append(p.order, i)
			}
		}
	} else {
		for i := range owners {
			p.order = append(p.order, i)
		}
	}
	place := make([]int, p.n)
	for at, i := range p.order {
		place[i] = at
	}
	for _, fold := range folds {
		places := make([]int, len(fold.Held))
		for h, i := range fold.Held {
			places[h] = place[i]
		}
		p.held = append(p.held, places)
	}
}

// append adds the columns of a fold's targets.
func (p *plan) append(z *mat.Dense, held []int, centre bool) {
	_, dim := z.Dims()
	out := make([]bool, p.n)
	for _, at := range held {
		out[at] = true
	}
	for q := range dim {
		column, mean := make([]float64, p.n), 0.0
		for at, i := range p.order {
			column[at] = z.At(i, q)
			if !out[at] {
				mean += column[at] / float64(p.n-len(held))
			}
		}
		training := make([]float64, p.n)
		for at := range column {
			if centre {
				column[at] -= mean
			}
			if !out[at] {
				training[at] = column[at]
			}
		}
		p.targets, p.training = append(p.targets, column...), append(p.training, training...)
		p.r++
	}
}

// copies is how many matrices of the size of K a setting takes: one to invert,
// and one for all of the inverse.
func (p *plan) copies() int {
	if p.apart {
		return 1
	}
	return 2
}

// arrange returns the rows in the plan's order.
func (p *plan) arrange(x *mat.Dense) *mat.Dense {
	_, d := x.Dims()
	arranged := mat.NewDense(p.n, d, nil)
	for at, i := range p.order {
		arranged.SetRow(at, x.RawRowView(i))
	}
	return arranged
}
