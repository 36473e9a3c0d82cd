package evaluate_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
)

// singly is a protocol that holds each row by itself.
type singly struct{ Pairs bool }

func (*singly) Params(*engine.Params) {}

func (p *singly) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	width := 1
	if p.Pairs {
		width = 2
	}
	var folds []engine.Fold
	for from := 0; from < t.Len(); from += width {
		var f engine.Fold
		for i := range t.Len() {
			if i >= from && i < from+width {
				f.Held = append(f.Held, i)
			} else {
				f.Train = append(f.Train, i)
			}
		}
		folds = append(folds, f)
	}
	return folds, nil
}

// root is the root of the mean squared error of class numbers, which has more
// to say of all rows than the mean of what it says of each.
type root struct{}

func (*root) Params(*engine.Params) {}

func (*root) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	if len(r.Predicted) == 1 {
		engine.Remark(ctx, "one row only")
	}
	sum := 0.0
	for i, truth := range r.Judged().Truth() {
		sum += (truth - r.Predicted[i]) * (truth - r.Predicted[i])
	}
	return engine.Score{Value: math.Sqrt(sum / float64(len(r.Predicted))), Better: engine.Lower}, nil
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "root", Needs: engine.NeedPredictions | engine.NeedClasses}, func() *root { return new(root) })
	engine.Declare(&f, engine.ProtocolRole, engine.Stage{Name: "singly"}, func() *singly { return new(singly) })
}

// TestSingleRowsAreScoredTogether: folds of one row have no scores of their
// own, so what is told of them is the score of all their rows.
func TestSingleRowsAreScoredTogether(t *testing.T) {
	r := run(t, t.Context(), engine.Pipe(&cloud{N: 60}, &singly{}, &vote{K: 5}, &root{}, &share{}))
	wrong := 0.0
	for _, fold := range r.Runs {
		if fold.Predicted[0] != float64(fold.Held.Labels[0]) {
			wrong++
		}
	}
	if wrong == 0 || wrong == 60 {
		t.Fatalf("%v of 60 rows are predicted wrongly, which tells nothing", wrong)
	}
	for i, want := range []float64{math.Sqrt(wrong / 60), 1 - wrong/60} {
		s := r.Scores[i]
		if !s.Pooled || math.Abs(s.Mean-want) > 1e-15 || !math.IsNaN(s.SD) || len(s.Folds) != 60 {
			t.Errorf("%s is %v ± %v of %d folds, pooled %v; want %v", s.Name, s.Mean, s.SD, len(s.Folds), s.Pooled, want)
		}
	}
	if low, high := evidence.Wilson(60-wrong, 60); r.Scores[1].Low != low || r.Scores[1].High != high {
		t.Errorf("the interval is %v to %v, want %v to %v", r.Scores[1].Low, r.Scores[1].High, low, high)
	}
	said := 0
	for _, n := range r.Notes {
		if strings.Contains(n.Text, "one row only") {
			t.Errorf("said of a score that is not told: %+v", n)
		}
		if strings.Contains(n.Text, "root, share are of all 60 held rows together") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("the notes say %d times what was pooled: %v", said, r.Notes)
	}
}

// TestPairsOfRowsAreFolds: folds of more rows have scores, of which the mean
// is told.
func TestPairsOfRowsAreFolds(t *testing.T) {
	r := run(t, t.Context(), engine.Pipe(&cloud{N: 20}, &singly{Pairs: true}, &vote{K: 5}, &root{}))
	sum := 0.0
	for _, v := range r.Scores[0].Folds {
		sum += v / 10
	}
	if s := r.Scores[0]; s.Pooled || math.Abs(s.Mean-sum) > 1e-15 || math.IsNaN(s.SD) {
		t.Errorf("%+v, want a mean of %v", s, sum)
	}
}

// TestOptimismOfSingleRows: an error of one row is no root of a mean, so what
// was promised is held against the score of all rows.
func TestOptimismOfSingleRows(t *testing.T) {
	p := varied(t, engine.Pipe(&cloud{N: 40}, &choosingSingly{}, &vote{K: 1}, &root{}), "vote", "k", 1, 5)
	r := run(t, t.Context(), p)
	for i, c := range r.Tuning.Chosen {
		if c.Outer != r.Scores[0].Mean {
			t.Fatalf("fold %d is judged by %v, all rows by %v", i+1, c.Outer, r.Scores[0].Mean)
		}
	}
}

// choosingSingly chooses too.
type choosingSingly struct{ singly }

func (*choosingSingly) Inner() engine.Protocol { return &turns{K: 4} }

func (*choosingSingly) Choosing() engine.Choosing { return engine.Choosing{Rule: engine.BestRule} }

func init() {
	var f engine.Family
	engine.Declare(&f, engine.ProtocolRole, engine.Stage{Name: "choosingsingly"}, func() *choosingSingly { return new(choosingSingly) })
}
