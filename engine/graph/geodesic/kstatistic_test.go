package geodesic

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/simd"
)

// upTo30 are the numbers of neighbours that are usual candidates.
var upTo30 = func() (ks []int) {
	for k := 3; k <= 30; k++ {
		ks = append(ks, k)
	}
	return ks
}()

// statisticOf is the K statistic for the given k.
func statisticOf(t testing.TB, s engine.Sample, ks []int) *engine.KStatistic {
	t.Helper()
	d := engine.Euclidean(s.X)
	nearest, err := neighbour.Nearest(t.Context(), d, ks[len(ks)-1])
	if err != nil {
		t.Fatal(err)
	}
	found, err := KStatistic(t.Context(), ks, nearest, d, s.Labels, false)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// board has rows of two classes on the fields of a chessboard.
func board(n int, seed uint64) engine.Sample {
	x, labels := points(seed, n, 2), make([]int, n)
	for i := range labels {
		labels[i] = (int(math.Floor(x.At(i, 0))) + int(math.Floor(x.At(i, 1)))) & 1
	}
	return engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"black", "white"}}}
}

// directly is T by its definition, a loop over pairs of rows with a label.
func directly(t testing.TB, s engine.Sample, k int) float64 {
	t.Helper()
	d := engine.Euclidean(s.X)
	nearest, err := neighbour.Nearest(t.Context(), d, k)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Agglomerate(t.Context(), unionOf(t, nearest), d)
	if err != nil {
		t.Fatal(err)
	}
	paths, err := AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(err)
	}
	var same, different float64
	row := make([]float64, s.Len())
	for i, a := range s.Labels {
		paths.Row(row, i)
		for j, b := range s.Labels[:i] {
			switch {
			case a < 0 || b < 0:
			case a == b:
				same += 1 / (1 + row[j])
			default:
				different += 1 / (1 + row[j])
			}
		}
	}
	return (same - different) / (same + different)
}

func closeTo(t testing.TB, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

// spirals are those of testdata, whose statistic is known.
func spirals(t testing.TB) (s engine.Sample, known struct {
	X                 [][]float64
	Labels, Partly, K []int
	T                 []float64
	TPartly           []float64 `json:"T_partly"`
	Components        []int
	Coverage          []float64
}) {
	t.Helper()
	text, err := os.ReadFile("testdata/kstatistic.json")
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		t.Fatal(err)
	}
	return engine.Sample{
		X:      mat.NewDense(len(known.X), 2, slices.Concat(known.X...)),
		Target: engine.Target{Labels: known.Labels, Classes: []string{"1", "2"}},
	}, known
}

// TestKStatisticAgreesWithSciPy on two spirals, with all labels and with some.
func TestKStatisticAgreesWithSciPy(t *testing.T) {
	s, known := spirals(t)
	found := statisticOf(t, s, known.K)
	s.Labels = known.Partly
	partly := statisticOf(t, s, known.K)
	for i, k := range known.K {
		closeTo(t, fmt.Sprint("T of ", k), found.T[i], known.T[i])
		closeTo(t, fmt.Sprint("T of some labels of ", k), partly.T[i], known.TPartly[i])
		closeTo(t, fmt.Sprint("coverage of ", k), found.Coverage[i], known.Coverage[i])
	}
	if !slices.Equal(found.Components, known.Components) {
		t.Errorf("components %v, want %v", found.Components, known.Components)
	}
	if k := found.K[found.Chosen]; k != 2 {
		t.Errorf("of 2 to 30 it chose %d, want 2", k)
	}
	if k := partly.K[partly.Chosen]; k != 5 {
		t.Errorf("with some labels it chose %d, want 5", k)
	}
}

// TestKStatisticOfSixPoints: two groups of three points with one row of the second
// among the classes of the first.
func TestKStatisticOfSixPoints(t *testing.T) {
	s := engine.Sample{X: six, Target: engine.Target{Labels: []int{0, 0, 1, 1, 1, 0}, Classes: []string{"a", "b"}}}
	found := statisticOf(t, s, []int{1})
	closeTo(t, "T", found.T[0], -0.17557413482908246)
	closeTo(t, "coverage", found.Coverage[0], 2./6)
}

// TestKStatisticIsTheDirectLoop on rows of several kinds: overlapping classes,
// copies, rows without a label, classes of one row.
func TestKStatisticIsTheDirectLoop(t *testing.T) {
	hidden := board(150, 9)
	hidden.Labels = slices.Clone(hidden.Labels)
	for i := range hidden.Labels {
		if i%3 > 0 {
			hidden.Labels[i] = engine.Hidden
		}
	}
	clustered := engine.Sample{X: clusters(3, 3, 30), Target: board(90, 1).Target}
	copied := engine.Sample{X: points(7, 120, 2), Target: engine.Target{Labels: make([]int, 120), Classes: []string{"a", "b", "c"}}}
	for i := range 120 {
		copied.Labels[i] = i % 2
		if i < 9 {
			copied.X.SetRow(i, copied.X.RawRowView(0))
		}
	}
	copied.Labels[11] = 2
	for name, s := range map[string]engine.Sample{"clusters": clustered, "hidden": hidden, "copies": copied, "board": board(200, 1)} {
		ks := upTo30
		found := statisticOf(t, s, ks)
		for i, k := range ks {
			closeTo(t, fmt.Sprintf("%s: T of %d", name, k), found.T[i], directly(t, s, k))
		}
	}
}

// TestAnchorsSpeakForAllRows: 300 rows of each class by its size stand for the pairs
// of many, within what so many draws vary by.
func TestAnchorsSpeakForAllRows(t *testing.T) {
	labels := make([]int, 1000)
	for i := range labels {
		if labels[i] = 1; i < 200 {
			labels[i] = 0
		}
		if i%10 == 0 {
			labels[i] = engine.Hidden
		}
	}
	anchors := drawAnchors(labels, labelledRows(labels))
	sizes := map[int]int{}
	for _, i := range anchors {
		sizes[labels[i]]++
	}
	if len(slices.Compact(slices.Clone(anchors))) != 300 || sizes[0] != 60 || sizes[1] != 240 {
		t.Errorf("%d anchors, by class %v", len(anchors), sizes)
	}
	s := board(700, 3)
	found := statisticOf(t, s, []int{5, 20})
	for i, k := range found.K {
		if want := directly(t, s, k); math.Abs(found.T[i]-want) > 0.02 {
			t.Errorf("T of %d by anchors is %.4f, by all pairs %.4f", k, found.T[i], want)
		}
	}
}

// TestEqualStatisticsChooseTheLargerK: equal but for rounding.
func TestEqualStatisticsChooseTheLargerK(t *testing.T) {
	for _, c := range []struct {
		t          []float64
		components []int
		connected  bool
		want       int
	}{
		{[]float64{0.1, 0.3, 0.3 - 1e-15, 0.2}, []int{3, 2, 1, 1}, false, 2},
		{[]float64{-0.3, -0.3 - 1e-3, -0.3, -0.5}, []int{1, 1, 1, 1}, false, 2},
		{[]float64{0.9, 0.5, 0.1, 0.2}, []int{3, 2, 1, 1}, true, 3},
		{[]float64{0.9, 0.5, 0.1, 0.2}, []int{3, 2, 2, 2}, true, 0},
	} {
		if got := largest(&engine.KStatistic{T: c.t, Components: c.components}, c.connected); got != c.want {
			t.Errorf("%+v: chose %d", c, got)
		}
	}
}

// TestSimilaritiesNeverFallWithK where graphs need no bridges: their edges are
// nested, so no path gets longer.
func TestSimilaritiesNeverFallWithK(t *testing.T) {
	x := points(4, 250, 2)
	d := engine.Euclidean(x)
	nearest, err := neighbour.Nearest(t.Context(), d, 30)
	if err != nil {
		t.Fatal(err)
	}
	ks := upTo30
	graphs, err := newNested(t.Context(), nearest, ks, d)
	if err != nil {
		t.Fatal(err)
	}
	var rises, falls atomic.Int64
	err = graphs.search(t.Context(), []int32{0, 60, 249}, func(_ int, b *band) {
		for j := range int32(250) {
			lengths := b.lengths(j)
			for at := 1; at < len(lengths); at++ {
				if before, _ := graphs.componentsOf(b.from + at - 1); before > 1 {
					continue
				}
				if lengths[at] > lengths[at-1] {
					rises.Add(1)
				} else if lengths[at] < lengths[at-1] {
					falls.Add(1)
				}
			}
		}
	})
	if err != nil || rises.Load() > 0 || falls.Load() == 0 {
		t.Errorf("with k, %d geodesics got longer and %d shorter (%v)", rises.Load(), falls.Load(), err)
	}
}

// TestKStatisticIsTheSameBits at any GOMAXPROCS and with any instructions.
func TestKStatisticIsTheSameBits(t *testing.T) {
	s := board(700, 2)
	want := statisticOf(t, s, upTo30).T
	for _, procs := range []int{1, 3} {
		before := runtime.GOMAXPROCS(procs)
		got := statisticOf(t, s, upTo30).T
		runtime.GOMAXPROCS(before)
		if !slices.Equal(got, want) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
	for l := simd.Portable; l < simd.Best(); l++ {
		restore := simd.Use(l)
		got := statisticOf(t, s, upTo30).T
		restore()
		if !slices.Equal(got, want) {
			t.Errorf("%v gives other bits", l)
		}
	}
}

// BenchmarkKStatistic chooses between 28 numbers of neighbours.
func BenchmarkKStatistic(b *testing.B) {
	x := swissRoll(1, 5000)
	d, labels := engine.Euclidean(x), board(5000, 1).Labels
	for b.Loop() {
		nearest, err := neighbour.Nearest(b.Context(), d, 30)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := KStatistic(b.Context(), upTo30, nearest, d, labels, false); err != nil {
			b.Fatal(err)
		}
	}
}
