package predictor

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/smo"
)

// A machine is a learned SVM. The support vectors of all pairs are kept once,
// since most support several.
type machine struct {
	classes []int
	pairs   []smo.Pair
	at      [][]int32 // the support vectors of each pair
	support *smo.Points
	columns int
}

// newMachine keeps the points that support a pair.
func newMachine(classes []int, pairs []smo.Pair, points *smo.Points, columns int) *machine {
	var keep []int
	for _, p := range pairs {
		keep = append(keep, p.Rows...)
	}
	slices.Sort(keep)
	keep = slices.Compact(keep)
	place := make(map[int]int32, len(keep))
	for at, row := range keep {
		place[row] = int32(at)
	}
	m := &machine{classes: classes, pairs: pairs, support: points.Of(keep), columns: columns}
	for _, p := range pairs {
		at := make([]int32, len(p.Rows))
		for i, row := range p.Rows {
			at[i] = place[row]
		}
		m.at = append(m.at, at)
	}
	return m
}

// newLinearMachine keeps the normal of each pair's hyperplane, as a point that
// supports it alone.
func newLinearMachine(classes []int, pairs []smo.Pair, points *smo.Points, columns int) *machine {
	m := &machine{classes: classes, pairs: slices.Clone(pairs), columns: columns}
	var rows [][]int
	var weights [][]float64
	for at := range m.pairs {
		rows, weights = append(rows, pairs[at].Rows), append(weights, pairs[at].Weights)
		m.pairs[at].Rows, m.pairs[at].Weights = []int{at}, []float64{1}
		m.at = append(m.at, []int32{int32(at)})
	}
	m.support = points.Combined(rows, weights)
	return m
}

// A ballot is what a goroutine needs to classify some rows at a time.
type ballot struct {
	tile      *smo.Tile
	decisions []float64 // of one pair
	votes     [][]int   // of each row for each class
}

func (m *machine) newBallot() *ballot {
	b := &ballot{tile: m.support.NewTile(), decisions: make([]float64, smo.TileRows), votes: make([][]int, smo.TileRows)}
	for j := range b.votes {
		b.votes[j] = make([]int, len(m.classes))
	}
	return b
}

// Predict gives each row the class that wins most pairs.
func (m *machine) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := sameColumns(y, m.columns); err != nil {
		return err
	}
	n, _ := y.Dims()
	count := parallel.Count(ctx, "predictions", n)
	return parallel.Try(ctx, n, smo.TileRows, m.newBallot, func(b *ballot, lo, hi int) error {
		for i := lo; i < hi; i++ {
			b.tile.Set(i-lo, y.RawRowView(i))
			clear(b.votes[i-lo])
		}
		if err := b.tile.Evaluate(ctx); err != nil {
			return err
		}
		for at := range m.pairs {
			m.decide(b, at)
			for j := range hi - lo {
				m.pairs[at].Vote(b.votes[j], b.decisions[j])
			}
		}
		for i := lo; i < hi; i++ {
			dst[i] = float64(m.classes[smo.Winner(b.votes[i-lo])])
		}
		count.Add(hi - lo)
		return nil
	})
}

// decide fills b.decisions with f of a pair for the rows of the tile.
func (m *machine) decide(b *ballot, at int) {
	b.tile.Combine(b.decisions, m.at[at], m.pairs[at].Weights, m.pairs[at].Rho)
}
