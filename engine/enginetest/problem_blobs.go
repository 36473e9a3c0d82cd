package enginetest

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// Blobs are two round clouds of n rows together in four dimensions, one class
// each, six deviations apart: any classifier tells them apart, with hardly a
// row in ten thousand on the wrong side. Rows are in general position: no two
// distances are equal. Flat holds the first two columns.
func Blobs(n int) Problem {
	r := random.New(1, "blobs")
	x, flat := mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
	target := engine.Target{Label: "cloud", Classes: []string{"left", "right"}}
	for i := range n {
		class := i % 2
		for j := range 4 {
			x.Set(i, j, r.Normal())
		}
		x.Set(i, 0, x.At(i, 0)+float64(6*float64(class)))
		flat.SetRow(i, x.RawRowView(i)[:2])
		target.Labels = append(target.Labels, class)
	}
	return Problem{Table: newTable("blobs", x, target), Flat: flat}
}
