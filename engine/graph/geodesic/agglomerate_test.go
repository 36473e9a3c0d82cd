package geodesic

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// table is a Distances by its matrix, with a second key where values are equal.
type table struct{ length, tie *mat.Dense }

func (m table) Len() int                 { n, _ := m.length.Dims(); return n }
func (m table) Row(dst []float64, i int) { copy(dst, m.length.RawRowView(i)) }
func (m table) Tie(dst []float64, i int) { copy(dst, m.tie.RawRowView(i)) }

// symmetric fills a matrix of n rows from its lower triangle.
func symmetric(n int, entry func(i, j int) float64) *mat.Dense {
	x := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := entry(i, j)
			x.Set(i, j, v)
			x.Set(j, i, v)
		}
	}
	return x
}

// singleLinkage is the oracle: all edges in order, each taken that joins two
// components.
func singleLinkage(t *testing.T, g *engine.Graph, m table) []engine.Edge {
	var all []engine.Edge
	for j := range m.Len() {
		for i := range j {
			all = append(all, engine.Edge{I: i, J: j, Length: m.length.At(i, j)})
		}
	}
	slices.SortFunc(all, func(a, b engine.Edge) int {
		return cmp.Or(cmp.Compare(a.Length, b.Length), cmp.Compare(m.tie.At(a.I, a.J), m.tie.At(b.I, b.J)), cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J))
	})
	of := partsOf(t, g)
	var bridges []engine.Edge
	for _, e := range all {
		if from, to := of[e.I], of[e.J]; from != to {
			bridges = append(bridges, e)
			for i := range of {
				if of[i] == from {
					of[i] = to
				}
			}
		}
	}
	slices.SortFunc(bridges, compareEdges)
	return bridges
}

func TestBridgesAreSingleLinkage(t *testing.T) {
	const n = 90
	r := rand.New(rand.NewPCG(8, 0))
	line := clusters(9, 9, 10)
	for name, m := range map[string]table{
		"random":         {symmetric(n, func(int, int) float64 { return r.Float64() }), symmetric(n, func(int, int) float64 { return 0 })},
		"ties":           {symmetric(n, func(int, int) float64 { return float64(1 + r.IntN(3)) }), symmetric(n, func(int, int) float64 { return 0 })},
		"ties with keys": {symmetric(n, func(int, int) float64 { return float64(1 + r.IntN(2)) }), symmetric(n, func(int, int) float64 { return float64(r.IntN(4)) })},
		"all equal":      {symmetric(n, func(int, int) float64 { return 0 }), symmetric(n, func(int, int) float64 { return 0 })},
		"warped":         {symmetric(n, warpOf(line, func(i int) int { return i % 9 }, 0.5, 1e4)), symmetric(n, func(int, int) float64 { return 0 })},
	} {
		var edges []engine.Edge
		for i := range n {
			if i%3 > 0 {
				edges = append(edges, engine.Edge{I: i - 1, J: i, Length: m.length.At(i-1, i)})
			}
		}
		for _, g := range []*engine.Graph{graphFrom(n, edges), graphFrom(n, nil)} {
			got, err := Agglomerate(t.Context(), g, m)
			if err != nil {
				t.Fatal(name, err)
			}
			if want := singleLinkage(t, g, m); !slices.Equal(got.Bridges, want) {
				t.Errorf("%s: bridges\n%v, want\n%v", name, got.Bridges, want)
			}
			if sizes := sizesOf(t, got); len(sizes) != 1 || len(got.End) != len(g.End)+2*len(got.Bridges) {
				t.Errorf("%s: %d components, %d ends", name, len(sizes), len(got.End))
			}
		}
	}
}

// warpOf is the dissimilarity of S-Isomap: rows of different classes are pushed
// apart (Geng, Zhan, Zhou 2005, doi:10.1109/TSMCB.2005.850151).
func warpOf(x *mat.Dense, class func(i int) int, alpha, beta float64) func(i, j int) float64 {
	return func(i, j int) float64 {
		var square float64
		for c, v := range x.RawRowView(i) {
			square += (v - x.At(j, c)) * (v - x.At(j, c))
		}
		if class(i) == class(j) {
			return math.Sqrt(-math.Expm1(-square / beta))
		}
		return math.Sqrt(math.Exp(square/beta) - alpha)
	}
}

// TestSixWarpedPoints is the worked example under a warp with the mean square
// distance for β.
func TestSixWarpedPoints(t *testing.T) {
	class := []int{0, 0, 1, 1, 1, 0}
	warped := warpOf(six, func(i int) int { return class[i] }, 0.5, 16.9333333333333333)
	g := joined(t, table{symmetric(6, warped), symmetric(6, func(int, int) float64 { return 0 })}, 2)
	if want := []int32{1, 2, 0, 2, 5, 0, 1, 3, 2, 4, 3, 5, 1, 4}; !slices.Equal(g.End, want) || len(g.Bridges) > 0 {
		t.Errorf("edges end at %v with bridges %v, want %v and none", g.End, g.Bridges, want)
	}
	p, err := AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{0, .2394685567, .7908022261, 1.5867708535, 1.8262394102, 1.1447881486} {
		if got := p.Triangle().At(0, j); math.Abs(got-want) > 1e-9 {
			t.Errorf("geodesic 0–%d is %v, want %v", j, got, want)
		}
	}
}

// TestManyNeighboursAreNeverListed: where lists would get too long, the k of the
// remedy comes from the shortest edges between components.
func TestManyNeighboursAreNeverListed(t *testing.T) {
	d := engine.Euclidean(clusters(10, 4, 25))
	exact, err := connectingK(t.Context(), d, 3, mostListed)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := connectingK(t.Context(), d, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	if sizes := sizesOf(t, graphOf(t, d, bound)); len(sizes) != 1 || bound < exact || bound >= d.Len() {
		t.Errorf("k = %d leaves %d components; the least that connects is %d", bound, len(sizes), exact)
	}
}

func TestUnionOfLists(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	for _, k := range []int{1, 4, 29} {
		m := table{length: symmetric(30, func(int, int) float64 { return float64(r.IntN(9)) }), tie: symmetric(30, func(int, int) float64 { return 0 })}
		g := graphOf(t, m, k)
		has := make(map[[2]int]bool)
		for i := range g.Len() {
			ends, lengths := g.Of(i)
			if !slices.IsSorted(ends) || len(slices.Compact(slices.Clone(ends))) != len(ends) {
				t.Errorf("edges of row %d end at %v", i, ends)
			}
			for e, j := range ends {
				has[[2]int{i, int(j)}] = true
				if lengths[e] != m.length.At(i, int(j)) {
					t.Errorf("edge %d–%d is %v long, want %v", i, j, lengths[e], m.length.At(i, int(j)))
				}
			}
			if len(ends) < k {
				t.Errorf("row %d has %d edges, less than %d", i, len(ends), k)
			}
		}
		for e := range has {
			if !has[[2]int{e[1], e[0]}] {
				t.Errorf("edge %d–%d is not there from its other end", e[0], e[1])
			}
		}
	}
}
