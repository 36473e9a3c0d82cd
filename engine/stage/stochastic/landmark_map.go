package stochastic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/fit/layout"
	"unfold/engine/graph/neighbour"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// landmarkMap is the map of rows to a layout of landmarks, which stays as it is. A row starts
// where the landmarks closer than the farthest of its 16 nearest, at R, draw it:
//
//	z = Σ_j w_j y_j / Σ_j w_j,  w_j = (1/d_j − 1/R)²
//
// or at one of the nearest, if the divergence of its weights is less there, and descends
// that divergence (layout.Fixed). A landmark is where it was laid out. A row's place
// depends on it alone. Time O(n landmarks d), memory O(landmarks).
type landmarkMap struct {
	landmarks *mat.Dense // as rows are
	y         *mat.Dense // where they lie
	centred   *mat.Dense // far from the origin products would tell little
	middle    []float64
	halves    []float64 // ‖l‖²/2 of the centred ones

	fixed      *layout.Fixed // nil where rows stay where they start
	perplexity float64       // of their weights
	dof        float64       // degrees of freedom of what the layout pushes by
}

func init() { codec.Register[*landmarkMap]("landmarks", 1) }

// Fields tells the landmarks and where they lie; how they push is found again.
func (m *landmarkMap) Fields(f *codec.Fields) {
	descends := m.fixed != nil
	f.Matrix("landmarks", &m.landmarks)
	f.Matrix("places", &m.y)
	f.Bool("descends", &descends)
	f.Float("perplexity", &m.perplexity)
	f.Float("dof", &m.dof)
	if !f.Good() {
		return
	}
	n, d := m.landmarks.Dims()
	count, dim := m.y.Dims()
	f.Holds(n)
	f.Check(count == n && d == f.Columns(), "%d landmarks of %d columns at %d places", n, d, count)
	const widest = 1e5 // in the unit of the spacing of a grid
	extent := mat.Max(m.y) - mat.Min(m.y)
	f.Check(!descends || dim <= 2 && m.perplexity >= 1 && m.perplexity <= float64(n) && extent <= widest*math.Sqrt(min(1, m.dof)), "a layout of %d dimensions and extent %.3g, of perplexity %v", dim, extent, m.perplexity)
	if !f.Reading() {
		return
	}
	perplexity, dof := m.perplexity, m.dof
	*m = *newLandmarkMap(m.landmarks, m.y)
	if m.perplexity, m.dof = perplexity, dof; descends {
		var err error
		m.fixed, err = layout.Fix(context.Background(), layout.PointsAt(m.y), dof)
		f.Check(err == nil, "%v", err)
	}
}

const (
	nearLandmarks  = 16  // that draw a row, the last of which has no weight
	startLandmarks = 4   // at which it may start
	looked         = 8   // more that are measured: what products say of the last may be wrong in the last digits
	atOnce         = 512 // rows
)

// newLandmarkMap returns the map among landmarks at y.
func newLandmarkMap(landmarks, y *mat.Dense) *landmarkMap {
	m := &landmarkMap{landmarks: landmarks, y: y, centred: mat.DenseCopyOf(landmarks)}
	m.middle = moments.Centre(m.centred)
	m.halves = make([]float64, y.RawMatrix().Rows)
	for j := range m.halves {
		l := m.centred.RawRowView(j)
		m.halves[j] = simd.Dot(l, l) / 2
	}
	return m
}

// Dim returns dim.
func (m *landmarkMap) Dim() int { return m.y.RawMatrix().Cols }

// Apply fills dst with the places of the rows of x.
func (m *landmarkMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, d := x.Dims()
	count := len(m.halves)
	if err := check.Width(x, m.landmarks.RawMatrix().Cols); err != nil {
		return err
	}
	if err := memory.Claim(ctx, 8*atOnce*uint64(count+d), fmt.Sprintf("products of %d rows and %d landmarks", atOnce, count), remedy.Reduce("landmarks")); err != nil {
		return err
	}
	products, block := make([]float64, atOnce*count), mat.NewDense(atOnce, d, nil)
	from, to, done := block.RawMatrix(), m.centred.RawMatrix(), parallel.Count(ctx, "rows among landmarks", n)
	for lo := 0; lo < n; lo += atOnce {
		rows := min(atOnce, n-lo)
		for i := range rows {
			for c, v := range x.RawRowView(lo + i) {
				block.Set(i, c, v-m.middle[c])
			}
		}
		if err := own.Gemm(ctx, blas.NoTrans, blas.Trans, rows, count, d, 1, from.Data, from.Stride, to.Data, to.Stride, 0, products, count); err != nil {
			return err
		}
		err := parallel.Try(ctx, rows, 8, m.newPlacer, func(p *placer, a, b int) error {
			for i := a; i < b; i++ {
				if err := p.place(dst.RawRowView(lo+i), x.RawRowView(lo+i), products[i*count:][:count]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		done.Add(rows)
	}
	return nil
}

// nearest returns how many landmarks are looked for.
func (m *landmarkMap) nearest() int {
	if m.fixed == nil {
		return nearLandmarks
	}
	return max(nearLandmarks, int(math.Ceil(3*m.perplexity)))
}

// A placer places rows, one by one. It is the workspace of one goroutine.
type placer struct {
	*landmarkMap
	far  []float64 // of the landmarks that are looked at, rising
	at   []int
	near []neighbour.Candidate

	weights *around.RowEntropy
	descent *layout.Placer
	squares []float64
	points  []int32
}

func (m *landmarkMap) newPlacer() *placer {
	p := &placer{landmarkMap: m}
	if m.fixed != nil {
		p.descent, p.weights = m.fixed.Placer(), around.NewRowEntropy(m.perplexity, m.nearest())
	}
	return p
}

// place fills z with where row x goes, given its products with the landmarks.
func (p *placer) place(z, x, products []float64) error {
	p.sum(products)
	p.measure(x)
	if len(p.near) == 0 || math.IsInf(p.near[0].Length, 1) {
		return &engine.Error{Cause: "a row is so far from all landmarks that squares of distances overflow", Remedy: check.ImputeOrScale()}
	}
	p.mean(z)
	if p.descent == nil || p.near[0].Length == 0 {
		return nil
	}
	p.squares, p.points = p.squares[:0], p.points[:0]
	for _, c := range p.near {
		p.squares, p.points = append(p.squares, float64(c.Length*c.Length)), append(p.points, c.Index)
	}
	p.descent.Place(z, p.points, p.weights.Weights(p.squares), startLandmarks)
	return nil
}

// sum looks for landmarks by ‖x − l‖²/2 = ‖x‖²/2 + ‖l‖²/2 − xᵀl; the first part is that
// of all.
func (p *placer) sum(products []float64) {
	p.far, p.at = p.far[:0], p.at[:0]
	farthest, most := math.Inf(1), p.nearest()+looked
	for j, v := range products {
		v = p.halves[j] - v
		if !(v < farthest) {
			continue
		}
		if len(p.far) == most {
			p.far, p.at = p.far[:most-1], p.at[:most-1]
		}
		to, _ := slices.BinarySearchFunc(p.far, v, func(a, b float64) int { // behind those that are equal
			if a <= b {
				return -1
			}
			return 1
		})
		p.far, p.at = slices.Insert(p.far, to, v), slices.Insert(p.at, to, j)
		if len(p.far) == most {
			farthest = p.far[most-1]
		}
	}
}

// measure keeps the nearest of those that were looked at.
func (p *placer) measure(x []float64) {
	p.near = p.near[:0]
	for _, at := range p.at {
		sum := 0.0
		for k, v := range p.landmarks.RawRowView(at) {
			sum += float64((x[k] - v) * (x[k] - v))
		}
		length := math.Sqrt(sum)
		p.near = append(p.near, neighbour.Candidate{Key: length, Index: int32(at), Length: length})
	}
	slices.SortFunc(p.near, neighbour.Candidate.Compare)
	p.near = p.near[:min(p.nearest(), len(p.near))]
}

// mean fills z with the weighted mean of the places of landmarks, the nearest first.
func (p *placer) mean(z []float64) {
	near := p.near[:min(nearLandmarks, len(p.near))]
	nearest, farthest := near[0].Length, near[len(near)-1].Length
	clear(z)
	if nearest == 0 || nearest == farthest {
		copy(z, p.y.RawRowView(int(near[0].Index)))
		return
	}
	var sum float64
	for _, c := range near {
		w := nearest/c.Length - nearest/farthest
		w = float64(w * w)
		sum += w
		for k, v := range p.y.RawRowView(int(c.Index)) {
			z[k] += float64(w * v)
		}
	}
	for k := range z {
		z[k] /= sum
	}
}
