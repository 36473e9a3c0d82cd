package geodesic

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
)

func points(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64())
		}
	}
	return x
}

// clusters are far apart, so that the graph has as many components.
func clusters(seed uint64, count, each int) *mat.Dense {
	x := points(seed, count*each, 2)
	for i := range count * each {
		c := float64(i % count)
		x.Set(i, 0, x.At(i, 0)+40*c)
		x.Set(i, 1, x.At(i, 1)+7*c*c)
	}
	return x
}

func graphOf(t testing.TB, d engine.Distances, k int) *engine.Graph {
	t.Helper()
	nb, err := neighbour.Nearest(t.Context(), d, k)
	if err != nil {
		t.Fatal(err)
	}
	return unionOf(t, nb)
}

func unionOf(t testing.TB, nb *engine.Neighbours) *engine.Graph {
	t.Helper()
	g, err := Union(t.Context(), nb)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sizesOf are the sizes of the components of g, and partsOf the component of each row.
func sizesOf(t testing.TB, g *engine.Graph) []int {
	t.Helper()
	_, sizes, err := Components(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

func partsOf(t testing.TB, g *engine.Graph) []int32 {
	t.Helper()
	of, _, err := Components(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

func joined(t testing.TB, d engine.Distances, k int) *engine.Graph {
	t.Helper()
	g, err := Agglomerate(t.Context(), graphOf(t, d, k), d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func rowOf(p *Paths, i int) []float64 {
	row := make([]float64, p.Len())
	p.Row(row, i)
	return row
}

// six is the worked example: two groups of three points.
var six = mat.NewDense(6, 2, []float64{0, 0, 1, 0, 1, 1, 5, 0, 6, 0, 6, 2})

func TestSixPoints(t *testing.T) {
	d := engine.Euclidean(six)
	g := joined(t, d, 1)
	if g.Components != 2 || !slices.Equal(g.Bridges, []engine.Edge{{I: 1, J: 3, Length: 4}}) {
		t.Errorf("%d components with bridges %v, want 2 with 1–3 of length 4", g.Components, g.Bridges)
	}
	if want := []int32{1, 0, 2, 3, 1, 4, 1, 3, 5, 4}; !slices.Equal(g.End, want) {
		t.Errorf("edges end at %v, want %v", g.End, want)
	}
	p, err := AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 1, 2, 5, 6, 8}; !slices.Equal(rowOf(p, 0), want) {
		t.Errorf("geodesics of the first row %v, want %v", rowOf(p, 0), want)
	}
}

func TestAllPairsAgreesWithFloydWarshall(t *testing.T) {
	x := points(1, 120, 3)
	for i := range 20 { // copies give edges of length zero
		x.SetRow(i, x.RawRowView(20+i/3))
	}
	g := joined(t, engine.Euclidean(x), 3)
	reference := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		for e, j := range ends {
			reference.SetWeightedEdge(reference.NewWeightedEdge(simple.Node(i), simple.Node(j), lengths[e]))
		}
	}
	want, _ := path.FloydWarshall(reference)
	p, err := AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Len() {
		for j, v := range rowOf(p, i) {
			if w := want.Weight(int64(i), int64(j)); math.Abs(v-w) > 1e-12*(1+w) || v != p.lengths.At(j, i) {
				t.Fatalf("geodesic %d–%d is %v, want %v and symmetric", i, j, v, w)
			}
		}
	}
}

// TestBridgesAreOfTheSpanningTree: with distinct lengths, the bridges belong to the
// minimum spanning tree of all rows.
func TestBridgesAreOfTheSpanningTree(t *testing.T) {
	x := clusters(2, 5, 15)
	d := engine.Euclidean(x)
	g := joined(t, d, 4)
	if sizes := sizesOf(t, g); g.Components != 5 || len(g.Bridges) != 4 || len(sizes) != 1 {
		t.Fatalf("%d components, %d bridges, then %d components", g.Components, len(g.Bridges), len(sizes))
	}
	complete, tree := simple.NewWeightedUndirectedGraph(0, 0), simple.NewWeightedUndirectedGraph(0, 0)
	row := make([]float64, d.Len())
	for i := range d.Len() {
		d.Row(row, i)
		for j := range i {
			complete.SetWeightedEdge(complete.NewWeightedEdge(simple.Node(i), simple.Node(j), row[j]))
		}
	}
	path.Kruskal(tree, complete)
	for _, b := range g.Bridges {
		if !tree.HasEdgeBetween(int64(b.I), int64(b.J)) {
			t.Errorf("bridge %d–%d is not in the minimum spanning tree", b.I, b.J)
		}
	}
}

func TestAgglomerationIsIdempotent(t *testing.T) {
	d := engine.Euclidean(clusters(3, 4, 12))
	once := joined(t, d, 3)
	twice, err := Agglomerate(t.Context(), once, d)
	if err != nil {
		t.Fatal(err)
	}
	if twice.Components != 1 || !slices.Equal(once.End, twice.End) {
		t.Errorf("a second time changes the graph: %d components", twice.Components)
	}
}

func TestMoreNeighboursNeverLengthenPaths(t *testing.T) {
	d := engine.Euclidean(points(4, 150, 2))
	var before *Paths
	for _, k := range []int{8, 10, 20, 149} {
		g := joined(t, d, k)
		if g.Components > 1 {
			t.Fatalf("the example needs a connected graph at k = %d", k)
		}
		p, err := AllPairs(t.Context(), g, true)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil {
			for i := range p.Len() {
				for j, v := range p.lengths.Double(i) {
					if was := before.lengths.At(i, j); v > was*(1+1e-12) {
						t.Fatalf("k = %d lengthens a path from %v to %v", k, was, v)
					}
				}
			}
		}
		before = p
	}
}

func TestDisconnectedNamesTheRemedy(t *testing.T) {
	d := engine.Euclidean(clusters(5, 3, 10))
	sizes := sizesOf(t, graphOf(t, d, 4))
	err := Disconnected(t.Context(), d, 4, sizes)
	want := `neighbourhood graph has 3 components (sizes 10, 10, 10) at k = 4; raise k to 10, which connects it, or set connect="agglomerate"`
	if err.Error() != want {
		t.Errorf("error is\n%v, want\n%s", err, want)
	}
	if sizes := sizesOf(t, graphOf(t, d, 10)); len(sizes) != 1 {
		t.Errorf("k = 10 leaves %d components", len(sizes))
	}
	if sizes := sizesOf(t, graphOf(t, d, 9)); len(sizes) == 1 {
		t.Error("k = 9 would have done")
	}
}

func TestEpsThatConnects(t *testing.T) {
	d := engine.Euclidean(clusters(6, 3, 10))
	const eps = 2.5
	g, err := neighbour.Within(t.Context(), d, eps)
	if err != nil {
		t.Fatal(err)
	}
	sizes := sizesOf(t, g)
	g, err = Agglomerate(t.Context(), g, d)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Bridges) != len(sizes)-1 || len(sizes) < 3 {
		t.Fatalf("%d bridges for %d components", len(g.Bridges), len(sizes))
	}
	if e := DisconnectedWithin(eps, sizes, g.Bridges).Error(); !strings.Contains(e, "components") || !strings.Contains(e, "eps = ") {
		t.Errorf("error is %s", e)
	}
}

func TestSameBitsAtAnyProcsAndCancelled(t *testing.T) {
	d := engine.Euclidean(clusters(7, 6, 40))
	all := func() *Paths {
		p, err := AllPairs(t.Context(), joined(t, d, 5), true)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	want := all()
	for _, procs := range []int{1, 6} {
		before := runtime.GOMAXPROCS(procs)
		got := all()
		runtime.GOMAXPROCS(before)
		if !reflect.DeepEqual(got.lengths, want.lengths) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AllPairs(ctx, joined(t, d, 5), true); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
	if _, err := Agglomerate(ctx, graphOf(t, d, 5), d); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}
