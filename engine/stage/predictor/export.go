package predictor

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// exportClass says the number of the class at a place among those that were learned.
func exportClass(place export.Value, classes []int) export.Value {
	numbers, same := make([]float64, len(classes)), true
	for at, class := range classes {
		numbers[at], same = float64(class), same && class == at
	}
	if same {
		return place
	}
	return place.Lookup(export.NewColumn("classes", numbers))
}

// exportPrediction says all values of functions, or of classes the one whose function is
// largest.
func exportPrediction(values export.Value, classes []int) export.Value {
	if classes == nil {
		return values
	}
	return exportClass(values.ArgMax(), classes)
}

// transposed is a table with the columns of m as its rows.
func transposed(name string, m *mat.Dense) *export.Table {
	return export.NewTable(name, mat.DenseCopyOf(m.T()))
}

// Export says b + w·x of each function, or the class whose is largest.
func (m *linear) Export(x export.Value) (export.Value, error) {
	values := x.MatMul(transposed("weights", m.weights)).Add(x.Row("intercepts", m.intercepts))
	return exportPrediction(values, m.classes), nil
}

// Export says the likeliest class.
func (m *logits) Export(x export.Value) (export.Value, error) {
	return exportPrediction(m.Model.Export(x), m.classes), nil
}

// Export says the likeliest class.
func (m *normals) Export(x export.Value) (export.Value, error) {
	var logs []export.Value
	for _, n := range m.of {
		off := x.Sub(x.Row("mean", n.mean)).Div(x.Row("deviation", n.deviation))
		logs = append(logs, x.Number(n.constant).Sub(off.Mul(off).Sum().Mul(x.Number(0.5))))
	}
	return exportPrediction(export.Join(logs...), m.classes), nil
}

// Export says b + Σ_i w_i k(x, x_i) of each function, or the class whose is largest.
func (m *kernelFunctions) Export(x export.Value) (export.Value, error) {
	values := m.profile.Export(m.kernel, x).Times("weights", m.weights).Add(x.Row("intercepts", m.intercepts))
	return exportPrediction(values, m.classes), nil
}

// export says Σ_i w_i k(x_i, x) − ρ of each function.
func (s *surfaces) export(x export.Value) export.Value {
	weights, rho := mat.NewDense(s.support.Len(), len(s.of), nil), make([]float64, len(s.of))
	for c, f := range s.of {
		rho[c] = f.Rho
		for i, at := range s.at[c] {
			weights.Set(int(at), c, weights.At(int(at), c)+f.Weights[i])
		}
	}
	return s.support.Export(x).MatMul(export.NewTable("weights", weights)).Sub(x.Row("rho", rho))
}

// Export says the class that wins most pairs.
func (m *machine) Export(x export.Value) (export.Value, error) {
	ahead, change := make([]float64, len(m.classes)), mat.NewDense(len(m.pairs), len(m.classes), nil)
	for p, pair := range m.pairs { // all go to A, and those that are not above zero to B
		ahead[pair.A]++
		change.Set(p, pair.A, -1)
		change.Set(p, pair.B, 1)
	}
	lost := m.export(x).AtMost(x.Number(0))
	votes := lost.MatMul(export.NewTable("change", change)).Add(x.Row("ahead", ahead))
	return exportPrediction(votes, m.classes), nil
}

// Export says the function of each response, in its unit.
func (m *regression) Export(x export.Value) (export.Value, error) {
	means, deviations := make([]float64, len(m.units)), make([]float64, len(m.units))
	for c, u := range m.units {
		means[c], deviations[c] = u.mean, u.deviation
	}
	return m.export(x).Mul(x.Row("deviations", deviations)).Add(x.Row("means", means)), nil
}

// Export says what most trees say, or their mean.
func (f *forest) Export(x export.Value) (export.Value, error) { return f.grove().Export(x) }

// Export says what most trees say, or their mean.
func (g *grove) Export(x export.Value) (export.Value, error) {
	trees := make([]export.Tree, len(g.trees))
	for t := range g.trees {
		trees[t] = g.trees[t].Export()
	}
	said := x.Trees(trees...)
	var sums []export.Value
	if g.votes.classes > 0 {
		for class := range g.votes.classes {
			sums = append(sums, said.Equal(x.Number(float64(class))).Sum())
		}
		return export.Join(sums...).ArgMax(), nil
	}
	for response := range g.votes.width {
		var of []int
		for t := range trees {
			of = append(of, t*g.votes.width+response)
		}
		sums = append(sums, said.Columns(of...).Sum())
	}
	return export.Join(sums...).Div(x.Number(float64(len(trees)))), nil
}
