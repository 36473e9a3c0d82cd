package smo

import (
	"context"
	"runtime"
	"sync"

	"unfold/engine/internal/parallel"
)

// A Surface is the function f(x) = Σ Weights_i k(x_Rows[i], x) − Rho, and how
// far it is from the optimum that it stands for.
type Surface struct {
	Rows      []int     // rows of the kernel that support it
	Weights   []float64 // of each, not zero
	Rho       float64
	Gap       float64 // largest violation of the optimality conditions left
	Objective float64 // ½αᵀQα + pᵀα
	Steps     int
}

// surface is the function that a solution stands for, but for its support.
func (s *Solution) surface() Surface {
	return Surface{Rho: s.Rho, Gap: s.Gap, Objective: s.Objective, Steps: s.Steps}
}

// idleSolvers are those at rest, for others to go on in their memory: small problems
// take longer to get it than to be solved.
var idleSolvers = sync.Pool{New: func() any { return new(Solver) }}

// release gives a solver back, without what it was about.
func (s *Solver) release() {
	s.p, s.rowCache.columns = Problem{}, nil
	idleSolvers.Put(s)
}

// Settings are what the problems about one kernel have in common.
type Settings struct {
	C          float64
	Tol        float64
	Limit      int         // steps of a problem; 0 is libsvm's
	WarmStarts *WarmStarts // of the same kernel and target; nil if each problem begins at α = 0
	Budget     int         // bytes of kernel rows for all goroutines together
}

// solveAll solves so many problems about a kernel on all processors, and hands their
// solutions over. A problem that is asked for needs no settings. It tells its
// progress to ctx.
func (s Settings) solveAll(ctx context.Context, what string, k Kernel, count int, problem func(at int) Problem, keep func(at int, p *Problem, s *Solution)) error {
	s.Budget /= max(1, min(count, runtime.GOMAXPROCS(0)))
	done := parallel.Count(ctx, what, count)
	return parallel.Try(ctx, count, 1, func() struct{} { return struct{}{} }, func(_ struct{}, at, _ int) error {
		defer done.Add(1)
		w := idleSolvers.Get().(*Solver)
		defer w.release()
		p := problem(at)
		p.Kernel, p.C, p.Tol, p.Limit, p.Budget = k, s.C, s.Tol, s.Limit, s.Budget
		solution, err := w.Solve(ctx, p)
		if err == nil {
			keep(at, &p, solution)
		}
		return err
	})
}
