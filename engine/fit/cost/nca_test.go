package cost

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/pairwise"
)

// TestNCA has the value and the gradient by the map that scikit-learn has.
func TestNCA(t *testing.T) {
	var ref struct {
		Rows, Map, Gradient [][]float64
		Classes             []int
		Value               float64
	}
	text, err := os.ReadFile("testdata/nca.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	form := pairwise.NewLinear(mat.NewDense(len(ref.Rows), 5, slices.Concat(ref.Rows...)), 2)
	got := make([]float64, 10)
	value, err := pairwise.Objective(NewNCA(ref.Classes), form).Value(t.Context(), slices.Concat(ref.Map...), got)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the value", value, ref.Value, 1e-12)
	want := mat.NewVecDense(10, slices.Concat(ref.Gradient...))
	off := mat.NewVecDense(10, got)
	if off.SubVec(off, want); !(mat.Norm(off, 2) <= 1e-12*mat.Norm(want, 2)) {
		t.Errorf("the gradient is off by %.2g of its length", mat.Norm(off, 2)/mat.Norm(want, 2))
	}
}
