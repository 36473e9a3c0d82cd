package evidence

import (
	"math"
	"slices"

	"unfold/engine/internal/elementary"
)

// A Friedman is the outcome of the Friedman test of k methods over N data sets,
// with the less timid F of Iman and Davenport.
type Friedman struct {
	Chi2 float64 // with k−1 degrees of freedom
	P    float64 // of Chi2
	// Ties is what Chi2 was divided by to allow for equal ranks; 1 without any.
	Ties float64

	F        float64 // (N−1) Chi2 / (N(k−1) − Chi2); infinite if all data sets rank alike
	DF1, DF2 float64 // k−1 and (k−1)(N−1)
	FP       float64 // of F
}

// Friedman asks whether the mean ranks of the methods differ by more than chance
// (Friedman 1937, doi:10.1080/01621459.1937.10503522; Iman, Davenport 1980,
// doi:10.1080/03610928008827904; for methods over data sets Demšar 2006,
// jmlr.org/papers/v7/demsar06a.html):
//
//	χ² = 12N/(k(k+1)) Σ_j (R_j − (k+1)/2)² / (1 − Σ(t³−t) / (N k (k²−1))),
//
// where the divisor allows for groups of t equal scores. If all data sets rank
// the methods alike, F has no finite value and FP is the chance of it, m^(1−N),
// where m counts the orders of such ranks: k! without ties.
//
// It is refused for fewer than three methods, for fewer than [FewestSets] data
// sets, and if all methods tie on all of them. The ranks must be of different
// data sets: folds of one are no independent draws.
func (r *Ranking) Friedman() (Friedman, error) {
	const test = "Friedman test"
	n, k := float64(r.Sets), float64(len(r.Means))
	if k < 3 {
		return Friedman{}, refusal(test, "two methods are compared by a signed rank test", "it needs three methods, and there are %g", k)
	}
	if err := r.checkSets(test); err != nil {
		return Friedman{}, err
	}
	f := Friedman{Ties: 1 - r.ties/(n*k*(float64(k*k)-1)), DF1: k - 1, DF2: (k - 1) * (n - 1)}
	if r.ties == n*(float64(k*k*k)-k) {
		return Friedman{}, refusal(test, "", "all %g methods tie on all %g data sets", k, n)
	}
	for _, mean := range r.Means {
		f.Chi2 += float64((mean - float64((k+1)/2)) * (mean - float64((k+1)/2)))
	}
	f.Chi2 *= 12 * n / (k * (k + 1)) / f.Ties
	f.P = chiSquaredSurvival(f.Chi2, f.DF1)
	if r.unanimous() {
		f.F, f.FP = math.Inf(1), elementary.Exp((1-n)*logOrders(r.By[0]))
		return f, nil
	}
	f.F = (n - 1) * f.Chi2 / (float64(n*(k-1)) - f.Chi2)
	f.FP = fisherSurvival(f.F, f.DF1, f.DF2)
	return f, nil
}

// checkSets refuses a test over too few data sets.
func (r *Ranking) checkSets(test string) error {
	if r.Sets < FewestSets {
		return refusal(test, "compare over more data sets", "it needs %d data sets without holes, and there are %d", FewestSets, r.Sets)
	}
	return nil
}

// unanimous reports whether every data set ranks the methods alike.
func (r *Ranking) unanimous() bool {
	for _, ranks := range r.By {
		if !slices.Equal(ranks, r.By[0]) {
			return false
		}
	}
	return true
}

// logOrders is the logarithm of how many ways there are to deal the ranks to the
// methods.
func logOrders(ranks []float64) float64 {
	sizes := map[float64]int{}
	ways := 0.0
	for i, rank := range ranks { // each adds to the places, and divides by those alike
		sizes[rank]++
		ways += elementary.Log(float64(i+1)) - elementary.Log(float64(sizes[rank]))
	}
	return ways
}
