package extension

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "barycentre",
		Summary:  "maps by the weights that rebuild a row from its nearest training rows",
		Formula:  "min ‖x − Σ w_i x_i‖², Σ w_i = 1;  f(x) = Σ w_i y_i",
		Citation: "Roweis, Saul 2000, doi:10.1126/science.290.5500.2323",
		Examples: []string{`swissroll(n=300) | isomap(k=10) | barycentre(k=5)`},
	}, func() engine.Extender { return new(Barycentre) })
}

// Barycentre keeps how a row lies among its k nearest training rows:
//
//	w = argmin ‖x − Σ_i w_i x_i‖² + reg·tr(C)·‖w‖²,  Σ_i w_i = 1
//	f(x) = Σ_i w_i y_i
//
// with C_ij = (x_i − x)·(x_j − x). Weights solve (C + reg·tr(C) I) w = 1 and are
// then scaled to add up to one; some may be negative, so images can lie
// outside the placed rows. X n×d, Y n×dim → images m×dim. Time
// O(nd + k²d + k³) a mapped row at most, memory O(nd). It fails for k > n. It is
// deterministic (Roweis, Saul 2000,
// doi:10.1126/science.290.5500.2323).
type Barycentre struct {
	K     int     // nearest training rows
	Reg   float64 // share of tr(C) on the diagonal
	Train string  // "mapped" or "placed"
}

// Params declares the parameters.
func (m *Barycentre) Params(p *engine.Params) {
	p.Int(&m.K, "k", 5, engine.AtLeast(1), "nearest training rows that rebuild a row")
	p.Float(&m.Reg, "reg", 1e-3, engine.Above(0), "regularisation, as a share of the trace of their local products").Simpler(engine.Larger)
	trainParam(p, &m.Train)
}

// Extend learns the map from the rows of s to those of e.
func (m *Barycentre) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	if err := checkRows(s, e); err != nil {
		return nil, err
	}
	if n := s.Len(); m.K > n {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d is more than the %d training rows", m.K, n), Remedy: remedy.Reduce("k")}
	}
	index, err := indexOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return newExtension(&barycentreMap{m.K, m.Reg, index, e.Y}, m.Train), nil
}

func init() { codec.Register[*barycentreMap]("barycentre", 1) }

// A barycentreMap is the map of some rows and their places.
type barycentreMap struct {
	k     int
	reg   float64
	index *neighbour.Index // of the rows
	y     *mat.Dense
}

// Fields tells the rows and their places.
func (m *barycentreMap) Fields(f *codec.Fields) {
	if m.index == nil {
		m.index = new(neighbour.Index)
	}
	f.Int("k", &m.k)
	f.Float("reg", &m.reg)
	f.Group("rows", m.index.Fields)
	f.Matrix("places", &m.y)
	f.Check(m.k >= 1 && m.k <= m.index.Len() && m.reg > 0, "%d neighbours of %d rows", m.k, m.index.Len())
	if f.Good() {
		n, _ := m.y.Dims()
		f.Check(n == m.index.Len(), "%d places of %d rows", n, m.index.Len())
	}
}

// Dim returns the number of columns of an image.
func (m *barycentreMap) Dim() int { _, dim := m.y.Dims(); return dim }

// Apply fills dst with the images of the rows of x.
func (m *barycentreMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return applyRows(ctx, m.cost(), m.fresh, m.row, dst, x)
}

func (m *barycentreMap) cost() int {
	n, d := m.index.Rows().Dims()
	return n*(d+4) + m.k*m.k*(d+m.k)
}

func (m *barycentreMap) fresh() *barycentreRow { return &barycentreRow{weights: make([]float64, m.k)} }

func (m *barycentreMap) row(w *barycentreRow, image, x []float64) (err error) {
	if w.near, err = m.index.Query(w.near, x, m.k); err != nil {
		return err
	}
	w.Weights(w.weights[:len(w.near)], m.index.Rows(), func(at int) int { return int(w.near[at].Index) }, x, m.reg)
	clear(image)
	for c, near := range w.near {
		for p, v := range m.y.RawRowView(int(near.Index)) {
			image[p] += float64(w.weights[c] * v)
		}
	}
	return nil
}

// barycentreRow is the workspace for one row: its neighbours and their weights.
type barycentreRow struct {
	neighbour.Barycentre
	weights []float64
	near    []neighbour.Candidate
}
