package evidence

import (
	"math"
	"slices"
	"testing"
)

// demsar is table 6 of Demšar 2006 (jmlr.org/papers/v7/demsar06a.html): the area
// under the curve of C4.5 on 14 data sets, plain, with m tuned, with cf tuned and
// with both. On voting the last two are printed as 0.975 and ranked apart.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798},  // adult (sample)
	{0.599, 0.591, 0.590, 0.569},  // breast cancer
	{0.954, 0.971, 0.968, 0.967},  // breast cancer wisconsin
	{0.628, 0.661, 0.654, 0.657},  // cmc
	{0.882, 0.888, 0.886, 0.898},  // ionosphere
	{0.936, 0.931, 0.916, 0.931},  // iris
	{0.661, 0.668, 0.609, 0.685},  // liver disorders
	{0.583, 0.583, 0.563, 0.625},  // lung cancer
	{0.775, 0.838, 0.866, 0.875},  // lymphography
	{1.000, 1.000, 1.000, 1.000},  // mushroom
	{0.940, 0.962, 0.965, 0.962},  // primary tumor
	{0.619, 0.666, 0.614, 0.669},  // rheum
	{0.972, 0.981, 0.9754, 0.975}, // voting
	{0.957, 0.978, 0.946, 0.970},  // wine
}

// printed fails the test unless got rounds to the value as it was printed.
func printed(t *testing.T, what string, got, value float64, decimals int) {
	t.Helper()
	if unit := math.Pow10(-decimals); math.Abs(got-value) > unit/2+1e-9 {
		t.Errorf("%s is %.*f, printed is %.*f", what, decimals+2, got, decimals, value)
	}
}

func TestDemsarFriedman(t *testing.T) {
	r, err := NewRanking(demsar)
	if err != nil {
		t.Fatal(err)
	}
	for j, mean := range []float64{3.143, 2.000, 2.893, 1.964} {
		printed(t, "mean rank", r.Means[j], mean, 3)
	}
	f, err := r.Friedman()
	if err != nil {
		t.Fatal(err)
	}
	chi2 := f.Chi2 * f.Ties // Demšar does not allow for ties
	printed(t, "chi2", chi2, 9.28, 2)
	printed(t, "F", 13*chi2/(14*3-chi2), 3.69, 2)
	if f.DF1 != 3 || f.DF2 != 39 || f.FP > 0.05 || f.F <= 3.69 {
		t.Errorf("%+v: rejected at 0.05 with 3 and 39 degrees of freedom, and ties make it clearer", f)
	}
}

func TestDemsarPostHoc(t *testing.T) {
	r, _ := NewRanking(demsar)
	n, err := r.Nemenyi(0.05)
	if err != nil {
		t.Fatal(err)
	}
	printed(t, "critical difference at 0.05", n.Critical, 1.25, 2)
	tenth, _ := r.Nemenyi(0.10)
	printed(t, "critical difference at 0.10", tenth.Critical, 1.12, 2)
	// At 0.10 the plain one is told apart from the first and the last; the one
	// with cf from none.
	groups := Cliques(4, func(i, j int) bool { return math.Abs(r.Means[i]-r.Means[j]) < tenth.Critical })
	if want := [][]int{{0, 2}, {1, 2, 3}}; !slices.EqualFunc(groups, want, slices.Equal) {
		t.Errorf("groups %v, should be %v", groups, want)
	}
	for i := range r.Means {
		for j := range r.Means {
			apart := math.Abs(r.Means[i]-r.Means[j]) >= tenth.Critical
			if apart != (n.P[i][j] <= 0.10) {
				t.Errorf("%d and %d: the critical difference and p = %.3f disagree", i, j, n.P[i][j])
			}
		}
	}
}

// TestDemsarWilcoxon is his table 2, in thousandths so that ties are ties.
func TestDemsarWilcoxon(t *testing.T) {
	differences := []float64{5, -8, 17, 33, 6, -5, 7, 0, 63, 0, 22, 47, 9, 21}
	w, err := Wilcoxon(differences, Split)
	if err != nil {
		t.Fatal(err)
	}
	if w.Plus != 93 || w.Minus != 12 || !w.Exact || w.P > 0.05 {
		t.Errorf("%+v: R+ = 93, R- = 12, rejected at 0.05", w)
	}
}

// TestCriticalValues holds the quantiles against table 5 of Demšar 2006, which
// gives those of the studentized range already divided by the root of two.
func TestCriticalValues(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, q := range row {
			if got := RangeQuantile(1-alpha, i+2) / math.Sqrt2; math.Abs(got-q) > 0.001 { // he divides rounded ones
				t.Errorf("q of %d methods at %g is %.4f, printed is %.3f", i+2, alpha, got, q)
			}
		}
	}
}
