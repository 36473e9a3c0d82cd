package rank

import "math"

// An Agreement is how far two spaces agree on neighbourhoods of 1 to K rows.
// Its methods take k from 1 to K.
type Agreement struct {
	N    int // rows of the sample
	Rows int // rows from which the others were ranked
	K    int // rows of the largest neighbourhood

	// By k; position 0 is not used.
	both               []int64 // pairs in both neighbourhoods
	excessIn, excessEx []int64 // Σ (ρ−k) over intruders, Σ (r−k) over those lost
}

// Trustworthiness returns
//
//	T(k) = 1 − 2/G Σ_i Σ_{j ∈ N_k(y_i)} max(0, ρ_ij − k),
//
// where N_k(y_i) are the k rows placed nearest to row i. G makes 0 of the worst
// arrangement: nk(2n−3k−1) below n/2 and n(n−k)(n−k−1) from there on, with
// the number of rows looked from for the first n. T(n−1) is 1.
//
// Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
func (a *Agreement) Trustworthiness(k int) float64 { return a.preserved(a.excessIn[k], k) }

// Continuity returns what Trustworthiness does with the spaces exchanged.
//
// Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
func (a *Agreement) Continuity(k int) float64 { return a.preserved(a.excessEx[k], k) }

func (a *Agreement) preserved(excess int64, k int) float64 {
	if excess == 0 {
		return 1
	}
	return 1 - 2*float64(excess)/(float64(a.Rows)*worstExcess(a.N, k))
}

// worstExcess is twice the sum of a row's excess ranks in the worst arrangement.
func worstExcess(n, k int) float64 {
	if 2*k < n {
		return float64(k) * float64(2*n-3*k-1)
	}
	return float64(n-k) * float64(n-k-1)
}

// Chance returns what Trustworthiness and Continuity are on average for rows
// placed at random: every pair then has each rank from 1 to n−1 alike.
func (a *Agreement) Chance(k int) float64 {
	n := a.N
	if k == n-1 {
		return 1
	}
	excess := float64(k) * float64(n-k) * float64(n-k-1) / float64(n-1) // twice a row's
	return 1 - excess/worstExcess(n, k)
}

// Q returns Q_NX(k), the share of its k neighbours that a row keeps:
//
//	Q_NX(k) = #{(i, j) : ρ_ij ≤ k and r_ij ≤ k} / (kn).
//
// Lee, Verleysen 2009, doi:10.1016/j.neucom.2008.12.017.
func (a *Agreement) Q(k int) float64 { return a.share(a.both[k], k) }

func (a *Agreement) share(pairs int64, k int) float64 {
	return float64(pairs) / (float64(k) * float64(a.Rows))
}

// LCMC returns the local continuity meta-criterion, Q_NX(k) − k/(n−1): what Q
// has beyond rows placed at random.
//
// Chen, Buja 2009, doi:10.1198/jasa.2009.0111.
func (a *Agreement) LCMC(k int) float64 { return a.Q(k) - float64(k)/float64(a.N-1) }

// R returns R_NX(k) = ((n−1) Q_NX(k) − k) / (n−1−k), which is 0 for rows
// placed at random and 1 where all neighbours are kept. It is NaN for k = n−1.
//
// Lee, Renard, Bernard, Dupont, Verleysen 2013, doi:10.1016/j.neucom.2012.12.036.
func (a *Agreement) R(k int) float64 {
	rest := float64(a.N - 1 - k)
	if rest == 0 {
		return math.NaN()
	}
	return (float64(float64(a.N-1)*a.Q(k)) - float64(k)) / rest
}

// AUC returns the area under R_NX over ln k,
//
//	Σ_k R_NX(k)/k / Σ_k 1/k,
//
// for k from 1 to n−2, or to K where that is smaller: a mean in which every
// scale counts alike. It is NaN for fewer than 3 rows.
//
// Lee, Peluffo-Ordóñez, Verleysen 2015, doi:10.1016/j.neucom.2014.12.095.
func (a *Agreement) AUC() float64 {
	var area, all float64
	for k := 1; k <= min(a.K, a.N-2); k++ {
		area += a.R(k) / float64(k)
		all += 1 / float64(k)
	}
	return area / all
}

// Split returns the k at which LCMC is largest, the first of several, with the
// means of Q_NX up to it and from it on:
//
//	local = Σ_{k ≤ kmax} Q_NX(k) / kmax,  global = Σ_{k ≥ kmax} Q_NX(k) / (n−kmax).
//
// They are those of the citation where K is n−1; with a smaller K they look no
// further.
//
// Lee, Verleysen 2010, doi:10.1016/j.patrec.2010.04.013.
func (a *Agreement) Split() (kmax int, local, global float64) {
	kmax = 1
	for k := 2; k <= a.K; k++ {
		if a.LCMC(k) > a.LCMC(kmax) {
			kmax = k
		}
	}
	for k := 1; k <= a.K; k++ {
		if k <= kmax {
			local += a.Q(k)
		}
		if k >= kmax {
			global += a.Q(k)
		}
	}
	return kmax, local / float64(kmax), global / float64(a.K-kmax+1)
}
