package export_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"unfold/engine/export/onnx"
)

// asked of a runtime, and what it tells. Numbers that JSON has none for are null.
type (
	question struct {
		Model, Rows   string // files
		Count, Column int
	}
	answer struct {
		Label                  []string
		Class                  []int
		Coordinates, Responses []*float64
		Error                  string
	}
)

// TestONNXSaysWhatTheEngineSays: onnxruntime loads all models, and says what the engine
// says to 1e-6, labels exactly; of rows that the engine refuses it says nothing.
func TestONNXSaysWhatTheEngineSays(t *testing.T) {
	modules := runtimeModules(t)
	all, _ := leavings()
	folder := t.TempDir()
	var questions []question
	for at, l := range all {
		q := question{Model: filepath.Join(folder, fmt.Sprintf("%d.onnx", at)), Rows: filepath.Join(folder, fmt.Sprintf("%d.rows", at)), Count: len(l.rows), Column: len(l.rows[0])}
		var model, rows bytes.Buffer
		if err := onnx.Write(&model, l.model); err != nil {
			t.Fatalf("%s: %v", l.sentence, err)
		}
		for _, row := range l.rows {
			if err := binary.Write(&rows, binary.LittleEndian, row); err != nil {
				t.Fatal(err)
			}
		}
		write(t, q.Model, model.String())
		write(t, q.Rows, rows.String())
		questions = append(questions, q)
	}
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_PATH", modules)
	var answers []answer
	script, err := filepath.Abs("testdata/ask.cjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(run(t, folder, in, "node", script), &answers); err != nil {
		t.Fatal(err)
	}
	for at, l := range all {
		l.checkAnswer(t, &answers[at])
	}
}

// runtimeModules is the folder with onnxruntime-node, which install/test installs, or
// skips the test.
func runtimeModules(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no Node.js here, which onnxruntime is asked by")
	}
	modules, err := filepath.Abs("../../build/npm/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if own := os.Getenv("UNFOLD_NODE_MODULES"); own != "" {
		modules = own
	}
	if _, err := os.Stat(filepath.Join(modules, "onnxruntime-node")); err != nil {
		t.Skip("no onnxruntime-node here; install/test installs it")
	}
	return modules
}

// checkAnswer holds what a runtime says of all rows to what the engine says.
func (l *leaving) checkAnswer(t *testing.T, a *answer) {
	t.Helper()
	if a.Error != "" {
		t.Errorf("%s\n%s", l.sentence, a.Error)
		return
	}
	coordinates, responses := numbersOf(a.Coordinates), numbersOf(a.Responses)
	for i := range l.rows {
		place, said := part(coordinates, i, len(l.rows)), part(responses, i, len(l.rows))
		if place == nil { // columns do not come out
			place = l.places[i]
		}
		if l.model.Classes != nil {
			said = []float64{float64(a.Class[i])}
			if want := append([]string{""}, l.model.Classes...)[a.Class[i]+1]; a.Label[i] != want {
				t.Errorf("%s\nrow %d: label %q of class %d, want %q", l.sentence, i, a.Label[i], a.Class[i], want)
			}
		}
		if l.places[i] == nil {
			if l.model.Placed && !math.IsNaN(place[0]) || !math.IsNaN(said[0]) && said[0] != -1 {
				t.Errorf("%s\nrow %d %v is refused, and said to be %v at %v", l.sentence, i, l.rows[i], said, place)
			}
			continue
		}
		if !l.check(t, i, place, said, 1e-6) {
			return
		}
	}
}

// numbersOf are numbers, NaN where there is none.
func numbersOf(v []*float64) []float64 {
	var all []float64
	for _, p := range v {
		if p == nil {
			all = append(all, math.NaN())
		} else {
			all = append(all, *p)
		}
	}
	return all
}

// part is row i of n.
func part(v []float64, i, n int) []float64 {
	if v == nil {
		return nil
	}
	wide := len(v) / n
	return v[i*wide : (i+1)*wide]
}
