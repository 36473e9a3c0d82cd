package check

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestACellIsNamedAsItsSourceNamesIt: by the row of the source and the column's
// name, or by its place where it has neither.
func TestACellIsNamedAsItsSourceNamesIt(t *testing.T) {
	named := engine.Sample{
		X:       mat.NewDense(2, 2, []float64{1, 2, 3, 4}),
		Columns: []engine.Column{{Name: "a"}, {Name: "b"}},
		Rows:    []int{5, 11},
		Target:  engine.Target{Response: mat.NewDense(2, 1, []float64{1, math.NaN()}), Label: "price"},
	}
	if err := Numbers(named); err != nil {
		t.Error(err)
	}
	missing, infinite, levels := named, named, named
	missing.X = mat.NewDense(2, 2, []float64{1, 2, 3, math.NaN()})
	infinite.X = mat.NewDense(2, 2, []float64{1, 2, math.Inf(-1), 4})
	levels.Columns = []engine.Column{{Name: "a"}, {Name: "colour", Levels: []string{"red", "blue", "grey", "green", "white"}}}
	for want, err := range map[string]error{
		`row 11, column "b" is NaN: values must be finite; put impute before it, which fills missing cells`:                                                                             Numbers(named, missing),
		`row 11, column "a" is -Inf: values must be finite; mend the value, or leave the column out: load("file.csv", features="-a")`:                                                   Column(infinite, 0),
		`row 1, column 2 is NaN: values must be finite; put impute before it, which fills missing cells`:                                                                                Matrix(missing.X),
		`column "colour" is categorical: its levels (red, blue, grey, green, ...) are not numbers; put onehot before it, or leave the column out: load("file.csv", features="-colour")`: Numbers(levels),
		`price of row 11 is NaN: values must be finite; leave the row out, or give it a value`:                                                                                          Response(named),
		`column 2 of a new row is +Inf: values must be finite; put impute before it, which fills missing cells`:                                                                         NewRow([]float64{1, math.Inf(1)}),
		`rows have 2 columns, but 3 were learned from; prepare and embed them as the training rows were`:                                                                                Width(named.X, 3),
		`dissimilarity of rows 4 and 1 is -1: values must be finite and not negative; put impute before it if cells are missing, or scale if values are very large`:                     Dissimilarities([]float64{0, -1}, 4),
		`need at least two classes, found 1; hold fewer rows, or name another column: load("file.csv", label=...)`:                                                                      Classes(1),
		`the data have neither classes nor a response to predict; name the column: load("file.csv", label="class")`:                                                                     Target(engine.Target{}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	for name, err := range map[string]error{
		"a column": Column(infinite, 1), "a width": Width(named.X, 2), "two classes": Classes(2), "a response": Target(named.Target),
		"no response": Response(engine.Sample{X: named.X}), "a row": NewRow([]float64{1}), "dissimilarities": Dissimilarities([]float64{0, 1}, 0),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCellsOfAMixedMethod: levels and missing cells are admitted, infinite ones are
// not; a method of numbers admits neither.
func TestCellsOfAMixedMethod(t *testing.T) {
	columns := []engine.Column{{Name: "a"}, {Name: "colour", Levels: []string{"red", "blue"}}}
	mixed := engine.Sample{X: mat.NewDense(2, 2, []float64{math.NaN(), 0, 2, 1}), Columns: columns}
	infinite := engine.Sample{X: mat.NewDense(2, 2, []float64{1, 0, math.Inf(1), 1}), Columns: columns}
	if err := Cells(true, mixed, engine.Sample{}); err != nil {
		t.Error(err)
	}
	if Cells(false, mixed) == nil || Cells(true, mixed, infinite) == nil {
		t.Error("admitted")
	}
}
