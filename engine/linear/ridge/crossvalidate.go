package ridge

import (
	"context"

	"gonum.org/v1/gonum/mat"

	back "unfold/engine/linear/blas"
)

// A Fold of a cross-validation holds some rows out.
type Fold struct {
	Held []int      // without repetition; at least one, and not all
	Z    *mat.Dense // n×dim: the targets of all rows, as the other rows give them
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
	return g.scoreEach(ctx, plan.arrange(x), plan.matrices(), func(ctx context.Context, k *mat.Dense) ([][]float64, error) {
		return solveJointly(ctx, plan, k, g.Lambdas)
	}, func(ctx context.Context, w *workspace, k *mat.Dense, s *Score) error {
		errors, err := validate[float32](ctx, w, plan, k, s.Lambda)
		if errors == nil && err == nil {
			s.Double = true
			errors, err = validate[float64](ctx, w, plan, k, s.Lambda)
		}
		if errors == nil && err == nil {
			err = unsolvedError(s.Lambda)
		}
		s.Errors = errors
		return err
	})
}

// validate returns the mean squared errors of the folds, nil if numbers of type
// T cannot find them.
func validate[T back.Float](ctx context.Context, w *workspace, plan *plan, k *mat.Dense, lambda float64) ([]float64, error) {
	p, ok, err := invert[T](ctx, w, k, lambda)
	if !ok || err != nil {
		return nil, err
	}
	blocks, ok, err := p.heldFactors(ctx, plan)
	if !ok || err != nil {
		return nil, err
	}
	images := make([]float64, plan.n*plan.r) // K times what was last multiplied, in the end the coefficients
	s := newConjugateGradients(plan.n, plan.r, func(ctx context.Context, dst, v []float64, r int) error {
		if err := multiply(ctx, k, images, v, r); err != nil {
			return err
		}
		for i, x := range v {
			dst[i] = images[i] + float64(lambda*x)
		}
		plan.mask(dst)
		return nil
	}, func(ctx context.Context, dst, v []float64, r int) error {
		return p.withoutHeld(ctx, plan, blocks, dst, v)
	}, scoreGoal)
	s.least = lambda // and no bound above: the last product has to be that of the coefficients
	coefficients, err := solveOrImprove[T](ctx, s, plan.training)
	if coefficients == nil || err != nil {
		return nil, err
	}
	return plan.errors(images), nil
}
