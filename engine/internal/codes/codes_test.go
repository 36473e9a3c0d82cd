package codes

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestCode: values of any sign and size are numbered in their order, −0 as 0; zeros
// before positive numbers, behind negative ones, and alone.
func TestCode(t *testing.T) {
	missing, less := math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		cells   []float64
		codes   []uint32
		values  []float64
		lacking bool
	}{
		{[]float64{3, -2, less, missing, 0, 1e300, -1e-300, 3, 2.5, -1e300}, []uint32{5, 1, 3, 7, 3, 6, 2, 5, 4, 0}, []float64{-1e300, -2, -1e-300, 0, 2.5, 3, 1e300}, true},
		{[]float64{0, 2, 0, 1}, []uint32{0, 2, 0, 1}, []float64{0, 1, 2}, false},
		{[]float64{0, -2, missing, -1}, []uint32{2, 0, 3, 1}, []float64{-2, -1, 0}, true},
		{[]float64{5, missing}, []uint32{0, 1}, []float64{5}, true},
		{[]float64{less, 0}, []uint32{0, 0}, []float64{0}, false},
		{[]float64{missing, missing}, []uint32{0, 0}, nil, true},
	} {
		n := len(c.cells)
		codes := make([]uint32, n)
		values, lacking := NewSorter(n).Code(codes, mat.NewDense(n, 1, c.cells), 0)
		if !slices.Equal(codes, c.codes) || !slices.Equal(values, c.values) || lacking != c.lacking {
			t.Errorf("%v: codes %v of %v, lacking some: %v", c.cells, codes, values, lacking)
		}
		if i := slices.Index(values, 0); i >= 0 && math.Signbit(values[i]) {
			t.Errorf("%v: zero is negative", c.cells)
		}
	}
}

// TestCodeAgain: room that another column was coded in does not matter.
func TestCodeAgain(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{
		-7, 0,
		1e-9, 4,
		3, 4,
	})
	s, codes := NewSorter(3), make([]uint32, 3)
	s.Code(codes, x, 0)
	if values, _ := s.Code(codes, x, 1); !slices.Equal(values, []float64{0, 4}) || !slices.Equal(codes, []uint32{0, 1, 1}) {
		t.Errorf("codes %v of %v", codes, values)
	}
}
