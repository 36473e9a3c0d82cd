package prototype

import (
	"gonum.org/v1/gonum/mat"
)

// Classes are those of the prototypes.
func (m *Model) Classes() []int { return m.classes }

// Columns are the names of the coded columns.
func (m *Model) Columns() []string {
	var names []string
	for _, c := range m.coding.columns {
		names = append(names, c.name)
	}
	return names
}

// Prototype is prototype k in coded columns.
func (m *Model) Prototype(k int) []float64 {
	d := m.coding.width()
	return m.w[k*d : (k+1)*d]
}

// Relevance is the diagonal of Λ, the squared lengths of the columns of Ω.
func (m *Model) Relevance(k int) []float64 {
	if m.Form == Identity {
		return nil
	}
	diagonal := make([]float64, m.coding.width())
	for j := range diagonal {
		m.shape.column(j, func(_, at int) {
			v := m.matrix(k)[at]
			diagonal[j] += float64(v * v)
		})
	}
	return diagonal
}

// Relevances is Λ of prototype k.
func (m *Model) Relevances(k int) *mat.SymDense {
	if m.Form == Identity {
		return nil
	}
	d := m.coding.width()
	omega := mat.NewDense(m.shape.rank(), d, nil)
	for j := range d {
		m.shape.column(j, func(row, at int) { omega.Set(row, j, m.matrix(k)[at]) })
	}
	lambda := mat.NewSymDense(d, nil)
	lambda.SymOuterK(1, omega.T())
	return lambda
}
