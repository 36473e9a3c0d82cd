package tuning

import (
	"errors"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// number and word are varied parameters of the fixtures.
func number(stage, param string, texts []string, values ...any) engine.Candidates {
	return engine.Candidates{Stage: stage, Param: param, Texts: texts, Values: values}
}

var (
	ridges     = number("krr", "lambda", []string{"1", "0.01", "0.1"}, 1.0, 0.01, 0.1)
	neighbours = number("isomap", "k", []string{"5", "7"}, 5, 7)
	kernels    = number("svm", "kernel", []string{"linear", "rbf"}, "linear", "rbf")
)

// held is the run of a fold that holds two rows.
func held(fold int) *engine.Run {
	target := engine.Target{Label: "kind", Labels: []int{0, 1}, Classes: []string{"a", "b"}}
	return &engine.Run{Fold: engine.Fold{Train: []int{0, 1, 2}, Held: []int{3, 4}}, Held: engine.Sample{Target: target, Rows: []int{13, 14}}, Predicted: []float64{0, float64(fold)}}
}

// tuned makes a report whose folds chose the given settings; a score is
// base(setting), with 0.1 more in the second fold, and ±0.02 in inner folds.
func tuned(varied []engine.Candidates, base func(setting int) float64, settings ...int) *engine.Report {
	r := &engine.Report{Runs: []*engine.Run{held(0), held(1)}, Tuning: &engine.Tuning{Measure: "accuracy", Inner: "cv(2)", Rule: engine.BestRule, Candidates: varied}}
	for fold, setting := range settings {
		c := engine.Chosen{Setting: setting, Outer: base(setting) - 0.05}
		for s := range r.Tuning.Settings() {
			mean := base(s) + 0.1*float64(fold)
			c.Scores = append(c.Scores, []float64{mean - 0.02, mean + 0.02})
		}
		r.Tuning.Chosen = append(r.Tuning.Chosen, c)
	}
	return r
}

// table gives the scores of settings in order.
func table(scores ...float64) func(int) float64 { return func(s int) float64 { return scores[s] } }

func TestCurveJoinsCandidatesFromLeftToRight(t *testing.T) {
	r := tuned([]engine.Candidates{ridges}, table(0.5, 0.6, 0.8), 2, 1)
	f := enginetest.Draw(t, &Curve{}, r)
	band, single, mean, chosen := enginetest.Layer[figure.Band](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1), enginetest.Layer[figure.Line](t, f, 2), enginetest.Layer[figure.Points](t, f, 3)
	enginetest.Equal(t, "values", mean.X, []float64{0.01, 0.1, 1})
	enginetest.Equal(t, "means", mean.Y, []float64{0.65, 0.85, 0.55})
	enginetest.Equal(t, "low", band.Low, []float64{0.63, 0.83, 0.53}) // the error of two scores 0.04 apart is 0.02
	enginetest.Equal(t, "high", band.High, []float64{0.67, 0.87, 0.57})
	enginetest.Equal(t, "chosen", chosen.X, []float64{0.01, 0.1})
	enginetest.Equal(t, "strokes of the second fold", single.Y1[2:], []float64{0.9, 0.6})
	if !f.X.Log || f.X.Label != "krr.lambda" {
		t.Errorf("axis is %+v", f.X)
	}
	want := "Inner accuracy of 3 candidates for krr.lambda. Best is 0.85 with lambda = 0.1, standard error 0.02; worst 0.55 with lambda = 1. Chosen: lambda = 0.01 (1 of 2 folds); lambda = 0.1 (1 of 2 folds)."
	if f.Alt != want {
		t.Errorf("alt is\n%s, want\n%s", f.Alt, want)
	}
}

func TestCurveOfOneFoldShowsInnerFolds(t *testing.T) {
	f := enginetest.Draw(t, &Curve{}, tuned([]engine.Candidates{neighbours}, table(0.5, 0.6), 1))
	if single := enginetest.Layer[figure.Segments](t, f, 1); single.Name != "each inner fold" || len(single.X0) != 2 {
		t.Errorf("strokes are %+v", single)
	}
	if f.X.Log || !f.X.Whole || !strings.HasSuffix(f.Alt, "Chosen: k = 7.") {
		t.Errorf("axis %+v, alt %q", f.X, f.Alt)
	}
}

func TestCurveLeavesOutWhatHasNoScore(t *testing.T) {
	r := tuned([]engine.Candidates{ridges}, table(0.5, math.NaN(), 0.8), 2, 2)
	f := enginetest.Draw(t, &Curve{}, r)
	enginetest.Equal(t, "values", enginetest.Layer[figure.Line](t, f, 2).X, []float64{0.1, 1})
	if !strings.Contains(f.Alt, "1 setting without a score") {
		t.Errorf("alt is %q", f.Alt)
	}
	judged := tuned([]engine.Candidates{kernels}, table(0.5, 0.6), 1)
	judged.Tuning.Inner, judged.Tuning.Chosen[0].Scores = "", [][]float64{{0.5}, {0.6}}
	if f = enginetest.Draw(t, &Curve{}, judged); len(f.Layers) != 2 || !strings.Contains(f.Caption, "very rows") || strings.Contains(f.Caption, "band") {
		t.Errorf("%d layers, caption %q: one score has no band", len(f.Layers), f.Caption)
	}
	none := tuned([]engine.Candidates{kernels}, table(math.NaN(), math.NaN()), 0)
	for _, m := range []engine.Viewer{&Curve{}, &Candidates{}, &Settings{}, &Optimism{}} {
		if f := enginetest.Draw(t, m, none); f != nil {
			t.Errorf("%T draws without a score", m)
		}
	}
}

func TestCandidatesBoxTheChosen(t *testing.T) {
	// settings: lambda 1, 0.01, 0.1 down by k 5, 7 across
	r := tuned([]engine.Candidates{ridges, neighbours}, table(0.5, 0.6, 0.79, 0.8, 0.795, 0.4), 3, 2)
	f := enginetest.Draw(t, &Candidates{}, r)
	cells, region, boxes := enginetest.Layer[figure.Cells](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1), enginetest.Layer[figure.Points](t, f, 2)
	enginetest.Equal(t, "second row", cells.Values[1], []float64{0.84, 0.85})
	enginetest.Equal(t, "shades", cells.Shade[1], []float64{0.975, 1})
	if len(region.X0) != 8 { // three cells around a corner
		t.Errorf("the outline has %d sides: %+v", len(region.X0), region)
	}
	enginetest.Equal(t, "boxes", []float64{boxes.X[0], boxes.Y[0], float64(len(boxes.X))}, []float64{0, 1, 2})
	if strings.Join(f.Y.Labels, " ") != "1 0.01 0.1" || strings.Join(f.X.Labels, " ") != "5 7" {
		t.Errorf("axes %+v, %+v", f.X, f.Y)
	}
	r.Tuning.Better = engine.Lower
	f = enginetest.Draw(t, &Candidates{}, r)
	enginetest.Equal(t, "shades of errors", enginetest.Layer[figure.Cells](t, f, 0).Shade[2], []float64{0.0125, 1})
	if !strings.Contains(f.Alt, "Best is 0.45 with lambda = 0.1, k = 7") {
		t.Errorf("alt is %q", f.Alt)
	}
}

func TestCandidatesLeaveHolesBlank(t *testing.T) {
	f := enginetest.Draw(t, &Candidates{}, tuned([]engine.Candidates{neighbours, kernels}, table(0.5, 0.5, math.NaN(), 0.5), 0))
	cells := enginetest.Layer[figure.Cells](t, f, 0)
	if !math.IsNaN(cells.Values[1][0]) || cells.Shade[1][0] != 0 || cells.Shade[0][0] != 0.5 {
		t.Errorf("cells are %+v", cells)
	}
}

func TestSettingsDrawsEachSetting(t *testing.T) {
	base := func(s int) float64 { return 0.5 + 0.01*float64(s) }
	f := enginetest.Draw(t, &Settings{}, tuned([]engine.Candidates{ridges, neighbours, kernels}, base, 11, 11))
	lines, best, names := enginetest.Layer[figure.Segments](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1), enginetest.Layer[figure.Names](t, f, 2)
	if len(lines.X0) != 12*3 || len(lines.Shade) != len(lines.X0) || !best.Strong {
		t.Fatalf("%d strokes with %d shades", len(lines.X0), len(lines.Shade))
	}
	enginetest.Equal(t, "the worst", lines.Y0[:3], []float64{0, 0, 0})
	enginetest.Equal(t, "the best", append(best.Y0, best.Y1[2]), []float64{1, 1, 1, 1})
	if got := strings.Join(names.Texts, " "); got != "1 0.01 0.1 5 7 linear rbf 0.55 0.66" {
		t.Errorf("names are %s", got)
	}
	if got := strings.Join(f.X.Labels, " "); got != "krr.lambda isomap.k svm.kernel accuracy" {
		t.Errorf("axes are %s", got)
	}
}

func TestChoicesCountFolds(t *testing.T) {
	r := tuned([]engine.Candidates{ridges, neighbours}, table(0, 1, 2, 3, 4, 5), 5, 3, 5)
	f := enginetest.Draw(t, &Choices{}, r)
	enginetest.Equal(t, "settings", enginetest.Layer[figure.Bars](t, f, 0).Y, []float64{1, 2})
	if got := strings.Join(f.X.Labels, "; "); got != "0.01, 7; 0.1, 7" {
		t.Errorf("settings are %s", got)
	}
	f = enginetest.Draw(t, &Choices{Of: "k"}, r)
	enginetest.Equal(t, "values of k", enginetest.Layer[figure.Bars](t, f, 0).Y, []float64{0, 3})
	enginetest.Equal(t, "values of lambda", enginetest.Layer[figure.Bars](t, enginetest.Draw(t, &Choices{Of: "krr.lambda"}, r), 0).Y, []float64{0, 1, 2})
	var e *engine.Error
	if _, err := (&Choices{Of: "C"}).View(t.Context(), r); !errors.As(err, &e) || e.Param != "of" || e.Remedy.String() != "choose between krr.lambda, isomap.k" {
		t.Errorf("error is %v", err)
	}
}

func TestOptimismComparesInsideAndOutside(t *testing.T) {
	r := tuned([]engine.Candidates{neighbours}, table(0.5, 0.6), 1, 0)
	f := enginetest.Draw(t, &Optimism{}, r)
	at := enginetest.Layer[figure.Points](t, f, 1)
	enginetest.Equal(t, "inside", at.X, []float64{0.6, 0.6})
	enginetest.Equal(t, "outside", at.Y, []float64{0.55, 0.45})
	if !f.Equal || !strings.Contains(f.Alt, "Optimism 0.1 on average over 2 folds") || !strings.Contains(f.Caption, "one below the dashed line") {
		t.Errorf("alt %q, caption %q", f.Alt, f.Caption)
	}
	r.Tuning.Better = engine.Lower
	if f = enginetest.Draw(t, &Optimism{}, r); !strings.Contains(f.Alt, "Optimism -0.1 ") || !strings.Contains(f.Caption, "one above the dashed line") {
		t.Errorf("alt %q, caption %q", f.Alt, f.Caption)
	}
}

func TestPermutationCountsDeals(t *testing.T) {
	r := &engine.Report{Runs: []*engine.Run{held(0), held(1)}}
	r.Permutation = &engine.Permutation{Measure: "accuracy", Real: 0.9, Scores: []float64{0.4, 0.5, 0.6, 0.4, math.NaN(), 0.45, 0.41, 0.6, 0.59}, P: 0.1, Run: r.Runs[0]}
	f := enginetest.Draw(t, &Permutation{}, r)
	bars, real := enginetest.Layer[figure.Bars](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1)
	enginetest.Equal(t, "deals", bars.Y, []float64{3, 1, 1, 3}) // 2 ∛8 classes from 0.4 to 0.6
	enginetest.Equal(t, "edges", bars.High, []float64{0.45, 0.5, 0.55, 0.6})
	enginetest.Equal(t, "stroke", []float64{real.X0[0], real.X1[0], real.Y1[0]}, []float64{0.9, 0.9, 3})
	if !strings.Contains(f.Caption, "p = 0.1") || !strings.Contains(f.Alt, "Under 8 deals it goes from 0.4 to 0.6") {
		t.Errorf("caption %q, alt %q", f.Caption, f.Alt)
	}
	r.Permutation.Scores = []float64{0.5, 0.5}
	enginetest.Equal(t, "equal scores", enginetest.Layer[figure.Bars](t, enginetest.Draw(t, &Permutation{}, r), 0).Y, []float64{2})
	r.Permutation.Scores = nil
	if f := enginetest.Draw(t, &Permutation{}, r); f != nil {
		t.Error("a figure of no deals")
	}
}

func TestAxesSuitTheCandidates(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
	}{
		{[]float64{3, 4, 5, 6, 30}, true}, {[]float64{1, 3, 9, 27}, true}, {[]float64{5, 7, 9}, false}, {[]float64{1e-6, 1e-3, 1}, true},
		{[]float64{10, 20, 50, 100}, true}, {[]float64{10, 40, 70, 100}, false}, {[]float64{0, 1, 10, 100}, false}, {[]float64{-1, 1, 10}, false}, {[]float64{0.1, 10}, true},
		{[]float64{100, 1, 10}, true}, {[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, false},
	} {
		if got := geometric(c.values); got != c.log {
			t.Errorf("%v: logarithmic is %v", c.values, got)
		}
	}
	auto := newValueAxis(number("krr", "lambda", []string{"auto", "0.1"}, float64(engine.Auto), 0.1))
	if auto.axis.Log || strings.Join(auto.axis.Labels, " ") != "auto 0.1" || auto.at[1] != 1 {
		t.Errorf("auto stands on %+v", auto)
	}
}

// TestFiguresSpeak: each figure says what it shows, what not, and its numbers.
func TestFiguresSpeak(t *testing.T) {
	for _, s := range Stages() {
		varied := []engine.Candidates{ridges}
		switch {
		case s.Needs&engine.NeedTwoVaried != 0:
			varied = append(varied, neighbours)
		case s.Needs&engine.NeedManyVaried != 0:
			varied = append(varied, neighbours, kernels)
		}
		r := tuned(varied, func(s int) float64 { return float64(s) }, 0, 1)
		r.Permutation = &engine.Permutation{Measure: "accuracy", Scores: []float64{0.5}, Run: r.Runs[0]}
		enginetest.Speaks(t, s, enginetest.Draw(t, s.Make().(engine.Viewer), r))
	}
}
