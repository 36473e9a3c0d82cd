package embedding

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// TestPLSOfSeveralAgrees holds the directions of two responses against
// scikit-learn's.
func TestPLSOfSeveralAgrees(t *testing.T) {
	text, err := os.ReadFile("testdata/several.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct{ X, Y, Probe, Scores, Placed [][]float64 }
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	matrix := func(rows [][]float64) *mat.Dense {
		return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
	}
	e := embed(t, &PLS{Dim: 3}, regressed(matrix(ref.X), matrix(ref.Y)))
	sameColumns(t, "scores", e.Y, matrix(ref.Scores), 1e-8)
	probe := mat.NewDense(len(ref.Probe), 3, nil)
	if err := e.Map.Apply(t.Context(), probe, matrix(ref.Probe)); err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "new rows", probe, matrix(ref.Placed), 1e-8)
}

// What is told of several responses are their distances or products, which a
// rotation of the responses keeps: so it keeps where rows are placed, up to
// rounding that a descent amplifies. A projection that forgot a response, or
// took them apart, would place rows elsewhere.
func TestRotatedResponsesPlaceAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits every projection twice")
	}
	const n, turn = 90, 0.7
	r := random.New(3, "several")
	x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
	for i := range n {
		y.SetRow(i, []float64{math.Sin(2 * x.At(i, 0)), x.At(i, 1) + 0.5*x.At(i, 2)*x.At(i, 2)})
	}
	var turned mat.Dense
	turned.Mul(y, mat.NewDense(2, 2, []float64{math.Cos(turn), -math.Sin(turn), math.Sin(turn), math.Cos(turn)}))
	for _, stage := range Stages() {
		if !stage.ReadsLabels {
			continue
		}
		m := stage.Make().(engine.Embedder)
		if _, classesOnly := m.(*LDA); classesOnly {
			continue
		}
		t.Run(stage.Name, func(t *testing.T) {
			s := regressed(x, y)
			s.Distances = engine.Euclidean(x)
			e := embed(t, m, s)
			s.Response = &turned
			if rest := disparity(embed(t, m, s).Y, e.Y); !(rest < 1e-6) {
				t.Errorf("rows are placed elsewhere: %.2g of their square differs", rest)
			}
			s.Response = mat.NewDense(n, 1, mat.Col(nil, 0, y))
			if rest := disparity(embed(t, m, s).Y, e.Y); rest < 1e-3 {
				t.Errorf("the second response changes nothing: %.2g of the square differs", rest)
			}
		})
	}
}
