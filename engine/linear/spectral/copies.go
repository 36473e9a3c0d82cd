package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
)

// Copies of a row are at no distance from one another and equally far from all
// others, so the eigenvectors of S have equal entries for them. Sums in another
// order and paths walked from the other end leave them apart by some roundings,
// by which whatever orders rows behind would tell them apart. So they are brought
// together: to their mean, which is where the vector that is nearest has them.

// unite gives the entries of copies in each column of v their mean. first[i] is
// the first copy of row i, or i.
func unite(v *mat.Dense, first []int32) {
	n, count := v.Dims()
	sums, sizes := mat.NewDense(n, count, nil), make([]float64, n)
	for i, to := range first {
		sizes[to]++
		for c, x := range v.RawRowView(i) {
			sums.RawRowView(int(to))[c] += x
		}
	}
	for i, to := range first {
		if sizes[to] == 1 {
			continue
		}
		for c, sum := range sums.RawRowView(int(to)) {
			v.RawRowView(i)[c] = sum / sizes[to]
		}
	}
}

// firstCopies returns for each row the first one that it is a copy of, itself
// if of none. A dissimilarity of zero alone does not make copies: a metric that
// reads labels may find rows of two classes at no distance that are not equally
// far from others. Time O(n²).
func firstCopies(ctx context.Context, d *triangle.Matrix) ([]int32, error) {
	n := d.Len()
	first := make([]int32, n)
	type rows struct {
		zeros      []int32
		row, other []float64
		which      int32 // the row that other holds
	}
	fresh := func() *rows { return &rows{row: make([]float64, n), other: make([]float64, n), which: -1} }
	return first, parallel.With(ctx, n, 16, fresh, func(w *rows, lo, hi int) {
		for i := lo; i < hi; i++ {
			first[i] = int32(i)
			if w.zeros = zerosOf(w.zeros[:0], d, i); len(w.zeros) == 0 {
				continue
			}
			d.Row(w.row, i)
			for _, j := range w.zeros {
				if w.which != j {
					d.Row(w.other, int(j))
					w.which = j
				}
				if alike(w.row, w.other, d.IsDouble()) {
					first[i] = j
					break
				}
			}
		}
	})
}

// zerosOf appends to list the rows before row i that are at no distance from it.
func zerosOf(list []int32, d *triangle.Matrix, i int) []int32 {
	if d.IsDouble() {
		return appendZeros(list, d.Double(i))
	}
	return appendZeros(list, d.Single(i))
}

func appendZeros[T float32 | float64](list []int32, row []T) []int32 {
	for j, v := range row {
		if v == 0 {
			list = append(list, int32(j))
		}
	}
	return list
}

// alike reports whether two rows of dissimilarities are equal but for the
// rounding of sums along paths of some thousand edges.
func alike(a, b []float64, double bool) bool {
	rounding := 0x1p-12
	if double {
		rounding = 0x1p-40
	}
	for s, v := range a {
		if math.Abs(v-b[s]) > rounding*v {
			return false
		}
	}
	return true
}
