package rank

import (
	"math"
	"testing"

	"unfold/engine"
)

// TestRowsSumToTheWhole: the measures of all rows are the means of those of each, and a
// row that is placed where it was is kept whole.
func TestRowsSumToTheWhole(t *testing.T) {
	x, y := points(1, 90, 4, 2), points(2, 90, 2, 2)
	for _, k := range []int{1, 7, 44, 60} {
		whole, err := Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), k, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := CompareRows(t.Context(), engine.Euclidean(x), engine.Euclidean(y), k, nil)
		if err != nil {
			t.Fatal(err)
		}
		var trust, continuity, kept float64
		for at := range rows.Rows {
			trust += rows.Trustworthiness(at) / 90
			continuity += rows.Continuity(at) / 90
			kept += float64(k-rows.Lost(at)) / float64(90*k)
		}
		for what, c := range map[string][2]float64{"trustworthiness": {trust, whole.Trustworthiness(k)}, "continuity": {continuity, whole.Continuity(k)}, "neighbours kept": {kept, whole.Q(k)}} {
			if math.Abs(c[0]-c[1]) > 1e-12 {
				t.Errorf("k=%d: %s of rows is %g in the mean, of all %g", k, what, c[0], c[1])
			}
		}
	}
}

// TestRowsOfASample: what is found of a row does not depend on which others are looked
// from.
func TestRowsOfASample(t *testing.T) {
	x, y := points(1, 50, 3, 3), points(2, 50, 2, 3)
	all, err := CompareRows(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	some, err := CompareRows(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 5, []int{3, 31, 49})
	if err != nil {
		t.Fatal(err)
	}
	for at, row := range some.Rows {
		if some.Trustworthiness(at) != all.Trustworthiness(row) || some.Continuity(at) != all.Continuity(row) || some.Lost(at) != all.Lost(row) {
			t.Errorf("row %d: %g of a sample, %g of all", row, some.Trustworthiness(at), all.Trustworthiness(row))
		}
	}
}
