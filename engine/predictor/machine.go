package predictor

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
)

// A pair is the decision between two classes.
type pair struct {
	a, b int       // positions in machine.classes, a < b; f > 0 votes for a
	rows []int     // the support vectors: rows of machine.support
	coef []float64 // their α_i y_i
	rho  float64
	gap  float64 // the violation of the optimality conditions that was left
}

// A machine is a learned SVM. The support vectors of all pairs are kept once,
// since most support several.
type machine struct {
	classes []int
	pairs   []pair
	support *mat.Dense
	scale   float64 // what columns are divided by
	mercer  kernel
}

// newMachine keeps the rows of x that support a pair.
func newMachine(classes []int, pairs []pair, x *mat.Dense, scale float64, mercer kernel) *machine {
	var keep []int
	for _, p := range pairs {
		keep = append(keep, p.rows...)
	}
	slices.Sort(keep)
	keep = slices.Compact(keep)
	_, d := x.Dims()
	m := &machine{classes: classes, pairs: pairs, support: mat.NewDense(len(keep), d, nil), scale: scale, mercer: mercer}
	place := make(map[int]int, len(keep))
	for at, row := range keep {
		m.support.SetRow(at, x.RawRowView(row))
		place[row] = at
	}
	for _, p := range pairs {
		for i, row := range p.rows {
			p.rows[i] = place[row]
		}
	}
	return m
}

// A ballot is what a goroutine needs to classify a row.
type ballot struct {
	x        []float64 // the row, scaled
	kernel   []float64 // its kernel values with the support vectors
	decision []float64 // f of each pair
	votes    []int     // for each class
}

func (m *machine) newBallot() *ballot {
	n, d := m.support.Dims()
	return &ballot{x: make([]float64, d), kernel: make([]float64, n), decision: make([]float64, len(m.pairs)), votes: make([]int, len(m.classes))}
}

// Predict gives each row the class that wins most pairs.
func (m *machine) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	_, d := m.support.Dims()
	if err := sameColumns(y, d); err != nil {
		return err
	}
	n, _ := y.Dims()
	return parallel.With(ctx, n, 16, m.newBallot, func(b *ballot, lo, hi int) {
		for i := lo; i < hi; i++ {
			m.decide(b, y.RawRowView(i))
			dst[i] = float64(m.classes[m.elect(b)])
		}
	})
}

// decide fills b.decision with f(x) of every pair.
func (m *machine) decide(b *ballot, x []float64) {
	for c, v := range x {
		b.x[c] = v / m.scale
	}
	for s := range b.kernel {
		b.kernel[s] = m.mercer(b.x, m.support.RawRowView(s))
	}
	for at, p := range m.pairs {
		f := -p.rho
		for i, s := range p.rows {
			f += p.coef[i] * b.kernel[s]
		}
		b.decision[at] = f
	}
}

// elect counts the votes of the pairs; of equal counts the first class wins.
func (m *machine) elect(b *ballot) int {
	clear(b.votes)
	for at, p := range m.pairs {
		if b.decision[at] > 0 {
			b.votes[p.a]++
		} else {
			b.votes[p.b]++
		}
	}
	winner := 0
	for c, v := range b.votes {
		if v > b.votes[winner] {
			winner = c
		}
	}
	return winner
}
