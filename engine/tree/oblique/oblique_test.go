package oblique

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/tree"
	"unfold/engine/tree/gainratio"
)

// divided are rows on both sides of a plane that is drawn, none of them closer to it
// than 0.05.
func divided(seed uint64, n, d int) Rows {
	r := rand.New(rand.NewPCG(seed, uint64(d)))
	normal := make([]float64, d)
	var length float64
	for c := range normal {
		normal[c] = r.NormFloat64()
		length += normal[c] * normal[c]
	}
	rows := Rows{X: mat.NewDense(n, d, nil), Classes: []string{"below", "above"}}
	for i := 0; i < n; {
		at := -0.3 * math.Sqrt(length)
		for c := range d {
			rows.X.Set(i, c, r.NormFloat64())
			at += normal[c] * rows.X.At(i, c)
		}
		if math.Abs(at) < 0.05*math.Sqrt(length) {
			continue
		}
		label := 0
		if at > 0 {
			label = 1
		}
		rows.Labels = append(rows.Labels, label)
		i++
	}
	return rows
}

func grow(t *testing.T, r Rows, s Settings) *Grown {
	t.Helper()
	g, err := Grow(t.Context(), r, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestALineIsFound: of rows that a plane divides, one split tells all.
func TestALineIsFound(t *testing.T) {
	for d := 2; d <= 10; d++ {
		for seed := range uint64(5) {
			r := divided(seed, 200, d)
			got := grow(t, r, Settings{Starts: 20, Jumps: 5, Least: 2, Seed: 1}).Prune(0.25)
			if got.Depth() != 1 || wrong(t, got, r) > 0 {
				t.Errorf("%d columns, seed %d: depth %d, %d errors", d, seed, got.Depth(), wrong(t, got, r))
			}
		}
	}
}

// wrong returns how many rows the tree takes for another class.
func wrong(t *testing.T, p *tree.Tree, r Rows) int {
	t.Helper()
	said, wrong := make([]float64, len(r.Labels)), 0
	if err := p.Predict(t.Context(), said, r.X); err != nil {
		t.Fatal(err)
	}
	for i, class := range said {
		if int(class) != r.Labels[i] {
			wrong++
		}
	}
	return wrong
}

// waves are rows of three classes that no tree tells apart without errors.
func waves(n, d int) Rows {
	r := rand.New(rand.NewPCG(5, 6))
	rows := Rows{X: mat.NewDense(n, d, nil), Classes: []string{"a", "b", "c"}}
	for i := range n {
		for c := range d {
			rows.X.Set(i, c, r.NormFloat64()+float64(i%3*c)/4)
		}
		rows.Labels = append(rows.Labels, i%3)
	}
	return rows
}

// TestNeverWorseThanAThreshold: at each node the split leaves no more impurity than
// the best threshold of a column, by definition; small nodes have a threshold.
func TestNeverWorseThanAThreshold(t *testing.T) {
	r := waves(240, 4)
	g := grow(t, r, Settings{Starts: 5, Jumps: 2, Least: 2, Seed: 3})
	planes := 0
	for at, n := range g.nodes {
		if n.split == nil {
			continue
		}
		_, plane := n.split.(tree.Oblique)
		if plane {
			planes++
		}
		if plane && len(n.rows) < 8 {
			t.Errorf("node %d of %d rows has a plane", at, len(n.rows))
		}
		got, least := after(r, n.rows, n.split), math.Inf(1)
		for c := range 4 {
			for _, i := range n.rows {
				s := tree.Threshold{Column: c, At: r.cell(i, c)}
				least = min(least, after(r, n.rows, s))
			}
		}
		if got > least+1e-9 {
			t.Errorf("node %d leaves %v bits, a threshold %v", at, got, least)
		}
	}
	if planes < 3 {
		t.Errorf("there are %d planes only", planes)
	}
}

// after is the entropy on the sides of a split, in bits of all rows together;
// infinite with less than two rows on a side.
func after(r Rows, rows []int32, s tree.Split) float64 {
	var sides [2][]float64
	sides[0], sides[1] = make([]float64, 3), make([]float64, 3)
	for _, i := range rows {
		sides[s.Branch(r.X.RawRowView(int(i)))][r.Labels[i]]++
	}
	var sum float64
	for _, side := range sides {
		size := side[0] + side[1] + side[2]
		if size < 2 {
			return math.Inf(1)
		}
		for _, k := range side {
			if k > 0 {
				sum -= k * math.Log2(k/size)
			}
		}
	}
	return sum
}

// TestBestPlaceOnALine compares with trying a step between any two places.
func TestBestPlaceOnALine(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		const n = 30
		w := &walker{least: 2, entropy: gainratio.NewEntropy(n), sides: [2][]int{make([]int, 3), make([]int, 3)}, moved: make([]float64, n)}
		for range n {
			w.value, w.slope, w.class = append(w.value, r.NormFloat64()), append(w.slope, float64(r.IntN(5)-2)), append(w.class, int32(r.IntN(3)))
		}
		least := gainratio.Information(math.MaxInt64)
		for i := range n {
			for j := range n {
				step := (w.crossing(i) + w.crossing(j)) / 2
				for k, v := range w.value {
					w.moved[k] = v + step*w.slope[k]
				}
				if found, ok := w.impurity(w.moved); i != j && !math.IsNaN(step) && !math.IsInf(step, 0) && ok {
					least = min(least, found)
				}
			}
		}
		if _, found, ok := w.try(); !ok || found != least {
			t.Fatalf("impurity %v, want %v", found, least)
		}
	}
}

// TestSameTreeOnAnyProcessors: starts of nodes are followed at once.
func TestSameTreeOnAnyProcessors(t *testing.T) {
	learn := func(procs, seed int) *tree.Tree {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		return grow(t, waves(200, 4), Settings{Starts: 4, Jumps: 2, Least: 2, Seed: seed}).Whole()
	}
	want := learn(1, 1)
	if !reflect.DeepEqual(learn(7, 1), want) {
		t.Error("another tree on seven processors")
	}
	if reflect.DeepEqual(learn(1, 2), want) {
		t.Error("the same tree by another seed")
	}
}

// TestPruning: it makes trees smaller, the grown one stays; a branch that errs as
// much as a leaf of the same rows goes.
func TestPruning(t *testing.T) {
	g := grow(t, waves(300, 3), Settings{Starts: 2, Jumps: 1, Least: 2, Seed: 1})
	before := g.Whole()
	small, large := g.Prune(0.05), g.Prune(0.5)
	if small.Leaves() >= large.Leaves() || large.Leaves() > before.Leaves() {
		t.Errorf("%d leaves at confidence 0.05, %d at 0.5, %d before", small.Leaves(), large.Leaves(), before.Leaves())
	}
	if !reflect.DeepEqual(g.Whole(), before) {
		t.Error("pruning changed the grown tree")
	}
}
