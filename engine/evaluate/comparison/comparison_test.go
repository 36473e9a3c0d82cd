package comparison

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
	"unfold/engine/remedy"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// reported makes a report of as many folds as a score has values, each of which
// holds one of ten rows.
func reported(measure string, better engine.Direction, folds ...float64) *engine.Report {
	r := &engine.Report{Protocol: "cv(k=10)", Seconds: 2,
		Table: &engine.Table{Name: "made", Source: "made.csv", SHA256: "abc", X: mat.NewDense(10, 1, nil), Rows: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}}
	for i := range folds {
		fold := engine.Fold{Repeat: i / 10}
		for row := range 10 {
			if row == i%10 {
				fold.Held = append(fold.Held, row)
			} else {
				fold.Train = append(fold.Train, row)
			}
		}
		r.Runs = append(r.Runs, &engine.Run{Fold: fold})
	}
	mean, sd := meanSD(folds)
	r.Scores = []engine.Summary{{Name: measure, Better: better, Mean: mean, SD: sd, Folds: folds, Low: math.NaN(), High: math.NaN()}}
	return r
}

var (
	good   = []float64{0.90, 0.95, 0.92, 0.94, 0.91, 0.93, 0.95, 0.90, 0.96, 0.94}
	like   = []float64{0.91, 0.94, 0.92, 0.92, 0.92, 0.93, 0.94, 0.91, 0.95, 0.93}
	poor   = []float64{0.71, 0.74, 0.70, 0.75, 0.72, 0.70, 0.74, 0.73, 0.75, 0.70}
	higher = func(folds ...float64) *engine.Report { return reported("accuracy", engine.Higher, folds...) }
)

func TestComparisonTells(t *testing.T) {
	c, err := New(Set{Data: "made", Entries: []Entry{{Name: "poor", Report: higher(poor...)}, {Name: "good", Report: higher(good...)}, {Name: "like", Report: higher(like...)}}}, Options{ROPE: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	if c.Best() != 1 || c.Measure != "accuracy" || c.Folds != 10 || math.Abs(c.Share-0.1) > 1e-15 {
		t.Fatalf("%+v", c)
	}
	for i, mark := range []figure.Mark{figure.Plain, figure.Best, figure.Tied} {
		if c.Standings[i].Mark != mark {
			t.Errorf("%s is marked %d, should be %d", c.Entries[i].Name, c.Standings[i].Mark, mark)
		}
	}
	differences := make([]float64, len(poor))
	for f := range poor {
		differences[f] = poor[f] - good[f]
	}
	want, _ := evidence.Resampled(differences, 0.1, 0.95)
	got := c.Standings[0].ToBest
	if math.Abs(got.Mean-stat.Mean(differences, nil)) > 1e-12 || math.Abs(got.Test.P-want.P) > 1e-9*want.P || got.After.Worse < 0.99 {
		t.Errorf("%+v, should be %+v", got, want)
	}
	if first := c.Standings[1].ToFirst; first.Mean != -got.Mean || c.Standings[0].ToFirst != nil || c.Standings[1].ToBest != nil {
		t.Errorf("the difference to the first is %g, that of the first to the best %g", first.Mean, got.Mean)
	}
	if c.Standings[0].P < got.Test.P || c.Standings[0].P > 2*got.Test.P*(1+1e-12) {
		t.Errorf("p = %g was adjusted to %g", got.Test.P, c.Standings[0].P)
	}
	foot := strings.Join(c.Table().Foot, "\n")
	for _, word := range []string{"n = 10 folds", "each holding 10 %", "Nadeau", "Holm", "Benavoli", "±0.01", "normal"} {
		if !strings.Contains(foot, word) {
			t.Errorf("%q is missing under the table:\n%s", word, foot)
		}
	}
}

func TestLowerIsBetter(t *testing.T) {
	rmse := func(folds []float64) *engine.Report { return reported("rmse", engine.Lower, folds...) }
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: rmse(good)}, {Name: "b", Report: rmse(poor)}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := c.Standings[0].ToBest
	if c.Best() != 1 || d.Mean <= 0 || d.After.Worse < 0.99 {
		t.Errorf("best is %d, a − b = %g with P(worse) = %g", c.Best(), d.Mean, d.After.Worse)
	}
}

func TestOneFoldHasNoTest(t *testing.T) {
	a, b := higher(0.9), higher(0.8)
	a.Scores[0].Low, a.Scores[0].High = evidence.Wilson(9, 10)
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: a}, {Name: "b", Report: b}}}, Options{ROPE: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	if foot := strings.Join(table.Foot, "\n"); !strings.Contains(foot, "No test") || !strings.Contains(foot, "has 1") {
		t.Errorf("under the table stands %q", foot)
	}
	if slices.Contains(table.Columns, "p") || c.Standings[1].Mark == figure.Tied || c.Standings[0].Low != a.Scores[0].Low {
		t.Errorf("%v, %+v", table.Columns, c.Standings)
	}
	if figures := c.Figures(); len(figures) != 1 || !strings.Contains(figures[0].Caption, "no test") {
		t.Errorf("%+v", figures)
	}
}

func TestIntervalsOfSharesStayShares(t *testing.T) {
	r := higher(1, 1, 0.9, 1, 1, 1, 1, 0.9, 1, 1)
	r.Scores[0].Low, r.Scores[0].High = 0.95, 0.99
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: r}}}, Options{})
	if err != nil || c.Standings[0].High != 1 || c.Standings[0].Low < 0.9 {
		t.Errorf("%+v, %v", c.Standings, err)
	}
	if c.Standings[0].Mark != figure.Plain || c.Figures() != nil {
		t.Error("a recipe alone is the best of nothing")
	}
}

// TestPooledScoresKeepTheirInterval: the score of single rows together is no
// mean of theirs, so an interval about that mean is not its own.
func TestPooledScoresKeepTheirInterval(t *testing.T) {
	pooled := func(score, low float64, folds ...float64) *engine.Report {
		r := reported("rmse", engine.Lower, folds...)
		s := &r.Scores[0]
		s.Pooled, s.Mean, s.SD, s.Low = true, score, math.NaN(), low
		return r
	}
	for _, low := range []float64{math.NaN(), 0.3} {
		c, err := New(Set{Entries: []Entry{{Name: "a", Report: pooled(0.4, low, good...)}, {Name: "b", Report: pooled(0.5, low, poor...)}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s := c.Standings[0]; c.Best() != 0 || s.Low != low && !math.IsNaN(s.Low+low) || !math.IsNaN(s.High) {
			t.Errorf("best is %d, the interval %g to %g", c.Best(), s.Low, s.High)
		}
		foot := strings.Join(c.Table().Foot, "\n")
		if !strings.Contains(foot, "of all held rows together") || strings.Contains(foot, "Wilson") == math.IsNaN(low) || strings.Contains(foot, "standard deviation over") {
			t.Error(foot)
		}
	}
}

func TestFailedSettingsAreTold(t *testing.T) {
	r := higher(good...)
	r.Tuning = &engine.Tuning{Candidates: []engine.Candidates{{Stage: "knn", Param: "k", Values: []any{1, 2, 3}}},
		Chosen: []engine.Chosen{{Failed: []string{"", "", "too few"}}, {Failed: []string{"", "none", "too many"}}}}
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: r}, {Name: "b", Report: higher(poor...)}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if foot := strings.Join(c.footnotes(), "\n"); !strings.Contains(foot, "a — 2 settings of 3 failed and could not be chosen, such as by: none.") {
		t.Error(foot)
	}
}

func TestHolesKeepTheirReason(t *testing.T) {
	failure := &engine.Error{Stage: "isomap", Cause: "k = 500 must be between 1 and 134", Remedy: remedy.Say("lower k")}
	c, err := New(Set{Entries: []Entry{{Name: "hole", Failed: failure}, {Name: "a", Report: higher(good...)}, {Name: "b", Report: higher(poor...)}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	if table.Rows[0][0].Text != "hole" || table.Rows[0][1].Text != "—" || !strings.Contains(strings.Join(table.Foot, "\n"), "hole without a result — isomap: k = 500 must be between 1 and 134; lower k.") {
		t.Errorf("%v\n%v", table.Rows[0], table.Foot)
	}
	if c.Standings[2].ToFirst != nil || c.Standings[2].Mark != figure.Plain {
		t.Errorf("%+v", c.Standings[2])
	}
	if _, err := New(Set{Entries: []Entry{{Name: "hole", Failed: failure}}}, Options{}); !errors.Is(err, failure) {
		t.Errorf("%v, should be the error of the first", err)
	}
}

func TestFoldsWithoutScoreAreLeftOut(t *testing.T) {
	gap := slices.Clone(like)
	gap[3] = math.NaN()
	a, b := higher(good...), higher(gap...)
	b.Scores[0].Mean, b.Scores[0].SD = meanSD(validScores(gap))
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: a}, {Name: "b", Report: b}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := c.Standings[1].ToBest; len(d.Differences) != 9 || d.Refused != nil {
		t.Errorf("%+v", d)
	}
}

func TestRefusesWhatDoesNotCompare(t *testing.T) {
	two := func(change func(r *engine.Report)) Set {
		b := higher(like...)
		change(b)
		return Set{Data: "made", Entries: []Entry{{Name: "a", Report: higher(good...)}, {Name: "b", Report: b}}}
	}
	for _, c := range []struct {
		name, says string
		set        Set
		options    Options
	}{
		{"other folds", "judged on other folds", two(func(r *engine.Report) { r.Runs[2].Fold.Held = []int{5} }), Options{}},
		{"fewer folds", "judged on other folds", two(func(r *engine.Report) { r.Runs = r.Runs[:5] }), Options{}},
		{"other rows", "other rows: made.csv, 10, and made.csv, 10", two(func(r *engine.Report) { r.Table.SHA256 = "def" }), Options{}},
		{"fewer rows", "ran on other rows", two(func(r *engine.Report) { r.Table.Rows = r.Table.Rows[:9] }), Options{}},
		{"transduced", "stages of b saw the held rows", two(func(r *engine.Report) { r.Transduced = true }), Options{}},
		{"no common score", "a on made has accuracy; b on made has stress", two(func(r *engine.Report) { r.Scores[0].Name = "stress" }), Options{}},
		{"unknown measure", `has no score "f1"`, two(func(*engine.Report) {}), Options{Measure: "f1"}},
		{"rope", "rope = -1", two(func(*engine.Report) {}), Options{ROPE: -1}},
		{"post hoc", `no post hoc test "tukey"`, two(func(*engine.Report) {}), Options{PostHoc: "tukey"}},
		{"names", "two recipes have the name a", Set{Entries: []Entry{{Name: "a"}, {Name: "a"}}}, Options{}},
		{"nothing", "no recipe to compare", Set{}, Options{}},
	} {
		_, err := New(c.set, c.options)
		if fault := new(engine.Error); !errors.As(err, &fault) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, should say %q", c.name, err, c.says)
		}
	}
	mixed, err := New(two(func(r *engine.Report) { r.Transduced = true }), Options{Mixed: true})
	if err != nil || !strings.Contains(strings.Join(mixed.Table().Foot, "\n"), "b — transductive") {
		t.Errorf("%v: asked for, they stand together with the word", err)
	}
}

func TestPredictionsAreComparedFirst(t *testing.T) {
	with := func(folds []float64) *engine.Report {
		r := higher(folds...)
		r.Scores = append([]engine.Summary{{Name: "stress", Better: engine.Lower, Mean: 1, Folds: make([]float64, 10)}}, append(r.Scores, engine.Summary{Name: "f1", Mean: 0.5})...)
		return r
	}
	set := Set{Entries: []Entry{{Name: "a", Report: with(good)}, {Name: "b", Report: with(poor)}}}
	c, err := New(set, Options{Predictions: []string{"accuracy", "f1"}})
	if err != nil || c.Measure != "accuracy" {
		t.Fatalf("%v, %v", c, err)
	}
	if columns := c.Table().Columns; !slices.Contains(columns, "f1") || slices.Contains(columns, "stress") {
		t.Errorf("columns %v", columns)
	}
	if c, err := New(set, Options{}); err != nil || c.Measure != "stress" {
		t.Errorf("%v, %v: without a list the first counts", c, err)
	}
}

func TestChoicesOfFoldsAreTold(t *testing.T) {
	r := higher(good...)
	r.Tuning = &engine.Tuning{
		Candidates: []engine.Candidates{{Stage: "isomap", Param: "k", Values: []any{5, 7}, Texts: []string{"5", "7"}}, {Stage: "svm", Param: "C", Values: []any{1.0, 10.0, 100.0}, Texts: []string{"1", "10", "100"}}},
		Chosen:     []engine.Chosen{{Setting: 5}, {Setting: 2}, {Setting: 5}},
	}
	if got, want := chosenValues(r), "isomap.k=7 (2 of 3), svm.C=100"; got != want {
		t.Errorf("%q, should be %q", got, want)
	}
}

func TestEqualButForSumming(t *testing.T) {
	forth, back := []float64{0.1, 0.2, 0.3, 0.7, 0.9}, []float64{0.9, 0.7, 0.3, 0.2, 0.1}
	c, err := New(Set{Entries: []Entry{{Name: "a", Report: higher(forth...)}, {Name: "b", Report: higher(back...)}}}, Options{})
	if err != nil || c.Standings[0].Mark != figure.Best || c.Standings[1].Mark != figure.Best {
		t.Errorf("%v: both have the best mean: %+v", err, c.Standings)
	}
}

// TestEqualInLargeUnits: errors of thousands are equal, too, if they differ by
// the order in which they were summed.
func TestEqualInLargeUnits(t *testing.T) {
	var sets []Set
	for range 6 {
		a := reported("rmse", engine.Lower, 100_000.1, 200_000.2, 300_000.3)
		b := reported("rmse", engine.Lower, 300_000.3, 200_000.2, 100_000.1)
		b.Scores[0].Mean = math.Nextafter(a.Scores[0].Mean, 0) // as if it had been summed from the other end
		sets = append(sets, Set{Data: "made", Entries: []Entry{{Name: "a", Report: a}, {Name: "b", Report: b}}})
	}
	s, err := Over(sets, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Ranking.Record(0, 1); r.Ties != 6 {
		t.Errorf("%+v of six equal scores", r)
	}
	if best := s.Sets[0].Best(); best != 0 {
		t.Errorf("of equals recipe %d is the best", best)
	}
	for i, standing := range s.Sets[0].Standings {
		if standing.Mark != figure.Best {
			t.Errorf("recipe %d is marked %d", i, standing.Mark)
		}
	}
}

// TestTableGolden keeps the form of the table.
func TestTableGolden(t *testing.T) {
	c, err := New(Set{Data: "made", Entries: []Entry{{Name: "good", Report: higher(good...)}, {Name: "poor", Report: higher(poor...)}}}, Options{ROPE: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	table := c.Table()
	var lines []string
	for _, row := range append([][]figure.Cell{nil}, table.Rows...) {
		var texts []string
		for _, cell := range row {
			texts = append(texts, cell.Text)
		}
		lines = append(lines, strings.Join(texts, " | "))
	}
	lines[0] = strings.Join(table.Columns, " | ")
	want := `recipe | accuracy | ± | 95 % interval | − good | p | P(better) | P(same) | P(worse) | seconds
good | 0.9300 | 0.0216 | [0.9075, 0.9525] | — | — | — | — | — | 2.00
poor | 0.7240 | 0.0207 | [0.7025, 0.7455] | -0.2060 | <0.0001 | 0.00 | 0.00 | 1.00 | 2.00`
	if got := strings.Join(lines, "\n"); got != want || table.Title != "made, cv(k=10)" {
		t.Errorf("%s\n%s\nshould be\n%s", table.Title, got, want)
	}
	if alt := c.Figures()[0].Alt; alt != "Differences of accuracy to good: poor -0.2060 [-0.2280, -0.1840]" {
		t.Error(alt)
	}
	if _, err := fmt.Sscanf(strings.Split(table.CSV(), "\n")[2], "poor,0.724"); err != nil {
		t.Errorf("%v in\n%s", err, table.CSV())
	}
}
