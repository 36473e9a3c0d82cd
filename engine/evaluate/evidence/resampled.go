package evidence

import (
	"math"

	"unfold/engine/internal/moments"
)

// A T is the outcome of a t-test, with the interval that belongs to it.
type T struct {
	Mean      float64 // of the numbers
	Error     float64 // its standard error
	T         float64 // Mean / Error
	DF        float64 // degrees of freedom
	P         float64 // two-sided
	Low, High float64 // the interval of the mean at the level asked for
}

// Resampled is the corrected resampled t-test of Nadeau and Bengio (2003,
// doi:10.1023/A:1024068626366): whether the mean of the differences x between
// two methods, a number for each of n folds, is zero. Each fold holds the share
// rho of its rows. Training parts overlap, so the variance s² of the differences
// understates that of their mean, which is taken as
//
//	(1/n + rho/(1−rho)) s²,
//
// where rho/(1−rho) is held rows by training rows; t has n−1 degrees of freedom.
// The interval of the mean has the given level, such as 0.95. Given scores
// instead of differences, the interval is that of a mean score.
//
// It is refused for fewer than two folds, for numbers that are not finite, for
// folds that hold nothing, and for differences that are all the same number but
// zero, whose spread tells nothing. If all are zero, P is 1.
func Resampled(x []float64, rho, level float64) (T, error) {
	mean, scale, err := correctedMean("corrected resampled t-test", x, rho)
	if err != nil {
		return T{}, err
	}
	t := T{Mean: mean, Error: scale, DF: float64(len(x) - 1), P: 1, Low: mean, High: mean}
	if scale == 0 {
		return t, nil
	}
	t.T = mean / scale
	t.P = 2 * studentCDF(-math.Abs(t.T), t.DF)
	half := float64(scale * studentQuantile((1+level)/2, t.DF))
	t.Low, t.High = mean-half, mean+half
	return t, nil
}

// correctedMean returns the mean of numbers of overlapping folds, and the
// standard error that allows for the overlap: zero only if all numbers are.
func correctedMean(test string, x []float64, rho float64) (mean, scale float64, err error) {
	switch n := len(x); {
	case n < 2:
		return 0, 0, refusal(test, "divide the rows more than once, as cv does", "it needs two folds with a score, and has %d", n)
	case !(rho > 0 && rho < 1):
		return 0, 0, refusal(test, "hold rows out, as cv does", "folds hold the share %g of their rows, which must lie between 0 and 1", rho)
	}
	if err := checkFinite(test, x); err != nil {
		return 0, 0, err
	}
	mean, variance := moments.Mean(x), moments.Variance(x)
	if allEqual(x) {
		mean, variance = x[0], 0
	}
	if variance == 0 && mean != 0 {
		return 0, 0, refusal(test, "divide the rows more often", "all %d folds differ by %g, and their spread tells nothing", len(x), mean)
	}
	return mean, math.Sqrt((1/float64(len(x)) + rho/(1-rho)) * variance), nil
}

// allEqual reports whether all numbers are the same.
func allEqual(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}
