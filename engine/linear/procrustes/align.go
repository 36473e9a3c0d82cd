package procrustes

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
	"unfold/engine/remedy"
)

// A Configuration is where some of n rows lie.
type Configuration struct {
	Rows   []int      // which of the n, each once
	Places *mat.Dense // len(Rows)×p
}

// An Alignment is several configurations on their consensus.
type Alignment struct {
	Consensus *mat.Dense   // n×p: the mean of where a row lies; NaN of rows that are in none
	Moved     []*mat.Dense // the places of each configuration, moved
}

// Rounds and the change of the consensus, as a share of its size, at which they end.
const (
	mostRounds = 100
	settled    = 1e-10
)

// Align moves configurations of n rows onto their consensus, which is what minimises
//
//	Σ_f Σ_{i in f} ‖s_f y_fi Q_f + b_f − c_i‖²
//
// under a consensus c of the size of the first configuration: each is turned, scaled and
// shifted onto the mean of all, over the rows they share, and the mean is taken again, until
// it stays as it is to a share of 1e−10, or for 100 rounds. It begins with the first
// configuration, which the others join in their order, so that the axes are those of the
// first.
//
// It fails, with an *engine.Error, for one that has too few rows in common with those before
// it. Time O(rounds Σ_f n_f p²). Deterministic.
//
// Citation: Gower 1975, Generalized Procrustes analysis, doi:10.1007/BF02291478. Rows that
// a configuration lacks take no part in its fit.
func Align(ctx context.Context, n int, of []Configuration) (*Alignment, error) {
	_, p := of[0].Places.Dims()
	a := &Alignment{Consensus: newConsensus(n, p), Moved: make([]*mat.Dense, len(of))}
	a.Moved[0] = mat.DenseCopyOf(of[0].Places)
	size := spread(a.Moved[0])
	a.average(of)
	for f := 1; f < len(of); f++ {
		if err := a.move(ctx, f, of[f]); err != nil {
			return nil, err
		}
		a.average(of)
	}
	for range mostRounds {
		before := mat.DenseCopyOf(a.Consensus)
		a.resize(of[0], size)
		for f := range of {
			if err := a.move(ctx, f, of[f]); err != nil {
				return nil, err
			}
		}
		a.average(of)
		if change(before, a.Consensus) <= settled*size {
			break
		}
	}
	return a, nil
}

// newConsensus knows no row yet.
func newConsensus(n, p int) *mat.Dense {
	c := mat.NewDense(n, p, nil)
	for i := range n {
		for k := range p {
			c.Set(i, k, math.NaN())
		}
	}
	return c
}

// move brings a configuration onto the consensus, by the rows that it knows.
func (a *Alignment) move(ctx context.Context, f int, c Configuration) error {
	var shared []int
	for at, row := range c.Rows {
		if !math.IsNaN(a.Consensus.At(row, 0)) {
			shared = append(shared, at)
		}
	}
	_, p := c.Places.Dims()
	if len(shared) < p+1 {
		return &engine.Error{Cause: fmt.Sprintf("configuration %d has %d rows in common with those before it, too few to turn %d dimensions onto each other", f+1, len(shared), p), Remedy: remedy.Use("bootstrap", "cv").As("a protocol").Which("leaves folds most rows in common")}
	}
	y, t := mat.NewDense(len(shared), p, nil), mat.NewDense(len(shared), p, nil)
	for to, at := range shared {
		y.SetRow(to, c.Places.RawRowView(at))
		t.SetRow(to, a.Consensus.RawRowView(c.Rows[at]))
	}
	m, err := Onto(ctx, y, t)
	if err != nil {
		return err
	}
	a.Moved[f] = mat.NewDense(len(c.Rows), p, nil)
	for at := range c.Rows {
		m.Row(a.Moved[f].RawRowView(at), c.Places.RawRowView(at))
	}
	return nil
}

// average sets the consensus to the means of what has been moved.
func (a *Alignment) average(of []Configuration) {
	n, p := a.Consensus.Dims()
	count := make([]float64, n)
	sums := mat.NewDense(n, p, nil)
	for f, moved := range a.Moved {
		if moved == nil {
			continue
		}
		for at, row := range of[f].Rows {
			count[row]++
			for k, v := range moved.RawRowView(at) {
				sums.Set(row, k, sums.At(row, k)+v)
			}
		}
	}
	sums.Apply(func(i, _ int, v float64) float64 { return v / count[i] }, sums) // NaN of none
	a.Consensus = sums
}

// resize scales the consensus about its mean so that the rows of the first configuration
// are as spread there as they were: means lie closer together than what they are of, and
// would shrink to a point.
func (a *Alignment) resize(first Configuration, size float64) {
	_, p := a.Consensus.Dims()
	own := mat.NewDense(len(first.Rows), p, nil)
	for at, row := range first.Rows {
		own.SetRow(at, a.Consensus.RawRowView(row))
	}
	now := spread(own)
	if now == 0 {
		return
	}
	mean := moments.ColumnMeans(own)
	a.Consensus.Apply(func(_, k int, v float64) float64 { return mean[k] + float64((v-mean[k])*(size/now)) }, a.Consensus)
}

// spread is the root of the sum of squares about the mean.
func spread(x *mat.Dense) float64 {
	centred := mat.DenseCopyOf(x)
	moments.Centre(centred)
	return math.Sqrt(square(centred.RawMatrix().Data))
}

// change is the root of the sum of squared differences, over rows that both know.
func change(before, after *mat.Dense) float64 {
	n, _ := before.Dims()
	var sum float64
	for i := range n {
		for k, v := range before.RawRowView(i) {
			if off := after.At(i, k) - v; !math.IsNaN(off) {
				sum += float64(off * off)
			}
		}
	}
	return math.Sqrt(sum)
}
