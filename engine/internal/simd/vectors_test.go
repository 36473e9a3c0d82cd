package simd

import (
	"math/rand/v2"
	"testing"
)

// TestVectors holds products with vectors against their definitions, to the
// bit, at lengths around registers, and looks at what lies beyond.
func TestVectors(t *testing.T) {
	t.Run("float64", func(t *testing.T) { eachLevel(t, testVectors[float64]) })
	t.Run("float32", func(t *testing.T) { eachLevel(t, testVectors[float32]) })
}

func testVectors[T Real](t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	fill := func(n int) []T {
		v := make([]T, n)
		for i := range v {
			v[i] = T(r.NormFloat64())
		}
		return v
	}
	check := func(what string, rows, columns int, got, want []T) {
		t.Helper()
		for i, w := range want {
			if got[i] != w {
				t.Fatalf("%s of %d rows, %d columns: number %d is %v, want %v", what, rows, columns, i, got[i], w)
			}
		}
	}
	for range 300 {
		rows, columns := r.IntN(80), r.IntN(200)
		aRow := columns + r.IntN(3)
		a, down, across := fill(rows*aRow), fill(rows), fill(columns)

		got := fill(columns + 1)
		want := append([]T(nil), got...)
		for p, v := range down {
			for j := range columns {
				want[j] = Fused(v, a[p*aRow+j], want[j])
			}
		}
		AddRows(got[:columns], down, a, aRow)
		check("sum", rows, columns, got, want)

		for j, v := range across {
			want[j] = Fused(-0.3, v, want[j])
		}
		AddScaled(got[:columns], -0.3, across)
		check("sum of two", 1, columns, got, want)

		got = fill(rows + 1)
		want = append([]T(nil), got...)
		for i := range rows {
			var sum T
			for p, v := range across {
				sum = Fused(a[i*aRow+p], v, sum)
			}
			want[i] = sum
		}
		DotRows(got[:rows], a, aRow, across)
		check("products", rows, columns, got, want)
	}
}
