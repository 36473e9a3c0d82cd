package dsl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/engine"
	"unfold/engine/figure"
)

// TestFormsLearnFromTrainingLabelsAlone changes labels: those of held rows change
// nothing of where rows are, those of training rows do.
func TestFormsLearnFromTrainingLabelsAlone(t *testing.T) {
	s := withToys(t)
	labels := make([]int, 30)
	run := func(labels []int) *engine.Run {
		words := strings.Trim(strings.ReplaceAll(fmt.Sprint(labels), " ", ", "), "[]")
		return eval(t, s, `x := [][]float64{}
for i := range 30 { x = append(x, []float64{float64(i), float64(i*i%7)}) }
data(x, []int{`+words+`}) | holdout(0.4, stratify="no") | settle(map=parts(knn(1))) | knn(1)`).(*engine.Report).Runs[0]
	}
	for i := range labels {
		labels[i] = i % 3
	}
	before := run(labels)
	other := slices.Clone(labels)
	for _, row := range before.Held.Rows {
		other[row] = (labels[row] + 1) % 3
	}
	after := run(other)
	if !mat.Equal(before.Embedding.Y, after.Embedding.Y) || !mat.Equal(before.Mapped, after.Mapped) {
		t.Error("labels of held rows move rows")
	}
	for i, row := range before.Train.Rows {
		if i%2 == 0 {
			other[row] = (labels[row] + 1) % 3
		}
	}
	if mat.Equal(before.Embedding.Y, run(other).Embedding.Y) {
		t.Error("labels of training rows move nothing: the toy reads none")
	}
}

// TestFormsThatReadLabels are arranged as embedders are that read them.
func TestFormsThatReadLabels(t *testing.T) {
	inFolder(t, map[string]string{"half.csv": "a,b,y\n0,1,low\n1,0,\n2,1,low\n3,2,?\n10,1,high\n11,0,NA\n12,2,high\n13,1,high\n1,1,low\n12,3,\n"})
	s := withToys(t)
	if got := fail(t, s, small+" | transduce | settle(map=parts(knn)) | knn"); !strings.Contains(flat(got), "settle reads labels, and transduce hides those") {
		t.Errorf("%s", got)
	}
	eval(t, s, small+" | transduce | settle(map=tilt) | knn")
	for form, rows := range map[string]int{"tilt": 10, "parts(knn(1))": 6} {
		p := `load("half.csv") | cv(2, inner=2) | settle(map=` + form + `) | knn(1)`
		r := eval(t, s, p).(*engine.Report)
		if placed, _ := r.Final.Embedding.Y.Dims(); placed != rows {
			t.Errorf("%s: %d of 10 rows are placed, want %d", p, placed, rows)
		}
	}
	for count, want := range map[int]string{40: "", 41: "40 rows are fewer than 41 parts"} { // of 120 rows, two thirds, and a half of these
		r := eval(t, s, fmt.Sprintf("%s | cv(3, inner=2) | settle(map=[tilt, parts(knn, count=%d)]) | knn", small, count)).(*engine.Report)
		if _, why := r.Tuning.Failures(); !strings.Contains(why, want) || want == "" && why != "" {
			t.Errorf("%d parts on inner folds: %q, want %q", count, why, want)
		}
	}
}

// TestPlansNameForms: a plan has a row for each stage in an argument, tells that it
// reads labels, and counts what it costs.
func TestPlansNameForms(t *testing.T) {
	s := withToys(t)
	eval(t, s, "data := "+small+" | scale | cv(3)")
	plan := eval(t, s, "explain(data | settle(map=parts(knn)) | svm)").(*dsl.Plan)
	var rows []string
	for _, row := range plan.Table().Rows {
		if strings.HasPrefix(row[0].Text, " ") || row[0].Text == "settle" {
			rows = append(rows, strings.TrimSpace(row[0].Text)+": "+row[1].Text+", "+row[3].Text)
		}
	}
	if got := strings.Join(rows, "; "); got != "settle: embedder, training rows and their labels; parts: map form, labels; knn: predictor, labels" {
		t.Errorf("it says %s", got)
	}
	for _, row := range eval(t, s, "explain(data | isomap | krr | svm)").(*dsl.Plan).Table().Rows {
		if strings.HasPrefix(row[0].Text, " ") {
			t.Errorf("a plan names %s, which the sentence does not", row[0].Text)
		}
	}
	if alone := eval(t, s, "explain(tilt)").(*dsl.Plan).Table(); !strings.Contains(alone.Title, "A map form") {
		t.Errorf("of a form alone it says %s", alone.Title)
	}
	seconds := func(form string) (seconds float64, bytes uint64) {
		p := eval(t, s, "explain(data | settle(map="+form+") | krr | svm)").(*dsl.Plan)
		for _, e := range p.Work.Forecast.Steps {
			if e.Name == "settle" {
				return e.Seconds, e.Bytes
			}
		}
		return 0, 0
	}
	free, _ := seconds("loose")
	turned, bytes := seconds("tilt")
	if both, _ := seconds("[loose, tilt]"); !(turned > 1000*free) || bytes < 5e6 || !(both > free && both > turned/2) {
		t.Errorf("free %v s, turned %v s and %d bytes, of both %v s", free, turned, bytes, both)
	}
}

// TestViewsNameForms: forms are words on the axes of what shows candidates.
func TestViewsNameForms(t *testing.T) {
	s := withToys(t)
	for sentence, view := range map[string]string{
		"settle(map=[tilt, tilt(30)]) | knn":                               "curve",
		"settle(map=[tilt, tilt(30)]) | knn(k=[1, 5])":                     "candidates",
		"settle(map=[tilt, tilt(30)], strength=[1, 2]) | knn(k=[1, 5])":    "settings",
		"settle(map=tilt(angle=[0, 30], steps=[1, 2])) | knn(5) | choices": "choices",
	} {
		r := eval(t, s, small+" | cv(2, inner=2) | "+sentence).(*engine.Report)
		i := slices.IndexFunc(r.Figures, func(f *figure.Figure) bool { return f.Name == view })
		if i < 0 {
			t.Errorf("%s has no %s", sentence, view)
			continue
		}
		f := r.Figures[i]
		text := fmt.Sprint(f.Alt, f.X.Labels, f.Y.Labels)
		for _, layer := range f.Layers {
			if names, ok := layer.(figure.Names); ok {
				text += fmt.Sprint(names.Texts)
			}
		}
		if strings.Contains(text, "0x") || !strings.Contains(text, "tilt(angle=30") {
			t.Errorf("%s of %s says %s", view, sentence, text)
		}
	}
}
