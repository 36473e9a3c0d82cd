package export_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/export"
	"unfold/engine/export/gosource"
)

// mute is a map and predictor of somebody's own, which says nothing of itself.
type mute struct{}

func (mute) Dim() int                                             { return 1 }
func (mute) Apply(context.Context, *mat.Dense, *mat.Dense) error  { return nil }
func (mute) Predict(context.Context, []float64, *mat.Dense) error { return nil }

// constant is a predictor that says what it computes.
type constant float64

func (constant) Predict(context.Context, []float64, *mat.Dense) error { return nil }

func (c constant) Export(x export.Value) (export.Value, error) {
	return x.Sum().Mul(x.Number(0)).Add(x.Number(float64(c))), nil
}

// TestRefusals: what cannot leave is refused with the stage and a remedy.
func TestRefusals(t *testing.T) {
	header := engine.Header{Columns: []engine.Column{{Name: "a"}}}
	for what, c := range map[string]struct {
		learned      export.Learned
		stage, cause string
	}{
		"nothing":             {export.Learned{Header: header}, "", "nothing was learned"},
		"a mute predictor":    {export.Learned{Header: header, Predictor: mute{}, Predicts: "own"}, "own", "cannot be said"},
		"a mute preparation":  {export.Learned{Header: header, Way: []engine.Leg{{Stage: "own", Map: &engine.Transform{Map: mute{}}}}}, "own", "cannot be said"},
		"a mute map":          {export.Learned{Header: header, Way: []engine.Leg{{Map: &engine.Extension{Map: mute{}}}}}, "map", "cannot be said"},
		"no map for new rows": {export.Learned{Header: header, Way: []engine.Leg{{Map: newrows.NoMap(2)}}}, "map", "no map for new rows"},
	} {
		_, err := export.New(c.learned)
		var e *engine.Error
		if !errors.As(err, &e) || e.Stage != c.stage || !strings.Contains(e.Cause, c.cause) || e.Remedy == nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// strange are names that hide quotes, comments, format verbs and the ends of lines.
var strange = []string{"a\"b", "line\nbreak", "*/ 100%d", "`", "math.Exp", "math.Exp", "\x00", "Größe", ""}

// TestNamesAreOnlyNames: whatever columns, classes, targets and sentences are called, the
// source is a file of Go that gofmt would leave alone and go vet has nothing against.
func TestNamesAreOnlyNames(t *testing.T) {
	l := export.Learned{Predictor: constant(0), Predicts: strange[2], Classes: strange, Name: strange[1], Sentence: strings.Join(strange, " | "), Scores: strange, Version: "0", Mixed: true}
	for i, name := range strange {
		column := engine.Column{Name: name}
		if i%2 == 0 {
			column.Levels = strange
		}
		l.Header.Columns = append(l.Header.Columns, column)
	}
	m, err := export.New(l)
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	if err := gosource.Write(&source, m, "strange"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "func", "main", "_", "a b", "a.b", "1a"} {
		if err := gosource.Write(new(strings.Builder), m, name); err == nil {
			t.Errorf("a package is called %q", name)
		}
	}
	if testing.Short() {
		t.Skip("compiles")
	}
	folder := t.TempDir()
	write(t, folder+"/go.mod", "module strange\n\ngo 1.24\n")
	write(t, folder+"/strange.go", source.String())
	run(t, folder, nil, "go", "vet", ".")
}

// hoard is a predictor that looks all it knows up.
type hoard struct{ constant }

func (hoard) Export(x export.Value) (export.Value, error) {
	return x.Columns(0).Lookup(export.NewTable("hoard", mat.NewDense(1500, 1500, nil))).Sum(), nil
}

// TestGoSourceIsNotEndless: what would take compilers for ever is refused.
func TestGoSourceIsNotEndless(t *testing.T) {
	m, err := export.New(export.Learned{Header: engine.Header{Columns: []engine.Column{{Name: "a"}}}, Predictor: hoard{}, Responses: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	var e *engine.Error
	if err := gosource.Write(new(strings.Builder), m, "large"); !errors.As(err, &e) || !strings.Contains(e.Cause, "2,250,0") || e.Remedy == nil {
		t.Error(err)
	}
}
