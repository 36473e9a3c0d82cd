package predictor

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/smo"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// A similarity is a kernel that support vectors are found by, and how much of
// its matrix is kept. It names that of some rows, whatever the costs.
type similarity struct {
	kernel string // "rbf" or "linear"
	gamma  float64
	budget int // bytes of kernel rows: half of them as the solvers need them at once, half for other problems about the rows
}

// newSimilarity returns that of rows of d columns; gamma may be engine.Auto, the
// cache is in megabytes.
func newSimilarity(kernel string, gamma float64, cache, d int) similarity {
	if gamma == engine.Auto {
		gamma = 1 / float64(d)
	}
	return similarity{kernel, gamma, min(cache, 1<<20) << 20}
}

// points returns the kernel of the rows, divided by their scale.
func (k similarity) points(x *mat.Dense, scale float64) *smo.Points {
	if k.kernel == "linear" {
		return smo.Linear(x, scale)
	}
	return smo.Gaussian(x, k.gamma, scale)
}

// checkMemory refuses more rows than there are numbers or memory for: the points, a
// copy of them packed for each goroutine, and kernel rows.
func (k similarity) checkMemory(ctx context.Context, name string, n, d int) error {
	if n > smo.MaxRows {
		return &engine.Error{Cause: fmt.Sprintf("%d rows are more than the %d that an %s can number", n, smo.MaxRows, name), Remedy: remedy.FewerRows()}
	}
	copies := float64(1 + runtime.GOMAXPROCS(0))
	bytes := float64(8*float64(n)*float64(d)*copies) + min(float64(k.budget), 4*float64(n)*float64(n))
	if bytes >= math.MaxUint64 {
		bytes = math.MaxUint64 / 2
	}
	return memory.Claim(ctx, uint64(bytes), fmt.Sprintf("an %s of %d rows", name, n), remedy.Reduce("cache").Or(remedy.FewerRows()))
}

// scaleOf returns what all columns are divided by, the root of their mean
// variance.
func scaleOf(x *mat.Dense) (float64, error) {
	scale := math.Sqrt(meanVariance(x))
	if !(scale > 0) {
		return 0, &engine.Error{Cause: "all rows are identical: no distance scale can be estimated", Remedy: remedy.Say("look at the embedding, or at the columns, that it learns from")}
	}
	if math.IsInf(scale, 1) {
		return 0, &engine.Error{Cause: "the columns vary by more than can be squared", Remedy: remedy.Put("scale")}
	}
	return scale, nil
}

// meanVariance returns the mean of the variances of the columns.
func meanVariance(x *mat.Dense) float64 {
	n, d := x.Dims()
	var sum float64
	for j := range d {
		var mean float64
		for i := range n {
			mean += x.At(i, j)
		}
		mean /= float64(n)
		for i := range n {
			diff := x.At(i, j) - mean
			sum += float64(diff * diff)
		}
	}
	return sum / float64(n) / float64(d)
}

// remarkOnGaps says so where a problem was not solved to the tolerance.
func remarkOnGaps(ctx context.Context, worst, tol float64) {
	if worst > tol {
		engine.Remark(ctx, "stopped at the iteration limit with a gap of %.2g, above tol = %g: scale the columns or lower C", worst, tol)
	}
}
