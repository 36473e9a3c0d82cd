package predictor

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// Export says the majority of the k nearest rows, or their mean response.
func (m *neighbourhood) Export(x export.Value) (export.Value, error) {
	lengths := x.Squares(export.NewTable("rows", m.index.Rows())).Sqrt()
	near := lengths.Coarse().Least(m.k)
	if m.target.HasClasses() {
		return exportMajority(lengths.At(near), near, m.target.Labels), nil
	}
	responses := export.NewTable("responses", m.target.Response)
	sum := near.Columns(0).Lookup(responses)
	for c := 1; c < m.k; c++ {
		sum = sum.Add(near.Columns(c).Lookup(responses))
	}
	return sum.Div(x.Number(float64(m.k))), nil
}

// exportMajority says the class of most of the neighbours; of several the one whose
// neighbours are nearer in sum, then the first.
func exportMajority(lengths, near export.Value, labels []int) export.Value {
	classes := 0
	for _, l := range labels {
		classes = max(classes, l+1)
	}
	members := mat.NewDense(len(labels), classes, nil)
	for i, l := range labels {
		members.Set(i, l, 1)
	}
	table := export.NewTable("members", members)
	var votes, apart export.Value
	for c := range near.Width() {
		member := near.Columns(c).Lookup(table)
		far := member.Mul(lengths.Columns(c))
		if c == 0 {
			votes, apart = member, far
		} else {
			votes, apart = votes.Add(member), apart.Add(far)
		}
	}
	leads := votes.Equal(votes.Largest())
	return leads.Where(apart.Coarse(), near.Number(math.MaxFloat64)).ArgMin()
}
