package cart

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// impurityOf is the definition: of the given rows of a sample, Gini's index or the
// sum of variances, times their weight.
func impurityOf(s engine.Sample, rows []int32, weights []uint16) float64 {
	weight, counts := 0.0, map[int]float64{}
	for _, r := range rows {
		weight += float64(weightOf(weights, r))
		if s.HasClasses() {
			counts[s.Labels[r]] += float64(weightOf(weights, r))
		}
	}
	if s.HasClasses() {
		impurity := 1.0
		for _, v := range counts {
			impurity -= v / weight * v / weight
		}
		return impurity * weight
	}
	sum := 0.0
	for k := range s.Width() {
		mean := 0.0
		for _, r := range rows {
			mean += float64(weightOf(weights, r)) * s.Response.At(int(r), k) / weight
		}
		for _, r := range rows {
			diff := s.Response.At(int(r), k) - mean
			sum += float64(weightOf(weights, r)) * diff * diff
		}
	}
	return sum
}

// gainOf is by how much a division lowers the impurity of the rows that it knows.
func gainOf(s engine.Sample, side func(r int32) int8, weights []uint16, least int64) float64 {
	var known []int32
	var of [2][]int32
	var weight [2]int64
	for r := range int32(s.Len()) {
		if at := side(r); at != noSide {
			known = append(known, r)
			of[at] = append(of[at], r)
			weight[at] += weightOf(weights, r)
		}
	}
	if weight[0] < least || weight[1] < least {
		return math.Inf(-1)
	}
	return impurityOf(s, known, weights) - impurityOf(s, of[0], weights) - impurityOf(s, of[1], weights)
}

// bestGain tries every threshold and every set of levels.
func bestGain(t *Table, weights []uint16, least int64) float64 {
	best := math.Inf(-1)
	for c := range t.columns {
		k := &t.columns[c]
		if !k.levels {
			for at := range k.count - 1 {
				side := func(r int32) int8 {
					if k.codes[r] == uint32(k.count) {
						return noSide
					}
					if k.codes[r] <= uint32(at) {
						return 0
					}
					return 1
				}
				best = max(best, gainOf(t.sample, side, weights, least))
			}
			continue
		}
		for set := 1; set < 1<<k.count-1; set++ {
			side := func(r int32) int8 {
				if k.codes[r] == uint32(k.count) {
					return noSide
				}
				return int8(set >> k.codes[r] & 1)
			}
			best = max(best, gainOf(t.sample, side, weights, least))
		}
	}
	return best
}

// TestBestSplit holds the root of trees against all divisions: of classes and
// responses, with few and many rows, weights, missing cells, up to ten levels.
func TestBestSplit(t *testing.T) {
	for seed := range 60 {
		r := random.New(seed, "shape")
		n, levels, least := 12+r.Below(90), 2+r.Below(7), 1+r.Below(4)
		classes, responses := r.Below(5), 0
		if classes < 2 {
			classes, responses = 0, 1+r.Below(2)
		}
		s := drawn(seed, n, levels, classes, responses, 0.15*float64(seed%3))
		var weights []uint16
		if seed%2 == 1 {
			for range n {
				weights = append(weights, uint16(1+r.Below(3)))
			}
		}
		table, err := NewTable(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		g, err := table.Grow(t.Context(), rowsFrom(n), weights, Rule{Min: least, Depth: 1, Surrogates: 5})
		if err != nil {
			t.Fatal(err)
		}
		root := &g.nodes[0]
		if root.column == leaf {
			t.Fatalf("seed %d: no split", seed)
		}
		side := func(r int32) int8 { return table.side(&root.split, r) }
		got, want := gainOf(s, side, weights, int64(least)), bestGain(table, weights, int64(least))
		if math.Abs(got-want) > 1e-9*(1+want) {
			t.Errorf("seed %d: column %d gains %v, the best is %v", seed, root.column, got, want)
		}
	}
}

// TestManyLevels: of 40 levels of three classes, those in the order of the principal
// component are tried, which finds levels that belong together.
func TestManyLevels(t *testing.T) {
	const levels = 40
	n := 400
	s := engine.Sample{X: mat.NewDense(n, 1, nil), Columns: []engine.Column{{Name: "level", Levels: make([]string, levels)}}, Target: engine.Target{Classes: make([]string, 3)}}
	for i := range n {
		s.X.Set(i, 0, float64(i%levels))
		class := 2 * (i % levels * 11 % 2) // levels of odd and even numbers
		if i%levels%2 == 1 && i >= 300 {
			class = 1
		}
		s.Labels = append(s.Labels, class)
	}
	g := grow(t, s, Rule{Min: 1, Depth: 1})
	for level, side := range g.nodes[0].to {
		if side != int8(level%2) {
			t.Fatalf("level %d is on side %d", level, side)
		}
	}
}
