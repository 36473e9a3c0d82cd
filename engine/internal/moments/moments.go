// Package moments has means, variances and correlations of numbers, added one
// after the other with every product rounded, so that they have the same bits
// on every processor. It imports nothing of ours. Start at [Mean].
package moments

import "math"

// Mean is Σ xᵢ / n; NaN of nothing.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Variance is Σ (xᵢ − mean)² / (n − 1), less what the mean's own rounding adds
// to it (Chan, Golub, LeVeque 1983, doi:10.1080/00031305.1983.10483115). It is NaN
// of fewer than two numbers.
func Variance(x []float64) float64 {
	mean, squares, rest := Mean(x), 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		rest += d
	}
	n := float64(len(x))
	return (squares - float64(rest*rest)/n) / (n - 1)
}

// SD is the square root of [Variance].
func SD(x []float64) float64 { return math.Sqrt(Variance(x)) }

// Correlation is Pearson's, Σ (xᵢ − x̄)(yᵢ − ȳ) / √(Σ (xᵢ − x̄)² Σ (yᵢ − ȳ)²);
// NaN where one of them does not vary. y must be as long as x.
func Correlation(x, y []float64) float64 {
	meanX, meanY := Mean(x), Mean(y)
	var xx, yy, xy float64
	for i, v := range x {
		dx, dy := v-meanX, y[i]-meanY
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	return xy / math.Sqrt(xx) / math.Sqrt(yy)
}
