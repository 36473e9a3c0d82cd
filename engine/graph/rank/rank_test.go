package rank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/simd"
)

// points are n rows of d normal columns, rounded to so many decimals: few
// decimals make ties.
func points(seed uint64, n, d, decimals int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	scale := math.Pow(10, float64(decimals))
	x.Apply(func(_, _ int, _ float64) float64 { return math.Round(r.NormFloat64()*scale) / scale }, x)
	return x
}

// square is the distances of points as a matrix that is looked up by rows.
type square struct{ d [][]float64 }

func (s square) Len() int                 { return len(s.d) }
func (s square) Row(dst []float64, i int) { copy(dst, s.d[i]) }

func squareOf(x *mat.Dense) square {
	n, _ := x.Dims()
	s := square{make([][]float64, n)}
	for i := range n {
		s.d[i] = make([]float64, n)
		for j := range n {
			for c, v := range x.RawRowView(i) {
				diff := v - x.At(j, c)
				s.d[i][j] += float64(diff * diff)
			}
		}
	}
	return s
}

// ranksOf sorts, which nothing else here does.
func ranksOf(s square) [][]int {
	ranks := make([][]int, s.Len())
	for i, row := range s.d {
		order := make([]int, 0, len(row))
		for j := range row {
			if j != i {
				order = append(order, j)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return equal.Compare(row[a], row[b]) })
		ranks[i] = make([]int, len(row))
		for at, j := range order {
			ranks[i][j] = at + 1
		}
	}
	return ranks
}

// slow is every curve from all pairs and the formulas as they are printed.
type slow struct{ trust, cont, q float64 }

func slowly(data, placed [][]int, rows []int, k int) slow {
	var s slow
	n := len(data)
	for _, i := range rows {
		for j := range n {
			rho, r := data[i][j], placed[i][j]
			if j == i {
				continue
			}
			if r <= k {
				s.trust += float64(max(0, rho-k))
			}
			if rho <= k {
				s.cont += float64(max(0, r-k))
			}
			if rho <= k && r <= k {
				s.q++
			}
		}
	}
	m := float64(len(rows))
	norm := m * float64(k*(2*n-3*k-1))
	if 2*k >= n {
		norm = m * float64((n-k)*(n-k-1))
	}
	if k == n-1 {
		norm = 1 // no excess is possible
	}
	return slow{1 - 2*s.trust/norm, 1 - 2*s.cont/norm, s.q / (m * float64(k))}
}

func close12(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }

func testAgainstBruteForce(t *testing.T, data, placed engine.Distances, slowData, slowPlaced [][]int, k int, rows []int) {
	t.Helper()
	a, err := Compare(t.Context(), data, placed, k, rows)
	if err != nil {
		t.Fatal(err)
	}
	if rows == nil {
		for i := range slowData {
			rows = append(rows, i)
		}
	}
	if a.N != len(slowData) || a.Rows != len(rows) || a.K != k {
		t.Fatalf("%d rows of %d to k = %d", a.Rows, a.N, a.K)
	}
	for at := 1; at <= k; at += 1 + k/20 {
		want := slowly(slowData, slowPlaced, rows, at)
		if got := (slow{a.Trustworthiness(at), a.Continuity(at), a.Q(at)}); !close12(got.trust, want.trust) || !close12(got.cont, want.cont) || !close12(got.q, want.q) {
			t.Fatalf("n = %d, K = %d, k = %d: %+v, want %+v", a.N, k, at, got, want)
		}
	}
}

func TestCompareAgreesWithBruteForce(t *testing.T) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer simd.Use(l)()
			for _, c := range []struct{ n, d, decimals int }{{2, 1, 3}, {3, 2, 3}, {9, 1, 1}, {64, 3, 9}, {65, 2, 0}, {130, 3, 1}, {300, 5, 9}} {
				x, y := points(1, c.n, c.d, c.decimals), points(2, c.n, 2, c.decimals)
				if c.d > 2 {
					y.Add(y, x.Slice(0, c.n, 0, 2))
				}
				dx, dy := squareOf(x), squareOf(y)
				rx, ry := ranksOf(dx), ranksOf(dy)
				for _, k := range []int{1, 2, c.n / 3, c.n / 2, c.n - 1} {
					if k < 1 || k >= c.n {
						continue
					}
					testAgainstBruteForce(t, engine.Euclidean(x), engine.Euclidean(y), rx, ry, k, nil)
					testAgainstBruteForce(t, dx, dy, rx, ry, k, []int{0, c.n - 1})
				}
			}
		})
	}
}

// TestCountedAndOrderedAgree holds the two ways to find ranks against each
// other on both sides of the k where one takes over.
func TestCountedAndOrderedAgree(t *testing.T) {
	x, y := points(3, 700, 4, 1), points(4, 700, 2, 1)
	few, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), mostCounted, nil)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), mostCounted+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= mostCounted; k++ {
		if few.Trustworthiness(k) != many.Trustworthiness(k) || few.Continuity(k) != many.Continuity(k) || few.Q(k) != many.Q(k) {
			t.Fatalf("k = %d: counted and ordered ranks differ", k)
		}
	}
}

func TestAllRowsAtOnePlace(t *testing.T) {
	x, y := mat.NewDense(300, 3, nil), points(5, 300, 2, 9)
	rx, ry := ranksOf(squareOf(x)), ranksOf(squareOf(y))
	for _, k := range []int{1, 7, 150, 299} {
		testAgainstBruteForce(t, engine.Euclidean(x), engine.Euclidean(y), rx, ry, k, nil)
		testAgainstBruteForce(t, engine.Euclidean(y), engine.Euclidean(x), ry, rx, k, nil)
	}
}

// TestTinyAndHugeDistances: orders of magnitude are no hindrance to either way.
func TestTinyAndHugeDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	x := mat.NewDense(260, 1, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return math.Pow(10, 300*r.Float64()-160) }, x)
	y := points(7, 260, 1, 9)
	rx, ry := ranksOf(squareOf(x)), ranksOf(squareOf(y))
	for _, k := range []int{5, 259} {
		testAgainstBruteForce(t, engine.Euclidean(x), engine.Euclidean(y), rx, ry, k, nil)
	}
}

func TestEqualSpacesAgree(t *testing.T) {
	x := points(8, 120, 3, 1)
	a, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(x), 119, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k < 119; k++ {
		if a.Trustworthiness(k) != 1 || a.Continuity(k) != 1 || a.Q(k) != 1 || !close12(a.R(k), 1) {
			t.Fatalf("k = %d: %v, %v, %v, %v", k, a.Trustworthiness(k), a.Continuity(k), a.Q(k), a.R(k))
		}
	}
	if !close12(a.AUC(), 1) {
		t.Errorf("area %v", a.AUC())
	}
	// LCMC is 1 − k/(n−1), largest at 1.
	if kmax, local, global := a.Split(); kmax != 1 || local != 1 || !close12(global, 1) {
		t.Errorf("split at %d: %v and %v", kmax, local, global)
	}
}

// TestReversedRanks: where the order of each row is turned round, no pair is in
// both neighbourhoods below half of the ranks, and measures are 0.
func TestReversedRanks(t *testing.T) {
	const n = 41
	near, far := square{make([][]float64, n)}, square{make([][]float64, n)}
	for i := range n {
		near.d[i], far.d[i] = make([]float64, n), make([]float64, n)
		for j := range n {
			near.d[i][j] = float64((j - i + n) % n)
			far.d[i][j] = float64((i - j + n) % n)
		}
	}
	a, err := Compare(t.Context(), near, far, n-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= n-1; k++ {
		both := max(0, 2*k-(n-1))
		if got, want := a.Q(k), float64(both)/float64(k); !close12(got, want) {
			t.Errorf("Q(%d) is %v, want %v", k, got, want)
		}
		if k < n-1 && !close12(a.Trustworthiness(k), 0) || !close12(a.Trustworthiness(k), a.Continuity(k)) {
			t.Errorf("k = %d: trustworthiness %v, continuity %v, want 0", k, a.Trustworthiness(k), a.Continuity(k))
		}
	}
}

// TestRandomIsChance: curves of rows placed at random lie at their baselines.
func TestRandomIsChance(t *testing.T) {
	x, y := points(9, 600, 3, 9), points(10, 600, 2, 9)
	a, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 599, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 599; k += 13 {
		for _, got := range []float64{a.Trustworthiness(k), a.Continuity(k)} {
			if math.Abs(got-a.Chance(k)) > 0.03 {
				t.Errorf("k = %d: %v, chance is %v", k, got, a.Chance(k))
			}
		}
		if k < 598 && math.Abs(a.R(k)) > 0.02 || math.Abs(a.LCMC(k)) > 0.02 {
			t.Errorf("k = %d: R is %v, LCMC %v, want about 0", k, a.R(k), a.LCMC(k))
		}
	}
	if math.Abs(a.AUC()) > 0.02 {
		t.Errorf("area %v, want about 0", a.AUC())
	}
}

func TestSwapExchangesTheMeasures(t *testing.T) {
	x, y := points(11, 90, 3, 1), points(12, 90, 2, 1)
	there, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 89, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Compare(t.Context(), engine.Euclidean(y), engine.Euclidean(x), 89, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 89; k++ {
		if there.Trustworthiness(k) != back.Continuity(k) || there.Continuity(k) != back.Trustworthiness(k) || there.Q(k) != back.Q(k) {
			t.Fatalf("k = %d: the exchange of the spaces changes more than their names", k)
		}
	}
}

// TestOrderOfRowsDoesNotMatter where there are no ties.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	const n = 110
	x, y := points(13, n, 3, 12), points(14, n, 2, 12)
	px, py := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	for i, from := range rand.New(rand.NewPCG(15, 0)).Perm(n) {
		px.SetRow(i, x.RawRowView(from))
		py.SetRow(i, y.RawRowView(from))
	}
	a, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), n-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Compare(t.Context(), engine.Euclidean(px), engine.Euclidean(py), n-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k < n; k++ {
		if a.Trustworthiness(k) != b.Trustworthiness(k) || a.Continuity(k) != b.Continuity(k) || a.Q(k) != b.Q(k) {
			t.Fatalf("k = %d: the order of the rows matters", k)
		}
	}
}

func TestMatrixMakesTheCurves(t *testing.T) {
	x, y := points(16, 80, 3, 1), points(17, 80, 2, 1)
	a, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 79, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := coRanking(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 79, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 79; k++ {
		var line, block int64
		for r := 1; r <= 79; r++ {
			line += m.at(k, r)
		}
		if line != 80 {
			t.Fatalf("%d pairs have rank %d in the data, want one a row", line, k)
		}
		for rho := 1; rho <= k; rho++ {
			for r := 1; r <= k; r++ {
				block += m.at(rho, r)
			}
		}
		if !close12(a.Q(k), float64(block)/float64(80*k)) {
			t.Fatalf("Q(%d) is %v, but %d pairs are in the block", k, a.Q(k), block)
		}
	}
	part, err := coRanking(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	for rho := 1; rho <= 7; rho++ {
		for r := 1; r <= 7; r++ {
			if part.at(rho, r) != m.at(rho, r) {
				t.Fatalf("ranks %d and %d: %d pairs in the part, %d in the whole", rho, r, part.at(rho, r), m.at(rho, r))
			}
		}
	}
}

func TestSameSumsAtAnyProcs(t *testing.T) {
	x, y := points(18, 333, 3, 1), points(19, 333, 2, 9)
	var first string
	for _, procs := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(procs)
		a, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 40, nil)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprint(*a); first == "" {
			first = text
		} else if text != first {
			t.Errorf("%d processors give other sums", procs)
		}
	}
}

// wide claims more rows than there can be.
type wide struct{ engine.Distances }

func (wide) Len() int { return 1 << 33 }

func TestCompareRefusesTooMuch(t *testing.T) {
	if _, err := Compare(t.Context(), wide{}, wide{}, 3, nil); err == nil || !strings.Contains(err.Error(), "more than can be ranked") {
		t.Errorf("error is %v", err)
	}
	x := engine.Euclidean(points(22, 50, 2, 3))
	if _, err := Compare(memory.Limited(t.Context(), 1000), x, x, 3, nil); err == nil || !strings.Contains(err.Error(), "1 kB is free") {
		t.Errorf("error is %v", err)
	}
}

func TestSampleTakesAllThatAreFew(t *testing.T) {
	for _, c := range []struct{ n, columns, k, want int }{
		{3, 2, 1, 3}, {5000, 23, 100, 5000}, {10_000, 5, 100, 10_000}, {20_000, 5, 100, 5_555}, {40_000, 4, 100, 2_884},
		{5_000, 5, 4_999, 5_000}, {10_000, 5, 9_999, 2_803}, {20_000, 4, 19_999, 1_415}, {5000, 786, 10, 500}, {10_000_000, 4, 10, 200},
	} {
		if got := rowsOf(c.n, c.columns, c.k); got != c.want {
			t.Errorf("%d rows of %d columns to k = %d: looked from %d, want %d", c.n, c.columns, c.k, got, c.want)
		}
	}
	ctx, notes := engine.WithNotes(t.Context(), "rnx")
	x := engine.Euclidean(mat.NewDense(30_000, 1, nil))
	if rows := Sample(ctx, x, x, 10); len(rows) != 4_347 || !slices.IsSorted(rows) || len(notes()) != 1 || !strings.Contains(notes()[0].Text, "4347 of the 30000") {
		t.Errorf("%d rows, remarks %v", len(rows), notes())
	}
	if rows := Sample(ctx, squareOf(points(1, 9, 1, 1)), x, 3); rows != nil {
		t.Errorf("rows %v of nine", rows)
	}
}

func TestCompareRefuses(t *testing.T) {
	x, y := points(20, 12, 2, 3), points(21, 12, 2, 3)
	broken, huge := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	broken.Set(5, 1, math.NaN())
	huge.Set(5, 1, 1e200)
	missing, negative := squareOf(x), squareOf(x)
	missing.d[3][4], negative.d[3][4] = math.Inf(1), -1
	for _, c := range []struct {
		data engine.Distances
		k    int
		says string
	}{
		{engine.Euclidean(x), 0, "k = 0"},
		{engine.Euclidean(x), 12, "k = 12 must be from 1 to 11"},
		{engine.Euclidean(points(1, 11, 2, 3)), 3, "11 rows"},
		{engine.Euclidean(broken), 3, "not finite"},
		{engine.Euclidean(huge), 3, "not finite"},
		{missing, 3, "rows 3 and 4"},
		{negative, 3, "rows 3 and 4"},
	} {
		_, err := Compare(t.Context(), c.data, engine.Euclidean(y), c.k, nil)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want one with %q", err, c.says)
		}
		if _, matrix := coRanking(t.Context(), c.data, engine.Euclidean(y), c.k, nil); matrix == nil || matrix.Error() != err.Error() {
			t.Errorf("the matrix is refused by %v, the curves by %v", matrix, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compare(ctx, engine.Euclidean(x), engine.Euclidean(y), 3, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}
