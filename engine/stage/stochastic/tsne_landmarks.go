package stochastic

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/layout"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// Up to how many rows all are laid out, and how many of more: of free points, and of a
// map, whose descent goes through all pairs.
const (
	mostLaid, partLaid     = 100_000, 25_000
	mostMapped, partMapped = 5_000, 5_000
)

// laid returns how many of n rows are laid out; auto leaves others out where rows are
// points alone, among which others can be placed.
func (m *TSNE) laid(n int, pointed bool) int {
	most, part := mostLaid, partLaid
	if !form.IsFree(m.Map) || m.DoF == engine.Auto {
		most, part = mostMapped, partMapped
	}
	switch {
	case m.Landmarks != engine.Auto:
		return min(n, m.Landmarks)
	case pointed && n > most:
		return part
	}
	return n
}

// embedAround lays out count rows that lie as all do, and takes the others along: by
// the map that there is, or else among the landmarks, as unseen rows are.
func (m *TSNE) embedAround(ctx context.Context, s engine.Sample, d engine.Distances, count int) (*engine.Embedding, error) {
	points, ok := d.(engine.Pointed)
	if !ok {
		return nil, &engine.Error{Param: "landmarks", Cause: fmt.Sprintf("landmarks = %d of %d rows: others can be placed among them by the distances of points alone", count, d.Len()), Remedy: remedy.Set("landmarks", "auto")}
	}
	if err := m.check(count); err != nil {
		return nil, err
	}
	rows, err := spread(parallel.Part(ctx, 0, 0.02), points.Points(), count, m.Seed)
	if err != nil {
		return nil, err
	}
	some := s.Only(rows)
	landmarks := rowsOf(points.Points(), rows)
	e, err := m.embedAll(parallel.Part(ctx, 0.02, 0.5), some, engine.Euclidean(landmarks))
	if err != nil {
		return nil, err
	}
	x := s.X
	if e.Map == nil {
		x = points.Points()
		if e.Map, err = m.among(parallel.Part(ctx, 0.5, 0.52), landmarks, e.Y); err != nil {
			return nil, err
		}
	}
	if e.Y, err = engine.Image(parallel.Part(ctx, 0.52, 0.9), e.Map, x); err != nil {
		return nil, err
	}
	if x != s.X { // points of the metric, which unseen rows are not
		e.Map = nil
	}
	e.Target = d
	return e, m.remarkLoss(parallel.Part(ctx, 0.9, 1), d, e.Y, rows)
}

// among returns the map of rows among landmarks at y, where each goes down its own
// divergence: on a line and in a plane, for degrees of freedom that are given.
func (m *TSNE) among(ctx context.Context, landmarks, y *mat.Dense) (engine.Map, error) {
	placed := newAmong(landmarks, y)
	if m.Dim > 2 || m.DoF == engine.Auto {
		return placed, nil
	}
	count, _ := y.Dims()
	if placed.perplexity = m.perplexity(); m.Perplexity == engine.Auto {
		placed.perplexity = min(placed.perplexity, float64(count-1)/3)
	}
	var err error
	placed.dof = m.DoF
	placed.fixed, err = layout.Fix(ctx, layout.PointsAt(y), m.DoF)
	return placed, err
}

// rowsOf returns the rows of x at the given places.
func rowsOf(x *mat.Dense, at []int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(at), d, nil)
	for to, from := range at {
		out.SetRow(to, x.RawRowView(from))
	}
	return out
}

// Of how many rows of either kind the neighbours are held against each other, and how
// many neighbours.
const (
	heldAgainst = 200
	kept        = 30
)

// remarkLoss tells what it costs that rows were not laid out: how many of their
// neighbours they keep, of all rows, and how many landmarks keep.
func (m *TSNE) remarkLoss(ctx context.Context, d engine.Distances, y *mat.Dense, landmarks []int) error {
	n := d.Len()
	isLandmark := make([]bool, n)
	for _, i := range landmarks {
		isLandmark[i] = true
	}
	var some [2][]int // others, landmarks
	for _, i := range random.New(m.Seed, "loss").Permutation(n) {
		kind := 0
		if isLandmark[i] {
			kind = 1
		}
		if len(some[kind]) < heldAgainst {
			some[kind] = append(some[kind], i)
		}
	}
	k := min(kept, n-2)
	var shares [2]float64
	for kind, rows := range some {
		var err error
		if shares[kind], err = agreement(parallel.Part(ctx, float64(kind)/2, float64(kind+1)/2), d, engine.Euclidean(y), rows, k); err != nil {
			return err
		}
	}
	engine.Remark(ctx, "%d of %d rows were laid out, the others placed by them: of the %d nearest rows of each, Q_NX = %.3f of laid-out rows and %.3f of the others are near there too (of %d rows each, drawn at random)", len(landmarks), n, k, shares[1], shares[0], heldAgainst)
	return nil
}

// agreement returns the share of the k nearest rows of some by one distance that are so
// by the other, Q_NX(k) of these rows.
func agreement(ctx context.Context, one, other engine.Distances, rows []int, k int) (float64, error) {
	type space struct {
		far         []float64
		here, there []neighbour.Candidate
	}
	counts := make([]int, len(rows))
	fresh := func() *space { return &space{far: make([]float64, one.Len())} }
	err := parallel.With(ctx, len(rows), 1, fresh, func(s *space, lo, hi int) {
		for at := lo; at < hi; at++ {
			s.here = nearestTo(s.here, s.far, one, rows[at], k)
			s.there = nearestTo(s.there, s.far, other, rows[at], k)
			isNear := make(map[int32]bool, k)
			for _, c := range s.here {
				isNear[c.Index] = true
			}
			for _, c := range s.there {
				if isNear[c.Index] {
					counts[at]++
				}
			}
		}
	})
	sum := 0
	for _, count := range counts {
		sum += count
	}
	return float64(sum) / float64(max(1, k*len(rows))), err
}

// nearestTo returns the k rows nearest to row i.
func nearestTo(buffer []neighbour.Candidate, far []float64, d engine.Distances, i, k int) []neighbour.Candidate {
	d.Row(far, i)
	near := neighbour.Least(buffer, far, k+1)
	for at, c := range near {
		if int(c.Index) == i {
			return append(near[:at], near[at+1:]...)
		}
	}
	return near[:k] // copies before it
}
