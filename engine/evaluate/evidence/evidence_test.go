package evidence

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestRanksShareTies(t *testing.T) {
	for _, c := range []struct{ scores, ranks []float64 }{
		{[]float64{0.3, 0.9, 0.5}, []float64{3, 1, 2}},
		{[]float64{1, 1, 1, 1}, []float64{2.5, 2.5, 2.5, 2.5}},
		{[]float64{2, 5, 2, 7, 2}, []float64{4, 2, 4, 1, 4}},
		{nil, []float64{}},
	} {
		if got := Ranks(c.scores); !slices.Equal(got, c.ranks) {
			t.Errorf("ranks of %v are %v, should be %v", c.scores, got, c.ranks)
		}
	}
}

func TestHolm(t *testing.T) {
	// Worked by hand: 0.005·4, then 0.01·3, 0.03·2, 0.04·1 but not below 0.06.
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, p := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "p", got[i], p)
	}
	if got := Holm([]float64{0.6, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v exceed 1", got)
	}
}

// TestSignedRankGolden: of six differences only the smallest is negative, so two
// of 64 sign patterns are as uneven on each side.
func TestSignedRankGolden(t *testing.T) {
	w, err := Wilcoxon([]float64{-1, 2, 3, 4, 5, 6}, Drop)
	if err != nil || w.Minus != 1 || w.P != 0.0625 || !w.Exact {
		t.Errorf("%+v, %v: W = 1, p = 0.0625", w, err)
	}
}

// TestExactCountsAllPatterns gives the differences every sign that they may have,
// with ties and zeros, and counts the sums that are as uneven.
func TestExactCountsAllPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for trial := range 60 {
		n := 6 + trial%5
		differences := make([]float64, n+trial%3) // so many zeros
		for i := range n {
			differences[i] = float64(1+r.IntN(1+trial%n)) * float64(1-2*r.IntN(2))
		}
		for _, zeros := range []Zeros{Drop, Pratt, Split} {
			got, err := Wilcoxon(differences, zeros)
			if err != nil || !got.Exact {
				t.Fatalf("%v: %+v, %v", differences, got, err)
			}
			uneven, flipped := 0, slices.Clone(differences)
			for pattern := range 1 << n {
				for i := range n {
					flipped[i] = math.Abs(differences[i]) * float64(1-2*(pattern>>i&1))
				}
				if w, _, _ := signedRanks(flipped, zeros); min(w.Plus, w.Minus) <= min(got.Plus, got.Minus) {
					uneven++
				}
			}
			near(t, fmt.Sprintf("chance of %v", differences), got.P, float64(uneven)/float64(int(1)<<n))
		}
	}
}

func TestRecordAndUnanimity(t *testing.T) {
	scores := [][]float64{{3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 2, 1}}
	r, _ := NewRanking(scores)
	if got := r.Record(0, 1); got != (Record{Wins: 5}) {
		t.Errorf("record %+v", got)
	}
	f, err := r.Friedman()
	if err != nil || !math.IsInf(f.F, 1) {
		t.Fatalf("%+v, %v: where all rank alike F has no finite value", f, err)
	}
	near(t, "chance of the same order five times", f.FP, math.Pow(6, -4))
	for i := range scores {
		scores[i] = []float64{3, 2, 2}
	}
	r, _ = NewRanking(scores)
	if f, err = r.Friedman(); err != nil || !math.IsInf(f.F, 1) {
		t.Fatalf("%+v, %v: with ties too", f, err)
	}
	near(t, "chance of the same one first five times", f.FP, math.Pow(3, -4))
	near(t, "chi2", f.Chi2, 10)
	for i := range scores {
		scores[i] = []float64{3, 2, 1}
	}
	scores[4] = []float64{2, 2, 3}
	r, _ = NewRanking(scores)
	if got := r.Record(0, 1); got != (Record{Wins: 4, Ties: 1}) {
		t.Errorf("record %+v", got)
	}
	if got := r.Record(2, 0); got != (Record{Wins: 1, Losses: 4}) {
		t.Errorf("record %+v", got)
	}
}

func TestRefusals(t *testing.T) {
	sets := func(n, k int, f func(i, j int) float64) *Ranking {
		scores := make([][]float64, n)
		for i := range scores {
			for j := range k {
				scores[i] = append(scores[i], f(i, j))
			}
		}
		r, err := NewRanking(scores)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	mixed := func(i, j int) float64 { return float64((3*i + 5*j) % 7) }
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		name, says string
		err        error
	}{
		{"two methods", "three methods, and there are 2", second(sets(9, 2, mixed).Friedman())},
		{"four sets", "5 data sets without holes, and there are 4", second(sets(4, 3, mixed).Friedman())},
		{"all tied", "all 3 methods tie on all 6", second(sets(6, 3, func(int, int) float64 { return 1 }).Friedman())},
		{"four sets", "there are 4", second(sets(4, 3, mixed).Nemenyi(0.05))},
		{"one method", "two methods", second(sets(6, 1, mixed).Nemenyi(0.05))},
		{"a hole", "data set 2: number 1 of 2 is NaN", second(NewRanking([][]float64{{1, 2}, {math.NaN(), 2}}))},
		{"uneven rows", "data set 2 has 1 scores", second(NewRanking([][]float64{{1, 2}, {1}}))},
		{"no sets", "no data sets", second(NewRanking(nil))},
		{"few differences", "of 5 there are 5", second(Wilcoxon([]float64{1, 2, 3, 4, 5}, Drop))},
		{"zeros", "of 9 there are 0", second(Wilcoxon(make([]float64, 9), Pratt))},
		{"a hole", "number 2 of 6 is NaN", second(Wilcoxon([]float64{1, math.NaN(), 3, 4, 5, 6}, Drop))},
		{"one fold", "two folds with a score, and has 1", second(Resampled([]float64{0.1}, 0.3, 0.95))},
		{"nothing held", "the share 0", second(Resampled([]float64{0.1, 0.2}, 0, 0.95))},
		{"no spread", "their spread tells nothing", second(Resampled([]float64{0.1, 0.1, 0.1}, 0.1, 0.95))},
		{"infinite", "number 2 of 2 is +Inf", second(Correlated([]float64{0.1, math.Inf(1)}, 0.1, 0.01))},
		{"rope", "half the width -1", second(Correlated([]float64{0.1, 0.2}, 0.1, -1))},
	} {
		var refusal *Refusal
		if !errors.As(c.err, &refusal) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v, should be refused with %q", c.name, c.err, c.says)
		}
	}
}

func TestNoDifferences(t *testing.T) {
	zero := make([]float64, 10)
	if got, err := Resampled(zero, 0.1, 0.95); err != nil || got.P != 1 || got.Low != 0 || got.High != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Correlated(zero, 0.1, 0); err != nil || got != (Posterior{Same: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestCliquesOfTests: pairwise tests need not follow the ranks. The first and the
// last are alike, and both differ from the one between: no bar may join all
// three, and the bar that joins two must not be lost.
func TestCliquesOfTests(t *testing.T) {
	pairs := func(alike ...[2]int) func(i, j int) bool {
		return func(i, j int) bool {
			return slices.Contains(alike, [2]int{min(i, j), max(i, j)})
		}
	}
	for _, c := range []struct {
		k     int
		alike [][2]int
		want  [][]int
	}{
		{3, [][2]int{{0, 2}}, [][]int{{0, 2}}},
		{3, nil, nil},
		{4, [][2]int{{0, 1}, {1, 2}, {2, 3}}, [][]int{{0, 1}, {1, 2}, {2, 3}}},
		{4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}, {0, 3}}, [][]int{{0, 1, 2, 3}}},
		{5, [][2]int{{0, 1}, {0, 2}, {1, 2}, {3, 4}}, [][]int{{0, 1, 2}, {3, 4}}},
	} {
		if got := Cliques(c.k, pairs(c.alike...)); !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%v of %v, should be %v", got, c.alike, c.want)
		}
	}
}

// TestCliquesOfRanks holds groups under a critical difference against the longest
// stretches of ranks, found by trying all.
func TestCliquesOfRanks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		k, critical := 2+random.IntN(9), 0.2+2*random.Float64()
		ranks := make([]float64, k)
		for j := range ranks {
			ranks[j] = 1 + 4*random.Float64()
		}
		slices.Sort(ranks)
		var want [][]int
		reach := 0
		for from := range ranks {
			to := from
			for to+1 < k && ranks[to+1]-ranks[from] < critical {
				to++
			}
			if to > from && to > reach {
				stretch := []int{}
				for j := from; j <= to; j++ {
					stretch = append(stretch, j)
				}
				want, reach = append(want, stretch), to
			}
		}
		got := Cliques(k, func(i, j int) bool { return math.Abs(ranks[i]-ranks[j]) < critical })
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("ranks %.2f within %.2f: groups %v, should be %v", ranks, critical, got, want)
		}
	}
}

// TestUniformUnderTheNull: where methods do not differ, p-values are uniform.
func TestUniformUnderTheNull(t *testing.T) {
	if testing.Short() {
		t.Skip("long: draws hundreds of tables")
	}
	random := rand.New(rand.NewPCG(7, 11))
	var friedman, nemenyi, wilcoxon, resampled []float64
	for range 200 {
		scores := make([][]float64, 60)
		differences := make([]float64, len(scores))
		for i := range scores {
			for range 5 {
				scores[i] = append(scores[i], random.NormFloat64())
			}
			differences[i] = scores[i][0] - scores[i][1]
		}
		r, _ := NewRanking(scores)
		f, err := r.Friedman()
		n, err2 := r.Nemenyi(0.05)
		w, err3 := Wilcoxon(differences, Drop)
		x, err4 := Resampled(overlapping(random, 10, 0.1), 0.1, 0.95)
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		least := 1.0
		for i := range n.P {
			least = min(least, slices.Min(n.P[i]))
		}
		friedman, nemenyi = append(friedman, f.FP), append(nemenyi, least)
		wilcoxon, resampled = append(wilcoxon, w.P), append(resampled, x.P)
	}
	for name, p := range map[string][]float64{"Friedman": friedman, "Nemenyi": nemenyi, "signed rank": wilcoxon, "resampled t": resampled} {
		if d := distance(p); d > 1.63/math.Sqrt(float64(len(p))) { // the quantile of 0.99
			t.Errorf("%s: p-values are %.3f from uniform", name, d)
		}
	}
}

// overlapping draws n normal numbers with correlation rho, as the corrected test
// takes scores of folds to be.
func overlapping(random *rand.Rand, n int, rho float64) []float64 {
	common := random.NormFloat64()
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Sqrt(rho)*common + math.Sqrt(1-rho)*random.NormFloat64()
	}
	return x
}

// distance is Kolmogorov's and Smirnov's between numbers and the uniform
// distribution.
func distance(p []float64) (d float64) {
	p = slices.Sorted(slices.Values(p))
	n := float64(len(p))
	for i, v := range p {
		d = max(d, math.Abs(v-float64(i)/n), math.Abs(float64(i+1)/n-v))
	}
	return d
}
