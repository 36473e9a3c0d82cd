package embedding

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
)

// programmeOf is the programme of rows as they stand, by statistics or by pairs.
func programmeOf(t testing.TB, x *mat.Dense, p *pairs, condensed bool) *programme {
	t.Helper()
	s, err := statisticsOf(t.Context(), x, p, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !condensed {
		s = nil
	}
	whole, err := newProgramme(t.Context(), x, p, s)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// slowly minimises J(M) over M ⪰ 0 by the definition: steps down the gradient as
// long as its bend allows, eigenvalues below zero set to zero after each.
func slowly(x *mat.Dense, p *pairs, steps int) (*mat.SymDense, float64) {
	n, r := x.Dims()
	eachPair := func(do func(tau *mat.VecDense, g, target float64)) {
		for i := range n {
			for e := p.start[i]; e < p.start[i+1]; e++ {
				tau := mat.NewVecDense(r, nil)
				tau.SubVec(x.RowView(i), x.RowView(int(p.end[e])))
				do(tau, p.weight[e], -p.target[e])
			}
		}
	}
	var bend float64
	eachPair(func(tau *mat.VecDense, g, _ float64) { bend += 2 / float64(n) * g * math.Pow(mat.Dot(tau, tau), 2) })
	m := mat.NewSymDense(r, nil)
	value := func() (sum float64) {
		eachPair(func(tau *mat.VecDense, g, target float64) {
			sum += g / float64(n) * math.Pow(mat.Inner(tau, m, tau)-target, 2)
		})
		return sum
	}
	for range steps {
		down := mat.NewSymDense(r, nil)
		eachPair(func(tau *mat.VecDense, g, target float64) {
			down.SymRankOne(down, -2/float64(n)*g*(mat.Inner(tau, m, tau)-target)/bend, tau)
		})
		m.AddSym(m, down)
		var e mat.EigenSym
		e.Factorize(m, true)
		var v mat.Dense
		e.VectorsTo(&v)
		m = mat.NewSymDense(r, nil)
		for k, l := range e.Values(nil) {
			m.SymRankOne(m, max(0, l), v.ColView(k))
		}
	}
	return m, value()
}

// TestProgrammeIsTheMinimum compares with a slow search by the definition, and
// with the conditions of Karush, Kuhn and Tucker: Γ has no eigenvalue below zero
// and Γ M is nothing.
func TestProgrammeIsTheMinimum(t *testing.T) {
	x, y, _ := waves()
	for name, g := range map[string]*around.Graph{"knn": graphOf(t, around.KNN{K: 4}, x), "entropy": graphOf(t, around.Entropy{Perplexity: 4}, x)} {
		p, err := newPairs(t.Context(), g, false, towards(y))
		if err != nil {
			t.Fatal(err)
		}
		m, least := slowly(x, p, 3000)
		for _, condensed := range []bool{true, false} {
			whole := programmeOf(t, x, p, condensed)
			found, err := whole.solve(t.Context(), mat.NewDense(3, 1, []float64{1, 0.5, -0.2}))
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+": the cost", found.value, least, 1e-6)
			var got mat.Dense
			got.Mul(found.w, found.w.T())
			if got.Sub(&got, m); mat.Norm(&got, 2) > 1e-3 {
				t.Errorf("%s: M is off by %.2g", name, mat.Norm(&got, 2))
			}
			if found.gap < 0 || found.gap > 1e-6*found.value {
				t.Errorf("%s: the gap is %.2g of %.6g", name, found.gap, found.value)
			}
			b, err := whole.of(t.Context(), found.w)
			if err != nil {
				t.Fatal(err)
			}
			if len(b.fall) > 0 && b.fall[0]*whole.total > 1e-6*found.value {
				t.Errorf("%s: Γ falls by %v", name, b.fall)
			}
		}
	}
}

// TestProgrammeIsBelowAllRanks has the unconstrained minimum, known from an
// independent program, below it, and descents of every rank above it.
func TestProgrammeIsBelowAllRanks(t *testing.T) {
	x, y, _ := waves()
	p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 4}, x), false, towards(y))
	if err != nil {
		t.Fatal(err)
	}
	whole := programmeOf(t, x, p, true)
	found, err := whole.solve(t.Context(), mat.NewDense(3, 1, []float64{1, 1, 1}))
	if err != nil {
		t.Fatal(err)
	}
	s := whole.cost(1).(condensedCost).statistics
	free := []float64{0.737390732475, 0.125773075621, 0.00295756407352, 0.296368774674, 0.939811235703, 1.62122303555}
	var below float64
	for k, v := range s.times(free) {
		below += free[k] * (v - 2*s.b[k])
	}
	if below = (below + s.c) / 12; !(below < found.value) {
		t.Errorf("M ⪰ 0 costs %.9g, any symmetric M %.9g", found.value, below)
	}
	r := random.New(6, "starts")
	for q := 1; q <= 3; q++ {
		start := make([]float64, 3*q)
		for k := range start {
			start[k] = r.Normal()
		}
		ranked, err := optimum.Minimise(t.Context(), whole.cost(q), start, optimum.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if ranked.Value < found.value-found.gap {
			t.Errorf("rank %d costs %.9g, any rank is said to cost %.9g", q, ranked.Value, found.value)
		}
		t.Logf("rank %d: %.6g, any rank: %.6g in %d evaluations, any symmetric matrix: %.6g", q, ranked.Value, found.value, found.evaluations, below)
	}
}

// TestBoundsHold at points that are nowhere near the minimum.
func TestBoundsHold(t *testing.T) {
	const n, d = 40, 4
	r := random.New(7, "bounds")
	y := make([]float64, n)
	for i := range y {
		y[i] = r.Normal()
	}
	g := lopsided(n, r)
	for data, x := range troubles(n, d, r) {
		p, err := newPairs(t.Context(), g, false, towards(y))
		if err != nil {
			t.Fatal(err)
		}
		whole := programmeOf(t, x, p, true)
		start := mat.NewDense(d, 1, []float64{1, 1, 1, 1})
		found, err := whole.solve(t.Context(), start)
		if err != nil {
			t.Fatal(err)
		}
		if data != "units" && found.gap > 1e-6*found.value {
			t.Errorf("%s: the gap is %.2g of %.6g", data, found.gap, found.value)
		}
		for q := 1; q <= d; q++ {
			w := mat.NewDense(d, q, nil)
			w.Apply(func(a, _ int, _ float64) float64 { return r.Normal() * mat.Norm(found.w.RowView(a), 2) }, w)
			value, err := whole.cost(q).Value(t.Context(), w.RawMatrix().Data, make([]float64, d*q))
			if err != nil {
				t.Fatal(err)
			}
			b, err := whole.of(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			if value-b.gap > found.value*(1+1e-12) {
				t.Errorf("%s: at least %.9g is said to be needed, %.9g is enough", data, value-b.gap, found.value)
			}
		}
	}
}

// TestProgrammeByPairsAndStatistics agrees on rows that need more columns than a
// start has.
func TestProgrammeByPairsAndStatistics(t *testing.T) {
	s := chequers(300, 1)
	white, err := whiten(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	to, err := goalsOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 12}, s.X), false, targets{to, 1})
	if err != nil {
		t.Fatal(err)
	}
	var values []float64
	for _, condensed := range []bool{true, false} {
		start, err := begin(t.Context(), white.u, 2, p)
		if err != nil {
			t.Fatal(err)
		}
		found, err := programmeOf(t, white.u, p, condensed).solve(t.Context(), mat.NewDense(5, 2, start))
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, found.value)
		if found.rank() < 3 || found.gap > 1e-6*found.value {
			t.Errorf("rank %d, a gap of %.2g of %.6g", found.rank(), found.gap, found.value)
		}
	}
	near(t, "the cost by pairs", values[1], values[0], 1e-6)
}

// TestSQLP takes the leading axes of the best map of any rank; polished they are
// the map that a descent of that rank finds.
func TestSQLP(t *testing.T) {
	s := chequers(300, 2)
	near := around.Choice{Graph: "knn", K: 16}
	ctx, notes := engine.WithNotes(t.Context(), "")
	e, err := (&SDPP{Dim: 2, Near: near, Method: "sqlp", Polish: "none"}).Embed(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprint(notes()); !strings.Contains(said, "the best linear map has rank 5 and costs") {
		t.Errorf("it says %s", said)
	}
	if len(e.Spectrum) != 5 {
		t.Errorf("the spectrum is %v, want five variances", e.Spectrum)
	}
	down := embed(t, &SDPP{Dim: 2, Near: near, Method: "lbfgs"}, s)
	polished := embed(t, &SDPP{Dim: 2, Near: near, Method: "sqlp", Polish: "lbfgs"}, s)
	if off := disparity(polished.Y, down.Y); off > 1e-8 {
		t.Errorf("polished axes are off by %.2g", math.Sqrt(off))
	}
	if off := disparity(e.Y, down.Y); off > 0.05 {
		t.Errorf("leading axes are off by %.2g", math.Sqrt(off))
	}

	// Where a map of lower rank is the best of all, further axes are nothing.
	y := mat.NewDense(300, 1, mat.Col(nil, 0, s.X))
	related, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 8}, s.X), false, targets{&goals{values: y}, 1})
	if err != nil {
		t.Fatal(err)
	}
	found, err := programmeOf(t, s.X, related, true).solve(t.Context(), mat.NewDense(5, 2, []float64{1, 0.3, 0.4, -1, 2, 1, 0, 1, 1, 0}))
	if err != nil || found.rank() != 1 || found.value > 1e-12 {
		t.Errorf("rank %d costs %.2g, %v: one column tells the response", found.rank(), found.value, err)
	}
}

// TestDescentsEndAlike holds the three descents against one another, and tells
// how many evaluations each takes.
func TestDescentsEndAlike(t *testing.T) {
	for name, s := range map[string]engine.Sample{"golden": golden(), "chequers": chequers(300, 1), "iris": irises(t)} {
		white, err := whiten(t.Context(), s, 2)
		if err != nil {
			t.Fatal(err)
		}
		to, err := goalsOf(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		g := graphOf(t, around.Entropy{Perplexity: min(16, float64(s.Len())/3)}, s.X)
		for kind := range kinds {
			p := projection{dim: 2, kernel: kernel{kinds[kind], 1e-3}}
			least := math.Inf(1)
			for _, word := range []string{"lbfgs", "cg", "minimize"} {
				goals := targets{to, 1 / to.mean()}
				related, err := newPairs(t.Context(), g, false, goals)
				if err != nil {
					t.Fatal(err)
				}
				start, err := begin(t.Context(), white.u, 2, related)
				if err != nil {
					t.Fatal(err)
				}
				cost, _, err := p.costs(t.Context(), white.u, related, goals)
				if err != nil {
					t.Fatal(err)
				}
				found, err := optimum.Minimise(t.Context(), cost, start, optimum.Settings{Method: optimum.Methods[word]})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s, %s: %s takes %d evaluations to %.9g", name, kind, word, found.Evaluations, found.Value)
				if least = min(least, found.Value); found.Value > least*(1+1e-7) || !found.Reason.Converged() {
					t.Errorf("%s, %s: %s ends at %.9g (%v), another at %.9g", name, kind, word, found.Value, found.Reason, least)
				}
			}
		}
	}
}

func TestSQLPIsTheSameBitsAtAnyProcs(t *testing.T) {
	s := chequers(300, 3)
	var before string
	for _, procs := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(procs)
		e := embed(t, &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy"}, Method: "sqlp", Polish: "lbfgs"}, s)
		runtime.GOMAXPROCS(was)
		if now := fmt.Sprintf("%b", e.Y.RawMatrix().Data); before == "" {
			before = now
		} else if now != before {
			t.Errorf("other bits on %d processors", procs)
		}
	}
}

func TestSQLPEndsWithItsContext(t *testing.T) {
	r := random.New(8, "wide")
	x, y := mat.NewDense(3000, 40, nil), mat.NewDense(3000, 1, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
	y.Apply(func(i, _ int, _ float64) float64 { return math.Sin(x.At(i, 0)) * x.At(i, 1) }, y)
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := (&SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 40}, Method: "sqlp", Polish: "lbfgs"}).Embed(ctx, regressed(x, y))
		return err
	})
}
