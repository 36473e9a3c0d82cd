package spectral

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// together is how near eigenvalues are, as a share of the largest, whose vectors
// rounding mixes as it likes.
const together = 1e-10

// positive is the share of the largest eigenvalue above which others are positive
// beyond rounding.
const positive = 1e-9

// A Cluster are positive eigenvalues From to To−1, which are equal. Where it is
// Open there may be more of them.
type Cluster struct {
	From, To int
	Open     bool
}

// canonicalAxes chooses the axes of each cluster of positive eigenvalues, which
// fall. Any orthonormal basis V of their space is equally right, but its projection
// V Vᵀ is the same for all of them. So its columns are taken that are left
// longest, one after the other, each less its share of those before: pivoted
// Gram-Schmidt, where of columns equally long up to a millionth the first is
// taken. The space must be whole: where eigenvalues may go on beyond the last, its
// cluster is left as it is. It returns the clusters.
func canonicalAxes(values []float64, v *mat.Dense, beyond bool) []Cluster {
	n, count := v.Dims()
	clusters := Clusters(values)
	for i, c := range clusters {
		if beyond && c.To == count {
			clusters[i].Open = true
			continue
		}
		canonical(v.Slice(0, n, c.From, c.To).(*mat.Dense))
	}
	return clusters
}

// cut reports whether a cluster with one of the first count pairs may go on beyond
// what is known.
func (p *Pairs) cut(count int) bool {
	return slices.ContainsFunc(p.Equal, func(c Cluster) bool { return c.Open && c.From < count })
}

// Clusters returns the clusters of two and more among values, which fall: each is
// within 1e-10 of the largest value from the one before.
func Clusters(values []float64) []Cluster {
	var found []Cluster
	for from := 0; from < len(values); {
		to := from + 1
		for to < len(values) && values[to-1]-values[to] <= together*values[0] {
			to++
		}
		if to-from > 1 && values[to-1] > positive*values[0] {
			found = append(found, Cluster{From: from, To: to})
		}
		from = to
	}
	return found
}

// RemarkEqual notes axes, of the first dim, whose eigenvalues are equal.
func RemarkEqual(ctx context.Context, equal []Cluster, dim int) {
	for _, c := range equal {
		if c.From >= dim {
			continue
		}
		more := ""
		if c.Open {
			more = ", and may be more,"
		}
		engine.Remark(ctx, "eigenvalues %d to %d%s are equal: any turn of these axes is as right as the one that is shown", c.From+1, c.To, more)
	}
}

// canonical replaces the orthonormal columns of v by those that V Vᵀ tells.
func canonical(v *mat.Dense) {
	n, m := v.Dims()
	left, turn := mat.DenseCopyOf(v), mat.NewDense(m, m, nil)
	for c := range m {
		row := left.RawRowView(longest(left))
		length := math.Sqrt(lengthSquared(row))
		axis := make([]float64, m)
		for k, x := range row {
			axis[k] = x / length
		}
		turn.SetCol(c, axis)
		for i := range n {
			row := left.RawRowView(i)
			var share float64
			for k, x := range row {
				share += float64(x * axis[k])
			}
			for k := range row {
				row[k] -= float64(share * axis[k])
			}
		}
	}
	was := mat.DenseCopyOf(v)
	for i := range n {
		for c := range m {
			var sum float64
			for k, x := range was.RawRowView(i) {
				sum += float64(x * turn.At(k, c))
			}
			v.Set(i, c, sum)
		}
	}
}

// longest returns the first of the rows that are longest, up to a millionth.
func longest(v *mat.Dense) int {
	n, _ := v.Dims()
	var most float64
	for i := range n {
		most = max(most, lengthSquared(v.RawRowView(i)))
	}
	for i := range n {
		if lengthSquared(v.RawRowView(i)) >= (1-1e-6)*most {
			return i
		}
	}
	return 0
}

func lengthSquared(row []float64) float64 {
	var sum float64
	for _, x := range row {
		sum += float64(x * x)
	}
	return sum
}
