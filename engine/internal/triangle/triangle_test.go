package triangle

import (
	"testing"
)

func TestMatrixIsSymmetric(t *testing.T) {
	const n = 7
	for _, m := range []*Matrix{NewDouble(n), NewSingle(n)} {
		for i := range n {
			for j := range i {
				if m.IsDouble() {
					m.Double(i)[j] = float64(10*i + j)
				} else {
					m.Single(i)[j] = float32(10*i + j)
				}
			}
		}
		row, squares := make([]float64, n), make([]float64, n)
		for i := range n {
			m.Row(row, i)
			m.Squares(squares, i, 0, i)
			for j := range n {
				want := float64(10*max(i, j) + min(i, j))
				if i == j {
					want = 0
				}
				if row[j] != want || m.At(i, j) != want {
					t.Errorf("entry %d, %d is %v in its row and %v by itself, want %v", i, j, row[j], m.At(i, j), want)
				}
				if j < i && squares[j] != want*want {
					t.Errorf("square of entry %d, %d is %v, want %v", i, j, squares[j], want*want)
				}
			}
		}
	}
}

func TestBytes(t *testing.T) {
	for _, c := range []struct {
		n      int
		double bool
		want   uint64
	}{{0, true, 0}, {1, false, 0}, {5, true, 80}, {5, false, 40}, {100_000, false, 19_999_800_000}} {
		if got := Bytes(c.n, c.double); got != c.want {
			t.Errorf("%d rows, float64 %v: %d bytes, want %d", c.n, c.double, got, c.want)
		}
	}
}
