package ridge

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
)

// A sketch is a matrix L of few columns with K ≈ L Lᵀ, found from some rows of
// K alone (Williams, Seeger 2001, "Using the Nyström method to speed up kernel
// machines"). For the training rows T of a fold, and any ridge,
// (L_T L_Tᵀ + sI)⁻¹ = (I − L_T (sI + L_Tᵀ L_T)⁻¹ L_Tᵀ)/s takes a system of as
// many unknowns as L has columns; and L serves all ridges and all folds.
type sketch struct {
	n, m  int
	l     *packed     // L
	lt    *packed     // Lᵀ
	grams [][]float32 // upper triangle of L_Tᵀ L_T of each fold, m×m
	tail  float64     // mean of the diagonal of K − L Lᵀ
	trace float64     // of K
}

// sketchRows returns how many rows a sketch of n is made of. A sixth makes up for
// its cost: with fewer, gradients take more steps than they save.
func sketchRows(n int) int { return n / 6 }

// newSketch returns the sketch of a whole K, nil if the rows drawn do not give
// one.
func newSketch(ctx context.Context, plan *plan, k *mat.Dense) (*sketch, error) {
	n, m := plan.n, sketchRows(plan.n)
	rows := Centres(n, m, 1)
	trace := mat.Trace(k)
	corner, l := make([]float64, m*m), make([]float64, n*m)
	err := parallel.For(ctx, n, parallel.Grain(m), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := k.RawRowView(i)
			for b, j := range rows {
				l[i*m+b] = row[j]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for a, i := range rows {
		copy(corner[a*m:(a+1)*m], l[i*m:])
		corner[a*m+a] += float64(1e-11 * trace) // above the rounding of the factor
	}
	if failed, _, err := back.Cholesky(ctx, blas.Upper, m, corner, m); failed >= 0 || err != nil {
		return nil, err
	}
	if err := back.Trsm(ctx, blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, n, m, 1, corner, m, l, m); err != nil {
		return nil, err
	}
	kept, err := parallel.Sum(ctx, n, 64, func(lo, hi int) (sum float64) {
		for _, v := range l[lo*m : hi*m] {
			sum += float64(v * v)
		}
		return sum
	})
	if err != nil {
		return nil, err
	}
	s := &sketch{n: n, m: m, tail: max((trace-kept)/float64(n), 0), trace: trace}
	if s.l, err = pack(ctx, blas.NoTrans, n, m, l); err != nil {
		return nil, err
	}
	if s.lt, err = pack(ctx, blas.Trans, m, n, l); err != nil {
		return nil, err
	}
	return s, s.fold(ctx, plan, convert[float32](l))
}

// fold computes what is left of Lᵀ L for every fold when its held rows are
// taken off. L lies in l row by row.
func (s *sketch) fold(ctx context.Context, plan *plan, l []float32) error {
	m := s.m
	whole := make([]float32, m*m)
	if err := back.Syrk(ctx, blas.Upper, blas.Trans, m, s.n, 1, l, m, 0, whole, m); err != nil {
		return err
	}
	for _, held := range plan.held {
		taken := make([]float32, 0, len(held)*m)
		for _, i := range held {
			taken = append(taken, l[i*m:(i+1)*m]...)
		}
		gram := append([]float32(nil), whole...)
		if err := back.Syrk(ctx, blas.Upper, blas.Trans, m, len(held), -1, taken, m, 1, gram, m); err != nil {
			return err
		}
		s.grams = append(s.grams, gram)
	}
	return nil
}

// sketchBytes is what a sketch takes while it is made, with its factors for so
// many ridges.
func sketchBytes(plan *plan, lambdas int) uint64 {
	n, m, folds := float64(plan.n), float64(sketchRows(plan.n)), float64(len(plan.held))
	return uint64(min(float64(20*n*m)+float64(m*m*(12+float64(4*folds*float64(1+lambdas)))), math.MaxInt64))
}

// shift returns s for a ridge: what K − L Lᵀ adds to it on the average, and no
// less than keeps the system solvable in float32. It is rounded to a power of
// four, so that ridges share it that are small beside what K − L Lᵀ adds.
func (s *sketch) shift(lambda float64) float64 {
	return elementary.Pow(4, math.Round(elementary.Log2(max(lambda+s.tail, 1e-7*s.trace))/2))
}

// factor returns the factor of sI + L_Tᵀ L_T for a fold; false if there is
// none.
func (s *sketch) factor(ctx context.Context, fold int, shift float64) (f factor[float32], ok bool, err error) {
	f = factor[float32]{s.m, append([]float32(nil), s.grams[fold]...)}
	for a := range s.m {
		f.u[a*s.m+a] += float32(shift)
	}
	failed, _, err := back.Cholesky(ctx, blas.Upper, s.m, f.u, s.m)
	return f, failed < 0, err
}
