package ridge

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
)

// A jointSolver solves the systems of all ridges and folds of one kernel together,
// by conjugate gradients that a sketch preconditions, so that all share every
// pass over K. Steps are made in float32, and begun anew from residuals in
// float64 (iterative refinement; Higham 2002, Accuracy and Stability of
// Numerical Algorithms, chapter 12) until these are within the goal.
//
// It gives ridges up whose systems would take more than decompositions: those
// that are small beside what the sketch leaves of K.
type jointSolver struct {
	plan      *plan
	k         *mat.Dense
	single    *packed // K
	sketch    *sketch
	lambdas   []float64
	abandoned []bool    // of each ridge: given up
	steps     int       // that were made so far
	least     []float64 // the least that was left for each ridge, by ‖b‖
	norms     []float64 // ‖b‖ of each column of one ridge

	// For each column, ridge by ridge, and for these fold by fold:
	x, residual, images []float64 // solution, residual, and K times the solution
}

// A system is the system of a ridge and a fold, with its columns.
type system struct {
	ridge, fold int
	first, dim  int // its columns among those of all systems
	lambda      float64
	capacitance *capacitance
	scale       []float64 // norms of residuals when a descent begins
	remaining   []float64 // what it has left of them
	goal        []float64 // at which it ends
	slope       []float64 // residual times preconditioned residual
}

// A capacitance is the small matrix sI + L_Tᵀ L_T of the sketch (its name in the
// Sherman-Morrison-Woodbury formula), which systems may share.
type capacitance struct {
	fold   int
	shift  float64
	factor factor[float32]
	failed bool
}

// mostDescents is how many descents are made at most.
const mostDescents = 6

// solveJointly returns the errors of the folds for each ridge; nil for ridges that
// are left to decompositions.
func solveJointly(ctx context.Context, plan *plan, k *mat.Dense, lambdas []float64) ([][]float64, error) {
	n, r := plan.n, plan.r*len(lambdas)
	found := make([][]float64, len(lambdas))
	if !plan.worthwhile() {
		return found, nil
	}
	if err := gram.Reserve(ctx, memory.Square(1, n)/2+sketchBytes(plan, len(lambdas))+uint64(52*r*n), n); err != nil {
		return nil, err
	}
	sketch, err := newSketch(ctx, plan, k)
	if sketch == nil || err != nil {
		return found, err
	}
	single, err := pack(ctx, blas.Trans, n, n, k.RawMatrix().Data)
	if err != nil {
		return nil, err
	}
	s := &jointSolver{plan: plan, k: k, single: single, sketch: sketch, lambdas: lambdas, abandoned: make([]bool, len(lambdas)), least: slices.Repeat([]float64{1}, len(lambdas))}
	for q := range plan.r {
		s.norms = append(s.norms, norm(plan.training[q*n:(q+1)*n]))
	}
	of := func() []float64 { return make([]float64, r*n) }
	s.x, s.residual, s.images = of(), of(), of()
	return found, s.run(ctx, found)
}

// systems returns the systems, those that share a capacitance one after the
// other.
func (s *jointSolver) systems(ctx context.Context) (all []*system, err error) {
	type key struct {
		fold  int
		shift float64
	}
	shared, capacitances := map[key]*capacitance{}, []*capacitance(nil)
	for l, lambda := range s.lambdas {
		for f := range s.plan.held {
			k := key{f, s.sketch.shift(lambda)}
			if shared[k] == nil {
				shared[k] = &capacitance{fold: f, shift: k.shift}
				capacitances = append(capacitances, shared[k])
			}
			dim := s.plan.first[f+1] - s.plan.first[f]
			of := func() []float64 { return make([]float64, dim) }
			all = append(all, &system{
				ridge: l, fold: f, first: l*s.plan.r + s.plan.first[f], dim: dim, lambda: lambda,
				capacitance: shared[k], scale: of(), remaining: of(), goal: of(), slope: of(),
			})
		}
	}
	slices.SortStableFunc(all, func(a, b *system) int {
		return cmp.Or(cmp.Compare(a.capacitance.shift, b.capacitance.shift), cmp.Compare(a.fold, b.fold))
	})
	none := func() struct{} { return struct{}{} }
	err = parallel.Try(ctx, len(capacitances), 1, none, func(_ struct{}, at, _ int) error {
		f, ok, err := s.sketch.factor(ctx, capacitances[at].fold, capacitances[at].shift)
		capacitances[at].factor, capacitances[at].failed = f, !ok
		return err
	})
	for _, m := range all {
		s.abandoned[m.ridge] = s.abandoned[m.ridge] || m.capacitance.failed
	}
	return all, err
}

// run fills in what it finds.
func (s *jointSolver) run(ctx context.Context, found [][]float64) error {
	all, err := s.systems(ctx)
	if err != nil {
		return err
	}
	r, n := s.plan.r, s.plan.n
	for l := range s.lambdas {
		copy(s.residual[l*r*n:], s.plan.training)
	}
	for range mostDescents {
		before := s.residualNorms()
		all = slices.DeleteFunc(all, func(m *system) bool { return s.abandoned[m.ridge] || found[m.ridge] != nil })
		if len(all) == 0 {
			return nil
		}
		moved, err := s.descend(ctx, all)
		if err != nil {
			return err
		}
		if err := s.recomputeResiduals(ctx, found); err != nil {
			return err
		}
		s.acceptRidges(before, moved, found)
	}
	return nil
}

// residualNorms returns those of all residuals.
func (s *jointSolver) residualNorms() []float64 {
	norms := make([]float64, len(s.residual)/s.plan.n)
	for c := range norms {
		norms[c] = norm(s.residual[c*s.plan.n : (c+1)*s.plan.n])
	}
	return norms
}

// recomputeResiduals computes the residuals of ridges that are neither found nor
// given up from the solutions, those of neighbours by one product.
func (s *jointSolver) recomputeResiduals(ctx context.Context, found [][]float64) error {
	size := s.plan.r * s.plan.n
	for from := 0; from < len(s.lambdas); from++ {
		to := from
		for to < len(s.lambdas) && !s.abandoned[to] && found[to] == nil {
			to++
		}
		if to == from {
			continue
		}
		if err := multiply(ctx, s.k, s.images[from*size:to*size], s.x[from*size:to*size], (to-from)*s.plan.r); err != nil {
			return err
		}
		for ; from < to; from++ {
			x, images, residual := s.x[from*size:], s.images[from*size:], s.residual[from*size:(from+1)*size]
			for i, b := range s.plan.training {
				residual[i] = b - images[i] - float64(s.lambdas[from]*x[i])
			}
			s.plan.mask(residual)
		}
	}
	return nil
}

// acceptRidges tells which ridges are found, and gives up those whose residuals
// float32 does not lessen. What is left of a residual moves the solution by
// less than the last descent did, in about the ratio of the residuals.
func (s *jointSolver) acceptRidges(before, moved []float64, found [][]float64) {
	r, n := s.plan.r, s.plan.n
	for l := range s.lambdas {
		if s.abandoned[l] || found[l] != nil {
			continue
		}
		near, worse := true, false
		for q := range r {
			c := l*r + q
			residual := norm(s.residual[c*n : (c+1)*n])
			worse = worse || residual > 0 && !(residual <= 0.1*before[c])
			near = near && residual <= scoreGoal.residual*s.norms[q] &&
				moved[c]*residual <= scoreGoal.correction*norm(s.x[c*n:(c+1)*n])*before[c]
		}
		if near {
			found[l] = s.plan.errors(s.images[l*r*n : (l+1)*r*n])
		}
		s.abandoned[l] = found[l] == nil && (near || worse)
	}
}
