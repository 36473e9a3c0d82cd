package enginetest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// A Problem is a data set whose answer is known.
type Problem struct {
	Table *engine.Table
	// Flat are the coordinates that an embedding ought to find, up to a
	// motion, as far as its assumptions hold: n×2.
	Flat *mat.Dense
}

// Sample returns all rows as training rows, with Euclidean distances.
func (p Problem) Sample() engine.Sample {
	all := make([]int, p.Table.Len())
	for i := range all {
		all[i] = i
	}
	s := p.Table.Take(all)
	s.Distances = engine.Euclidean(s.X)
	return s
}

// newTable makes a table of the rows of x, with numbered columns.
func newTable(name string, x *mat.Dense, target engine.Target) *engine.Table {
	n, d := x.Dims()
	t := &engine.Table{Name: name, Source: name, X: x, Target: target, Rows: make([]int, n)}
	for i := range n {
		t.Rows[i] = i
	}
	for j := range d {
		t.Columns = append(t.Columns, engine.Column{Name: fmt.Sprintf("x%d", j+1)})
	}
	return t
}

// Procrustes returns how far the rows of y are from those of truth once it has
// been moved, turned, reflected and scaled to them as well as can be: the sum
// of squared differences over that of truth about its mean, from 0 to 1.
//
// With both centred and scaled to unit size it is 1 − (Σ singular values of
// yᵀ truth)² (Gower 1975, doi:10.1007/BF02291478).
func Procrustes(y, truth *mat.Dense) float64 {
	var cross mat.Dense
	cross.Mul(normalise(y).T(), normalise(truth))
	var svd mat.SVD
	if !svd.Factorize(&cross, mat.SVDNone) {
		return math.NaN()
	}
	var sum float64
	for _, v := range svd.Values(nil) {
		sum += v
	}
	return max(0, 1-float64(sum*sum))
}

// normalise centres the columns of x and scales it to unit Frobenius norm.
func normalise(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for j := range d {
		mean := mat.Sum(x.ColView(j)) / float64(n)
		for i := range n {
			out.Set(i, j, x.At(i, j)-mean)
		}
	}
	out.Scale(1/mat.Norm(out, 2), out)
	return out
}
