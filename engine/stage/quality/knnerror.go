package quality

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:       "knnerror",
		Summary:    "is the share of rows whose neighbours in the embedding vote for another class",
		Formula:    "#{i : vote of the k rows nearest to y_i ≠ c_i} / n",
		Citation:   "Venna, Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490",
		Examples:   []string{`waveform(n=300) | holdout | pca | knnerror`, `waveform(n=300) | scale | lda | knnerror(k=9)`},
		Needs:      engine.NeedClasses | engine.NeedEmbedding,
		Rank:       285,
		JudgesHeld: true,
	}, func() *KNNError { return new(KNNError) })
}

// KNNError is the share of rows that their neighbours in the embedding take for
// another class,
//
//	#{i : vote of the k rows nearest to y_i ≠ c_i} / n.
//
// The class of most of the neighbours wins; of classes with as many the one that has
// the nearest. Neighbours at equal distance are taken by their numbers.
//
// What may vote makes three numbers. Held rows are judged by the training rows as
// they were placed, which is the score; it says what a new row may expect. Training
// rows are judged by each other, each left out in turn, which flatters wherever labels
// had a part in the map; that is the score where no rows are held. All mapped rows,
// each judged by all others, are what papers on visualisation print: there training
// rows and the labels of held rows vote, too. It is NaN where held rows have no map.
//
// It fails, with an *engine.Error, for fewer than k+1 training rows. Rows without a
// label take no part. It is deterministic.
//
// Cost: O(n k log n) time in few dimensions, O(n) memory.
//
// Citation: Venna, Peltonen, Nybo, Aidos, Kaski 2010, Information retrieval
// perspective to nonlinear dimensionality reduction for data visualization, JMLR
// 11:451–490.
type KNNError struct {
	K int // neighbours that vote
}

// Params declares the parameters.
func (m *KNNError) Params(p *engine.Params) {
	p.Int(&m.K, "k", 5, engine.AtLeast(1), "neighbours that vote for the class of a row")
}

// Score counts the rows that are outvoted.
func (m *KNNError) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	score := engine.Score{Name: "knnerror", Better: engine.Lower}
	rows, placed := r.Labelled()
	if rows.Len() <= m.K {
		return score, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d neighbours are as many as there are other training rows, or more: %d", m.K, rows.Len()-1), Remedy: remedy.Reduce("k")}
	}
	trained, err := m.leftOut(ctx, placed, rows.Labels)
	score.Value = trained
	if err != nil || r.Held.Len() == 0 {
		return score, err
	}
	held, all := math.NaN(), math.NaN()
	if r.Mapped != nil {
		if held, err = m.share(ctx, placed, rows.Labels, r.Mapped, r.Held.Labels); err != nil {
			return score, err
		}
		var both mat.Dense
		both.Stack(placed, r.Mapped)
		if all, err = m.leftOut(ctx, &both, slices.Concat(rows.Labels, r.Held.Labels)); err != nil {
			return score, err
		}
	}
	score.Value = held
	score.Parts = []engine.Part{{Response: "training rows, each left out", Value: trained}, {Response: "held rows", Value: held}, {Response: "all rows, each left out", Value: all}}
	return score, nil
}

// leftOut is the share of rows whose neighbours among the others outvote them.
func (m *KNNError) leftOut(ctx context.Context, y *mat.Dense, labels []int) (float64, error) {
	return m.outvoted(ctx, y, labels, y, labels, func(i int) int32 { return int32(i) })
}

// share is the share of rows that are outvoted by their neighbours among others.
func (m *KNNError) share(ctx context.Context, among *mat.Dense, voters []int, y *mat.Dense, labels []int) (float64, error) {
	return m.outvoted(ctx, among, voters, y, labels, func(int) int32 { return -1 })
}

// outvoted is the share of the rows of y whose neighbours vote for another class.
// itself tells which of the voters a row is, and cannot vote for.
func (m *KNNError) outvoted(ctx context.Context, among *mat.Dense, voters []int, y *mat.Dense, labels []int, itself func(i int) int32) (float64, error) {
	index, err := neighbour.NewIndex(ctx, among)
	if err != nil {
		return 0, err
	}
	wrong := make([]int, len(labels))
	err = parallel.Try(ctx, len(labels), 64, func() *ballot { return &ballot{votes: map[int]int{}} }, func(b *ballot, lo, hi int) error {
		for i := lo; i < hi; i++ {
			near, err := index.Query(b.near, y.RawRowView(i), m.K+1)
			if err != nil {
				return err
			}
			b.near = slices.DeleteFunc(near, func(c neighbour.Candidate) bool { return c.Index == itself(i) })
			if b.winner(b.near[:min(m.K, len(b.near))], voters) != labels[i] {
				wrong[i] = 1
			}
		}
		return nil
	})
	var sum int
	for _, w := range wrong {
		sum += w
	}
	return float64(sum) / float64(len(labels)), err
}

// A ballot counts votes.
type ballot struct {
	near  []neighbour.Candidate
	votes map[int]int
}

// winner is the class of most of the neighbours, which stand nearest first; of
// classes with as many it is the one that comes first.
func (b *ballot) winner(near []neighbour.Candidate, classes []int) int {
	clear(b.votes)
	for _, c := range near {
		b.votes[classes[c.Index]]++
	}
	best := classes[near[0].Index]
	for _, c := range near {
		if class := classes[c.Index]; b.votes[class] > b.votes[best] {
			best = class
		}
	}
	return best
}
