package evidence

import "math"

// Zeros is what a signed rank test does with differences of zero.
type Zeros int

// The ways to treat zeros.
const (
	Drop  Zeros = iota // left out before ranking (Wilcoxon 1945)
	Pratt              // ranked, then left out (Pratt 1959, doi:10.1080/01621459.1959.10501526)
	Split              // ranked, half of their ranks to either side (Demšar 2006)
)

// A SignedRank is the outcome of a Wilcoxon signed rank test.
type SignedRank struct {
	N           int     // differences that were ranked
	Zero        int     // differences of zero
	Plus, Minus float64 // sums of the ranks of positive and of negative differences
	P           float64 // two-sided
	Exact       bool    // P is of the distribution itself, not of its normal limit
}

// fewestSigned is how many differences other than zero a signed rank test needs:
// with five, no outcome has a p-value under 0.05.
const fewestSigned = 6

// mostExact is up to how many differences the distribution itself is taken: its
// counts sum to 2²⁵, which a float64 holds without rounding.
const mostExact = 25

// Wilcoxon asks whether differences between two methods, one for each data set,
// lie evenly about zero (Wilcoxon 1945, doi:10.2307/3001968). Their absolute
// values are ranked; P is the chance of rank sums as uneven as those of positive
// and negative differences. For at most 25 differences other than zero it is
// exact: given the absolute values, equal or not, all signs of them are equally
// likely, and their rank sums are counted (Streitberg, Röhmel 1986, Exact
// distributions for permutation and rank tests, Statistical Software Newsletter
// 12). For more the normal limit with the variance
//
//	n(n+1)(2n+1)/24 − Σ(t³−t)/48
//
// is taken, without correction for continuity, where t counts equal ones. It
// assumes that the differences can be ranked against each other, not that they
// are normal, and is refused for fewer than six differences other than zero,
// among which no outcome has a p-value under 0.05, and if one is not finite.
func Wilcoxon(differences []float64, zeros Zeros) (SignedRank, error) {
	const test = "signed rank test"
	if err := checkFinite(test, differences); err != nil {
		return SignedRank{}, err
	}
	w, ranks, halves := signedRanks(differences, zeros)
	if n := len(differences); n-w.Zero < fewestSigned {
		return SignedRank{}, refusal(test, "compare over more data sets", "it needs %d differences other than zero, and of %d there are %d", fewestSigned, n, n-w.Zero)
	}
	if len(ranks) <= mostExact {
		w.P, w.Exact = exactP(ranks, min(w.Plus, w.Minus)-sum(halves)), true
		return w, nil
	}
	w.P = w.normalP(ranks, halves, zeros)
	return w, nil
}

// signedRanks sums the ranks of absolute differences by their sign, and returns
// those of the differences that have one, and the halves of those of zeros that
// count to either side.
func signedRanks(differences []float64, zeros Zeros) (w SignedRank, ranks, halves []float64) {
	var kept, sizes []float64
	for _, d := range differences {
		if d == 0 {
			w.Zero++
			if zeros == Drop {
				continue
			}
		}
		kept, sizes = append(kept, d), append(sizes, -math.Abs(d)) // the smallest has rank 1
	}
	w.N = len(kept)
	for i, rank := range Ranks(sizes) {
		switch {
		case kept[i] > 0:
			w.Plus += rank
		case kept[i] < 0:
			w.Minus += rank
		case zeros == Split:
			w.Plus += float64(rank / 2)
			w.Minus += float64(rank / 2)
			halves = append(halves, float64(rank/2))
			continue
		default:
			continue
		}
		ranks = append(ranks, rank)
	}
	return w, ranks, halves
}

// normalP is the two-sided chance by the normal limit.
func (w SignedRank) normalP(ranks, halves []float64, zeros Zeros) float64 {
	n := float64(w.N)
	mean, variance := float64(n*(n+1)/4), n*(n+1)*(2*n+1)/24
	if zeros == Pratt { // zeros took the first ranks and left with them
		z := float64(w.Zero)
		mean -= float64(z * (z + 1) / 4)
		variance -= z * (z + 1) * (2*z + 1) / 24
	}
	variance -= (ties(ranks) + ties(halves)) / 48
	return 2 * normalCDF(-math.Abs(w.Plus-mean)/math.Sqrt(variance))
}

// exactP is the two-sided chance that the smaller of the two sums of the ranks
// is at most t: each subset of them is as likely to be that of the positive
// differences. Ranks of equal differences are means, whole or half: twice a
// rank is a whole number.
func exactP(ranks []float64, t float64) float64 {
	most := int(2 * t)
	ways := make([]float64, most+1) // subsets by twice the sum of their ranks
	ways[0] = 1
	for _, rank := range ranks {
		twice := int(2 * rank)
		for sum := most; sum >= twice; sum-- {
			ways[sum] += ways[sum-twice]
		}
	}
	return min(1, 2*math.Ldexp(sum(ways), -len(ranks)))
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
