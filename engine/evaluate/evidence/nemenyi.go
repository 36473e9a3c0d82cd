package evidence

import "math"

// A Nemenyi is the outcome of the Nemenyi test, which compares all methods with
// all.
type Nemenyi struct {
	Alpha    float64
	Critical float64     // the difference of mean ranks from which two methods are told apart
	P        [][]float64 // of each pair, already for all pairs together
}

// Nemenyi compares the mean ranks of all pairs of k methods over N data sets at
// the level alpha (Nemenyi 1963; Demšar 2006). Two methods are told apart if
// their mean ranks differ by at least
//
//	CD = q_α/√2 · √(k(k+1)/(6N)),
//
// where q_α is the upper quantile of the studentized range with infinite degrees
// of freedom. The verdict on two methods depends on which others take part; a
// [Wilcoxon] test of the pair does not. It is refused for fewer than
// [FewestSets] data sets and fewer than two methods.
func (r *Ranking) Nemenyi(alpha float64) (*Nemenyi, error) {
	const test = "Nemenyi test"
	k := len(r.Means)
	if k < 2 {
		return nil, refusal(test, "", "it needs two methods, and there are %d", k)
	}
	if err := r.checkSets(test); err != nil {
		return nil, err
	}
	unit := r.standardError()
	n := &Nemenyi{Alpha: alpha, Critical: RangeQuantile(1-alpha, k) / math.Sqrt2 * unit}
	for i := range r.Means {
		n.P = append(n.P, make([]float64, k))
		for j := range r.Means {
			n.P[i][j] = 1 - RangeCDF(math.Abs(r.Means[i]-r.Means[j])/unit*math.Sqrt2, k)
		}
	}
	return n, nil
}

// standardError is the standard error of a difference of mean ranks:
// √(k(k+1)/(6N)).
func (r *Ranking) standardError() float64 {
	k := float64(len(r.Means))
	return math.Sqrt(k * (k + 1) / (6 * float64(r.Sets)))
}
