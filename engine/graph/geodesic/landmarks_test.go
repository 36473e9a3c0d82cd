package geodesic

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
)

// drawn returns count distinct rows of n, or all if there are no more.
func drawn(n, count, seed int) []int32 {
	rows := make([]int32, min(n, count))
	for i, row := range random.New(seed, "landmarks").Permutation(n)[:len(rows)] {
		rows[i] = int32(row)
	}
	return rows
}

func TestLandmarksAreExact(t *testing.T) {
	for name, g := range everyGraph() {
		n := g.Len()
		rows := drawn(n, (n+2)/3, 4)
		m, err := FromLandmarks(t.Context(), g, rows)
		if err != nil {
			t.Fatal(name, err)
		}
		checkLandmarks(t, name, g, m)
		if m.Len() != n || m.Count() != len(rows) || !slices.Equal(m.Rows(), rows) {
			t.Errorf("%s: %d rows with %d landmarks %v, want %d and %v", name, m.Len(), m.Count(), m.Rows(), n, rows)
		}
	}
}

// checkLandmarks: the landmarks' own rows are Dijkstra's, those of others are
// upper bounds, and all are symmetric to the bit.
func checkLandmarks(t *testing.T, name string, g *engine.Graph, m *Landmarks) {
	t.Helper()
	n := g.Len()
	all, row := make([][]float64, n), make([]float64, n)
	for i := range n {
		all[i] = make([]float64, n)
		m.Row(all[i], i)
	}
	for l, i := range m.Rows() {
		m.Of(row, l)
		if !slices.Equal(row, dijkstra[float64](g, int(i))) {
			t.Fatalf("%s: the geodesics from landmark %d are not Dijkstra's", name, l)
		}
	}
	legs := make([]float64, m.Count())
	for i := range n {
		exact := dijkstra[float64](g, i)
		m.To(legs, i)
		for j, v := range all[i] {
			if v != all[j][i] || v < exact[j]*(1-1e-12) || i == j && v != 0 {
				t.Fatalf("%s: %d–%d is %v and %v, want symmetric and %v or more", name, i, j, v, all[j][i], exact[j])
			}
			if _, is := m.index[j]; is && math.Abs(v-exact[j]) > 1e-12*exact[j] {
				t.Fatalf("%s: %d to landmark %d is %v, want %v", name, i, j, v, exact[j])
			}
		}
		for l, v := range legs {
			if v != m.at(l, i) {
				t.Fatalf("%s: row %d is %v from landmark %d, want %v", name, i, v, l, m.at(l, i))
			}
		}
	}
}

// TestLandmarksOfASquare: in a complete graph geodesics are straight.
func TestLandmarksOfASquare(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{0, 0, 3, 0, 0, 4, 3, 4, 1, 1})
	g := graphOf(t, engine.Euclidean(x), 4)
	m, err := FromLandmarks(t.Context(), g, []int32{0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 4)
	m.To(got, 4)
	if want := []float64{math.Sqrt2, math.Sqrt(5), math.Sqrt(10), math.Sqrt(13)}; !slices.Equal(got, want) {
		t.Errorf("landmarks are %v away, want %v", got, want)
	}
}

func TestLandmarksAboveThePreciseAreSingle(t *testing.T) {
	g := joined(t, engine.Euclidean(swissRoll(3, preciseRows+1)), 6)
	m, err := FromLandmarks(t.Context(), g, drawn(g.Len(), 40, 1))
	if err != nil {
		t.Fatal(err)
	}
	if m.double != nil {
		t.Fatal("geodesics are in float64")
	}
	row := make([]float64, g.Len())
	for l, i := range m.Rows() {
		m.Of(row, l)
		for j, v := range dijkstra[float32](g, int(i)) {
			if row[j] != float64(v) {
				t.Fatalf("row %d is %v from landmark %d, want %v", j, row[j], l, v)
			}
		}
	}
	off, err := m.Accuracy(t.Context(), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	if off.Pairs < 1000 || !(off.Median >= 0) || off.High < off.Median || off.High > 0.5 {
		t.Errorf("accuracy is %+v", off)
	}
	if text := off.String(); !strings.Contains(text, "too long") {
		t.Errorf("it says %q", text)
	}
}

// TestBoundsGoOverLandmarks: those of the accuracy are those of rows, and end
// with the context.
func TestBoundsGoOverLandmarks(t *testing.T) {
	g := grid(12)
	m, err := FromLandmarks(t.Context(), g, drawn(144, 9, 1))
	if err != nil {
		t.Fatal(err)
	}
	rows := drawn(144, 40, 2)
	bounds, err := m.bounds(t.Context(), rows, 7)
	if err != nil {
		t.Fatal(err)
	}
	whole := make([]float64, 144)
	for s := range bounds {
		if _, is := m.index[int(rows[s])]; is {
			continue // its row is exact
		}
		m.Row(whole, int(rows[s]))
		for e, j := range rows {
			if got := bounds[s][e]; math.Abs(got-whole[j]) > 1e-6*whole[j] && int(j) != int(rows[s]) {
				t.Fatalf("from row %d to %d over landmarks is %v, want %v", rows[s], j, got, whole[j])
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.bounds(ctx, rows, 7); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func TestNoErrorWhereAllAreLandmarks(t *testing.T) {
	g := grid(4)
	m, err := FromLandmarks(t.Context(), g, drawn(16, 99, 1))
	if err != nil {
		t.Fatal(err)
	}
	off, err := m.Accuracy(t.Context(), g, 1)
	if err != nil || off.Pairs != 0 || off.String() != "geodesics are exact" {
		t.Errorf("accuracy is %+v, %s, error %v", off, off, err)
	}
}

func TestLandmarksRefused(t *testing.T) {
	for _, rows := range [][]int32{nil, {3, 3}, {-1}, {16}} {
		if m, err := FromLandmarks(t.Context(), grid(4), rows); err == nil {
			t.Errorf("landmarks %v give %v", rows, m)
		}
	}
}

// TestMaxMinIsGreedy against the rule itself, over all geodesics.
func TestMaxMinIsGreedy(t *testing.T) {
	for name, g := range everyGraph() {
		p, err := AllPairs(t.Context(), g, true)
		if err != nil {
			t.Fatal(err)
		}
		const most = 12
		got, err := MaxMin(t.Context(), g, most, 7)
		if err != nil {
			t.Fatal(err)
		}
		for at := 1; at <= len(got); at++ {
			farthest, distance := -1, 0.0
			for i := range g.Len() {
				nearest := math.Inf(1)
				for _, l := range got[:at] {
					nearest = min(nearest, p.lengths.At(int(l), i))
				}
				if nearest > distance*(1+1e-12) {
					farthest, distance = i, nearest
				}
			}
			switch {
			case at == len(got) && at < min(most, g.Len()) && farthest >= 0:
				t.Errorf("%s: stops after %d landmarks, but row %d is %v away", name, at, farthest, distance)
			case at < len(got) && int(got[at]) != farthest:
				if d := nearestOf(p, got[:at], int(got[at])); math.Abs(d-distance) > 1e-12*distance {
					t.Errorf("%s: landmark %d is row %d, %v from the others, want row %d at %v", name, at, got[at], d, farthest, distance)
				}
			}
		}
	}
}

func nearestOf(p *Paths, rows []int32, i int) float64 {
	nearest := math.Inf(1)
	for _, l := range rows {
		nearest = min(nearest, p.lengths.At(int(l), i))
	}
	return nearest
}

func TestPlanFitsMemory(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // each has a search, which takes memory
	const gb = 1_000_000_000
	for _, c := range []struct {
		n, wish   int
		free      uint64
		landmarks int
		double    bool
	}{
		{1, 0, gb, 0, true},
		{preciseRows, 0, gb, 0, true},
		{preciseRows + 1, 0, gb, 0, false},
		{40_000, 0, 8 * gb, 0, false},
		{40_000, 0, 3 * gb, usualLandmarks, false},
		{200_000, 0, 3 * gb, usualLandmarks, false},
		{200_000, 300, 8 * gb, 300, false},
		{100, 300, 8 * gb, 100, true},
	} {
		p, err := choose(c.n, c.wish, memory.Room{Known: true, Free: c.free})
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Landmarks != c.landmarks || p.Double != c.double || p.Bytes > c.free {
			t.Errorf("%d rows with %d bytes: %+v, want %d landmarks, float64 %v", c.n, c.free, p, c.landmarks, c.double)
		}
		if text := p.String(); !strings.Contains(text, "geodesics") || !strings.Contains(text, "is free") {
			t.Errorf("the plan says %q", text)
		}
	}
	if p, err := choose(200_000, 0, memory.Room{Known: true, Free: gb / 2}); err != nil || p.Landmarks < leastLandmarks || p.Landmarks >= usualLandmarks || p.Bytes > gb {
		t.Errorf("200000 rows in half a gigabyte: %+v, %v", p, err)
	}
	_, err := choose(1_000_000, 0, memory.Room{Known: true, Free: gb / 2})
	if err == nil || !strings.Contains(err.Error(), "from 50 landmarks would take") {
		t.Errorf("a million rows in half a gigabyte: %v", err)
	}
	if _, err := choose(20_000, 5000, memory.Room{Known: true, Free: 470e6}); err == nil {
		t.Error("5000 landmarks of 20000 rows take 400 MB, and their own geodesics 100 MB while they are scaled")
	}
	if _, err := choose(1_000_000, 900, memory.Room{Known: true, Free: 2 * gb}); err == nil {
		t.Error("900 landmarks of a million rows fit into two gigabytes")
	}
	if p, err := choose(math.MaxInt32, 0, memory.Room{}); err != nil || p.Landmarks != 0 {
		t.Errorf("where nobody knows what is free: %+v, %v", p, err)
	}
}
