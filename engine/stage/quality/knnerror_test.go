package quality

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// byHand is the share of rows that are outvoted, by sorting all others.
func byHand(y [][]float64, labels []int, votes, judged func(i int) bool, k int) float64 {
	wrong, asked := 0, 0
	for i := range y {
		if !judged(i) {
			continue
		}
		var others []int
		for j := range y {
			if j != i && votes(j) {
				others = append(others, j)
			}
		}
		away := func(j int) float64 { return math.Hypot(y[i][0]-y[j][0], y[i][1]-y[j][1]) }
		slices.SortStableFunc(others, func(a, b int) int {
			switch {
			case away(a) < away(b):
				return -1
			case away(a) > away(b):
				return 1
			}
			return 0
		})
		count, best := map[int]int{}, -1
		for _, j := range others[:k] {
			count[labels[j]]++
		}
		for _, j := range others[:k] {
			if best < 0 || count[labels[j]] > count[best] {
				best = labels[j]
			}
		}
		asked++
		if best != labels[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(asked)
}

// TestKNNErrorCountsByHand: the three numbers are those of all pairs, also on a
// lattice, where distances are equal and rows have copies.
func TestKNNErrorCountsByHand(t *testing.T) {
	stream := random.New(3, "votes")
	for _, lattice := range []bool{false, true} {
		const train, held = 60, 25
		y, labels := make([][]float64, train+held), make([]int, train+held)
		for i := range y {
			y[i] = []float64{stream.Normal(), stream.Normal()}
			if lattice {
				y[i] = []float64{float64(stream.Below(5)), float64(stream.Below(5))}
			}
			labels[i] = stream.Below(3)
		}
		of := func(from, to int) (engine.Sample, *mat.Dense) {
			x := mat.NewDense(to-from, 2, nil)
			for i := range to - from {
				x.SetRow(i, y[from+i])
			}
			return engine.Sample{X: x, Rows: make([]int, to-from), Target: engine.Target{Labels: labels[from:to], Classes: []string{"a", "b", "c"}}}, x
		}
		r := &engine.Run{}
		var placed *mat.Dense
		r.Train, placed = of(0, train)
		r.Embedding = &engine.Embedding{Y: placed}
		all := func(int) bool { return true }
		first := func(i int) bool { return i < train }
		last := func(i int) bool { return i >= train }
		for _, k := range []int{1, 2, 5} {
			r.Held, r.Mapped = engine.Sample{}, nil
			wantClose(t, "training rows", value(t, &KNNError{K: k}, r), byHand(y[:train], labels, all, all, k))
			r.Held, r.Mapped = of(train, train+held)
			score, err := (&KNNError{K: k}).Score(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			wantClose(t, "held rows", score.Value, byHand(y, labels, first, last, k))
			wantClose(t, "all rows", score.Parts[2].Value, byHand(y, labels, all, all, k))
		}
	}
}

// TestKNNErrorWantsMoreRowsThanNeighbours says so, and how to mend it.
func TestKNNErrorWantsMoreRowsThanNeighbours(t *testing.T) {
	r := &engine.Run{Train: engine.Sample{X: mat.NewDense(3, 1, nil), Rows: make([]int, 3), Target: engine.Target{Labels: []int{0, 1, 0}, Classes: []string{"a", "b"}}}}
	r.Embedding = &engine.Embedding{Y: r.Train.X}
	if _, err := (&KNNError{K: 3}).Score(t.Context(), r); err == nil || err.Error() == "" {
		t.Error("three neighbours of three rows are not refused")
	}
}
