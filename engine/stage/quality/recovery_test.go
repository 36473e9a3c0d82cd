package quality

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// located is a run whose first rows trained and were placed at y, and whose others are
// held and were mapped there; t are their coordinates.
func located(y, t *mat.Dense, train int, names ...string) *engine.Run {
	n, q := y.Dims()
	_, p := t.Dims()
	columns := make([]engine.Column, p)
	for c := range columns {
		columns[c].Name = names[c]
	}
	sample := func(from, to int) engine.Sample {
		s := engine.Sample{X: mat.DenseCopyOf(y.Slice(from, to, 0, q)), Rows: make([]int, to-from)}
		s.Aside = engine.Aside{X: mat.DenseCopyOf(t.Slice(from, to, 0, p)), Columns: columns}
		return s
	}
	r := &engine.Run{Train: sample(0, train), Embedding: &engine.Embedding{Y: mat.DenseCopyOf(y.Slice(0, train, 0, q))}}
	r.Fold.Train = make([]int, train)
	if train < n {
		r.Held, r.Mapped = sample(train, n), mat.DenseCopyOf(y.Slice(train, n, 0, q))
		r.Fold.Held = make([]int, n-train)
	}
	return r
}

// readRecovery reads what testdata/recovery.py wrote.
func readRecovery(t *testing.T) (train int, cases []struct {
	Y, T               [][]float64
	Similarity, Affine []float64
}) {
	t.Helper()
	text, err := os.ReadFile("testdata/recovery.json")
	if err != nil {
		t.Fatal(err)
	}
	file := struct {
		Train int
		Cases any
	}{Cases: &cases}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Train, cases
}

// TestRecoveryAgainstNumPy: the tolerance is some roundings of sums of 40 terms.
func TestRecoveryAgainstNumPy(t *testing.T) {
	train, cases := readRecovery(t)
	for i, c := range cases {
		y, truth := dense(c.Y), dense(c.T)
		for fit, want := range map[string][]float64{Similarity: c.Similarity, "": c.Similarity, Affine: c.Affine} {
			m := &Recovery{Fit: fit}
			held, err := m.Score(t.Context(), located(y, truth, train, "u", "v", "w"))
			if err != nil {
				t.Fatal(err)
			}
			if len(held.Parts) != 2 || math.Abs(held.Parts[0].Value-want[0]) > 1e-12 || math.Abs(held.Parts[1].Value-want[1]) > 1e-12 || held.Value != held.Parts[1].Value {
				t.Errorf("case %d, %s: %+v, want %v", i, fit, held, want)
			}
			_, q := y.Dims()
			_, p := truth.Dims()
			alone, err := m.Score(t.Context(), located(mat.DenseCopyOf(y.Slice(0, train, 0, q)), mat.DenseCopyOf(truth.Slice(0, train, 0, p)), train, "u", "v", "w"))
			if err != nil || alone.Value != held.Parts[0].Value || alone.Parts != nil {
				t.Errorf("case %d, %s: without held rows %+v, %v", i, fit, alone, err)
			}
		}
	}
}

// TestRecoveryIgnoresMoves: an embedding that is turned, reflected, scaled and shifted
// recovers as much, one that is sheared does so affinely.
func TestRecoveryIgnoresMoves(t *testing.T) {
	train, cases := readRecovery(t)
	y, truth := dense(cases[0].Y), dense(cases[0].T)
	for fit, linear := range map[string]*mat.Dense{
		Similarity: mat.NewDense(2, 2, []float64{0, 50, 50, 0}),
		Affine:     mat.NewDense(2, 2, []float64{3, 1, 0, 0.01}),
	} {
		var moved mat.Dense
		moved.Mul(y, linear)
		moved.Apply(func(_, j int, v float64) float64 { return v + float64(100*j) }, &moved)
		m := &Recovery{Fit: fit}
		before, err := m.Score(t.Context(), located(y, truth, train, "u", "v"))
		if err != nil {
			t.Fatal(err)
		}
		after, err := m.Score(t.Context(), located(&moved, truth, train, "u", "v"))
		if err != nil || math.Abs(after.Parts[0].Value-before.Parts[0].Value) > 1e-11 || math.Abs(after.Value-before.Value) > 1e-11 {
			t.Errorf("%s: moved %+v, else %+v, %v", fit, after, before, err)
		}
		itself, err := m.Score(t.Context(), located(&moved, y, train, "u", "v"))
		if err != nil || math.Abs(itself.Value-1) > 1e-12 {
			t.Errorf("%s: the truth moved recovers %v, %v", fit, itself.Value, err)
		}
	}
}

// TestRecoveryNeedsOnlyWhatIsKnown: rows without a coordinate are left out, as are
// columns of words; responses stand in for columns aside.
func TestRecoveryNeedsOnlyWhatIsKnown(t *testing.T) {
	train, cases := readRecovery(t)
	y, truth := dense(cases[0].Y), dense(cases[0].T)
	score := func(m *Recovery, r *engine.Run) (float64, string) {
		ctx, notes := engine.WithNotes(context.Background(), "recovery")
		s, err := m.Score(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, n := range notes() {
			said = append(said, n.Text)
		}
		return s.Value, strings.Join(said, "; ")
	}
	want, said := score(&Recovery{}, located(y, truth, train, "u", "v"))
	if said != "what is to be recovered is u, v" {
		t.Errorf("said %q", said)
	}
	patchy := located(dense(append(cases[0].Y[:train:train], append([][]float64{{90, 90}}, cases[0].Y[train:]...)...)), dense(append(cases[0].T[:train:train], append([][]float64{{1, math.NaN()}}, cases[0].T[train:]...)...)), train, "u", "v")
	if got, said := score(&Recovery{}, patchy); got != want || !strings.Contains(said, "1 of 16 rows lack") {
		t.Errorf("with a row that lacks a coordinate: %v, want %v, said %q", got, want, said)
	}
	worded := located(y, truth, train, "u", "v")
	worded.Train.Aside.Columns[1].Levels, worded.Held.Aside.Columns[1].Levels = []string{"a"}, []string{"a"}
	got, said := score(&Recovery{}, worded)
	if alone, _ := score(&Recovery{Columns: []string{"u"}}, located(y, truth, train, "u", "v")); got != alone || said != "what is to be recovered is u" {
		t.Errorf("beside words: %v, want %v, said %q", got, alone, said)
	}
	asked := located(y, truth, train, "u", "v")
	for _, s := range []*engine.Sample{&asked.Train, &asked.Held} {
		s.Target, s.Aside = engine.Target{Response: s.Aside.X, Responses: []string{"u", "v"}}, engine.Aside{}
	}
	if got, _ := score(&Recovery{}, asked); got != want {
		t.Errorf("of responses: %v, want %v", got, want)
	}
	unmapped := located(y, truth, train, "u", "v")
	unmapped.Mapped = nil
	if got, _ := score(&Recovery{}, unmapped); !math.IsNaN(got) {
		t.Errorf("without a map: %v", got)
	}
	single := located(mat.DenseCopyOf(y.Slice(0, train+1, 0, 2)), mat.DenseCopyOf(truth.Slice(0, train+1, 0, 2)), train, "u", "v")
	if got, _ := score(&Recovery{}, single); !math.IsNaN(got) {
		t.Errorf("of one held row: %v", got)
	}
	heap := located(y, truth, train, "u", "v")
	heap.Embedding.Y.Zero()
	heap.Mapped.Zero()
	for _, fit := range []string{Similarity, Affine} {
		s, err := (&Recovery{Fit: fit}).Score(t.Context(), heap)
		if err != nil || math.Abs(s.Parts[0].Value) > 1e-12 {
			t.Errorf("%s: placed at one point, training rows have %v, %v", fit, s.Parts, err)
		}
	}
}

func TestRecoveryRefuses(t *testing.T) {
	y, truth := mat.NewDense(6, 2, nil), mat.NewDense(6, 2, nil)
	for i := range 6 {
		y.SetRow(i, []float64{float64(i), float64(i * i)})
		truth.SetRow(i, []float64{float64(i), 7})
	}
	small := mat.DenseCopyOf(y.Slice(0, 3, 0, 2))
	bare := located(y, truth, 6, "u", "v")
	bare.Train.Aside = engine.Aside{}
	for want, c := range map[string]struct {
		columns []string
		run     *engine.Run
	}{
		`the table has no columns aside that would tell where rows truly are; keep known coordinates aside: load("file.csv", aside=...), or set columns if the response is one`: {nil, bare},
		`v is 7 in all training rows, so there is nothing to recover; give columns without it`:                                                                                  {nil, located(y, truth, 6, "u", "v")},
		`3 training rows with known coordinates are too few to say how well 2 are recovered; give at least 4`:                                                                   {[]string{"u"}, located(small, small, 3, "u", "v")},
		`no column aside is called "vv"; did you mean v?`:                                                                                                                       {[]string{"u", "vv"}, located(y, truth, 6, "u", "v")},
	} {
		_, err := (&Recovery{Columns: c.columns}).Score(t.Context(), c.run)
		var fault *engine.Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
