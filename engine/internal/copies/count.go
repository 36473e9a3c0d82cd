package copies

import (
	"slices"

	"unfold/engine"
)

// Count counts the copies over the folds of a report. A row that a fold both
// learns from and holds counts too.
func Count(r *engine.Report) engine.Copies {
	var c engine.Copies
	for _, run := range r.Runs {
		c.Held += len(run.Fold.Held)
	}
	if c.Held == 0 {
		return c
	}
	alike, same := Of(r.Table)
	if slices.Equal(alike, counting(len(alike))) {
		return c
	}
	// The last fold, counted from one, that learned from a row like that.
	likeBy, sameBy := make([]int, len(alike)), make([]int, len(alike))
	for f, run := range r.Runs {
		for _, row := range run.Fold.Train {
			likeBy[alike[row]], sameBy[same[row]] = f+1, f+1
		}
		for _, row := range run.Fold.Held {
			if likeBy[alike[row]] == f+1 {
				c.Copied++
			}
			if sameBy[same[row]] == f+1 && r.Table.Width() > 0 {
				c.Agree++
			}
		}
	}
	return c
}
