package ridge

import (
	"context"
	"math"

	back "unfold/engine/linear/blas"
)

// applyScaled sets dst to what apply makes of the vectors of length n in v, which
// are brought to a largest entry of one for it.
func applyScaled[T back.Float](dst, v []float64, n int, apply func(narrow []T) error) error {
	narrow, scales := make([]T, len(v)), make([]float64, len(v)/n)
	for q := range scales {
		row := v[q*n : (q+1)*n]
		if scales[q] = maxAbs(row); scales[q] > 0 {
			for i, x := range row {
				narrow[q*n+i] = T(x / scales[q])
			}
		}
	}
	if err := apply(narrow); err != nil {
		return err
	}
	for i, x := range narrow {
		dst[i] = float64(x) * scales[i/n]
	}
	return nil
}

// convert returns the numbers in another type.
func convert[T, From back.Float](v []From) []T {
	to := make([]T, len(v))
	convertTo(to, v)
	return to
}

func convertTo[T, From back.Float](dst []T, v []From) {
	for i, x := range v {
		dst[i] = T(x)
	}
}

// solveOrImprove solves A x = b with a preconditioner made of numbers of type T: to
// within the bounds for float32, nil if that fails; as well as float64 can for
// float64.
func solveOrImprove[T back.Float](ctx context.Context, g *conjugateGradients, b []float64) (x []float64, err error) {
	if _, double := any(T(0)).(float64); double {
		return g.improve(ctx, b)
	}
	return g.solve(ctx, b)
}

// maxAbs returns the largest absolute value.
func maxAbs(v []float64) float64 {
	var most float64
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
