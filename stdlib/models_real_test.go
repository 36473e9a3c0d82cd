package stdlib_test

import (
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/stdlib"
)

// realData are data sets of $UNFOLD_DATA: ten with classes, three with a response.
var realData = []string{
	"wine", "iris", "glass", "vowel", "heart_statlog", "ionosphere", "zoo", "optdigits", "yeast", "pima_diabetes",
	"concrete", "yacht", "airfoil",
}

// firstWithResponse is where those begin whose column "response" is to be learned; of the
// others it is "class".
const firstWithResponse = 10

// A question is a saved model with rows, and what it says of them: where they go, and
// what is predicted.
type question struct {
	Pipeline     string
	Rows         []float64
	Places, Said []float64
}

// modelsFolder tells another process of this test where models and questions are.
const modelsFolder = "UNFOLD_TEST_MODELS"

// TestModelsOfRealData learns the sentence of the README on all data sets, and each stage
// that places or predicts new rows on one with classes and one with a response, on all
// with UNFOLD_LONG. The models are saved and opened in a process of their own, which gives
// the bits of the reports for all rows of the files.
func TestModelsOfRealData(t *testing.T) {
	if folder := os.Getenv(modelsFolder); folder != "" {
		answerQuestions(t, folder)
		return
	}
	if os.Getenv("UNFOLD_DATA") == "" || testing.Short() {
		t.Skip("learns from the files in UNFOLD_DATA")
	}
	folder := t.TempDir()
	var asked []question
	for at, name := range realData {
		if asked = append(asked, learnReal(t, folder, len(asked), at, readmeSentence(at)...)...); len(asked) != at+1 {
			t.Fatalf("the sentence learns nothing from %s", name)
		}
	}
	for role := engine.EmbedderRole; role <= engine.PredictorRole; role++ {
		for i, name := range stdlib.Catalogue().Names(role) {
			before := len(asked)
			for _, at := range setsFor(i) {
				s, _ := stdlib.Catalogue().Lookup(name)
				asked = append(asked, learnReal(t, folder, len(asked), at, around(s)...)...)
			}
			if len(asked) == before {
				t.Errorf("%s learns from none of the files", name)
			}
		}
	}
	t.Logf("%d models", len(asked))
	askAnother(t, folder, asked)
}

// setsFor are the data sets that a stage is tried on.
func setsFor(stage int) []int {
	if os.Getenv("UNFOLD_LONG") == "" {
		return []int{stage % firstWithResponse, firstWithResponse + stage%(len(realData)-firstWithResponse)}
	}
	all := make([]int, len(realData))
	for i := range all {
		all[i] = i
	}
	return all
}

// readmeSentence is that of the README; without classes, rows are not drawn apart by them.
func readmeSentence(at int) []engine.Method {
	warp, isomap := made(&metric.Warp{}), made(&embedding.Isomap{})
	warp.Alpha, isomap.K = 0.5, 10
	if at < firstWithResponse {
		return []engine.Method{warp, isomap, made(&extension.KRR{}), made(&predictor.SVM{})}
	}
	return []engine.Method{isomap, made(&extension.KRR{}), made(&predictor.SVR{})}
}

// learnReal learns from rows of a data set and saves the model under a number, with what
// the run of the report says of all rows of the file; it returns nothing where the methods
// are not for such rows.
func learnReal(t *testing.T, folder string, number, at int, methods ...engine.Method) []question {
	t.Helper()
	load, some := made(&dataset.Load{}), made(&prepare.Sample{})
	if load.Path = realData[at]; at < firstWithResponse {
		load.Label = "class"
	} else {
		load.Response = []string{"response"}
	}
	some.N = 100
	p := engine.Pipe(append([]engine.Method{load, some, made(&prepare.Scale{})}, methods...)...)
	report, err := model.LearnReport(t.Context(), p, evaluate.Environment{})
	if err != nil {
		return nil
	}
	m, err := model.Of(report, p)
	if err != nil {
		t.Errorf("%s: %v", p, err)
		return nil
	}
	if err := m.Save(filepath.Join(folder, fmt.Sprint(number, ".unfold"))); err != nil {
		t.Errorf("%s: %v", p, err)
		return nil
	}
	run := report.Runs[0]
	x, err := evaluate.Read(t.Context(), run, engine.Pipe(load))
	if err != nil {
		t.Fatal(err)
	}
	n, d := x.Dims()
	x = mat.DenseCopyOf(x.Slice(0, min(n, 150), 0, d))
	q := question{Pipeline: m.Card.Pipeline, Rows: engine.Flat(x)}
	places, err := newrows.Place(t.Context(), run, x)
	if err != nil {
		return nil // rows beyond the sample are refused, by the model too
	}
	q.Places = engine.Flat(places)
	if run.Predictor != nil {
		if q.Said, err = newrows.Predict(t.Context(), run, x); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	return []question{q}
}

// askAnother has another process answer the questions.
func askAnother(t *testing.T, folder string, asked []question) {
	t.Helper()
	file, err := os.Create(filepath.Join(folder, "questions"))
	if err != nil {
		t.Fatal(err)
	}
	if err := gob.NewEncoder(file).Encode(asked); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestModelsOfRealData$")
	other.Env = append(os.Environ(), modelsFolder+"="+folder)
	if out, err := other.CombinedOutput(); err != nil {
		t.Errorf("the other process: %v\n%s", err, out)
	}
	if answered, err := os.ReadFile(filepath.Join(folder, "answered")); err != nil || string(answered) != fmt.Sprint(len(asked)) {
		t.Errorf("the other process has answered %q of %d questions (%v)", answered, len(asked), err)
	}
}

// answerQuestions opens the models and holds what they say against what reports say.
func answerQuestions(t *testing.T, folder string) {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, "questions"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was read only
	var asked []question
	if err := gob.NewDecoder(file).Decode(&asked); err != nil {
		t.Fatal(err)
	}
	for i, q := range asked {
		m, err := model.Open(filepath.Join(folder, fmt.Sprint(i, ".unfold")))
		if err != nil {
			t.Errorf("%s: %v", q.Pipeline, err)
			continue
		}
		wide := len(m.Card.Columns)
		places, said, err := m.PlaceAndPredict(t.Context(), mat.NewDense(len(q.Rows)/wide, wide, q.Rows))
		if err != nil || !sameNumbers(engine.Flat(places), q.Places) || !sameNumbers(said, q.Said) {
			t.Errorf("%s: in another process it says otherwise (%v)", q.Pipeline, err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "answered"), []byte(fmt.Sprint(len(asked))), 0o644); err != nil {
		t.Fatal(err)
	}
}
