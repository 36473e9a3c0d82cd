package evidence

// A Posterior is how probable it is, after the scores, that a method is better
// than another, that both are the same for practical purposes, and that it is
// worse. The three sum to 1.
type Posterior struct {
	Better, Same, Worse float64
}

// Correlated is the Bayesian correlated t-test of Corani and Benavoli (2015,
// doi:10.1007/s10994-015-5486-z; Benavoli et al. 2017,
// jmlr.org/papers/v18/16-305.html). With a prior that says nothing, the mean
// difference of two methods is, after the differences x of n folds, distributed
// as Student's t with n−1 degrees of freedom about their mean, with the variance
//
//	(1/n + rho/(1−rho)) s²,
//
// in which rho, the share of rows that a fold holds, is the correlation of the
// folds. Differences within [−rope, rope] are the same for practical purposes; a
// rope of 0 has none such.
//
// It is refused where [Resampled] is. If all differences are zero, Same is 1,
// also without a rope.
func Correlated(x []float64, rho, rope float64) (Posterior, error) {
	const test = "Bayesian correlated t-test"
	mean, scale, err := correctedMean(test, x, rho)
	switch {
	case err != nil:
		return Posterior{}, err
	case !(rope >= 0):
		return Posterior{}, refusal(test, "give 0 or more", "the region of practical equivalence has half the width %g", rope)
	case scale == 0:
		return Posterior{Same: 1}, nil
	}
	df := float64(len(x) - 1)
	worse := studentCDF((-rope-mean)/scale, df)
	better := studentCDF((mean-rope)/scale, df)
	return Posterior{Better: better, Same: max(0, 1-better-worse), Worse: worse}, nil
}
