// Package evidence tells how far scores can be trusted to differ: the tests
// that compare methods on one data set, and those that compare them over many.
// It knows numbers only, and of scores that higher is better; callers turn the
// sign of those where lower is.
//
// On one data set the folds of a division share their training rows, so their
// scores are no independent draws. [Resampled] is the t-test with the variance
// that allows for it, [Correlated] the Bayesian reading of the same numbers.
//
// Over many data sets each counts once, by its mean score: [NewRanking] ranks
// the methods, [Ranking.Friedman] asks whether they differ at all,
// [Ranking.Nemenyi] or [Wilcoxon] with [Holm] which of them do.
//
// A test whose assumptions fail is not run: a [Refusal] says why.
//
// It imports internal packages of the engine alone. Start reading at resampled.go for
// one data set and at ranking.go for many.
package evidence
