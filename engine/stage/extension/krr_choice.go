package extension

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/remedy"
)

const (
	exactRows     = 15_000 // rows up to which krr is exact by itself: some ten seconds
	usualCentre   = 2000   // of more rows
	fewestCentres = 100    // where memory is short
	triedRows     = 4000   // rows that a ridge is chosen with
	seed          = 1      // of rows that are drawn
)

// centres returns the rows that the map is a sum over, nil for all.
func (m *KRR) centres(ctx context.Context, n int) ([]int, error) {
	switch count := m.Centres; {
	case count > n:
		return nil, &engine.Error{Param: "centres", Cause: fmt.Sprintf("centres = %d is more than the %d training rows", count, n), Remedy: remedy.Reduce("centres")}
	case count == n || count == engine.Auto && n <= fewestCentres:
		return nil, nil
	case count != engine.Auto:
		return ridge.Centres(n, count, seed), nil
	}
	count := min(n, usualCentre)
	for count > fewestCentres && !memory.Fits(ctx, ridge.CentreBytes(count)) {
		count = max(count*3/4, fewestCentres)
	}
	switch {
	case n > exactRows:
		engine.Remark(ctx, "%d rows are mapped by %d of them as centres, since an exact solution takes long beyond %d; give centres for another number", n, count, exactRows)
	case !memory.Fits(ctx, memory.Square(1, n)/2) && ridge.CentreBytes(count) < memory.Square(1, n)/2:
		engine.Remark(ctx, "%d rows are mapped by %d of them as centres, since there is no memory for a Gram matrix; give centres for another number", n, count)
	default:
		return nil, nil
	}
	return ridge.Centres(n, count, seed), nil
}

// chooseRidge returns the ridge that maps rows best when each is left out.
func chooseRidge(ctx context.Context, kernel gram.Kernel, x, y *mat.Dense) (float64, error) {
	n, _ := x.Dims()
	if n > triedRows {
		drawn := ridge.Centres(n, triedRows, seed)
		x, y = rowsOf(x, drawn), rowsOf(y, drawn)
	}
	scale := gram.NewEntries(kernel, x).Scale()
	if !(scale > 0) {
		scale = 1
	}
	g := ridge.Grid{Kernels: []gram.Kernel{kernel}}
	for half := -8; half <= 2; half++ {
		g.Lambdas = append(g.Lambdas, scale*elementary.Pow(10, float64(half)/2))
	}
	scores, err := ridge.LeaveOneOut(ctx, x, y, g)
	if err != nil {
		return 0, err
	}
	best := 0
	for i := range scores {
		if scores[i].Mean() < scores[best].Mean() {
			best = i
		}
	}
	tried, _ := x.Dims()
	engine.Remark(ctx, "lambda = auto, which 0 stands for, is %.3g: leaving out each of %d rows, images are off by %.3g in the root mean square of all columns", scores[best].Lambda, tried, math.Sqrt(scores[best].Mean()))
	return scores[best].Lambda, nil
}

// rowsOf returns some rows of x.
func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	some := mat.NewDense(len(rows), d, nil)
	for at, i := range rows {
		some.SetRow(at, x.RawRowView(i))
	}
	return some
}
