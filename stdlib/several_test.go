package stdlib_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/view"
	"unfold/stdlib"
)

// plants loads 60 rows of three columns with the named responses, of which
// there are two.
func plants(t *testing.T, responses ...string) *dataset.Load {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 9))
	text := "a,height,b,weight,c\n"
	for range 60 {
		a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		text += fmt.Sprintf("%v,%v,%v,%v,%v\n", a, a+0.3*b+0.1*r.NormFloat64(), b, c-b+0.2*r.NormFloat64(), c)
	}
	file := filepath.Join(t.TempDir(), "plants.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return &dataset.Load{Path: file, Response: responses, Features: []string{"a", "b", "c"}}
}

// scores checks the mean of several responses against each, and returns these.
func scores(t *testing.T, r *engine.Report, name string) (height, weight float64) {
	t.Helper()
	var of [3]engine.Summary
	for i, n := range []string{name, name + " of height", name + " of weight"} {
		s, ok := r.Score(n)
		if !ok {
			t.Fatalf("there is no %s", n)
		}
		of[i] = s
	}
	if mean := (of[1].Mean + of[2].Mean) / 2; math.Abs(of[0].Mean-mean) > 1e-12 {
		t.Errorf("%s is %v, the mean of its parts %v", name, of[0].Mean, mean)
	}
	return of[1].Mean, of[2].Mean
}

// TestSeveralResponsesEndToEnd: whatever divides the rows, the first response is
// predicted as it is alone in the same folds, since these are stratified by it.
func TestSeveralResponsesEndToEnd(t *testing.T) {
	for name, p := range map[string]engine.Protocol{
		"cv": &protocol.CV{}, "holdout": &protocol.Holdout{}, "bootstrap": &protocol.Bootstrap{}, "loo": &protocol.LOO{},
		"transduce": &protocol.Transduce{}, "nested": &protocol.Nested{}, "none": &protocol.None{},
	} {
		run := func(responses ...string) *engine.Report {
			r, err := evaluate.Run(t.Context(), engine.Pipe(plants(t, responses...), made(p), made(&predictor.Ridge{}), made(&quality.RMSE{}), made(&quality.R2{})), evaluate.Environment{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return r
		}
		both, alone := run("height", "weight"), run("height")
		height, _ := scores(t, both, "rmse")
		if want, _ := alone.Score("rmse"); math.Abs(height-want.Mean) > 1e-12 {
			t.Errorf("%s: rmse of height is %v beside another response, %v alone", name, height, want.Mean)
		}
		for f, fold := range both.Runs {
			if !slices.Equal(fold.Fold.Held, alone.Runs[f].Fold.Held) {
				t.Fatalf("%s: other folds", name)
			}
			for i, v := range alone.Runs[f].Predicted {
				if math.Abs(fold.Predicted[2*i]-v) > 1e-12 {
					t.Fatalf("%s: height of row %d is %v beside another response, %v alone", name, i, fold.Predicted[2*i], v)
				}
			}
		}
	}
}

// Deals keep the responses of a row together, and a row whose labels are hidden
// has none of them.
func TestSeveralResponsesMoveTogether(t *testing.T) {
	permute := made(&protocol.Permute{})
	permute.N = 3
	r, err := evaluate.Run(t.Context(), engine.Pipe(plants(t, "height", "weight"), permute, made(&embedding.PLS{}), made(&predictor.KNN{}), made(&quality.RMSE{})), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	dealt := r.Permutation.Run.Train
	moved := 0
	for i, row := range dealt.Rows {
		var from []float64
		for j := range r.Table.Len() {
			if r.Table.Response.At(j, 0) == dealt.Response.At(i, 0) {
				from = r.Table.Response.RawRowView(j)
			}
		}
		if !slices.Equal(from, dealt.Response.RawRowView(i)) {
			t.Fatalf("row %d has %v, which no row has", row, dealt.Response.RawRowView(i))
		}
		if !slices.Equal(from, r.Table.Response.RawRowView(row)) {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no row has the responses of another")
	}
	r, err = evaluate.Run(t.Context(), engine.Pipe(plants(t, "height", "weight"), made(&protocol.Transduce{}), made(&embedding.PCA{}), made(&predictor.KNN{})), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	run := r.Runs[0]
	for i := range run.Train.Rows {
		if hidden := i >= len(run.Fold.Train); floats.HasNaN(run.Train.Response.RawRowView(i)) != hidden {
			t.Errorf("row %d of %d knows %v", i, len(run.Fold.Train), run.Train.Response.RawRowView(i))
		}
	}
}

// What is said of an embedding is told apart from what is said of predictions,
// by every measure for itself and for each response.
func TestMeasuresOfEmbeddings(t *testing.T) {
	p := engine.Pipe(plants(t, "weight", "height"), made(&protocol.Holdout{}), made(&embedding.PCA{}), made(&predictor.KernelRidge{}),
		made(&quality.RMSE{}), made(&quality.R2{}), made(&quality.Trustworthiness{}), made(&quality.YContinuity{}), made(&quality.Gap{}))
	r, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range r.Scores {
		if s.OfEmbedding {
			names = append(names, s.Name)
		}
	}
	if got := strings.Join(names, " "); got != "trustworthiness ycontinuity gap" || len(r.Scores) < 9 {
		t.Errorf("of %d scores, of the embedding are %s", len(r.Scores), got)
	}
}

// A report tells the names of several responses, and pairs of predictions.
func TestSeveralResponsesAreReported(t *testing.T) {
	r, err := evaluate.Run(t.Context(), engine.Pipe(plants(t, "weight", "height"), made(&protocol.Holdout{}), made(&predictor.KernelRidge{}), made(&quality.MAE{})), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	scores(t, r, "mae")
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Data  struct{ Responses []string }
		Folds []struct {
			Predictions []struct{ Truth, Predicted []float64 }
		}
	}
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told.Data.Responses, " "); got != "weight height" {
		t.Errorf("responses are %s", got)
	}
	run := r.Runs[0]
	for i, p := range told.Folds[0].Predictions {
		if !slices.Equal(p.Predicted, run.Predicted[2*i:2*i+2]) || !slices.Equal(p.Truth, run.Held.Response.RawRowView(i)) {
			t.Fatalf("prediction %d is told as %+v", i, p)
		}
	}
}

// Rows with a class and a response are predicted by the class, so what measures
// or draws a predicted response has nothing to look at: it says so where it is
// named, and is left out where it is not. So is what measures classes of rows
// that have none.
func TestMeasuresOfWhatIsNotPredicted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "both.csv")
	text := "a,kind,y\n"
	for i := range 40 {
		text += fmt.Sprintf("%d.5,%c,%d.25\n", i, "uv"[i%2], i*i)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	both := func() *dataset.Load { return &dataset.Load{Path: file, Label: "kind", Response: []string{"y"}} }
	class := &dataset.Load{Path: file, Label: "kind"}
	response := &dataset.Load{Path: file, Response: []string{"y"}, Features: []string{"a"}}
	r, err := evaluate.Run(t.Context(), engine.Pipe(both(), made(&predictor.KNN{})), evaluate.Environment{Catalogue: stdlib.Catalogue()})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Score("accuracy"); !ok {
		t.Error("there is no accuracy")
	}
	for _, name := range []string{"rmse", "r2", "mae"} {
		if s, ok := r.Score(name); ok {
			t.Errorf("%s is %v", name, s.Mean)
		}
	}
	for _, c := range []struct {
		source  engine.Method
		measure engine.Method
		want    string
	}{
		{both(), &quality.RMSE{}, "rmse needs a predicted response, and of rows with a class and a response the class is predicted: kind; leave the label out, so that the response is learned: load(\"file.csv\", label=\"none\"), or use accuracy or f1, which judge classes"},
		{both(), &view.Fit{}, "fit needs a predicted response"},
		{class, &quality.RMSE{}, `rmse needs a response, and the pipeline has none; use accuracy, balanced or f1, which judge classes, or name the column: load("file.csv", response="kind") if its values are quantities`},
		{response, &quality.Accuracy{}, `accuracy needs classes, and the pipeline has none; use rmse, mae or r2, which judge a response, or name the column: load("file.csv", label="y") if its values are classes`},
	} {
		for _, k := range []int{1, 3} { // learned once, and chosen between candidates
			knn := engine.Pipe(made(&predictor.KNN{}))
			if _, draws := c.measure.(engine.Viewer); draws && k > 1 {
				continue // nothing would compare them
			}
			if k > 1 {
				knn.Steps[0].Choices = []engine.Choice{{Param: "k", Values: []any{1, 3}, Text: "[1, 3]"}}
			}
			_, err := evaluate.Run(t.Context(), engine.Pipe(c.source).Then(engine.Pipe(made(&protocol.CV{})), knn, engine.Pipe(c.measure)), evaluate.Environment{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}
