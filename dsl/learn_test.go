package dsl_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl/models"
)

const lines = "a,y\n0,low\n1,low\n2,low\n3,low\n10,high\n11,high\n12,high\n13,high\n"

// TestModelsSayWhatThePipelineSays: what is learned, saved and opened answers as the
// pipeline does itself.
func TestModelsSayWhatThePipelineSays(t *testing.T) {
	inFolder(t, map[string]string{"train.csv": lines, "new.csv": "b,a\n1,12\n2,1\n"})
	s := newSession(t)
	want := eval(t, s, `r := load("train.csv") | cv(2) | scale | pca(dim=1) | knn(1)`, `r.Predict("new.csv")`).([]string)
	for _, cell := range []string{
		`learn(r).Predict("new.csv")`, `m := r.Learn(); m.Save("m.unfold"); m.Predict("new.csv")`,
		`open("m.unfold").Predict("new.csv")`, `open("m.unfold").Predict(load("new.csv"))`, `open("m.unfold").Predict([][]float64{{12}, {1}})`,
	} {
		if got := eval(t, s, cell).([]string); !slices.Equal(got, want) || got[0] != "high" {
			t.Errorf("%s: %v, want %v", cell, got, want)
		}
	}
	if a, b := eval(t, s, `r.Place("new.csv")`).(*mat.Dense), eval(t, s, `open("m.unfold").Place("new.csv")`).(*mat.Dense); !mat.Equal(a, b) {
		t.Errorf("placed at %v, want %v", b, a)
	}
	far := eval(t, s, `learn(r, distance=true).Distances([][]float64{{1}, {1000}})`).([]float64)
	if far[0] > 2 || far[1] < 50 {
		t.Errorf("distances %v", far)
	}
	card := eval(t, s, `open("m.unfold")`).(*models.Model).Table()
	var told strings.Builder
	for _, row := range card.Rows {
		told.WriteString(row[0].Text + ": " + row[1].Text + "\n")
	}
	for _, want := range []string{"accuracy 1", "cv(", "8 training rows, which knn needs", "1 column: a"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("the card does not say %q:\n%s", want, told.String())
		}
	}
}

// TestModelsRefuse what they cannot do, with a remedy.
func TestModelsRefuse(t *testing.T) {
	inFolder(t, map[string]string{"train.csv": lines})
	s := newSession(t)
	for cell, want := range map[string]string{
		`learn(load("train.csv") | knn(1)).Save("m.csv")`:          "end the name in .unfold",
		`learn(load("train.csv") | knn(1)).Distances("train.csv")`: "distance=true",
		`learn(load("train.csv") | knn(1), 3)`:                     "write learn(",
		`learn(load("train.csv") | isomap(k=3) | knn(1))`:          "map",
		`open("nowhere.unfold")`:                                   "could not be opened",
		`open("train.csv")`:                                        "is no model of unfold",
		`learn(load("train.csv") | knn(1)).Predict(nil)`:           "there are no rows",
		`learn(load("train.csv") | scale).Predict("train.csv")`:    "no predictor",
	} {
		if said := fail(t, s, cell); !strings.Contains(said, want) {
			t.Errorf("%s: said %q, want %q", cell, said, want)
		}
	}
}
