package simd

import (
	"math/rand/v2"
	"testing"
)

// TestTurn at sizes around a tile, and that nothing else is written.
func TestTurn(t *testing.T) {
	t.Run("float64", func(t *testing.T) { eachLevel(t, testTurn[float64]) })
	t.Run("float32", func(t *testing.T) { eachLevel(t, testTurn[float32]) })
}

func testTurn[T Real](t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for range 100 {
		rows, columns := r.IntN(20), r.IntN(40)
		srcRow, dstRow := columns+r.IntN(5), rows+r.IntN(5)
		src, got := make([]T, rows*srcRow), make([]T, columns*dstRow)
		for i := range src {
			src[i] = T(i + 1)
		}
		want := append([]T(nil), got...)
		for i := range rows {
			for j := range columns {
				want[j*dstRow+i] = src[i*srcRow+j]
			}
		}
		Turn(got, dstRow, src, srcRow, rows, columns)
		for i, w := range want {
			if got[i] != w {
				t.Fatalf("%d×%d, steps %d and %d: number %d is %v, want %v", rows, columns, srcRow, dstRow, i, got[i], w)
			}
		}
	}
}

// TestCopyRows at widths around registers, and that nothing else is written.
func TestCopyRows(t *testing.T) {
	t.Run("float64", func(t *testing.T) { eachLevel(t, testCopyRows[float64]) })
	t.Run("float32", func(t *testing.T) { eachLevel(t, testCopyRows[float32]) })
}

func testCopyRows[T Real](t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		rows, columns := r.IntN(9), r.IntN(18)*4
		srcRow, dstRow := columns+r.IntN(3), columns+r.IntN(3)
		src, got := make([]T, rows*srcRow), make([]T, rows*dstRow)
		for i := range src {
			src[i] = T(i + 1)
		}
		want := append([]T(nil), got...)
		for i := range rows {
			copy(want[i*dstRow:i*dstRow+columns], src[i*srcRow:])
		}
		CopyRows(got, dstRow, src, srcRow, rows, columns)
		for i, w := range want {
			if got[i] != w {
				t.Fatalf("%d×%d, steps %d and %d: number %d is %v, want %v", rows, columns, srcRow, dstRow, i, got[i], w)
			}
		}
	}
}
