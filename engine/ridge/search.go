package ridge

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// A search solves the systems of all ridges and folds of one kernel together,
// by conjugate gradients that a sketch preconditions, so that all share every
// pass over K. Steps are made in float32, and begun anew from residuals in
// float64 (iterative refinement; Higham 2002, Accuracy and Stability of
// Numerical Algorithms, chapter 12) until these are within the goal.
//
// It gives ridges up whose systems would take more than decompositions: those
// that are small beside what the sketch leaves of K.
type search struct {
	plan    *plan
	k       *mat.Dense
	single  *packed // K
	sketch  *sketch
	lambdas []float64
	lost    []bool    // of each ridge: given up
	steps   int       // that were made so far
	drop    []float64 // the least that was left for each ridge, by ‖b‖
	size    []float64 // ‖b‖ of each column of one ridge

	// For each column, ridge by ridge, and for these fold by fold:
	x, rest, images []float64 // solution, residual, and K times the solution
}

// A member is the system of a ridge and a fold, with its columns.
type member struct {
	ridge, fold int
	first, dim  int // its columns in the whole search
	lambda      float64
	small       *small
	scale       []float64 // norms of residuals when a descent begins
	left        []float64 // what it has left of them
	goal        []float64 // at which it ends
	slope       []float64 // residual times image
}

// A small is the small system of the sketch, which members may share.
type small struct {
	fold   int
	shift  float64
	factor factor[float32]
	failed bool
}

// waves is the most descents that are made.
const waves = 6

// worthwhile reports whether a search can be cheaper than decompositions.
func (p *plan) worthwhile() bool {
	const fewest, hopeful = 400, 20 // rows; steps
	return p.n >= fewest && hopeful*p.step() < p.decomposition()
}

// step returns the operations of a step for one ridge: a pass over K, two over
// L, and two over a factor.
func (p *plan) step() float64 {
	n, m := float64(p.n), float64(sketched(p.n))
	return float64(p.r) * (float64(2*n*n) + float64(4*n*m) + float64(4*m*m))
}

// decomposition returns those of validate for one ridge: inverting K + λI, and
// four corrections.
func (p *plan) decomposition() float64 {
	const thin = 1.5 // what an operation of a thin product by the library costs by one of a decomposition
	n := float64(p.n)
	return float64(0.8*n*n*n) + float64(thin*4*float64(p.r)*8*n*n)
}

// find returns the errors of the folds for each ridge; nil for ridges that are
// left to decompositions.
func find(ctx context.Context, plan *plan, k *mat.Dense, lambdas []float64) ([][]float64, error) {
	n, r := plan.n, plan.r*len(lambdas)
	found := make([][]float64, len(lambdas))
	if !plan.worthwhile() {
		return found, nil
	}
	if err := gram.Reserve(memory.Square(1, n)/2+sketchBytes(plan, len(lambdas))+uint64(52*r*n), n); err != nil {
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
	s := &search{plan: plan, k: k, single: single, sketch: sketch, lambdas: lambdas, lost: make([]bool, len(lambdas)), drop: slices.Repeat([]float64{1}, len(lambdas))}
	for q := range plan.r {
		s.size = append(s.size, norm(plan.training[q*n:(q+1)*n]))
	}
	of := func() []float64 { return make([]float64, r*n) }
	s.x, s.rest, s.images = of(), of(), of()
	return found, s.run(ctx, found)
}

// members returns the systems, those that share a small system one after the
// other.
func (s *search) members(ctx context.Context) (all []*member, err error) {
	type key struct {
		fold  int
		shift float64
	}
	shared, smalls := map[key]*small{}, []*small(nil)
	for l, lambda := range s.lambdas {
		for f := range s.plan.held {
			k := key{f, s.sketch.shift(lambda)}
			if shared[k] == nil {
				shared[k] = &small{fold: f, shift: k.shift}
				smalls = append(smalls, shared[k])
			}
			dim := s.plan.first[f+1] - s.plan.first[f]
			of := func() []float64 { return make([]float64, dim) }
			all = append(all, &member{
				ridge: l, fold: f, first: l*s.plan.r + s.plan.first[f], dim: dim, lambda: lambda,
				small: shared[k], scale: of(), left: of(), goal: of(), slope: of(),
			})
		}
	}
	slices.SortStableFunc(all, func(a, b *member) int {
		return cmp.Or(cmp.Compare(a.small.shift, b.small.shift), cmp.Compare(a.fold, b.fold))
	})
	none := func() struct{} { return struct{}{} }
	err = parallel.Try(ctx, len(smalls), 1, none, func(_ struct{}, at, _ int) error {
		f, ok, err := s.sketch.factor(ctx, smalls[at].fold, smalls[at].shift)
		smalls[at].factor, smalls[at].failed = f, !ok
		return err
	})
	for _, m := range all {
		s.lost[m.ridge] = s.lost[m.ridge] || m.small.failed
	}
	return all, err
}

// run fills in what it finds.
func (s *search) run(ctx context.Context, found [][]float64) error {
	all, err := s.members(ctx)
	if err != nil {
		return err
	}
	r, n := s.plan.r, s.plan.n
	for l := range s.lambdas {
		copy(s.rest[l*r*n:], s.plan.training)
	}
	for range waves {
		before := s.norms()
		all = slices.DeleteFunc(all, func(m *member) bool { return s.lost[m.ridge] || found[m.ridge] != nil })
		if len(all) == 0 {
			return nil
		}
		moved, err := s.descend(ctx, all)
		if err != nil {
			return err
		}
		if err := s.renew(ctx, found); err != nil {
			return err
		}
		s.judge(before, moved, found)
	}
	return nil
}

// norms returns those of all residuals.
func (s *search) norms() []float64 {
	norms := make([]float64, len(s.rest)/s.plan.n)
	for c := range norms {
		norms[c] = norm(s.rest[c*s.plan.n : (c+1)*s.plan.n])
	}
	return norms
}

// renew computes the residuals of ridges that are neither found nor lost from
// the solutions, those of neighbours by one product.
func (s *search) renew(ctx context.Context, found [][]float64) error {
	size := s.plan.r * s.plan.n
	for from := 0; from < len(s.lambdas); from++ {
		to := from
		for to < len(s.lambdas) && !s.lost[to] && found[to] == nil {
			to++
		}
		if to == from {
			continue
		}
		if err := multiplyBy(ctx, s.k, s.images[from*size:to*size], s.x[from*size:to*size], (to-from)*s.plan.r); err != nil {
			return err
		}
		for ; from < to; from++ {
			x, images, rest := s.x[from*size:], s.images[from*size:], s.rest[from*size:(from+1)*size]
			for i, b := range s.plan.training {
				rest[i] = b - images[i] - float64(s.lambdas[from]*x[i])
			}
			s.plan.mask(rest)
		}
	}
	return nil
}

// judge tells which ridges are found, and gives up those whose residuals
// float32 does not lessen. What is left of a residual moves the solution by
// less than the last descent did, in about the ratio of the residuals.
func (s *search) judge(before, moved []float64, found [][]float64) {
	r, n := s.plan.r, s.plan.n
	for l := range s.lambdas {
		if s.lost[l] || found[l] != nil {
			continue
		}
		near, worse := true, false
		for q := range r {
			c := l*r + q
			rest := norm(s.rest[c*n : (c+1)*n])
			worse = worse || rest > 0 && !(rest <= 0.1*before[c])
			near = near && rest <= ofScores.residual*s.size[q] &&
				moved[c]*rest <= ofScores.correction*norm(s.x[c*n:(c+1)*n])*before[c]
		}
		if near {
			found[l] = s.plan.errors(s.images[l*r*n : (l+1)*r*n])
		}
		s.lost[l] = found[l] == nil && (near || worse)
	}
}
