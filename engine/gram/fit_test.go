package gram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
)

func TestFitAgreesWithLU(t *testing.T) {
	x, z := points(2, 90, 4), points(3, 90, 3)
	k, _ := Matrix(t.Context(), RBF{Sigma: 2}, x)
	for i := range 90 {
		k.Set(i, i, k.At(i, i)+0.1)
	}
	var want mat.Dense
	if err := want.Solve(k, z); err != nil {
		t.Fatal(err)
	}
	r, err := Fit(t.Context(), RBF{Sigma: 2}, x, z, 0.1)
	if err != nil || r.Lambda != 0.1 || !mat.EqualApprox(r.W, &want, 1e-9) {
		t.Errorf("solution differs, ridge %v, error %v", r.Lambda, err)
	}
}

// inSingle solves by a factor in float32, whatever the size; nil if that does
// not do.
func inSingle(ctx context.Context, e *Entries, lambda float64, z *mat.Dense) (*Ridge, error) {
	f := &factor[float32]{e.Len(), make([]float32, e.Len()*e.Len())}
	if failed, _, err := f.decompose(ctx, e, lambda, 0); failed >= 0 || err != nil {
		return nil, err
	}
	return (&Solver{lambda: lambda, single: f}).refine(ctx, e, z, alone{e})
}

// inDouble solves by a factor in float64.
func inDouble(ctx context.Context, e *Entries, lambda float64, z *mat.Dense) (*Ridge, error) {
	f, ridge, err := e.decompose(ctx, lambda)
	if err != nil {
		return nil, err
	}
	return (&Solver{double: f, ridge: ridge}).Solve(ctx, e, z)
}

// TestSingleFactorGivesDoubleCoefficients: the factor in float32 leads to the
// coefficients of the one in float64.
func TestSingleFactorGivesDoubleCoefficients(t *testing.T) {
	x, z := points(2, 1100, 4), points(3, 1100, 5)
	for _, c := range []struct {
		kernel Kernel
		lambda float64
		dim    int
	}{{RBF{Sigma: 2}, 0.03, 5}, {RBF{Sigma: 2}, 1e-3, 2}, {RBF{Sigma: 0.5}, 1, 1}, {Linear{}, 1e-2, 2}, {Polynomial{Sigma: 2, Offset: 1, Degree: 2}, 0.1, 2}} {
		targets := z.Slice(0, 1100, 0, c.dim).(*mat.Dense)
		e := NewEntries(c.kernel, x)
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
		if off := mat.Norm(&diff, 2) / mat.Norm(want.W, 2); off > 1e-8 || got.Residual > ofCoefficients.residual {
			t.Errorf("%#v, lambda = %g: coefficients off by %g, residual %g", c.kernel, c.lambda, off, got.Residual)
		}
	}
}

// TestSingleFactorGivesUp: what float32 cannot resolve goes to float64.
func TestSingleFactorGivesUp(t *testing.T) {
	x, z := points(2, 300, 2), points(3, 300, 1)
	e := NewEntries(RBF{Sigma: 3}, x)
	for _, lambda := range []float64{1e-13, 1e-9} {
		if r, err := inSingle(t.Context(), e, lambda, z); r != nil && r.Residual > ofCoefficients.residual || err != nil {
			t.Errorf("lambda = %g: %+v, %v", lambda, r, err)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, n := range []int{1, 7, 256, 257, 700} {
		for _, r := range []int{1, 3, 6} {
			x, v := points(4, n, 3), points(5, r, n)
			e := NewEntries(RBF{Sigma: 1.5}, x)
			got := mat.NewDense(r, n, nil)
			if err := e.Times(t.Context(), got.RawMatrix().Data, v.RawMatrix().Data, r); err != nil {
				t.Fatal(err)
			}
			k, _ := Matrix(t.Context(), RBF{Sigma: 1.5}, x)
			var want mat.Dense
			want.Mul(v, k)
			if !mat.EqualApprox(got, &want, 1e-11) {
				t.Errorf("%d vectors of %d: product differs", r, n)
			}
		}
	}
}

// TestEntriesFarApart: rows far from their mean keep their nearness.
func TestEntriesFarApart(t *testing.T) {
	x := points(6, 300, 3)
	for i := range 300 {
		x.Set(i, 0, x.At(i, 0)*1e-4+float64(i%5)*1e7)
	}
	k := RBF{Sigma: 1}
	g, err := Matrix(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		for j := range 300 {
			if want := k.Of(x.RawRowView(i), x.RawRowView(j)); math.Abs(g.At(i, j)-want) > 1e-8 { // the mean costs digits of x itself
				t.Fatalf("entry %d, %d is %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
	huge := mat.NewDense(3, 1, []float64{0, 1e200, -1e200})
	if g, err = Matrix(t.Context(), k, huge); err != nil || g.At(0, 0) != 1 || g.At(0, 1) != 0 || g.At(1, 2) != 0 {
		t.Errorf("entries of rows that are too far apart are %v (%v)", mat.Formatted(g), err)
	}
}

func TestFitRaisesTheRidgeOfASingularMatrix(t *testing.T) {
	x := points(4, 40, 3)
	x.SetRow(7, x.RawRowView(3)) // a copy
	r, err := Fit(t.Context(), RBF{Sigma: 1}, x, points(5, 40, 1), 0)
	if err != nil || r.Lambda <= 0 || r.Lambda > 1e-8 {
		t.Fatalf("ridge %v, error %v", r, err)
	}
	if v := mat.Norm(r.W, 2); math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("solution has norm %v", v)
	}
}

func TestFitNamesWhatIsWrong(t *testing.T) {
	_, err := Fit(t.Context(), Linear{}, mat.NewDense(3, 1, nil), points(6, 3, 1), 0)
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "lambda" || !strings.Contains(e.Cause, "singular") {
		t.Errorf("error for a zero matrix is %v", err)
	}
	_, err = Fit(t.Context(), Polynomial{Sigma: 1, Offset: -3, Degree: 1}, mat.NewDense(2, 1, []float64{2, 1}), points(6, 2, 1), 0.1)
	if err == nil || !strings.Contains(err.Error(), "not positive semidefinite") {
		t.Errorf("error for an indefinite matrix is %v", err)
	}
}

func TestFitAsksForMemory(t *testing.T) {
	before := memory.Default
	defer func() { memory.Default = before }()
	x, z := points(1, 1600, 1), points(2, 1600, 1)
	memory.Default = func() memory.Room { return memory.Room{Free: 11e6, Known: true} }
	if _, err := Fit(t.Context(), RBF{Sigma: 1}, x, z, 1); err != nil {
		t.Errorf("half of 20.5 MB is refused: %v", err)
	}
	if _, err := Fit(t.Context(), RBF{Sigma: 1}, x, z, 1e-9); err == nil || !strings.Contains(err.Error(), "20.5 MB") {
		t.Errorf("a small ridge needs float64, error %v", err)
	}
	memory.Default = func() memory.Room { return memory.Room{Free: 1e6, Known: true} }
	if _, err := Fit(t.Context(), RBF{Sigma: 1}, x, z, 1); err == nil || !strings.Contains(err.Error(), "10.2 MB") {
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
		x, kernel := points(2, c.n, 4), RBF{Sigma: 2}
		e := NewEntries(kernel, x)
		plain := e.Bytes()
		if err := e.Keep(t.Context()); err != nil {
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
				z := points(uint64(dim), c.n, dim)
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

// TestKeepKnowsItsRoom: nothing is kept where factors would not fit beside it.
func TestKeepKnowsItsRoom(t *testing.T) {
	before := memory.Default
	defer func() { memory.Default = before }()
	memory.Default = func() memory.Room { return memory.Room{Free: 1e6, Known: true} }
	e := NewEntries(RBF{Sigma: 1}, points(1, 400, 2))
	if err := e.Keep(t.Context()); err != nil || e.kept != nil {
		t.Errorf("kept without room (%v)", err)
	}
	memory.Default = before
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Keep(ctx); !errors.Is(err, context.Canceled) || e.kept != nil {
		t.Errorf("error after cancel is %v", err)
	}
}

func TestFitIsTheSameBitsAtAnyProcs(t *testing.T) {
	x, z := points(2, 1700, 4), points(3, 1700, 3)
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		r, err := Fit(t.Context(), RBF{Sigma: 2}, x, z, 0.01)
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
	x, z := points(2, 6000, 4), points(3, 6000, 1)
	for _, after := range []time.Duration{0, 30 * time.Millisecond, 150 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := Fit(ctx, RBF{Sigma: 2}, x, z, 0.01)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error is %v", after, err)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{1000, 1500, 3500, 8000} {
		x, z := points(1, n, 10), points(2, n, 2)
		e := NewEntries(RBF{Sigma: 3}, x)
		for name, fit := range map[string]func(context.Context, *Entries, float64, *mat.Dense) (*Ridge, error){"single": inSingle, "double": inDouble} {
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
	x, z := points(2, n, 4), points(3, n, r)
	e := NewEntries(RBF{Sigma: 2}, x)
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

// TestTimesOfAVectorAreItsOwn: a product has the same bits whatever vectors are
// beside it, with entries that are kept and without.
func TestTimesOfAVectorAreItsOwn(t *testing.T) {
	const n, r = 700, 5
	e, v := NewEntries(RBF{Sigma: 2}, points(2, n, 4)), transpose(points(3, n, r))
	all, alone := make([]float64, n*r), make([]float64, n)
	if err := e.Times(t.Context(), all, v, r); err != nil {
		t.Fatal(err)
	}
	if err := e.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for q := range r {
		if err := e.Times(t.Context(), alone, v[q*n:(q+1)*n], 1); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, all[q*n:(q+1)*n]) {
			t.Errorf("product %d has other bits alone", q)
		}
	}
}
