package ridge

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
)

// TestSearchAgreesWithDecompositions where it finds errors, with folds that
// overlap and that do not, and kernels of any rank.
func TestSearchAgreesWithDecompositions(t *testing.T) {
	if testing.Short() {
		t.Skip("long: searches many tables")
	}
	const n = 700
	x := gaussian(1, n, 4)
	lambdas := []float64{1e-9, 1e-3, 0.1, 3}
	twice := append(divided(2, n, 5, 2), divided(9, n, 3, 1)...)
	for name, folds := range map[string][]Fold{"apart": divided(2, n, 5, 2), "some": divided(4, n, 7, 1)[:3], "repeated": twice} {
		plan, err := newPlan(n, folds, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, kernel := range []gram.Kernel{gram.RBF{Sigma: 0.3}, gram.RBF{Sigma: 2}, gram.RBF{Sigma: 20}, gram.Linear{}, gram.Polynomial{Sigma: 1, Offset: 1, Degree: 3}} {
			k, err := gram.Matrix(t.Context(), kernel, plan.arrange(x))
			if err != nil {
				t.Fatal(err)
			}
			found, err := solveJointly(t.Context(), plan, k, lambdas)
			if err != nil {
				t.Fatal(err)
			}
			for l, got := range found {
				if got == nil {
					if lambdas[l] > 2 {
						t.Errorf("%s, %v, lambda = %g: not found", name, kernel, lambdas[l])
					}
					continue
				}
				want, err := validate[float64](t.Context(), new(workspace), plan, k, lambdas[l])
				if err != nil {
					t.Fatal(err)
				}
				for f := range want {
					if math.Abs(got[f]-want[f]) > 1e-6*want[f] {
						t.Errorf("%s, fold %d, %v, lambda = %g: error %v, want %v", name, f, kernel, lambdas[l], got[f], want[f])
					}
				}
			}
		}
	}
}

// TestSearchGivesUp ridges that conjugate gradients would take long for, and
// what cannot be computed at all.
func TestSearchGivesUp(t *testing.T) {
	const n = 500
	x, folds := gaussian(1, n, 4), divided(2, n, 5, 1)
	plan, err := newPlan(n, folds, true)
	if err != nil {
		t.Fatal(err)
	}
	k := mustMatrix(t, gram.RBF{Sigma: 2}, plan.arrange(x))
	found, err := solveJointly(t.Context(), plan, k, []float64{1e-12, 1, 1e300})
	if err != nil || found[0] != nil || found[1] == nil {
		t.Errorf("found %v (%v), want the second alone", found, err)
	}
	plan.training[0], plan.targets[0] = math.NaN(), math.NaN()
	if found, err = solveJointly(t.Context(), plan, k, []float64{1}); err != nil || found[0] != nil {
		t.Errorf("found %v (%v) for targets that are no numbers", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solveJointly(ctx, plan, k, []float64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}

// TestSearchOfWhatIsConstant has rows that are all equal, and targets that are
// zero.
func TestSearchOfWhatIsConstant(t *testing.T) {
	const n = 500
	folds := divided(2, n, 5, 1)
	folds[1].Z = mat.NewDense(n, 1, nil)
	plan, err := newPlan(n, folds, false)
	if err != nil {
		t.Fatal(err)
	}
	k := mustMatrix(t, gram.RBF{Sigma: 2}, mat.NewDense(n, 2, nil))
	found, err := solveJointly(t.Context(), plan, k, []float64{1})
	if err != nil || found[0] == nil || found[0][1] != 0 {
		t.Fatalf("found %v (%v)", found, err)
	}
	want, err := validate[float64](t.Context(), new(workspace), plan, k, 1)
	if err != nil {
		t.Fatal(err)
	}
	for f := range want {
		if math.Abs(found[0][f]-want[f]) > 1e-6*want[f] {
			t.Errorf("fold %d: error %v, want %v", f, found[0][f], want[f])
		}
	}
}

// TestSearchIsForFewColumns beside the rows.
func TestSearchIsForFewColumns(t *testing.T) {
	for _, c := range []struct {
		n, r int
		want bool
	}{{130, 10, false}, {399, 1, false}, {400, 1, true}, {3000, 10, true}, {3000, 100, true}, {3000, 400, false}, {3000, 3000, false}, {600, 100, false}} {
		if got := (&plan{n: c.n, r: c.r}).worthwhile(); got != c.want {
			t.Errorf("%d rows and %d columns: worthwhile is %v", c.n, c.r, got)
		}
	}
}

func TestSearchIsTheSameBitsAtAnyProcs(t *testing.T) {
	const n = 700
	plan, err := newPlan(n, divided(2, n, 4, 2), true)
	if err != nil {
		t.Fatal(err)
	}
	k := mustMatrix(t, gram.RBF{Sigma: 2}, plan.arrange(gaussian(1, n, 5)))
	var first []float64
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		found, err := solveJointly(t.Context(), plan, k, []float64{1e-5, 0.01, 0.1, 1})
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Concat(found...)
		if first == nil {
			first = all
		}
		if len(all) == 0 || !slices.Equal(first, all) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
}

// TestSearchAtItsEdges: as few rows as it takes, one fold alone, copies of rows,
// targets that are constant, and ridges from tiny to huge give the scores of
// decompositions.
func TestSearchAtItsEdges(t *testing.T) {
	copies := gaussian(1, 420, 3)
	for i := range 210 {
		copies.SetRow(2*i, copies.RawRowView(2*i+1))
	}
	constant := divided(2, 420, 4, 2)
	for f := range constant {
		constant[f].Z = mat.NewDense(420, 2, slices.Repeat([]float64{3, -1}, 420))
	}
	for name, c := range map[string]struct {
		x     *mat.Dense
		folds []Fold
	}{
		"fewest rows":  {gaussian(1, 400, 3), divided(2, 400, 4, 2)},
		"too few rows": {gaussian(1, 399, 3), divided(2, 399, 4, 2)},
		"one fold":     {gaussian(1, 420, 3), divided(2, 420, 4, 2)[1:2]},
		"one row held": {gaussian(1, 420, 3), []Fold{{Held: []int{7}, Z: gaussian(3, 420, 1)}}},
		"copies":       {copies, divided(2, 420, 4, 2)},
		"constant":     {gaussian(1, 420, 3), constant},
	} {
		n, _ := c.x.Dims()
		plan, err := newPlan(n, c.folds, true)
		if err != nil {
			t.Fatal(err)
		}
		k := mustMatrix(t, gram.RBF{Sigma: 1}, plan.arrange(c.x))
		lambdas := []float64{1e-10, 1e-2, 1, 1e6}
		found, err := solveJointly(t.Context(), plan, k, lambdas)
		if err != nil {
			t.Fatal(err)
		}
		if some := found[2] != nil; some != (n >= 400) {
			t.Errorf("%s: found is %v", name, some)
		}
		for l, got := range found {
			if got == nil {
				continue
			}
			want, err := validate[float64](t.Context(), new(workspace), plan, k, lambdas[l])
			if err != nil {
				t.Fatal(err)
			}
			for f := range want {
				if off := math.Abs(got[f] - want[f]); off > 1e-6*want[f]+1e-25 {
					t.Errorf("%s, lambda = %g, fold %d: error %v, want %v", name, lambdas[l], f, got[f], want[f])
				}
			}
		}
	}
}

// TestSearchAsksForMemory before it takes any.
func TestSearchAsksForMemory(t *testing.T) {
	plan, err := newPlan(500, divided(2, 500, 5, 1), true)
	if err != nil {
		t.Fatal(err)
	}
	k := mustMatrix(t, gram.RBF{Sigma: 2}, plan.arrange(gaussian(1, 500, 4)))
	if _, err := solveJointly(memory.Limited(t.Context(), 1000), plan, k, []float64{1}); err == nil || !strings.Contains(err.Error(), "of memory") {
		t.Errorf("error without memory is %v", err)
	}
}

// TestSearchIsCancelled wherever it has got to.
func TestSearchIsCancelled(t *testing.T) {
	x, folds := gaussian(1, 1500, 8), divided(2, 1500, 5, 2)
	g := Grid{Kernels: []gram.Kernel{gram.RBF{Sigma: 2}, gram.RBF{Sigma: 3}, gram.RBF{Sigma: 4}}, Lambdas: []float64{1e-6, 1e-3, 0.1, 1}}
	for _, after := range []time.Duration{10 * time.Millisecond, 40 * time.Millisecond, 80 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := CrossValidate(ctx, x, folds, g)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error is %v", after, err)
		}
	}
}
