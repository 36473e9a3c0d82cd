package evaluate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// partial is a witness that places a part of the rows.
type partial struct {
	witness
	share float64
	rest  string
}

func (p partial) Places() (float64, string) { return p.share, p.rest }

// gauge is a metric that keeps the samples it measured.
type gauge struct{ saw *[]engine.Sample }

func (gauge) Params(*engine.Params) {}

func (g gauge) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	*g.saw = append(*g.saw, s)
	return engine.Euclidean(s.X), nil
}

// matrixOf is a gauge whose columns are rows.
type matrixOf struct{ gauge }

func (matrixOf) Restrict(rows []int) []int { return rows }

// TestRowsSetApartAreMappedForThePredictor: half of each class is placed, with the
// rows that have no label, and predictors learn from the labelled ones and behind
// them from the rest, where the map takes it.
func TestRowsSetApartAreMappedForThePredictor(t *testing.T) {
	var embedded, learned []engine.Sample
	p := engine.Pipe(&partly{points{N: 12}, []int{1, 4}}, &last{Share: 0.2}, partial{witness{&embedded}, 0.5, ""}, &same{}, pupil{saw: &learned}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	run := r.Runs[0]
	placed, apart := run.Train.Rows[:run.Known()], run.Apart.Rows
	if len(placed) != 4 || len(apart) != 4 || !slices.Equal(slices.Sorted(slices.Values(slices.Concat(placed, apart))), []int{0, 2, 3, 5, 6, 7, 8, 9}) {
		t.Fatalf("placed are rows %v, set apart %v", placed, apart)
	}
	if s := embedded[0]; !slices.Equal(s.Rows, slices.Concat(placed, []int{1, 4})) || !slices.Equal(s.Labels[4:], []int{no, no}) || !slices.Equal(s.Target.Sizes(), []int{2, 2}) {
		t.Errorf("an embedder sees rows %v of classes %v", s.Rows, s.Labels)
	}
	s := learned[0]
	if !slices.Equal(s.Rows, slices.Concat(placed, apart)) || slices.Contains(s.Labels, no) {
		t.Errorf("a predictor sees rows %v of classes %v", s.Rows, s.Labels)
	}
	for i, row := range s.Rows {
		if s.X.At(i, 0) != float64(row) || s.Labels[i] != row%2 {
			t.Errorf("row %d is at %v, of class %d", row, s.X.At(i, 0), s.Labels[i])
		}
	}
	if rows, places := run.Labelled(); !slices.Equal(rows.Rows, placed) || places.RawMatrix().Rows != 4 {
		t.Errorf("labelled rows are %v", rows.Rows)
	}
	if !slices.ContainsFunc(r.Notes, func(n engine.Note) bool {
		return strings.Contains(n.Text, "4 of 8 labelled training rows are placed, the others are mapped")
	}) {
		t.Errorf("notes %v", r.Notes)
	}
	if again, err := evaluate.Run(t.Context(), p, here); err != nil || !slices.Equal(again.Runs[0].Apart.Rows, apart) {
		t.Errorf("another time it sets rows %v apart, %v", again.Runs[0].Apart.Rows, err)
	}
}

// TestRowsSetApartMayBeLeftOut: predictors learn from placed rows alone, and none need
// a map.
func TestRowsSetApartMayBeLeftOut(t *testing.T) {
	var embedded, learned []engine.Sample
	p := engine.Pipe(&points{N: 10}, &hidden{last{Share: 0.2}}, partial{witness{&embedded}, 0.5, engine.RestUnused}, pupil{saw: &learned}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if placed := r.Runs[0].Train.Rows[:4]; !slices.Equal(learned[0].Rows, placed) || !slices.Equal(embedded[0].Rows, slices.Concat(placed, []int{8, 9})) {
		t.Errorf("a predictor sees rows %v, an embedder %v", learned[0].Rows, embedded[0].Rows)
	}
}

// TestRowsSetApartAreJudgedAsPlaced where none are held: what was placed is.
func TestRowsSetApartAreJudgedAsPlaced(t *testing.T) {
	var saw []engine.Sample
	r, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 10}, partial{witness{&saw}, 0.4, ""}, &same{}, &parity{}, &hits{}), here)
	if err != nil {
		t.Fatal(err)
	}
	if run := r.Runs[0]; len(run.Predicted) != 4 || run.Judged().Len() != 4 {
		t.Errorf("%d predictions for %d rows", len(run.Predicted), run.Judged().Len())
	}
}

// TestPartsAreMeasuredByThemselves: a metric before the embedder learns from the
// placed rows alone, and one whose columns are rows has theirs alone.
func TestPartsAreMeasuredByThemselves(t *testing.T) {
	var embedded, measured []engine.Sample
	_, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 8}, &last{Share: 0.25}, gauge{&measured}, partial{witness{&embedded}, 0.5, ""}, &same{}, &parity{}, &hits{}), here)
	if err != nil || len(measured) != 2 || measured[1].Len() != 3 || embedded[0].Distances.Len() != 3 {
		t.Fatalf("%d measurements, %v", len(measured), err)
	}
	x := mat.NewDense(6, 6, nil)
	for i := range 6 {
		for j := range 6 {
			x.Set(i, j, float64(10*i+j))
		}
	}
	measured = nil
	_, err = evaluate.Run(t.Context(), engine.Pipe(&square{x}, matrixOf{gauge{&measured}}, partial{witness{&embedded}, 0.5, ""}), here)
	if err != nil {
		t.Fatal(err)
	}
	s := measured[1]
	for i, row := range s.Rows {
		for j, column := range s.Rows {
			if s.X.At(i, j) != float64(10*row+column) {
				t.Errorf("rows %v: %v", s.Rows, mat.Formatted(s.X))
			}
		}
	}
}

// square is a table whose columns are rows.
type square struct{ x *mat.Dense }

func (*square) Params(*engine.Params) {}

func (s *square) Load(context.Context) (*engine.Table, error) {
	n, _ := s.x.Dims()
	t := &engine.Table{Name: "square", X: s.x, Columns: make([]engine.Column, n), Target: engine.Target{Classes: []string{"even", "odd"}}}
	for i := range n {
		t.Labels, t.Rows = append(t.Labels, i%2), append(t.Rows, i)
	}
	return t, nil
}

// TestPartsTooSmallAreRefused, and those that nothing maps.
func TestPartsTooSmallAreRefused(t *testing.T) {
	var saw []engine.Sample
	for cause, p := range map[string]engine.Pipeline{
		"share = 0.1 of 10 rows leaves 1 to embed":                 engine.Pipe(&points{N: 10}, partial{witness{&saw}, 0.1, ""}, &same{}, &parity{}, &hits{}),
		"rows that were not placed have no place in the embedding": engine.Pipe(&points{N: 10}, &hidden{last{Share: 0.2}}, partial{witness{&saw}, 0.5, ""}, &parity{}, &hits{}),
	} {
		_, err := evaluate.Run(t.Context(), p, here)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.Contains(e.Cause, cause) || e.Remedy == nil {
			t.Errorf("%s: %v", cause, err)
		}
	}
}

// TestHeldRowsDoNotMatterToParts: neither how many there are nor what they are.
func TestHeldRowsDoNotMatterToParts(t *testing.T) {
	var learned, saw []engine.Sample
	for n, held := range map[int]float64{20: 1. / 2, 40: 3. / 4} { // the first ten rows are learned from
		p := engine.Pipe(&points{N: n}, &last{Share: held}, partial{witness{&saw}, 0.6, ""}, &same{}, pupil{saw: &learned}, &hits{})
		if _, err := evaluate.Run(t.Context(), p, here); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := learned[0], learned[1]; a.Len() != 10 || !slices.Equal(a.Rows, b.Rows) || !mat.Equal(a.X, b.X) {
		t.Errorf("rows %v, with other held ones %v", a.Rows, b.Rows)
	}
}
