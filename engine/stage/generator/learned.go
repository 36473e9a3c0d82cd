package generator

import (
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/remedy"
)

// LooksLikeClasses reports whether numbers look like those of classes: whole, and at
// most 10 different ones, or at most 50 that occur twice on average. NaN does not count.
func LooksLikeClasses(values []float64) bool {
	different := map[float64]bool{}
	count := 0
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if v != math.Trunc(v) || math.IsInf(v, 0) {
			return false
		}
		count++
		if different[v] = true; len(different) > 50 {
			return false
		}
	}
	return len(different) <= 10 || 2*len(different) <= count
}

// CheckKnown refuses a column to be learned without any value. A row that has some
// of what is to be learned, but not all, counts as one without a label.
func CheckKnown(target engine.Target, rows int) (engine.Target, error) {
	var unlabelled []int
	for i := range rows {
		if !target.Known(i) {
			unlabelled = append(unlabelled, i)
		}
	}
	if unlabelled == nil {
		return target, nil
	}
	column := "column " + target.Label
	if len(target.Responses) > 0 {
		column = "all of the columns " + target.Label
	}
	if len(unlabelled) == rows {
		return target, &engine.Error{Param: "label", Cause: fmt.Sprintf("no row has a value in %s, which is to be learned", column), Remedy: remedy.Set("label").Or(remedy.Set("response")).Or(remedy.Set("label", "none"))}
	}
	return target.Hide(unlabelled), nil
}
