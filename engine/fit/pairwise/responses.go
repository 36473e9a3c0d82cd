package pairwise

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbourhood"
)

// Responses relates neighbours, and wants them as far apart as their responses
// are, Δ_ij = factor ‖y_i − y_j‖². Classes are corners of a simplex: Δ is 0
// inside a class and 2 between classes, times the factor.
type Responses struct {
	*neighbourhood.Graph            // G
	Values               *mat.Dense // n×m
	Labels               []int      // nil for a response
	Factor               float64
}

// Target returns Δ_ij.
func (r *Responses) Target(i, j int) float64 { return r.Factor * r.square(i, j) }

func (r *Responses) square(i, j int) float64 {
	if r.Labels != nil {
		if r.Labels[i] == r.Labels[j] {
			return 0
		}
		return 2
	}
	var sum float64
	other := r.Values.RawRowView(j)
	for c, v := range r.Values.RawRowView(i) {
		sum += float64((v - other[c]) * (v - other[c]))
	}
	return sum
}
