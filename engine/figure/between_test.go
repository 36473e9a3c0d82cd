package figure

import (
	"math"
	"strings"
	"testing"
)

// corners are rows 5 to 9: a square and, beside it, one row more.
func corners(move func(x, y float64) (float64, float64)) *Figure {
	p := Points{Name: "training", Rows: []int{5, 6, 7, 8, 9}, Class: []int{0, 0, 1, 1, 1}}
	for _, at := range [][2]float64{{0, 0}, {2, 0}, {2, 1}, {0, 1}, {5, 3}} {
		x, y := move(at[0], at[1])
		p.X, p.Y = append(p.X, x), append(p.Y, y)
	}
	return &Figure{Name: "scatter", Title: "Embedding", Classes: []string{"a", "b"}, Equal: true, Layers: []Layer{p}}
}

func stay(x, y float64) (float64, float64) { return x, y }

// TestBetweenUndoesMotions: a figure that was turned, reflected, scaled and shifted has no
// way to go, whichever of it was done.
func TestBetweenUndoesMotions(t *testing.T) {
	for name, move := range map[string]func(x, y float64) (float64, float64){
		"turned":    func(x, y float64) (float64, float64) { return 3 - 2*y, 1 + 2*x },
		"reflected": func(x, y float64) (float64, float64) { return 7 + y/3, x / 3 },
	} {
		f, err := Between(corners(move), corners(stay), 3)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range f.Leaves() {
			got, want := part.Layers[0].(Points), corners(stay).Layers[0].(Points)
			for k := range want.X {
				if math.Abs(got.X[k]-want.X[k])+math.Abs(got.Y[k]-want.Y[k]) > 1e-12 {
					t.Errorf("%s, step %d: row %d is at %g, %g", name, i, want.Rows[k], got.X[k], got.Y[k])
				}
			}
		}
	}
}

// TestBetweenGoesAllTheWay: the last step is the second figure, the middle one lies half way,
// and the row that has moved is the one that goes farthest.
func TestBetweenGoesAllTheWay(t *testing.T) {
	from := corners(stay)
	p := from.Layers[0].(Points)
	p.X = append([]float64{}, p.X...)
	p.X[2] += 0.5
	from.Layers[0] = p
	f, err := Between(from, corners(stay), 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Summary.Rows[0][0].Text; got != "7" || len(f.Parts) != 3 || f.Parts[1].Title != "50 % of the way" {
		t.Errorf("row %s goes farthest, %d steps, the second %q", got, len(f.Parts), f.Parts[1].Title)
	}
	first, half, last := f.Leaves()[0].Layers[0].(Points), f.Leaves()[1].Layers[0].(Points), f.Leaves()[2].Layers[0].(Points)
	for k, x := range corners(stay).Layers[0].(Points).X {
		if last.X[k] != x || math.Abs(half.X[k]-(first.X[k]+x)/2) > 1e-12 {
			t.Errorf("row %d goes from %g by %g to %g", last.Rows[k], first.X[k], half.X[k], last.X[k])
		}
	}
	if f.Leaves()[0].X.Low != f.Leaves()[2].X.Low || !(f.Leaves()[0].X.High >= 5) {
		t.Error("steps have axes of their own")
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// TestBetweenSaysWhatItLeavesOut, and refuses what has no way.
func TestBetweenSaysWhatItLeavesOut(t *testing.T) {
	fewer := corners(stay)
	fewer.Layers[0] = fewer.Layers[0].(Points).Take([]int{0, 1, 2})
	f, err := Between(fewer, corners(stay), 2)
	if err != nil || !strings.Contains(f.Caption, "Left out are 2 rows that the first figure lacks, and 0 that") {
		t.Errorf("%v, %v", f, err)
	}
	if f, err = Between(corners(stay), fewer, 2); err != nil || !strings.Contains(f.Caption, "0 rows that the first figure lacks, and 2 that") {
		t.Errorf("%v, %v", f, err)
	}
	solid, rowless, two := corners(stay), corners(stay), corners(stay)
	p := solid.Layers[0].(Points)
	p.Z = p.X
	solid.Layers[0] = p
	p.Z, p.Rows = nil, nil
	rowless.Layers[0] = p
	two.Layers[0] = two.Layers[0].(Points).Take([]int{0, 1})
	for want, way := range map[string]func() (*Figure, error){
		"1 steps are not from 2 to 12": func() (*Figure, error) { return Between(corners(stay), corners(stay), 1) },
		"in space":                     func() (*Figure, error) { return Between(solid, corners(stay), 2) },
		"no points that are rows":      func() (*Figure, error) { return Between(corners(stay), rowless, 2) },
		"2 rows in common":             func() (*Figure, error) { return Between(two, corners(stay), 2) },
	} {
		if _, err := way(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
