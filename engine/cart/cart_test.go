package cart

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
	"unfold/engine/tree"
)

var missing = math.NaN()

// drawn is a sample of n rows: a column of few numbers, one of many, one of levels,
// each with missing cells where share of them is above zero; and classes or
// responses that depend on all.
func drawn(seed, n, levels, classes, responses int, share float64) engine.Sample {
	r := random.New(seed, "cart test")
	x := mat.NewDense(n, 3, nil)
	s := engine.Sample{X: x, Columns: []engine.Column{{Name: "few"}, {Name: "many"}, {Name: "level", Levels: make([]string, levels)}}}
	if classes > 0 {
		s.Classes = make([]string, classes)
	} else {
		s.Response = mat.NewDense(n, responses, nil)
	}
	for i := range n {
		few, many, level := r.Below(5), r.Normal(), r.Below(levels)
		x.SetRow(i, []float64{float64(few), many, float64(level)})
		score := float64(few) + 2*many + float64(level*7%levels) + r.Normal()
		if classes > 0 {
			s.Labels = append(s.Labels, int(math.Abs(score))%classes)
		}
		for k := range responses {
			s.Response.Set(i, k, score+float64(k*level%3))
		}
		for j := range 3 {
			if r.Uniform() < share {
				x.Set(i, j, missing)
			}
		}
	}
	return s
}

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

func published(t *testing.T, g *Grown, off []bool, surrogates int) *tree.Tree {
	t.Helper()
	out, err := g.Tree(t.Context(), off, surrogates)
	if err != nil {
		t.Fatal(err)
	}
	return out
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

// TestSurrogates: the first column tells the class of the eight rows that have it.
// The third sends 7 of these the same way; the second, turned round, 6 at −6.5 and at
// −4.5, of which the first stays; to send all to the first side is right for 5.
func TestSurrogates(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(10, 3, nil), Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range 10 {
		s.X.SetRow(i, []float64{float64(i), float64(-i), float64(i / 4)})
		s.Labels = append(s.Labels, i/5)
	}
	s.X.Set(9, 0, missing)
	s.X.Set(8, 0, missing)
	s.X.Set(8, 1, missing)
	for i := range 10 { // no column but the first divides the classes
		if i != 3 && i != 6 {
			continue
		}
		s.X.Set(i, 1, float64(i-9))
	}
	got := published(t, grow(t, s, Rule{Min: 1, Depth: 1, Surrogates: 5}), nil, 5)
	root := got.Nodes[0]
	if root.Split != (tree.Threshold{Column: 0, At: 4.5}) {
		t.Fatalf("the root asks %v", root.Split)
	}
	want := []tree.Split{tree.Threshold{Column: 2, At: 0.5}, tree.Threshold{Column: 1, At: -6.5, Reversed: true}}
	if !slices.Equal(root.Instead, want) {
		t.Errorf("surrogates %v, want %v", root.Instead, want)
	}
	said := make([]float64, 4)
	rows := mat.NewDense(4, 3, []float64{missing, missing, 2, missing, -9, missing, missing, -1, missing, missing, missing, missing})
	if err := got.Predict(t.Context(), said, rows); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(said, []float64{1, 1, 0, 0}) {
		t.Errorf("said %v", said)
	}
}

// TestRowsGoWhereTheyGrew: with missing cells and levels, the tree for readers sends
// every training row to the leaf that it grew in.
func TestRowsGoWhereTheyGrew(t *testing.T) {
	for seed := range 10 {
		s := drawn(seed, 300, 12, 3, 0, 0.2)
		g := grow(t, s, Rule{Min: 3, Surrogates: 2})
		readers := published(t, g, nil, 2)
		said := make([]float64, s.Len())
		if err := readers.Predict(t.Context(), said, s.X); err != nil {
			t.Fatal(err)
		}
		for at, n := range g.nodes {
			if n.column != leaf {
				continue
			}
			for _, r := range g.rows[n.lo:n.hi] {
				if want := readers.Nodes[at].Class; int(said[r]) != want {
					t.Fatalf("seed %d: class %v is said of row %d, its leaf says %d", seed, said[r], r, want)
				}
			}
		}
	}
}

// TestLean: a lean tree says what the tree for readers says, also of rows that lack
// cells or have levels that were not there.
func TestLean(t *testing.T) {
	for seed := range 12 {
		classes, responses := 4, 0
		if seed%2 == 1 {
			classes, responses = 0, 2
		}
		s := drawn(seed, 200, 12, classes, responses, 0.1*float64(seed%3))
		g := grow(t, s, Rule{Min: 1 + seed%3, Surrogates: seed % 4})
		readers, lean := published(t, g, nil, 0), g.Lean()
		rows := drawn(seed+100, 200, 14, classes, responses, 0.3).X
		said := make([]float64, 200*s.Width())
		if err := readers.Predict(t.Context(), said, rows); err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			got := []float64{0}
			if row := rows.RawRowView(i); classes > 0 {
				got[0] = float64(lean.Class(row))
			} else {
				got = lean.Means(row)
			}
			if want := said[i*len(got) : (i+1)*len(got)]; !slices.Equal(got, want) {
				t.Fatalf("seed %d: row %d: %v, want %v", seed, i, got, want)
			}
		}
	}
}

// TestSameBits: however many processors grow it.
func TestSameBits(t *testing.T) {
	for _, s := range []engine.Sample{letters(6000), drawn(1, 5000, 20, 0, 2, 0.1)} {
		var first *Grown
		for _, procs := range []int{1, 2, 5} {
			before := runtime.GOMAXPROCS(procs)
			g := grow(t, s, Rule{Min: 1, Surrogates: 3})
			runtime.GOMAXPROCS(before)
			if first == nil {
				first = g
			}
			same := slices.Equal(g.rows, first.rows) && slices.EqualFunc(g.nodes, first.nodes, func(a, b node) bool {
				return a.column == b.column && math.Float64bits(a.at) == math.Float64bits(b.at) && a.first == b.first && a.second == b.second && slices.Equal(a.to, b.to) && len(a.instead) == len(b.instead)
			})
			if !same {
				t.Errorf("%d processors: another tree", procs)
			}
		}
	}
}

// TestValidate holds the losses of all prunings, found at once, against trees that
// are pruned one by one.
func TestValidate(t *testing.T) {
	for _, s := range []engine.Sample{drawn(3, 200, 6, 3, 0, 0.1), drawn(4, 150, 6, 0, 2, 0.1)} {
		rule, folds := Rule{Min: 2, Surrogates: 2}, make([]int, s.Len())
		for i := range folds {
			folds[i] = i % 4
		}
		g := grow(t, s, rule)
		alphas := g.Prune().Alphas
		got, err := g.table.Validate(t.Context(), rule, alphas, folds, 4)
		if err != nil {
			t.Fatal(err)
		}
		for k := range alphas {
			cost := math.Inf(1)
			if k+1 < len(alphas) {
				cost = math.Sqrt(alphas[k] * alphas[k+1])
			}
			mean, spread := validated(t, g.table, rule, folds, 4, cost)
			if math.Abs(got.Errors[k]-mean) > 1e-12*(1+mean) || math.Abs(got.Spread[k]-spread) > 1e-9*(1+spread) {
				t.Errorf("alpha %v: error %v ± %v, want %v ± %v", alphas[k], got.Errors[k], got.Spread[k], mean, spread)
			}
		}
	}
}

// validated judges trees that are pruned at a cost on the rows that they did not
// learn from, one after the other.
func validated(t *testing.T, table *Table, rule Rule, folds []int, count int, cost float64) (mean, spread float64) {
	t.Helper()
	var losses []float64
	s := table.sample
	for f := range count {
		var train []int32
		for i, fold := range folds {
			if fold != f {
				train = append(train, int32(i))
			}
		}
		g, err := table.Grow(t.Context(), train, nil, rule)
		if err != nil {
			t.Fatal(err)
		}
		pruned := published(t, g, g.Prune().Off(cost), rule.Surrogates)
		said := make([]float64, s.Len()*s.Width())
		if err := pruned.Predict(t.Context(), said, s.X); err != nil {
			t.Fatal(err)
		}
		for i, fold := range folds {
			if fold == f {
				losses = append(losses, lossOf(s, i, said[i*s.Width():(i+1)*s.Width()]))
			}
		}
	}
	for _, v := range losses {
		mean += v / float64(len(losses))
	}
	for _, v := range losses {
		spread += (v - mean) * (v - mean) / float64(len(losses))
	}
	return mean, math.Sqrt(spread / float64(len(losses)))
}

func lossOf(s engine.Sample, row int, said []float64) (loss float64) {
	if s.HasClasses() {
		if int(said[0]) != s.Labels[row] {
			return 1
		}
		return 0
	}
	for k, v := range said {
		loss += (v - s.Response.At(row, k)) * (v - s.Response.At(row, k)) / float64(len(said))
	}
	return loss
}

// TestOneStandardError: errors 5, 4, 4.2, 4.4, 9 with a standard error of 0.3 at the
// best: the third is the smallest tree that is not clearly worse.
func TestOneStandardError(t *testing.T) {
	v := &Validation{Errors: []float64{5, 4, 4.2, 4.4, 9}, Spread: []float64{9, 0.3, 0, 0, 0}}
	if got := v.Choose([]float64{0, 1, 2, 3, 4}); got != 2 {
		t.Errorf("alpha %v", got)
	}
}

// TestCodes: values of any sign and size are numbered in their order; −0 is 0.
func TestCodes(t *testing.T) {
	cells := []float64{3, -2, math.Copysign(0, -1), missing, 0, 1e300, -1e-300, 3, 2.5, -1e300}
	c := newValueSorter(len(cells)).code(mat.NewDense(len(cells), 1, cells), 0)
	if want := []uint32{5, 1, 3, 7, 3, 6, 2, 5, 4, 0}; !slices.Equal(c.codes, want) || !c.missing {
		t.Errorf("codes %v, want %v", c.codes, want)
	}
	if want := []float64{-1e300, -2, -1e-300, 0, 2.5, 3, 1e300}; !slices.Equal(c.values, want) {
		t.Errorf("values %v, want %v", c.values, want)
	}
}

// TestSortByCode: few keys and many, codes of any width.
func TestSortByCode(t *testing.T) {
	r := random.New(1, "keys")
	for _, n := range []int{2, 31, 33, 5000} {
		for _, width := range []int{3, 300, 1 << 20} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = uint64(1000+r.Below(width))<<codeShift | uint64(i)
			}
			want := slices.Sorted(slices.Values(keys))
			if got := sortByCode(keys, make([]uint64, n), 1000, uint32(1000+width-1)); !slices.Equal(got, want) {
				t.Errorf("%d keys of %d codes are not in order", n, width)
			}
		}
	}
}

func TestGrowStops(t *testing.T) {
	s := letters(30000)
	enginetest.Cancels(t, func(ctx context.Context) error {
		table, err := NewTable(ctx, s)
		if err != nil {
			return err
		}
		_, err = table.Grow(ctx, rowsFrom(s.Len()), nil, Rule{Min: 1})
		return err
	})
}
