package ridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
)

func TestFitAgreesWithLU(t *testing.T) {
	x, z := gaussian(2, 90, 4), gaussian(3, 90, 3)
	k, _ := gram.Matrix(t.Context(), gram.RBF{Sigma: 2}, x)
	for i := range 90 {
		k.Set(i, i, k.At(i, i)+0.1)
	}
	var want mat.Dense
	if err := want.Solve(k, z); err != nil {
		t.Fatal(err)
	}
	r, err := Fit(t.Context(), gram.RBF{Sigma: 2}, x, z, 0.1)
	if err != nil || r.Lambda != 0.1 || !mat.EqualApprox(r.W, &want, 1e-9) {
		t.Errorf("solution differs, ridge %v, error %v", r.Lambda, err)
	}
}

// inSingle solves by a factor in float32, whatever the size; nil if that does
// not do.
func inSingle(ctx context.Context, e *gram.Entries, lambda float64, z *mat.Dense) (*Solution, error) {
	f := &factor[float32]{e.Len(), make([]float32, e.Len()*e.Len())}
	if failed, _, err := f.decompose(ctx, e, lambda, 0); failed >= 0 || err != nil {
		return nil, err
	}
	return (&Solver{lambda: lambda, single: f}).refine(ctx, e, z, unbatched{e})
}

// inDouble solves by a factor in float64.
func inDouble(ctx context.Context, e *gram.Entries, lambda float64, z *mat.Dense) (*Solution, error) {
	f, ridge, err := decompose(ctx, e, lambda)
	if err != nil {
		return nil, err
	}
	return (&Solver{double: f, ridge: ridge}).Solve(ctx, e, z)
}

// TestSingleFactorGivesDoubleCoefficients: the factor in float32 leads to the
// coefficients of the one in float64.
func TestSingleFactorGivesDoubleCoefficients(t *testing.T) {
	x, z := gaussian(2, 1100, 4), gaussian(3, 1100, 5)
	for _, c := range []struct {
		kernel gram.Kernel
		lambda float64
		dim    int
	}{{gram.RBF{Sigma: 2}, 0.03, 5}, {gram.RBF{Sigma: 2}, 1e-3, 2}, {gram.RBF{Sigma: 0.5}, 1, 1}, {gram.Linear{}, 1e-2, 2}, {gram.Polynomial{Sigma: 2, Offset: 1, Degree: 2}, 0.1, 2}} {
		targets := z.Slice(0, 1100, 0, c.dim).(*mat.Dense)
		e := gram.NewEntries(c.kernel, x)
		want, err := inDouble(t.Context(), e, c.lambda, targets)
		if err != nil {
			t.Fatal(err)
		}
		got, err := inSingle(t.Context(), e, c.lambda, targets)
		if err != nil || got == nil {
			t.Errorf("%#v, lambda = %g: no solution (%v)", c.kernel, c.lambda, err)
			continue
		}
		var diff mat.Dense
		diff.Sub(got.W, want.W)
		if off := mat.Norm(&diff, 2) / mat.Norm(want.W, 2); off > 1e-8 || got.Residual > coefficientGoal.residual {
			t.Errorf("%#v, lambda = %g: coefficients off by %g, residual %g", c.kernel, c.lambda, off, got.Residual)
		}
	}
}

// TestSingleFactorGivesUp: what float32 cannot resolve goes to float64.
func TestSingleFactorGivesUp(t *testing.T) {
	x, z := gaussian(2, 300, 2), gaussian(3, 300, 1)
	e := gram.NewEntries(gram.RBF{Sigma: 3}, x)
	for _, lambda := range []float64{1e-13, 1e-9} {
		if r, err := inSingle(t.Context(), e, lambda, z); r != nil && r.Residual > coefficientGoal.residual || err != nil {
			t.Errorf("lambda = %g: %+v, %v", lambda, r, err)
		}
	}
}

func TestFitRaisesTheRidgeOfASingularMatrix(t *testing.T) {
	x := gaussian(4, 40, 3)
	x.SetRow(7, x.RawRowView(3)) // a copy
	r, err := Fit(t.Context(), gram.RBF{Sigma: 1}, x, gaussian(5, 40, 1), 0)
	if err != nil || r.Lambda <= 0 || r.Lambda > 1e-8 {
		t.Fatalf("ridge %v, error %v", r, err)
	}
	if v := mat.Norm(r.W, 2); math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("solution has norm %v", v)
	}
}

func TestFitNamesWhatIsWrong(t *testing.T) {
	_, err := Fit(t.Context(), gram.Linear{}, mat.NewDense(3, 1, nil), gaussian(6, 3, 1), 0)
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "lambda" || !strings.Contains(e.Cause, "singular") {
		t.Errorf("error for a zero matrix is %v", err)
	}
	_, err = Fit(t.Context(), gram.Polynomial{Sigma: 1, Offset: -3, Degree: 1}, mat.NewDense(2, 1, []float64{2, 1}), gaussian(6, 2, 1), 0.1)
	if err == nil || !strings.Contains(err.Error(), "not positive semidefinite") {
		t.Errorf("error for an indefinite matrix is %v", err)
	}
}

func TestFitAsksForMemory(t *testing.T) {
	x, z := gaussian(1, 1600, 1), gaussian(2, 1600, 1)
	ctx := memory.Limited(t.Context(), 11e6)
	if _, err := Fit(ctx, gram.RBF{Sigma: 1}, x, z, 1); err != nil {
		t.Errorf("half of 20.5 MB is refused: %v", err)
	}
	if _, err := Fit(ctx, gram.RBF{Sigma: 1}, x, z, 1e-9); err == nil || !strings.Contains(err.Error(), "20.5 MB") {
		t.Errorf("a small ridge needs float64, error %v", err)
	}
	ctx = memory.Limited(t.Context(), 1e6)
	if _, err := Fit(ctx, gram.RBF{Sigma: 1}, x, z, 1); err == nil || !strings.Contains(err.Error(), "10.2 MB") {
		t.Errorf("error is %v", err)
	}
}

// TestSolverServesAnyTargets: a factor and kept entries give the bits of a fit
// on its own, one after the other and at once, whatever was solved before.
func TestSolverServesAnyTargets(t *testing.T) {
	for _, c := range []struct {
		n      int
		lambda float64
	}{{300, 0.01}, {300, 0}, {1601, 0.01}, {1601, 1e-9}} {
		x, kernel := gaussian(2, c.n, 4), gram.RBF{Sigma: 2}
		e := gram.NewEntries(kernel, x)
		plain := e.Bytes()
		if err := e.Cache(t.Context()); err != nil {
			t.Fatal(err)
		}
		if half := 4 * uint64(c.n*c.n); e.Bytes() < plain+half {
			t.Errorf("%d rows: entries of %d bytes are kept in %d", c.n, half, e.Bytes()-plain)
		}
		s, err := NewSolver(t.Context(), e, c.lambda)
		if err != nil {
			t.Fatal(err)
		}
		size := uint64(c.n * c.n)
		if s.Bytes() != 4*size && s.Bytes() != 8*size {
			t.Errorf("%d rows: the factor has %d bytes", c.n, s.Bytes())
		}
		var group sync.WaitGroup
		for dim := 1; dim <= 5; dim += 2 {
			group.Go(func() {
				z := gaussian(uint64(dim), c.n, dim)
				want, err := Fit(t.Context(), kernel, x, z, c.lambda)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := s.Solve(t.Context(), e, z)
				if err != nil || !mat.Equal(got.W, want.W) || got.Lambda != want.Lambda || got.Residual != want.Residual {
					t.Errorf("%d rows, lambda = %g, %d columns: other bits than alone (%v)", c.n, c.lambda, dim, err)
				}
			})
		}
		group.Wait()
	}
}

func TestFitIsTheSameBitsAtAnyProcs(t *testing.T) {
	x, z := gaussian(2, 1700, 4), gaussian(3, 1700, 3)
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		r, err := Fit(t.Context(), gram.RBF{Sigma: 2}, x, z, 0.01)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r.W.RawMatrix().Data
		}
		if !slices.Equal(first, r.W.RawMatrix().Data) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
}

func TestFitIsCancelled(t *testing.T) {
	x, z := gaussian(2, 6000, 4), gaussian(3, 6000, 1)
	for _, after := range []time.Duration{0, 30 * time.Millisecond, 150 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := Fit(ctx, gram.RBF{Sigma: 2}, x, z, 0.01)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error is %v", after, err)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{1000, 1500, 3500, 8000} {
		x, z := gaussian(1, n, 10), gaussian(2, n, 2)
		e := gram.NewEntries(gram.RBF{Sigma: 3}, x)
		for name, fit := range map[string]func(context.Context, *gram.Entries, float64, *mat.Dense) (*Solution, error){"single": inSingle, "double": inDouble} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if r, err := fit(b.Context(), e, 0.03, z); r == nil || err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestSolutionsMeetTheirGoal: the residual is what is told, and within the goal,
// also where no product has measured it; and the function at the rows is K W.
func TestSolutionsMeetTheirGoal(t *testing.T) {
	const n, r = 900, 3
	x, z := gaussian(2, n, 4), gaussian(3, n, r)
	e := gram.NewEntries(gram.RBF{Sigma: 2}, x)
	for _, lambda := range []float64{1e-3, 0.03, 0.1, 1, 10, 1e4} {
		ridge, err := inSingle(t.Context(), e, lambda, z)
		if err != nil || ridge == nil {
			t.Fatalf("lambda %g: no solution (%v)", lambda, err)
		}
		images := make([]float64, n*r)
		if err := e.Times(t.Context(), images, transpose(ridge.W), r); err != nil {
			t.Fatal(err)
		}
		var rest mat.Dense
		rest.Scale(lambda, ridge.W)
		rest.Add(&rest, untranspose(images, n))
		rest.Sub(z, &rest)
		var most float64
		for q := range r {
			most = max(most, mat.Norm(rest.ColView(q), 2)/mat.Norm(z.ColView(q), 2))
		}
		if gap := math.Abs(most - ridge.Residual); most > 1e-10 || gap > 1e-11 {
			t.Errorf("lambda %g: residual is %g, told as %g", lambda, most, ridge.Residual)
		}
	}
}

// gaussian returns n×d numbers of the standard normal distribution.
func gaussian(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64())
		}
	}
	return x
}
