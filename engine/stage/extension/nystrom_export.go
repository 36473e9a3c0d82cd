package extension

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/export"
	"unfold/engine/remedy"
)

// notNystrom is the error of a map by what operations on rows do not know.
func notNystrom(by string) error {
	return &engine.Error{Cause: "nystrom maps by " + by + ", which cannot be said by operations on rows", Remedy: remedy.Use("krr", "grnn", "barycentre")}
}

// Export says −½ Σ_i (δ_i² − mean_j g_ij²) y_ip / λ_p for Euclidean lengths, straight or
// by the nearest rows of the graph.
func (m *nystromMap) Export(x export.Value) (export.Value, error) {
	points, ok := m.points()
	if !ok {
		return x, notNystrom("a metric of its own")
	}
	if m.within {
		return x, notNystrom("all rows within a radius")
	}
	straight := x.Squares(points).Sqrt()
	length := straight
	if m.enters {
		length = m.exportGeodesics(straight)
	}
	off := x.Row("mean", m.anchors.mean).Sub(length.Mul(length)).Mul(x.Number(0.5))
	return off.MatMul(export.NewTable("weights", mat.DenseCopyOf(m.anchors.weights.T()))), nil
}

// exportGeodesics says the least of e(x, x_j) + g_ij over the nearest rows j, of which the
// opposite is the largest.
func (m *nystromMap) exportGeodesics(straight export.Value) export.Value {
	near, graph := straight.Coarse().Least(m.near), m.graph()
	var opposite export.Value
	for c := range m.near {
		j := near.Columns(c)
		along := straight.At(j).Add(j.Lookup(graph)).Negative()
		if c == 0 {
			opposite = along
		} else {
			opposite = opposite.Max(along)
		}
	}
	return opposite.Negative()
}

// points are those that rows are measured to, if their lengths are Euclidean.
func (m *nystromMap) points() (*export.Table, bool) {
	if m.index != nil {
		return export.NewTable("rows", m.index.Rows()), true
	}
	p, ok := m.metric.Outward.(engine.Pointed)
	if !ok || engine.Distances(p) != engine.Distances(engine.Euclidean(p.Points())) {
		return nil, false
	}
	return export.NewTable("rows", p.Points()), true
}

// graph is how far the anchors are from each training row.
func (m *nystromMap) graph() *export.Table {
	g := mat.NewDense(m.n, len(m.anchors.mean), nil)
	for i := range m.n {
		m.anchors.to(g.RawRowView(i), i)
	}
	return export.NewTable("geodesics", g)
}

// Export fails: the weights that rows have for one another are many kinds.
func (m *affinityMap) Export(x export.Value) (export.Value, error) {
	return x, notNystrom("weights that rows have for one another")
}
