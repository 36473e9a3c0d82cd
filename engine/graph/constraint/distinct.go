package constraint

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/copies"
)

// Distinct finds the rows of x that are no copies of others, which no map tells apart and
// which therefore have one place, and remarks on copies. They stand in the order of
// their cells, column by column, so that what is found of them does not depend on the
// order of the sample, in no bit. Time O(n (d + log n)).
func Distinct(ctx context.Context, x *mat.Dense) copies.Distinct {
	d := copies.NewDistinct(copies.First(x), func(i, j int) int { return slices.Compare(x.RawRowView(i), x.RawRowView(j)) })
	if merged := d.Copies(); merged > 0 {
		engine.Remark(ctx, "%d of %d rows are copies of others, and placed where those are", merged, len(d.Of))
	}
	return d
}
