package stochastic

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/layout"
	"unfold/engine/internal/preview"
)

// watch shows a layout while it is descended to; of tells the point of each row. What
// is beyond two dimensions is not seen.
func watch(over *preview.Watch, of []int32) func(context.Context, engine.Progress, *layout.Points) (enough bool) {
	return func(ctx context.Context, p engine.Progress, z *layout.Points) (enough bool) {
		return over.Tell(ctx, p, func() preview.Place {
			return func(row int) (x, y float64) {
				x = z.At[0][of[row]]
				if z.Dim() > 1 {
					y = z.At[1][of[row]]
				}
				return x, y
			}
		})
	}
}
