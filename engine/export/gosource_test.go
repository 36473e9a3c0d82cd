package export_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unfold/engine/export"
	"unfold/engine/export/gosource"
)

// told is what a program says of rows; places and predictions are nil of rows that it
// refuses.
type told struct{ Places, Said [][]float64 }

// TestGoSourceSaysWhatTheEngineSays compiles models and asks them: they are equal to
// the engine but for the rounding of sums, and refuse what it refuses. go vet has nothing
// to say.
func TestGoSourceSaysWhatTheEngineSays(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles some hundred packages")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go here to compile with")
	}
	all := unlike()
	folder := t.TempDir()
	writeModule(t, folder, all)
	run(t, folder, nil, "go", "vet", "./...")
	var rows [][][]float64
	for _, l := range all {
		rows = append(rows, l.rows)
	}
	var in bytes.Buffer
	if err := gob.NewEncoder(&in).Encode(rows); err != nil {
		t.Fatal(err)
	}
	var answers []told
	if err := gob.NewDecoder(bytes.NewReader(run(t, folder, in.Bytes(), "go", "run", "."))).Decode(&answers); err != nil {
		t.Fatal(err)
	}
	for at, l := range all {
		for i := range l.rows {
			if !l.check(t, i, answers[at].Places[i], answers[at].Said[i], 1e-12) {
				break
			}
		}
	}
}

// unlike are the models that have an operation of a stage which no model before them has;
// all of them with UNFOLD_LONG, which are some hundreds to compile.
func unlike() []leaving {
	all, _ := leavings()
	if os.Getenv("UNFOLD_LONG") != "" {
		return all
	}
	type kind struct {
		stage string
		op    export.Op
	}
	met := map[kind]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(l leaving) bool {
		before := len(met)
		for _, o := range l.model.Operations.List() {
			met[kind{o.Part, o.Op}] = true
		}
		return len(met) == before
	})
}

// run runs a command in a folder.
func run(t *testing.T, folder string, in []byte, name string, args ...string) []byte {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	var errors bytes.Buffer
	command.Dir, command.Stdin, command.Stderr = folder, bytes.NewReader(in), &errors
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%.4000s", name, strings.Join(args, " "), err, errors.String())
	}
	return out
}

// writeModule writes a package for each model, and a program that asks them.
func writeModule(t *testing.T, folder string, all []leaving) {
	t.Helper()
	imports, asks := "", ""
	for at, l := range all {
		name := fmt.Sprintf("model%d", at)
		var source bytes.Buffer
		if err := gosource.Write(&source, l.model, name); err != nil {
			t.Fatalf("%s: %v", l.sentence, err)
		}
		write(t, filepath.Join(folder, name, name+".go"), source.String())
		imports += fmt.Sprintf("%q\n", "models/"+name)
		ask := name + ".Predict"
		if l.model.Classes != nil {
			ask = fmt.Sprintf("numbered(%s.Predict, %[1]s.Classes)", name)
		}
		asks += fmt.Sprintf("{%s.Place, %s},\n", name, ask)
	}
	write(t, filepath.Join(folder, "go.mod"), "module models\n\ngo 1.24\n")
	write(t, filepath.Join(folder, "main.go"), fmt.Sprintf(asking, imports, asks))
}

// asking is the program that asks the models.
const asking = `package main

import (
"encoding/gob"
"os"
%s)

type said = func([]float64) ([]float64, error)

// numbered has the number stand for the class.
func numbered(predict func([]float64) (string, int, error), classes []string) said {
	return func(row []float64) ([]float64, error) {
		class, number, err := predict(row)
		if err == nil && classes[number] != class || err != nil && number != -1 {
			panic("the class is not that of its number")
		}
		if err != nil {
			return nil, err
		}
		return []float64{float64(number)}, nil
	}
}

var models = []struct{ place, predict said }{
%s}

func main() {
	var rows [][][]float64
	if err := gob.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	type told struct{ Places, Said [][]float64 }
	answers := make([]told, len(rows))
	for i, m := range models {
		for _, row := range rows[i] {
			place, err := m.place(row)
			said, failed := m.predict(row)
			if (err == nil) != (failed == nil) {
				panic(err)
			}
			answers[i].Places, answers[i].Said = append(answers[i].Places, place), append(answers[i].Said, said)
		}
	}
	if err := gob.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
`

// write writes a file, and its folder.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
