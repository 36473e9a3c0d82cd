package model_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/stdlib"
)

var update = flag.Bool("update", false, "write the file of this format")

// words is the README's kind of sentence, on few rows.
func words(n int) engine.Pipeline {
	p := engine.Pipe(&generator.Waveform{N: n, Seed: 1}, new(prepare.Scale), new(embedding.PCA), new(extension.KRR), new(predictor.SVM))
	for _, s := range p.Steps[1:] {
		engine.SetDefaults(s.Method)
	}
	return p
}

// TestSavedModelsGiveTheSameBits: what is opened places and predicts as what was saved,
// which is as the run of the report does.
func TestSavedModelsGiveTheSameBits(t *testing.T) {
	m, err := model.Learn(t.Context(), words(120), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "waveform.unfold")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	later, err := (&generator.Waveform{N: 50, Seed: 2}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for what, of := range map[string]func(*model.Model, *mat.Dense) []float64{
		"places": func(m *model.Model, x *mat.Dense) []float64 {
			y, err := m.Place(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			return engine.Flat(y)
		},
		"classes": func(m *model.Model, x *mat.Dense) []float64 {
			said, err := m.Predict(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			return said
		},
	} {
		want := of(m, later.X)
		if got := of(opened, later.X); !same(got, want) {
			t.Errorf("%s differ", what)
		}
		each := len(want) / later.Len()
		for i := range later.Len() {
			one := mat.DenseCopyOf(later.X.Slice(i, i+1, 0, later.X.RawMatrix().Cols))
			if got := of(opened, one); !same(got, want[i*each:(i+1)*each]) {
				t.Fatalf("%s of row %d by itself differ", what, i)
			}
		}
	}
	var again bytes.Buffer
	if _, err := opened.WriteTo(&again); err != nil {
		t.Fatal(err)
	}
	twice, err := model.Decode(again.Bytes())
	if err != nil || twice.Card.Pipeline != m.Card.Pipeline {
		t.Errorf("what was opened and saved again: %v", err)
	}
}

// same reports whether numbers are equal bit by bit.
func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// TestFilesOfEveryFormat opens the files that programs have written since the first, and
// asks them what these were asked. With -update it writes the file of this format.
func TestFilesOfEveryFormat(t *testing.T) {
	rows := mat.NewDense(2, 21, nil)
	rows.Apply(func(i, j int, _ float64) float64 { return max(0, 6-math.Abs(float64(j-6-8*i))) }, rows)
	if *update {
		m, err := model.Learn(t.Context(), words(60), evaluate.Environment{})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Save(filepath.Join("testdata", fmt.Sprintf("format-%d.unfold", model.Format))); err != nil {
			t.Fatal(err)
		}
	}
	for format := 1; format <= model.Format; format++ {
		m, err := model.Open(filepath.Join("testdata", fmt.Sprintf("format-%d.unfold", format)))
		if err != nil {
			t.Fatal(err)
		}
		places, said, err := m.PlaceAndPredict(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"0", "2"} {
			if got := m.Class(said[i]); got != want {
				t.Errorf("format %d: row %d is of class %s, was %s", format, i, got, want)
			}
		}
		for i, want := range []float64{-5.2206714142458894, 5.8112569947460599} {
			if got := places.At(i, 0); math.Abs(got-want) > 1e-12 {
				t.Errorf("format %d: row %d is placed at %.17g, was at %v", format, i, got, want)
			}
		}
	}
}

// TestLargeFilesAreMapped: what holds many numbers is not read but mapped into memory, and
// says the same.
func TestLargeFilesAreMapped(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 20 MB")
	}
	x := mat.NewDense(200, 12_000, nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64((i + 7) * (j + 3) % 101) }, x)
	table := &engine.Table{Name: "wide", X: x, Columns: make([]engine.Column, 12_000), Rows: make([]int, 200), Target: engine.Target{Classes: []string{"a", "b"}, Labels: make([]int, 200)}}
	for c := range table.Columns {
		table.Columns[c].Name = fmt.Sprint("c", c)
	}
	for i := range table.Rows {
		table.Rows[i], table.Labels[i] = i, i%2
	}
	m, err := model.Learn(t.Context(), engine.Pipe(loaded{table}, &predictor.KNN{K: 3}), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "large.unfold")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := opened.Predict(t.Context(), x); err != nil || !same(got, want) {
		t.Errorf("it says otherwise (%v)", err)
	}
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil && !strings.Contains(string(maps), path) {
		t.Error("it was read")
	}
}

// TestCardsTellOfTheChoice: candidates keep what was chosen, with the scores that decided,
// and the scores of a report go along.
func TestCardsTellOfTheChoice(t *testing.T) {
	folds := new(protocol.CV)
	engine.SetDefaults(folds)
	p := engine.Pipe(&generator.Waveform{N: 90, Seed: 1}, folds, new(prepare.Scale), &predictor.KNN{K: 3})
	offered, err := p.Steps[3].Offer("k", "", 1, 30)
	if err != nil {
		t.Fatal(err)
	}
	p.Steps[3] = offered
	stages := stdlib.Catalogue()
	report, err := evaluate.Run(t.Context(), p, evaluate.Environment{Catalogue: stages})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Learn(t.Context(), p, evaluate.Environment{Catalogue: stages})
	if err != nil {
		t.Fatal(err)
	}
	m.Measured(report)
	var file bytes.Buffer
	if _, err := m.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	c := opened.Card
	if c.Choice == nil || c.Choice.Count != 2 || len(c.Choice.Settings) != 2 || c.Choice.Inner == "" || c.Choice.Settings[0].Values[0] != c.Choice.Chosen[0] {
		t.Fatalf("the choice is %+v", c.Choice)
	}
	if !strings.Contains(c.Pipeline, "knn(k="+c.Choice.Chosen[0]+")") || !strings.Contains(c.Sentence, "[1, 30]") {
		t.Errorf("%s was asked, and %s ran", c.Sentence, c.Pipeline)
	}
	if accuracy, _ := report.Score("accuracy"); len(c.Scores) == 0 || c.Scores[0].Name != "accuracy" || c.Scores[0].Mean != accuracy.Mean || !strings.HasPrefix(c.Measured, "cv(") {
		t.Errorf("the scores are %+v by %s", c.Scores, c.Measured)
	}
}

// TestOpenedByAnotherProcess saves a model and has this program, started anew, open it and
// tell what it says.
func TestOpenedByAnotherProcess(t *testing.T) {
	const asked = "UNFOLD_MODEL_ASKED"
	later, err := (&generator.Waveform{N: 20, Seed: 3}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(m *model.Model) string {
		places, said, err := m.PlaceAndPredict(t.Context(), later.X)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, v := range append(engine.Flat(places), said...) {
			fmt.Fprintf(&text, "%x ", math.Float64bits(v))
		}
		return text.String()
	}
	if path := os.Getenv(asked); path != "" {
		m, err := model.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("answers:", ask(m))
		return
	}
	m, err := model.Learn(t.Context(), words(90), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "other.unfold")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOpenedByAnotherProcess$", "-test.v")
	other.Env = append(os.Environ(), asked+"="+path)
	out, err := other.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "answers: "+ask(m)) {
		t.Errorf("the other process says %s (%v), want %s", out, err, ask(m))
	}
}

// TestDistances: training rows lie as far from others as is usual in the median, copies of
// one of them near, and rows far away far, in proportion.
func TestDistances(t *testing.T) {
	p := words(80)
	report, err := model.LearnReport(t.Context(), p, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Of(report, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Distances(t.Context(), report.Table.X); err == nil {
		t.Error("a model without training rows tells distances to them")
	} else {
		tell(t, err)
	}
	if err := m.KeepDistances(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Decode(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	x := mat.DenseCopyOf(report.Table.X)
	for i, by := range []float64{100, 200} {
		for j := range 21 {
			x.Set(i, j, by*1000)
		}
	}
	want, err := m.Distances(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	got, err := opened.Distances(t.Context(), x)
	if err != nil || !same(got, want) {
		t.Errorf("opened, distances differ: %v", err)
	}
	if ratio := got[1] / got[0]; math.Abs(ratio-2) > 1e-3 {
		t.Errorf("twice as far is %v times as far", ratio)
	}
	below := 0
	for _, d := range got[2:] {
		if d < 1 {
			below++
		}
	}
	if below < 40 || below > 78 { // each has itself among its five nearest
		t.Errorf("%d of 78 training rows are nearer than usual", below)
	}
}

// TestNothingOfLabelsIsKept: what reads no labels leaves nothing of them in the file.
func TestNothingOfLabelsIsKept(t *testing.T) {
	var values [2][]byte
	for i := range values {
		table, err := (&generator.Waveform{N: 60, Seed: 1}).Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			for r := range table.Labels {
				table.Labels[r] = (table.Labels[r] + 1) % 3
			}
		}
		m, err := model.Learn(t.Context(), engine.Pipe(loaded{table}, new(prepare.Scale), &embedding.PCA{Dim: 2}), evaluate.Environment{})
		if err != nil {
			t.Fatal(err)
		}
		m.Card = model.Card{Columns: m.Card.Columns}
		var b bytes.Buffer
		if _, err := m.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		values[i] = b.Bytes()
	}
	if !bytes.Equal(values[0], values[1]) {
		t.Error("other labels make another file")
	}
}

// TestNotesAreOnWhatWasLearned: what chose remarks on rows that say nothing of how well
// the model does.
func TestNotesAreOnWhatWasLearned(t *testing.T) {
	p, err := engine.Pipe(&generator.Waveform{N: 60, Seed: 1}, &protocol.CV{K: 3, Seed: 1}, &embedding.PCA{Dim: 2}, &predictor.KNN{K: 3}, new(quality.Accuracy)).Vary("knn", "k", 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Learn(t.Context(), p, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Card.Choice == nil || len(m.Card.Notes) == 0 {
		t.Fatalf("choice %v, notes %q", m.Card.Choice, m.Card.Notes)
	}
	for _, n := range m.Card.Notes {
		if strings.HasPrefix(n, "accuracy:") {
			t.Error(n)
		}
	}
}

// loaded is a table as a source.
type loaded struct{ table *engine.Table }

func (loaded) Params(*engine.Params) {}

func (l loaded) Load(context.Context) (*engine.Table, error) { return l.table, nil }
