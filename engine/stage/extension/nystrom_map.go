package extension

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/simd"
)

func init() { codec.Register[*nystromMap]("nystrom", 1) }

// A nystromMap places rows by how far they are from anchors: straight, or by the graph
// that they enter where training rows are near.
type nystromMap struct {
	metric  rowMetric
	anchors *anchors
	n       int // training rows

	enters bool             // rows enter a graph
	near   int              // the training rows by which they do
	within bool             // all within eps do, or else the nearest
	eps    float64          //
	index  *neighbour.Index // that finds them; nil where the metric does
}

// Fields tells the metric, the graph and the anchors.
func (m *nystromMap) Fields(f *codec.Fields) {
	if m.anchors == nil {
		m.anchors = new(anchors)
	}
	f.Int("rows", &m.n)
	f.Check(m.n > 0, "there are no rows")
	f.Bool("enters", &m.enters)
	f.Bool("within", &m.within)
	f.Int("near", &m.near)
	f.Number("eps", &m.eps)
	indexed := m.index != nil
	if f.Bool("indexed", &indexed); indexed {
		if m.index == nil {
			m.index = new(neighbour.Index)
		}
		f.Group("index", m.index.Fields)
		f.Check(m.index.Len() == m.n, "an index of %d rows for %d", m.index.Len(), m.n)
	} else {
		m.metric.fields(f, m.n)
	}
	f.Group("anchors", func(f *codec.Fields) { m.anchors.fields(f, m.n, m.enters) })
	f.Check(!m.enters || m.near >= 1 && m.near <= m.n, "%d near of %d rows", m.near, m.n)
}

// Dim returns the number of columns of an image.
func (m *nystromMap) Dim() int { dim, _ := m.anchors.weights.Dims(); return dim }

// Apply fills dst with the images of the rows of x.
func (m *nystromMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return applyRows(ctx, m.cost(), m.fresh, m.row, dst, x)
}

func (m *nystromMap) cost() int { return 8*m.n + len(m.anchors.mean)*(m.Dim()+16) }

// nystromRow is the workspace for one row: how far training rows are straight,
// and anchors along the embedding's dissimilarities.
type nystromRow struct {
	straight, length, row []float64
	near                  []neighbour.Candidate
}

func (m *nystromMap) fresh() *nystromRow {
	count := len(m.anchors.mean)
	return &nystromRow{straight: make([]float64, m.n), length: make([]float64, count), row: make([]float64, count)}
}

func (m *nystromMap) row(w *nystromRow, image, x []float64) error {
	if err := m.measure(w, x); err != nil {
		return err
	}
	for i, v := range w.length {
		w.length[i] = (m.anchors.mean[i] - float64(v*v)) / 2
	}
	for p := range image {
		image[p] = simd.Dot(w.length, m.anchors.weights.RawRowView(p))
	}
	return nil
}

// measure fills w.length with the δ_i of a row x to all anchors.
func (m *nystromMap) measure(w *nystromRow, x []float64) error {
	if !m.enters {
		m.metric.From(w.length, x)
		return nil
	}
	if err := m.findNear(w, x); err != nil {
		return err
	}
	for i := range w.length {
		w.length[i] = math.Inf(1)
	}
	for _, near := range w.near {
		m.anchors.to(w.row, int(near.Index))
		for i, g := range w.row {
			w.length[i] = min(w.length[i], near.Length+g)
		}
	}
	return nil
}

// findNear fills w.near with the training rows by which x enters the graph.
func (m *nystromMap) findNear(w *nystromRow, x []float64) (err error) {
	if m.index != nil {
		w.near, err = m.index.Query(w.near, x, m.near)
		return err
	}
	m.metric.From(w.straight, x)
	if w.near = neighbour.Least(w.near, w.straight, m.near); m.within {
		w.near = rowsWithin(w, m.eps)
	}
	return nil
}

// rowsWithin returns the training rows within eps, or the nearest if there are
// none.
func rowsWithin(w *nystromRow, eps float64) []neighbour.Candidate {
	nearest := w.near[0]
	near := w.near[:0]
	for j, v := range w.straight {
		if v <= eps {
			near = append(near, neighbour.Candidate{Key: v, Index: int32(j), Length: v})
		}
	}
	if len(near) == 0 {
		near = append(near, nearest)
	}
	return near
}

// A rowMetric measures new rows to the training rows.
type rowMetric struct{ engine.Outward }

// fields tells the metric of n rows: their points, where they are Euclidean.
func (m *rowMetric) fields(f *codec.Fields, n int) {
	var points *mat.Dense
	if p, ok := m.Outward.(engine.Pointed); ok && engine.Distances(p) == engine.Distances(engine.Euclidean(p.Points())) {
		points = p.Points()
	}
	straight := points != nil
	if f.Bool("euclidean", &straight); !straight {
		codec.Value(f, "metric", &m.Outward)
		f.Check(!f.Good() || m.Len() == n, "a metric of other rows than %d", n)
		return
	}
	f.Matrix("points", &points)
	if !f.Good() {
		return
	}
	rows, d := points.Dims()
	f.Check(rows == n && d == f.Columns(), "points %d×%d of %d rows", rows, d, n)
	if f.Holds(n); f.Reading() {
		m.Outward = engine.Euclidean(points).(engine.Outward)
	}
}
