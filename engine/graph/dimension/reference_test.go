package dimension

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// reference is testdata/reference.json, which testdata/reference.py writes and whose
// tolerance it explains.
type reference []struct {
	Name            string
	X               [][]float64
	TwoNN           [][2]float64 // discard, dimension
	Inverse, Local  float64      // of 5 to 12 neighbours
	Radii           []float64
	Correlation, SE float64
}

const tolerance = 1e-9

// TestReference holds all estimates to NumPy.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all reference
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, ref := range all {
		rows := find(t, dense(ref.X), 12)
		for _, of := range ref.TwoNN {
			e, err := rows.TwoNN(t.Context(), of[0])
			if err != nil {
				t.Fatal(err)
			}
			near(t, ref.Name+" twonn", e.Value, of[1])
		}
		for local, want := range map[bool]float64{false: ref.Inverse, true: ref.Local} {
			e, err := rows.MLE(t.Context(), 5, 12, local)
			if err != nil {
				t.Fatal(err)
			}
			near(t, ref.Name+" mle", e.Value, want)
		}
		c := &Radii{Radius: ref.Radii, all: true}
		row := make([]float64, rows.Len())
		for i := range row {
			rows.Row(row, i)
			c.within = append(c.within, countWithin(row, i, ref.Radii))
		}
		e := c.Slope(0, len(ref.Radii))
		near(t, ref.Name+" correlation", e.Value, ref.Correlation)
		near(t, ref.Name+" jackknife", e.High, e.Value*math.Exp(1.959963984540054*ref.SE/e.Value))
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*want) {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

// find returns the rows of x with k neighbours.
func find(t *testing.T, x *mat.Dense, k int) *Rows {
	t.Helper()
	rows, err := Find(t.Context(), engine.Sample{X: x}, k)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}
