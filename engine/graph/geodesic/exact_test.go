package geodesic

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/internal/simd"
)

// graphFrom is the graph with the given edges, each stored from both its ends.
func graphFrom(n int, edges []engine.Edge) *engine.Graph {
	lists := make([][]edge, n)
	for _, e := range edges {
		lists[e.I] = append(lists[e.I], edge{int32(e.J), e.Length})
		lists[e.J] = append(lists[e.J], edge{int32(e.I), e.Length})
	}
	g := &engine.Graph{Start: make([]int, 1, n+1)}
	for _, list := range lists {
		for _, e := range list {
			g.End, g.Length = append(g.End, e.to), append(g.Length, e.length)
		}
		g.Start = append(g.Start, len(g.End))
	}
	return g
}

// randomGraph is a random tree and as many edges again, their lengths drawn.
func randomGraph(seed uint64, n int, length func(r *rand.Rand) float64) *engine.Graph {
	r := rand.New(rand.NewPCG(seed, 2))
	var edges []engine.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, engine.Edge{I: r.IntN(i), J: i, Length: length(r)}, engine.Edge{I: r.IntN(i), J: i, Length: length(r)})
	}
	return graphFrom(n, edges)
}

// grid has rows of side vertices, with edges of length one between neighbours.
func grid(side int) *engine.Graph {
	var edges []engine.Edge
	for i := range side * side {
		if i%side > 0 {
			edges = append(edges, engine.Edge{I: i - 1, J: i, Length: 1})
		}
		if i >= side {
			edges = append(edges, engine.Edge{I: i - side, J: i, Length: 1})
		}
	}
	return graphFrom(side*side, edges)
}

// star joins vertex 0 to all others, chain each to the next.
func star(n int) *engine.Graph {
	var edges []engine.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, engine.Edge{I: 0, J: i, Length: math.Sqrt(float64(i))})
	}
	return graphFrom(n, edges)
}

func chain(n int, length func(i int) float64) *engine.Graph {
	var edges []engine.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, engine.Edge{I: i - 1, J: i, Length: length(i)})
	}
	return graphFrom(n, edges)
}

// everyGraph has the shapes and lengths that searches may stumble over.
func everyGraph() map[string]*engine.Graph {
	graphs := map[string]*engine.Graph{
		"grid of ties": grid(14),
		"star":         star(150),
		"chain":        chain(300, func(i int) float64 { return 1 / float64(i) }),
		"up and down":  chain(120, func(i int) float64 { return []float64{1e-30, 1, 1e25}[i%3] }),
		"uniform":      randomGraph(1, 250, (*rand.Rand).Float64),
		"some zero":    randomGraph(2, 200, func(r *rand.Rand) float64 { return float64(r.IntN(3)) }),
		"all zero":     randomGraph(3, 90, func(*rand.Rand) float64 { return 0 }),
		"huge, tiny":   randomGraph(4, 200, func(r *rand.Rand) float64 { return math.Pow(10, float64(r.IntN(70)-36)) }),
	}
	for n := 1; n < 10; n++ {
		graphs[fmt.Sprintf("of %d", n)] = randomGraph(uint64(n), n, (*rand.Rand).ExpFloat64)
	}
	return graphs
}

// front is the heap of a plain Dijkstra search.
type front[T float] struct {
	vertices []int32
	at       []T
}

func (f *front[T]) Len() int           { return len(f.at) }
func (f *front[T]) Less(a, b int) bool { return f.at[a] < f.at[b] }
func (f *front[T]) Push(any)           {}
func (f *front[T]) Pop() any           { return nil }
func (f *front[T]) Swap(a, b int) {
	f.at[a], f.at[b] = f.at[b], f.at[a]
	f.vertices[a], f.vertices[b] = f.vertices[b], f.vertices[a]
}

// dijkstra is the oracle: one source, one heap, additions in T.
func dijkstra[T float](g *engine.Graph, source int) []T {
	distance := make([]T, g.Len())
	for i := range distance {
		distance[i] = T(math.Inf(1))
	}
	distance[source] = 0
	f := &front[T]{vertices: []int32{int32(source)}, at: []T{0}}
	for f.Len() > 0 {
		v, d := f.vertices[0], f.at[0]
		last := f.Len() - 1
		f.Swap(0, last)
		f.vertices, f.at = f.vertices[:last], f.at[:last]
		if last > 0 {
			heap.Fix(f, 0)
		}
		if d > distance[v] {
			continue
		}
		ends, lengths := g.Of(int(v))
		for e, w := range ends {
			if sum := d + T(lengths[e]); sum < distance[w] {
				distance[w] = sum
				f.vertices, f.at = append(f.vertices, w), append(f.at, sum)
				heap.Fix(f, f.Len()-1)
			}
		}
	}
	return distance
}

// TestAllPairsIsDijkstra: the same bits as one search at a time in the same
// arithmetic, on every level of the processor and at any number of them.
func TestAllPairsIsDijkstra(t *testing.T) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		for _, procs := range []int{1, 3} {
			t.Run(fmt.Sprintf("%v/procs=%d", l, procs), func(t *testing.T) {
				defer simd.Use(l)()
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				for name, g := range everyGraph() {
					checkAllPairs(t, name, g)
				}
			})
		}
	}
}

func checkAllPairs(t *testing.T, name string, g *engine.Graph) {
	t.Helper()
	single, err := AllPairs(t.Context(), g, false)
	if err != nil {
		t.Fatal(name, err)
	}
	double, err := AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(name, err)
	}
	if single.lengths.IsDouble() || !double.lengths.IsDouble() {
		t.Fatalf("%s: lengths in float64: %v and %v", name, single.lengths.IsDouble(), double.lengths.IsDouble())
	}
	for i := range g.Len() {
		want32, want64 := dijkstra[float32](g, i), dijkstra[float64](g, i)
		for j := range i {
			if got := single.lengths.Single(i)[j]; got != want32[j] {
				t.Fatalf("%s: path %d–%d in float32 is %v, want %v", name, i, j, got, want32[j])
			}
			if got := double.lengths.Double(i)[j]; got != want64[j] {
				t.Fatalf("%s: path %d–%d in float64 is %v, want %v", name, i, j, got, want64[j])
			}
		}
	}
}

func TestLengthsBeyondFloat32(t *testing.T) {
	for name, g := range map[string]*engine.Graph{
		"sums overflow":    chain(20, func(int) float64 { return 1e38 }),
		"lengths overflow": chain(20, func(i int) float64 { return []float64{1, 1e200}[i%2] }),
		"underflow":        chain(20, func(i int) float64 { return []float64{1, 1e-42}[i%2] }),
	} {
		p, err := AllPairs(t.Context(), g, false)
		if err != nil {
			t.Fatal(name, err)
		}
		if !p.lengths.IsDouble() {
			t.Fatalf("%s: lengths are in float32", name)
		}
		for j, want := range dijkstra[float64](g, 19) {
			if got := p.lengths.At(19, j); got != want || math.IsInf(got, 0) {
				t.Errorf("%s: path 19–%d is %v, want %v", name, j, got, want)
			}
		}
	}
}

func TestNoGeodesics(t *testing.T) {
	for _, c := range []struct {
		g    *engine.Graph
		want string
	}{
		{graphFrom(5, []engine.Edge{{I: 0, J: 1, Length: 1}, {I: 2, J: 3, Length: 1}}), "graph has 3 components (sizes 2, 2, 1), with no path"},
		{chain(4, func(int) float64 { return math.NaN() }), "length NaN"},
		{chain(4, func(int) float64 { return math.Inf(1) }), "length +Inf"},
		{chain(4, func(int) float64 { return -1 }), "length -1"},
		{chain(4, func(int) float64 { return 1e308 }), "longer than any number"},
	} {
		for _, double := range []bool{false, true} {
			if _, err := AllPairs(t.Context(), c.g, double); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error of all pairs is %v, want %q", err, c.want)
			}
		}
		if _, err := FromLandmarks(t.Context(), c.g, []int32{0}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error of landmarks is %v, want %q", err, c.want)
		}
		if _, err := MaxMin(t.Context(), c.g, 2, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error of choosing is %v, want %q", err, c.want)
		}
	}
}

func TestGroupsDivideSources(t *testing.T) {
	for _, n := range []int{1, 2, 40, 900} {
		g := randomGraph(5, n, (*rand.Rand).Float64)
		net := newNetwork[float32](g, breadthFirst(g))
		for _, count := range []int{1, n / 3, n} {
			seen := make([]bool, count)
			for _, group := range net.groupSources(net.row[:count]) {
				if len(group) == 0 || len(group) > net.lanes {
					t.Errorf("a group of %d", len(group))
				}
				for _, at := range group {
					if seen[at] {
						t.Errorf("source %d is in two groups", at)
					}
					seen[at] = true
				}
			}
			for at, is := range seen {
				if !is {
					t.Errorf("source %d of %d is in no group", at, count)
				}
			}
		}
	}
}

func TestQueueGoesRound(t *testing.T) {
	const n = 5000
	r := rand.New(rand.NewPCG(6, 0))
	q, bucketOf, now := &queue{next: make([]int32, n)}, make([]int, n), 0
	var free []int32
	for v := range int32(n) {
		free = append(free, v)
	}
	for range 200_000 {
		if r.IntN(2) == 0 && len(free) > 0 {
			v := free[len(free)-1]
			free = free[:len(free)-1]
			asked := now + r.IntN(bucketCount)*r.IntN(3) - 2
			bucketOf[v] = min(max(asked, now), now+bucketCount-1)
			q.push(v, asked)
		} else if q.count > 0 {
			v := q.pop()
			if bucketOf[v] < now {
				t.Fatalf("bucket %d comes after %d", bucketOf[v], now)
			}
			now = bucketOf[v]
			if q.at != now {
				t.Fatalf("the queue is at bucket %d, want %d", q.at, now)
			}
			free = append(free, v)
		}
	}
	if len(free)+q.count != n {
		t.Errorf("%d vertices out and %d in the queue, want %d", len(free), q.count, n)
	}
}

func TestStopsInTheMiddle(t *testing.T) {
	g := grid(70)
	ctx, cancel := context.WithCancel(t.Context())
	told := 0
	ctx = engine.WithProgress(ctx, func(p engine.Progress) {
		if told++; told == 3 {
			cancel()
		}
	})
	begin := time.Now()
	if _, err := AllPairs(ctx, g, false); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("stopped after %v", took)
	}
	order, _, _ := checkGraph(t.Context(), g)
	net := newNetwork[float64](g, order)
	s := newSearch(net, 1)
	s.visits = 1<<13 - 2
	if err := s.run(ctx, order[:3]); !errors.Is(err, context.Canceled) {
		t.Errorf("a search whose context has ended says %v", err)
	}
}

func TestProgressIsTold(t *testing.T) {
	last := -1.0
	ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
		if p.Fraction < last {
			t.Errorf("progress falls from %v to %v", last, p.Fraction)
		}
		last = p.Fraction
	})
	if _, err := AllPairs(ctx, grid(20), true); err != nil || last != 1 {
		t.Errorf("progress ends at %v, error %v", last, err)
	}
}
