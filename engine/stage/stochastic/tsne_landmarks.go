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
)

// Up to how many rows all are laid out, and how many of more: of free points, and of a
// map, whose descent goes through all pairs.
const (
	mostLaid, partLaid     = 100_000, 25_000
	mostMapped, partMapped = 5_000, 5_000
)

// layoutSize returns how many of n rows are laid out; auto leaves others out where rows
// are points alone, among which others can be placed.
func (m *TSNE) layoutSize(n int, pointed bool) int {
	most, part := mostLaid, partLaid
	if m.isMapped() {
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

// laidOut returns the rows that are laid out: all, or landmarks that lie as all do.
func (m *TSNE) laidOut(ctx context.Context, all subset) (subset, error) {
	n := all.d.Len()
	if err := m.check(n); err != nil {
		return all, err
	}
	points, pointed := all.d.(engine.Pointed)
	count := m.layoutSize(n, pointed)
	if count == n {
		return all, nil
	}
	if !pointed {
		return all, &engine.Error{Param: "landmarks", Cause: fmt.Sprintf("landmarks = %d of %d rows: others can be placed among them by the distances of points alone", count, n), Remedy: remedy.Set("landmarks", "auto")}
	}
	if err := m.check(count); err != nil {
		return all, err
	}
	at, err := spread(ctx, points.Points(), count, m.Seed)
	if err != nil {
		return all, err
	}
	return all.only(at), nil
}

// landmarkMap returns the map of rows among landmarks at y, where each descends its own
// divergence: on a line and in a plane, for degrees of freedom that are given.
func (m *TSNE) landmarkMap(ctx context.Context, landmarks, y *mat.Dense) (engine.Map, error) {
	placed := newLandmarkMap(landmarks, y)
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

// perplexity is that of many rows.
func (m *Likelihoods) perplexity() float64 {
	if m.Perplexity == engine.Auto {
		return usualPerplexity
	}
	return m.Perplexity
}

// Of how many rows of either kind the neighbours are held against each other, and how
// many neighbours.
const (
	heldAgainst = 200
	kept        = 30
)

// remarkLoss tells what it costs that rows were not laid out: how many of their
// neighbours they keep, of all rows, and how many landmarks keep.
func remarkLoss(ctx context.Context, d engine.Distances, y *mat.Dense, landmarks []int, seed int) error {
	n := d.Len()
	isLandmark := make([]bool, n)
	for _, i := range landmarks {
		isLandmark[i] = true
	}
	var some [2][]int // others, landmarks
	for _, i := range random.New(seed, "loss").Permutation(n) {
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
