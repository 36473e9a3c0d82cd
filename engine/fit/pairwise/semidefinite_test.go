package pairwise

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// programmeOf is the programme of rows as they stand, by statistics or by pairs.
func programmeOf(t testing.TB, x *mat.Dense, c *Stress, summed bool) *programme {
	t.Helper()
	var s *statistics
	if summed {
		s = statisticsOfAll(t, x, c.pairs)
	}
	whole, err := newProgramme(t.Context(), c, x, s)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// slowly minimises J(M) over M ⪰ 0 by the definition: steps down the gradient as
// long as its bend allows, eigenvalues below zero set to zero after each.
func slowly(x *mat.Dense, p *Pairs, steps int) (*mat.SymDense, float64) {
	n, r := x.Dims()
	eachPair := func(do func(tau *mat.VecDense, g, target float64)) {
		for i := range n {
			for e := p.start[i]; e < p.start[i+1]; e++ {
				tau := mat.NewVecDense(r, nil)
				tau.SubVec(x.RowView(i), x.RowView(int(p.end[e])))
				do(tau, p.weight[e], p.target[e])
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
	for name, g := range map[string]*neighbourhood.Graph{"knn": graphOf(t, neighbourhood.KNN{K: 4}, x), "entropy": graphOf(t, neighbourhood.Entropy{Perplexity: 4}, x)} {
		p := stressOf(t, towards(g, y))
		m, least := slowly(x, p.pairs, 3000)
		for _, summed := range []bool{true, false} {
			whole := programmeOf(t, x, p, summed)
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
			if len(b.decreases) > 0 && b.decreases[0]*whole.total > 1e-6*found.value {
				t.Errorf("%s: Γ falls by %v", name, b.decreases)
			}
		}
	}
}

// TestProgrammeIsBelowAllRanks has the unconstrained minimum, known from an
// independent program, below it, and descents of every rank above it.
func TestProgrammeIsBelowAllRanks(t *testing.T) {
	x, y, _ := waves()
	p := stressOf(t, towards(graphOf(t, neighbourhood.KNN{K: 4}, x), y))
	whole := programmeOf(t, x, p, true)
	found, err := whole.solve(t.Context(), mat.NewDense(3, 1, []float64{1, 1, 1}))
	if err != nil {
		t.Fatal(err)
	}
	s := whole.cost(1).(summedStress).statistics
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
		p := stressOf(t, towards(g, y))
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
	x, y := chequers(t, 300, 1)
	p := stressOf(t, towards(graphOf(t, neighbourhood.KNN{K: 12}, x), y))
	var values []float64
	for _, summed := range []bool{true, false} {
		start, err := LeastSquares(t.Context(), p.Pairs(), NewLinear(x, 2))
		if err != nil {
			t.Fatal(err)
		}
		found, err := programmeOf(t, x, p, summed).solve(t.Context(), mat.NewDense(5, 2, start))
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

// TestProgrammeFindsLowRank: where a map of lower rank is the best of all, further
// columns are nothing.
func TestProgrammeFindsLowRank(t *testing.T) {
	x, _ := chequers(t, 300, 2)
	c := stressOf(t, towards(graphOf(t, neighbourhood.KNN{K: 8}, x), mat.Col(nil, 0, x)))
	found, err := programmeOf(t, x, c, true).solve(t.Context(), mat.NewDense(5, 2, []float64{1, 0.3, 0.4, -1, 2, 1, 0, 1, 1, 0}))
	if err != nil || found.rank() != 1 || found.value > 1e-12 {
		t.Errorf("rank %d costs %.2g, %v: one column tells the response", found.rank(), found.value, err)
	}
}
