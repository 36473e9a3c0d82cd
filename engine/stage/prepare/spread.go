package prepare

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

// A columnRange is the range, the mean and the deviation of a column.
type columnRange struct {
	mean, sd  float64 // sd with the divisor n
	low, high float64
}

// columnRangeOf goes over column c three times, for the range, the mean and the
// deviation, so that no digits are lost. Where squares
// would leave the range of float64, it counts in a power of two that is near the
// values.
func columnRangeOf(x *mat.Dense, c int) columnRange {
	n, _ := x.Dims()
	s := columnRange{low: math.Inf(1), high: math.Inf(-1)}
	for r := range n {
		v := x.At(r, c)
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
	if s.low == s.high {
		s.mean = s.low
		return s
	}
	unit := 1.0
	if largest := max(s.high, -s.low); largest > 1e150 || largest < 1e-150 {
		unit = math.Ldexp(1, math.Ilogb(largest))
	}
	for r := range n {
		s.mean += x.At(r, c) / unit / float64(n)
	}
	var sum, square float64
	for r := range n {
		diff := x.At(r, c)/unit - s.mean
		sum += diff
		square += float64(diff * diff)
	}
	s.mean = (s.mean + sum/float64(n)) * unit
	s.sd = math.Sqrt(max(0, square-sum*sum/float64(n))/float64(n)) * unit
	return s
}

// rescale is the transform of numeric columns that fit makes of their spread.
// Constant columns, which have no spread to divide by, are dropped with a
// remark; where nothing is left it fails. A word says what the others are made into.
func rescale(ctx context.Context, s engine.Sample, into string, fit func(c int, s columnRange) affine) (*engine.Transform, error) {
	columns := columnsOf(s)
	var kept columnwise
	var constant []string
	for c, column := range columns {
		if column.Levels != nil {
			kept = append(kept, unchanged(c))
			continue
		}
		if err := check.Column(s, c); err != nil {
			return nil, err
		}
		around := columnRangeOf(s.X, c)
		if math.IsInf(1/around.sd, 0) {
			constant = append(constant, column.Name)
			continue
		}
		kept = append(kept, fit(c, around))
	}
	if len(kept) == 0 {
		return nil, &engine.Error{Cause: fmt.Sprintf("all %d training rows are identical: no column has a scale", s.Len()), Remedy: remedy.Say("give rows that differ")}
	}
	if len(constant) > 0 {
		engine.Remark(ctx, "constant columns dropped: %s", strings.Join(constant, ", "))
	}
	return kept.transform(columns, into), nil
}
