package cart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// TestCodes: values of any sign and size are numbered in their order; −0 is 0.
func TestCodes(t *testing.T) {
	cells := []float64{3, -2, math.Copysign(0, -1), missing, 0, 1e300, -1e-300, 3, 2.5, -1e300}
	c := newValueSorter(len(cells)).code(mat.NewDense(len(cells), 1, cells), 0)
	if want := []uint32{5, 1, 3, 7, 3, 6, 2, 5, 4, 0}; !slices.Equal(c.codes, want) || !c.missing {
		t.Errorf("codes %v, want %v", c.codes, want)
	}
	if want := []float64{-1e300, -2, -1e-300, 0, 2.5, 3, 1e300}; !slices.Equal(c.values, want) {
		t.Errorf("values %v, want %v", c.values, want)
	}
}

// TestCodesOfZeros: before positive numbers, behind negative ones, and alone.
func TestCodesOfZeros(t *testing.T) {
	for _, c := range []struct {
		cells  []float64
		codes  []uint32
		values []float64
	}{
		{[]float64{0, 2, 0, 1}, []uint32{0, 2, 0, 1}, []float64{0, 1, 2}},
		{[]float64{0, -2, missing, -1}, []uint32{2, 0, 3, 1}, []float64{-2, -1, 0}},
		{[]float64{0, 0}, []uint32{0, 0}, []float64{0}},
		{[]float64{missing, missing}, []uint32{0, 0}, nil},
	} {
		got := newValueSorter(len(c.cells)).code(mat.NewDense(len(c.cells), 1, c.cells), 0)
		if !slices.Equal(got.codes, c.codes) || !slices.Equal(got.values, c.values) {
			t.Errorf("%v: codes %v of %v", c.cells, got.codes, got.values)
		}
	}
}

// TestSortByCode: few keys and many, codes of any width.
func TestSortByCode(t *testing.T) {
	r := random.New(1, "keys")
	for _, n := range []int{2, 31, 33, 5000} {
		for _, width := range []int{3, 300, 1 << 20} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = uint64(1000+r.Below(width))<<codeShift | uint64(i)
			}
			want := slices.Sorted(slices.Values(keys))
			if got := sortByCode(keys, make([]uint64, n), 1000, uint32(1000+width-1)); !slices.Equal(got, want) {
				t.Errorf("%d keys of %d codes are not in order", n, width)
			}
		}
	}
}
