package format_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/stage/dataset"
)

// report is that of four rows: two were learned from, one is held and one has no label.
func report() *engine.Report {
	target := engine.Target{Label: "class", Classes: []string{"u", "v"}}
	sample := func(row, label int) engine.Sample {
		s := engine.Sample{X: mat.NewDense(1, 1, nil), Rows: []int{row}, Target: target}
		s.Labels = []int{label}
		return s
	}
	trained := sample(3, 0).And(sample(5, 1))
	return &engine.Report{Runs: []*engine.Run{{
		Fold:      engine.Fold{Train: []int{0, 1}, Held: []int{2}, Unlabelled: []int{3}},
		Train:     trained,
		Embedding: &engine.Embedding{Y: mat.NewDense(2, 2, []float64{0.1, -1e-300, 2, math.Pi})},
		Held:      sample(7, 1),
		Predicted: []float64{0},
		Unlabelled: engine.Unlabelled{
			Sample: sample(9, engine.Hidden), Mapped: mat.NewDense(1, 2, []float64{5, 6}), Predicted: []float64{1},
		},
	}}}
}

// Coordinates are written in full, with rows, labels and predictions beside them; what
// is not known stays empty.
func TestPlaces(t *testing.T) {
	places, err := format.Places(report())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "e.csv")
	if err := format.Known.Save(path, places); err != nil {
		t.Fatal(err)
	}
	const want = "row,part,y1,y2,class,predicted class\n3,training,0.1,-1e-300,u,\n5,training,2,3.141592653589793,v,\n7,held,,,v,u\n9,unlabelled,5,6,,v\n"
	if got, err := os.ReadFile(path); string(got) != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
}

// Dates are saved as texts that load reads as the same dates.
func TestDatesAreSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.csv")
	data := &engine.Table{X: mat.NewDense(2, 1, []float64{17978.84802083333, math.NaN()}), Columns: []engine.Column{{Name: "sold", Written: "date, day first"}}, Rows: []int{0, 1}}
	table, _ := format.Of(data)
	if err := format.Known.Save(path, table); err != nil {
		t.Fatal(err)
	}
	const want = "sold\n2019-03-23 20:21:09\nNA\n"
	if got, err := os.ReadFile(path); string(got) != want {
		t.Errorf("%v, got\n%s", err, got)
	}
}

// What is written as NPY are the coordinates, which load reads to the bit.
func TestPlacesAsNPY(t *testing.T) {
	places, err := format.Places(report())
	if err != nil {
		t.Fatal(err)
	}
	l := new(dataset.Load)
	engine.SetDefaults(l)
	l.Path, l.Label = filepath.Join(t.TempDir(), "e.npy"), "none"
	if err := format.Known.Save(l.Path, places); err != nil {
		t.Fatal(err)
	}
	table, err := l.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range [][]float64{{0.1, -1e-300}, {2, math.Pi}, {math.NaN(), math.NaN()}, {5, 6}} {
		for c, want := range row {
			if got := table.X.At(i, c); got != want && (got == got || want == want) {
				t.Errorf("row %d, column %d is %v, want %v", i, c, got, want)
			}
		}
	}
}

// Every format that writes is read again by load as the same table: numbers to the bit, texts
// with quotes, spaces and letters of other scripts, and cells that are missing.
func TestSavedIsLoaded(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	table := &format.Table{Columns: []format.Column{
		{Name: "a <b> & \"c\"", Numbers: []float64{0.1, nan, -1e-300, 1 << 53, math.Pi, 7}},
		{Name: "hue", Texts: []string{"red", "", "dark <blue>", "été \"x\", y", "red", "日本"}},
		{Name: "far", Numbers: []float64{inf, 1, 2, 3, 4, 5}},
		{Name: "row", Numbers: []float64{0, 1, 2, 3, 4, 5}, Whole: true},
	}}
	for _, ending := range format.Known.Endings() {
		if ending == ".npy" {
			continue // of numbers alone
		}
		t.Run(ending, func(t *testing.T) {
			l := new(dataset.Load)
			engine.SetDefaults(l)
			l.Path, l.Label = filepath.Join(t.TempDir(), "t"+ending), "none"
			if err := format.Known.Save(l.Path, table); err != nil {
				t.Fatal(err)
			}
			got, err := l.Load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			back, ok := format.Of(got)
			if !ok || len(back.Columns) != len(table.Columns) {
				t.Fatalf("%v, %d columns", ok, len(back.Columns))
			}
			for c, want := range table.Columns {
				if has := back.Columns[c]; has.Name != want.Name {
					t.Errorf("column %d is called %q, not %q", c, has.Name, want.Name)
				}
				for row := range table.Len() {
					if has := back.Columns[c].Text(row); has != want.Text(row) {
						t.Errorf("column %q, row %d is %q, want %q", want.Name, row, has, want.Text(row))
					}
				}
			}
		})
	}
}
