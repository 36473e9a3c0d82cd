package gainratio

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/tree"
)

// weather is the table of Quinlan 1986 (doi:10.1007/BF00116251) as far as its first
// column goes: the outlook, and whether somebody plays.
func weather() Rows {
	sunny, overcast, rain := 0.0, 1.0, 2.0
	return Rows{
		X:       mat.NewDense(14, 1, []float64{sunny, sunny, overcast, rain, rain, rain, overcast, sunny, sunny, rain, sunny, overcast, overcast, rain}),
		Columns: []engine.Column{{Name: "outlook", Levels: []string{"sunny", "overcast", "rain"}}},
		Labels:  []int{0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0},
		Classes: []string{"no", "yes"},
	}
}

// candidateOf returns what is found of the first column at the root.
func candidateOf(r Rows, least int) (*grower, candidate) {
	n, _ := r.dims()
	columns, _ := sortColumns(context.Background(), r)
	g := &grower{Rows: r, sorted: columns, entropy: NewEntropy(n), least: weight(least) * whole, usual: r.usualColumns()}
	root := g.root()[0]
	return g, g.scanner().candidate(root, 0)
}

// TestOutlook: the gain, the split information and their ratio of the book, and of
// the table without one of its cells (Quinlan 1993, section 3.2: 0.199 and 1.809).
func TestOutlook(t *testing.T) {
	g, all := candidateOf(weather(), 2)
	near(t, "gain", g.entropy.bits(all.gain)/14, 0.24674981977, 1e-11)
	near(t, "split info", g.entropy.bits(all.splitting)/14, 1.57740628285, 1e-11)
	near(t, "ratio", all.ratio(), 0.15642756242, 1e-11)
	lacking := weather()
	lacking.X.Set(2, 0, math.NaN())
	g, some := candidateOf(lacking, 2)
	near(t, "gain with a missing cell", g.entropy.bits(some.gain)/14, 0.199, 5e-4)
	near(t, "split info with a missing cell", g.entropy.bits(some.splitting)/14, 1.809, 5e-4)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// TestThresholdByDefinition compares the gain of the best threshold with that of a
// loop over all of them, with rows that count for fractions.
func TestThresholdByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		const n = 40
		rows := Rows{X: mat.NewDense(n, 1, nil), Classes: []string{"a", "b", "c"}}
		for i := range n {
			rows.X.Set(i, 0, float64(r.IntN(12)))
			rows.Labels = append(rows.Labels, r.IntN(3))
		}
		columns, _ := sortColumns(context.Background(), rows)
		g := &grower{Rows: rows, sorted: columns, entropy: NewEntropy(n), least: whole, usual: []bool{true}}
		root := g.root()[0]
		for i := range root.weight {
			root.weight[i] = weight(r.Int64N(int64(whole))) + 1
		}
		root.counts = rows.count(root.cases)
		root.total, root.sum = sum(root.counts), 0
		for _, w := range root.counts {
			root.sum += g.entropy.of(w)
		}
		got := g.scanner().candidate(root, 0)
		want := bestGain(rows, root)
		if got.useful != (want > 0) {
			t.Fatalf("useful is %v, but the gain is %v", got.useful, want)
		}
		if got.useful {
			near(t, "gain", g.entropy.bits(got.gain), want, 1e-9)
		}
	}
}

// bestGain is the largest gain of a threshold, in all cases together, less what
// choosing it costs; rows are on either side for at least one case.
func bestGain(rows Rows, n *open) float64 {
	best, thresholds := 0.0, 0
	for at := range 12 {
		var left, right [3]float64
		some := [2]bool{}
		for i := range n.row {
			if rows.X.At(i, 0) <= float64(at) {
				left[rows.Labels[i]] += n.weight[i].rows()
				some[0] = some[0] || rows.X.At(i, 0) == float64(at)
			} else {
				right[rows.Labels[i]] += n.weight[i].rows()
				some[1] = true
			}
		}
		if !some[0] || !some[1] || left[0]+left[1]+left[2] < 1 || right[0]+right[1]+right[2] < 1 {
			continue
		}
		thresholds++
		both := [3]float64{left[0] + right[0], left[1] + right[1], left[2] + right[2]}
		best = max(best, uncertainty(both)-uncertainty(left)-uncertainty(right))
	}
	return best - math.Log2(float64(max(1, thresholds)))
}

// uncertainty is w times the entropy of so many cases of each class.
func uncertainty(classes [3]float64) float64 {
	total := classes[0] + classes[1] + classes[2]
	var sum float64
	for _, w := range classes {
		if w > 0 {
			sum -= w * math.Log2(w/total)
		}
	}
	return sum
}

// TestThresholdIsAValue: the largest of the whole column not above the middle, even
// where no row of the node has it.
func TestThresholdIsAValue(t *testing.T) {
	s := sorted{values: []float64{1, 2, 4, 5, 8, math.MaxFloat64}}
	for _, c := range []struct {
		low, high int32
		want      float64
	}{{0, 1, 1}, {0, 2, 2}, {0, 4, 4}, {1, 4, 5}, {3, 4, 5}, {4, 5, 8}, {0, 5, 8}} {
		if got := s.threshold(c.low, c.high); got != c.want {
			t.Errorf("between %v and %v: %v, want %v", s.values[c.low], s.values[c.high], got, c.want)
		}
	}
}

// TestFractionsAddUp: a case that cannot tell counts in each branch for the share of
// those that can, and no more than itself in all together.
func TestFractionsAddUp(t *testing.T) {
	r := weather()
	r.X.Set(2, 0, math.NaN())
	r.X.Set(5, 0, engine.Unseen)
	d := r.divide(allCases(14), tree.Levels{Column: 0, To: []int{0, 1, 2}, Ways: 3})
	var total weight
	for b, known := range []float64{5, 3, 4} {
		part := d.parts[b]
		near(t, "first fraction", part.weight[0].rows(), known/12, 1e-9)
		if part.row[0] != 2 || part.row[1] != 5 || len(part.row) != int(known)+2 {
			t.Errorf("branch %d has the rows %v", b, part.row)
		}
		total += sum(part.weight)
	}
	if total != 14*whole {
		t.Errorf("14 rows count for %v", total.rows())
	}
}

// TestFractionsOfNothing: a branch that only a case of no weight takes gets no
// fractions.
func TestFractionsOfNothing(t *testing.T) {
	r := Rows{X: mat.NewDense(3, 1, []float64{math.NaN(), 0, 1})}
	c := allCases(3)
	c.weight[1] = 0
	d := r.divide(c, tree.Threshold{Column: 0, At: 0})
	if want := []cases{{[]int32{1}, []weight{0}}, {[]int32{0, 2}, []weight{whole, whole}}}; !reflect.DeepEqual(d.parts, want) {
		t.Errorf("parts %v, want %v", d.parts, want)
	}
}

// TestCommonestValue: no cells are kept of it, and thresholds next to it are found,
// whether it is the lowest, the highest or between, and where a node has none of it.
func TestCommonestValue(t *testing.T) {
	for _, c := range []struct {
		cells []float64
		kept  int
		at    float64 // the threshold
	}{
		{[]float64{0, 0, 0, 0, 0, 1, 2, 3}, 3, 0},
		{[]float64{1, 2, 3, 4, 9, 9, 9, 9}, 4, 4},
		{[]float64{1, 2, 5, 5, 5, 7, 8, 9}, 5, 5},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, 7, 5},
	} {
		r := Rows{X: mat.NewDense(8, 1, c.cells), Labels: make([]int, 8), Classes: []string{"a", "b"}}
		for i, v := range c.cells {
			if v > c.at {
				r.Labels[i] = 1
			}
		}
		g, found := candidateOf(r, 1)
		if len(g.sorted[0].cells) != c.kept || !found.useful || g.sorted[0].threshold(found.low, found.high) != c.at {
			t.Errorf("%v: %d cells are kept, found is %+v", c.cells, len(g.sorted[0].cells), found)
		}
	}
}

// TestSameTreeInAnyOrder: sums are exact, so that neither the order of the rows nor
// the processors matter, with missing cells and levels too.
func TestSameTreeInAnyOrder(t *testing.T) {
	s := enginetest.Shapes(400).Sample()
	for i := range s.Labels {
		if i%7 == 0 {
			s.Labels[i] = 1 - s.Labels[i]
		}
	}
	learn := func(order []int, procs int) *tree.Tree {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		r := Rows{X: mat.NewDense(400, 3, nil), Columns: s.Columns, Classes: s.Classes}
		for at, i := range order {
			r.X.SetRow(at, s.X.RawRowView(i))
			r.Labels = append(r.Labels, s.Labels[i])
		}
		return prune(t, grow(t, r, 2), Pruning{Confidence: 0.4, Raise: true})
	}
	inOrder := make([]int, 400)
	for i := range inOrder {
		inOrder[i] = i
	}
	want := learn(inOrder, 1)
	if want.Leaves() < 5 {
		t.Fatalf("the tree has %d leaves only", want.Leaves())
	}
	for seed := range uint64(4) {
		if got := learn(rand.New(rand.NewPCG(seed, 1)).Perm(400), 1+3*int(seed)); !reflect.DeepEqual(got, want) {
			t.Error("rows in another order grow another tree")
		}
	}
}

// noisy are rows of four numbers; the sum of the first two tells the class of four
// in five rows.
func noisy(n int) Rows {
	r := rand.New(rand.NewPCG(3, 4))
	rows := Rows{X: mat.NewDense(n, 4, nil), Classes: []string{"a", "b"}}
	for i := range n {
		for c := range 4 {
			rows.X.Set(i, c, r.NormFloat64())
		}
		label := 0
		if rows.X.At(i, 0)+rows.X.At(i, 1) > 0 != (r.IntN(5) == 0) {
			label = 1
		}
		rows.Labels = append(rows.Labels, label)
	}
	return rows
}

// TestPruningLeavesTheGrownTree: other settings prune it after.
func TestPruningLeavesTheGrownTree(t *testing.T) {
	g := grow(t, noisy(400), 2)
	before := g.Whole()
	small, large := prune(t, g, Pruning{Confidence: 0.05, Raise: true}), prune(t, g, Pruning{Confidence: 0.5})
	if !reflect.DeepEqual(g.Whole(), before) {
		t.Error("pruning changed the grown tree")
	}
	if small.Leaves() >= large.Leaves() || large.Leaves() > before.Leaves() {
		t.Errorf("%d leaves at confidence 0.05, %d at 0.5, %d before", small.Leaves(), large.Leaves(), before.Leaves())
	}
}

// TestRaisingByWhoJoins: to count only the cases that a raised branch is given gives
// the tree that counting all anew does.
func TestRaisingByWhoJoins(t *testing.T) {
	g := grow(t, noisy(400), 2)
	how := Pruning{Confidence: 0.4, Raise: true}
	joined := prune(t, g, how)
	if g.torn {
		t.Fatal("rows that lack nothing are torn")
	}
	g.torn = true
	if !reflect.DeepEqual(prune(t, g, how), joined) {
		t.Error("the trees differ")
	}
}

// TestRaising: it makes smaller trees than leaves alone do, whose nodes know the rows
// that come there now.
func TestRaising(t *testing.T) {
	g := grow(t, noisy(400), 2)
	raised, lowered := prune(t, g, Pruning{Confidence: 0.4, Raise: true}), prune(t, g, Pruning{Confidence: 0.4})
	if raised.Leaves() >= lowered.Leaves() {
		t.Errorf("%d leaves with raising, %d without", raised.Leaves(), lowered.Leaves())
	}
	for i, n := range raised.Nodes {
		if n.Leaf() {
			continue
		}
		below := make([]float64, len(n.Counts))
		for _, child := range n.Children {
			for c, count := range raised.Nodes[child].Counts {
				below[c] += count
			}
		}
		if !reflect.DeepEqual(below, n.Counts) {
			t.Errorf("node %d has %v rows, below it are %v", i, n.Counts, below)
		}
	}
}

// TestRowsInManyLevels: a column that has a level for each row tells how much splits
// gain on average only where there is no other.
func TestRowsInManyLevels(t *testing.T) {
	r := Rows{X: mat.NewDense(10, 2, nil), Columns: []engine.Column{{Levels: make([]string, 3)}, {Levels: make([]string, 2)}}}
	if got := r.usualColumns(); !reflect.DeepEqual(got, []bool{false, true}) {
		t.Errorf("usual columns are %v", got)
	}
	r.Columns[1].Levels = make([]string, 9)
	if got := r.usualColumns(); !reflect.DeepEqual(got, []bool{true, true}) {
		t.Errorf("usual columns are %v", got)
	}
}
