package smo

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/simd"
)

// eachLevel runs a test at every level that the machine has.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer simd.Use(l)()
			test(t)
		})
	}
}

func TestEntries(t *testing.T) {
	x, _ := cloud(3, 130, 5)
	mean := make([]float64, 5)
	for i := range 130 {
		for c, v := range x.RawRowView(i) {
			mean[c] += v / 130
		}
	}
	gaussian := func(i, j int) float64 {
		var sum float64
		for c, v := range x.RawRowView(i) {
			sum += (v - x.At(j, c)) * (v - x.At(j, c))
		}
		return math.Exp(-0.3 * sum / 4)
	}
	linear := func(i, j int) float64 {
		var sum float64
		for c, v := range x.RawRowView(i) {
			sum += (v - mean[c]) * (x.At(j, c) - mean[c])
		}
		return sum / 4
	}
	of := []int32{129, 0, 1, 2, 64, 63, 7}
	eachLevel(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			kernel Kernel
			entry  func(i, j int) float64
		}{
			"gaussian": {Gaussian(x, 0.3, 2), gaussian},
			"linear":   {Linear(x, 2), linear},
		} {
			columns, row, diagonal := c.kernel.Columns(of), make([]float32, len(of)), make([]float32, len(of))
			columns.Diagonal(diagonal)
			for i := range 130 {
				columns.Row(row, i)
				for at, j := range of {
					if want := c.entry(i, int(j)); math.Abs(float64(row[at])-want) > 6e-8*max(1, math.Abs(want)) {
						t.Errorf("%s: entry (%d, %d) is %v, want %v", name, i, j, row[at], want)
					}
					if i == int(j) && row[at] != diagonal[at] {
						t.Errorf("%s: entry %d of the diagonal is %v, in the row %v", name, i, diagonal[at], row[at])
					}
				}
			}
		}
	})
}

func TestFarPointsAreUnlike(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		columns := Gaussian(mat.NewDense(2, 1, []float64{0, 1e200}), 1e10, 1).Columns(rangeUpTo(2))
		row := make([]float32, 2)
		if columns.Row(row, 0); row[0] != 1 || row[1] != 0 {
			t.Errorf("row is %v, want 1 and 0", row)
		}
	})
}

// TestTile compares a tile's decisions with the formula, and those of a row
// alone with those beside others.
func TestTile(t *testing.T) {
	x, _ := cloud(5, 40, 3)
	queries, _ := cloud(6, 64, 3)
	at, weights := []int32{3, 39, 0, 7}, []float64{1.5, -2, 0.25, 3}
	eachLevel(t, func(t *testing.T) {
		k := Gaussian(x, 0.5, 1)
		all, alone := k.NewTile(), k.NewTile()
		for j := range TileRows {
			all.Set(j, queries.RawRowView(j))
		}
		decisions, decision := make([]float64, TileRows), make([]float64, 1)
		if err := all.Evaluate(t.Context()); err != nil {
			t.Fatal(err)
		}
		all.Combine(decisions, at, weights, 0.75)
		for j := range TileRows {
			alone.Set(0, queries.RawRowView(j))
			if err := alone.Evaluate(t.Context()); err != nil {
				t.Fatal(err)
			}
			alone.Combine(decision, at, weights, 0.75)
			want := -0.75
			for i, a := range at {
				var sum float64
				for c := range 3 {
					diff := x.At(int(a), c) - queries.At(j, c)
					sum += diff * diff
				}
				want += weights[i] * math.Exp(-0.5*sum)
			}
			if decision[0] != decisions[j] || math.Abs(decisions[j]-want) > 1e-13 {
				t.Errorf("row %d: %v, alone %v, want %v", j, decisions[j], decision[0], want)
			}
		}
	})
}
