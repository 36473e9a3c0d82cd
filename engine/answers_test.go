package engine_test

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// answered is a report of four rows, the last two of which have no label.
func answered(target engine.Target, said []float64) *engine.Report {
	table := (&engine.Table{X: mat.NewDense(4, 1, nil), Target: target, Rows: []int{10, 11, 12, 13}}).Hide([]int{2, 3})
	run := &engine.Run{
		Fold: engine.Fold{Train: []int{0, 1}, Unlabelled: []int{2, 3}, Answers: true}, Train: table.Take([]int{0, 1, 2, 3}),
		Unlabelled: engine.Unlabelled{Sample: table.Take([]int{2, 3}), Predicted: said},
	}
	return &engine.Report{Table: table, Runs: []*engine.Run{run}, Final: run}
}

func TestAnswersOfClasses(t *testing.T) {
	r := answered(engine.Target{Label: "kind", Labels: []int{0, 1, 1, 0}, Classes: []string{"a", "b"}}, []float64{1, 1})
	got := r.Unlabelled()
	if want := []engine.Answer{{Row: 12, Class: "b"}, {Row: 13, Class: "b"}}; !reflect.DeepEqual(got.Rows, want) || got.Learned != 2 {
		t.Errorf("answers %+v", got)
	}
	if csv := got.Table().CSV(); csv != "row,kind\n12,b\n13,b\n" {
		t.Errorf("CSV is %q", csv)
	}
	if classes, sizes := got.Sizes(); !slices.Equal(classes, []string{"b"}) || !slices.Equal(sizes, []int{2}) {
		t.Errorf("sizes %v of %v", sizes, classes)
	}
	if title := got.Table().Title; title != "2 rows without a label, predicted by what was learned from the 2 with one" {
		t.Errorf("title %q", title)
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"unlabelled":[{"row":12,"truth":"b","predicted":"b"},{"row":13,"truth":"a","predicted":"b"}]`) || !strings.Contains(string(text), `"train":[10,11,12,13],"unlabelled":[12,13]`) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestAnswersOfResponses(t *testing.T) {
	r := answered(pairs("near", "far"), []float64{2.5, 25, 3.5, 35})
	got := r.Unlabelled()
	if !slices.Equal(got.Rows[1].Responses, []float64{3.5, 35}) || got.Rows[1].Class != "" {
		t.Errorf("answers %+v", got)
	}
	if csv := got.Table().CSV(); csv != "row,near,far\n12,2.5,25\n13,3.5,35\n" {
		t.Errorf("CSV is %q", csv)
	}
	if classes, _ := got.Sizes(); classes != nil {
		t.Errorf("responses are of classes %v", classes)
	}
	if got := (&engine.Report{}).Unlabelled(); got.Rows != nil {
		t.Errorf("answers without a question: %v", got)
	}
}

// TestHiddenIsWithheld: what a table hides is in one of two places, row by row.
func TestHiddenIsWithheld(t *testing.T) {
	table := (&engine.Table{X: mat.NewDense(4, 1, nil), Target: pairs("near", "far"), Rows: []int{0, 1, 2, 3}}).Hide([]int{1})
	for i := range 4 {
		if table.Known(i) == table.Withheld.Known(i) {
			t.Errorf("row %d is known %v and withheld %v", i, table.Known(i), table.Withheld.Known(i))
		}
	}
	if kept := table.Keep([]int{1, 2}); !slices.Equal(kept.Withheld.Truth()[:2], []float64{1, 10}) || !math.IsNaN(kept.Truth()[0]) || kept.Truth()[2] != 2 {
		t.Errorf("kept are %v, withheld %v", kept.Truth(), kept.Withheld.Truth())
	}
}
