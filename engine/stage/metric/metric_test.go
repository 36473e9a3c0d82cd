package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/linear/spectral"
)

func sample(x *mat.Dense, labels ...int) engine.Sample {
	classes := make([]string, 0)
	for c := range slices.Max(append(labels, 0)) + 1 {
		classes = append(classes, string(rune('a'+c)))
	}
	return engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: classes}}
}

// blobs has three classes that overlap.
func blobs(seed uint64, n, d int) engine.Sample {
	r := rand.New(rand.NewPCG(seed, 0))
	x, labels := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		labels[i] = i % 3
		for c := range d {
			x.Set(i, c, r.NormFloat64()+float64(labels[i]*(c%2)))
		}
	}
	return sample(x, labels...)
}

func distances(t testing.TB, m engine.Metric, s engine.Sample) engine.Distances {
	t.Helper()
	d, err := m.Distances(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func matrix(d engine.Distances) *mat.Dense {
	q := mat.NewDense(d.Len(), d.Len(), nil)
	for i := range d.Len() {
		d.Row(q.RawRowView(i), i)
	}
	return q
}

func close(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))
}

// TestWarpValues holds the formulas against numbers of an independent
// program.
func TestWarpValues(t *testing.T) {
	for _, c := range []struct{ e, same, inside, outside float64 }{
		{0.1, 0.0706223817731864, 0.710642329768922, 0.502503127605795},
		{1, 0.627271345023321, 1.07178415303648, 0.784025416687741},
		{5, 0.999998136671678, 518.012342054583, 517.512824668342},
	} {
		x := mat.NewDense(3, 1, []float64{0, c.e, -c.e})
		in := matrix(distances(t, &Warp{Alpha: 0.5, Beta: 2, Reading: "inside"}, sample(x, 0, 0, 1)))
		out := matrix(distances(t, &Warp{Alpha: 0.5, Beta: 2, Reading: "outside"}, sample(x, 0, 0, 1)))
		if !close(in.At(0, 1), c.same, 1e-14) || !close(in.At(0, 2), c.inside, 1e-14) || !close(out.At(2, 0), c.outside, 1e-14) {
			t.Errorf("e = %v: same %v, inside %v, outside %v; want %v", c.e, in.At(0, 1), in.At(0, 2), out.At(2, 0), c)
		}
	}
	w := warpRelation{alpha: 0.5, beta: 2}
	if got := w.logarithm(800, false); got != 400 {
		t.Errorf("ln q at e = 40 is %v, want 400", got)
	}
	if got := w.length(40, false); math.IsInf(got, 0) || got <= w.length(39, false) {
		t.Errorf("q at e = 40 is %v: neither finite nor rising", got)
	}
	if at0 := w.length(0, false); !close(at0, math.Sqrt(0.5), 1e-15) || w.length(0, true) != 0 {
		t.Errorf("coinciding rows of different classes are %v apart, want √0.5", at0)
	}
	if q, e := w.length(1e-6, true), 1e-6/math.Sqrt2; !close(q/e, 1, 1e-12) {
		t.Errorf("a small distance loses digits: %v, want %v", q, e)
	}
}

var six = mat.NewDense(6, 2, []float64{0, 0, 1, 0, 1, 1, 5, 0, 6, 0, 6, 2})

// TestWarpedIsomap runs the worked example through graph, geodesics and
// spectrum, with β by both rules.
func TestWarpedIsomap(t *testing.T) {
	for _, c := range []struct {
		rule  string
		edges [][2]int
		row0  []float64
		eigen []float64
	}{
		{"distance", [][2]int{{0, 1}, {0, 5}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 4}}, nil,
			[]float64{7.34590368, .3592800594, .1199449093, 0, -.0088206713, -.0958497599}},
		{"square", [][2]int{{0, 1}, {0, 2}, {1, 2}, {1, 5}, {2, 3}, {3, 4}, {4, 5}},
			[]float64{0, .2394685567, .7908022261, 1.5867708535, 1.8262394102, 1.1447881486},
			[]float64{2.8663634522, 1.4092420188, .0270312536, 0, -.0003682749, -.7533546161}},
	} {
		d := distances(t, &Warp{Alpha: 0.5, Reading: "inside", Rule: c.rule}, sample(six, 0, 0, 1, 1, 1, 0))
		nb, err := neighbour.Nearest(t.Context(), d, 2)
		if err != nil {
			t.Fatal(err)
		}
		union, err := geodesic.Union(t.Context(), nb)
		if err != nil {
			t.Fatal(err)
		}
		g, err := geodesic.Agglomerate(t.Context(), union, d)
		if err != nil {
			t.Fatal(err)
		}
		var edges [][2]int
		for i := range g.Len() {
			ends, _ := g.Of(i)
			for _, j := range ends {
				if i < int(j) {
					edges = append(edges, [2]int{i, int(j)})
				}
			}
		}
		if !slices.Equal(edges, c.edges) || len(g.Bridges) > 0 {
			t.Errorf("rule %s: edges %v with bridges %v, want %v", c.rule, edges, g.Bridges, c.edges)
		}
		paths, err := geodesic.AllPairs(t.Context(), g, true)
		if err != nil {
			t.Fatal(err)
		}
		for j, want := range c.row0 {
			if got := paths.Triangle().At(0, j); !close(got, want, 1e-9) {
				t.Errorf("rule %s: geodesic 0–%d is %v, want %v", c.rule, j, got, want)
			}
		}
		p, err := spectral.Scale(t.Context(), paths.Triangle(), 6, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.eigen {
			if !close(p.Values[i], want, 1e-8) {
				t.Errorf("rule %s: eigenvalue %d is %v, want %v", c.rule, i, p.Values[i], want)
			}
		}
	}
}

// sorted finds neighbours from sorted rows, with ties by the second key.
func sorted(d engine.Distances, k int) *engine.Neighbours {
	nb, err := neighbour.Nearest(context.Background(), rowsAndTies{d}, k)
	if err != nil {
		panic(err)
	}
	return nb
}

type rowsAndTies struct{ d engine.Distances }

func (r rowsAndTies) Len() int                 { return r.d.Len() }
func (r rowsAndTies) Row(dst []float64, i int) { r.d.Row(dst, i) }
func (r rowsAndTies) Tie(dst []float64, i int) {
	if b, ok := r.d.(engine.TieBreaker); ok {
		b.Tie(dst, i)
	} else {
		r.d.Row(dst, i)
	}
}

// TestNearestEqualsSortedRows includes data so wide that q saturates, where
// only the finer key tells the order, copies of rows and a class of one.
func TestNearestEqualsSortedRows(t *testing.T) {
	plain, wide, odd := blobs(1, 150, 4), blobs(2, 150, 3), blobs(3, 90, 2)
	wide.X.Scale(30, wide.X)
	for i := range 20 {
		odd.X.SetRow(i, odd.X.RawRowView(20+i/2))
	}
	odd.Labels[89] = 2
	odd.Labels[0], odd.Classes = 3, []string{"a", "b", "c", "d"}
	for name, s := range map[string]engine.Sample{"plain": plain, "wide": wide, "odd": odd} {
		for _, m := range []engine.Metric{
			&Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}, &Warp{Alpha: 0, Beta: 3, Reading: "inside"},
			&Warp{Alpha: 0.9, Reading: "outside", Rule: "distance"}, &Shift{Alpha: 0.5}, &Cosine{}, &Euclidean{},
		} {
			d := distances(t, m, s)
			for _, k := range []int{1, 7, s.Len() - 1} {
				got, err := neighbour.Nearest(t.Context(), d, k)
				if err != nil {
					t.Fatal(err)
				}
				want := sorted(d, k)
				if !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Length, want.Length) {
					t.Errorf("%s, %#v, k = %d: lists differ from sorted rows", name, m, k)
				}
			}
		}
	}
}

// TestShortestEqualsRows compares edges between groups with those of whole
// rows, for groups inside classes and across them. Where q saturates, only the
// finer key tells inside a class.
func TestShortestEqualsRows(t *testing.T) {
	plain, wide, odd := blobs(1, 150, 4), blobs(2, 300, 12), blobs(3, 90, 2)
	wide.X.Scale(3, wide.X)
	for i := range 20 {
		odd.X.SetRow(i, odd.X.RawRowView(20+i/2))
	}
	for name, s := range map[string]engine.Sample{"plain": plain, "wide": wide, "odd": odd} {
		for _, m := range []engine.Metric{
			&Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}, &Warp{Alpha: 0, Beta: 3, Reading: "inside"},
			&Warp{Alpha: 0.9, Reading: "outside", Rule: "distance"}, &Shift{Alpha: 0.5}, &Shift{}, &Cosine{}, &Euclidean{},
		} {
			d := distances(t, m, s)
			for _, count := range []int{2, 3, 7, 40} {
				of := make([]int32, s.Len())
				for i := range of {
					of[i] = int32(i * i % 101 % count)
					if i < count {
						of[i] = int32(i) // none is empty
					}
				}
				want, err := neighbour.Shortest(t.Context(), rowsAndTies{d}, of, count)
				if err != nil {
					t.Fatal(err)
				}
				got, err := neighbour.Shortest(t.Context(), d, of, count)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %#v, %d groups: edges %v, want %v (%v)", name, m, count, got, want, err)
				}
			}
		}
	}
}

// TestKeptListsServeOtherParameters asks one value for several k.
func TestKeptListsServeOtherParameters(t *testing.T) {
	s := blobs(7, 120, 5)
	d := distances(t, &Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}, s)
	var wait sync.WaitGroup
	for _, k := range []int{9, 3, 20, 5} {
		wait.Go(func() {
			got, err := neighbour.Nearest(t.Context(), d, k)
			if want := sorted(d, k); err != nil || !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Length, want.Length) {
				t.Errorf("k = %d: lists differ from sorted rows (%v)", k, err)
			}
		})
	}
	wait.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := neighbour.Nearest(ctx, d, 4); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}

// TestProperties: dissimilarities are finite, symmetric and zero on the
// diagonal, do not depend on the class numbers, and move with the rows.
func TestProperties(t *testing.T) {
	s := blobs(4, 60, 3)
	perm := rand.New(rand.NewPCG(5, 5)).Perm(60)
	moved, renamed := sample(mat.NewDense(60, 3, nil), make([]int, 60)...), s
	moved.Classes = s.Classes
	renamed.Target.Labels = slices.Clone(s.Labels)
	for i, p := range perm {
		moved.X.SetRow(i, s.X.RawRowView(p))
		moved.Labels[i] = s.Labels[p]
		renamed.Labels[i] = 2 - s.Labels[i]
	}
	for _, m := range []engine.Metric{&Euclidean{}, &Cosine{}, &Shift{Alpha: 0.3},
		&Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}, &Warp{Alpha: 0.5, Reading: "outside", Rule: "distance"}} {
		q, other, after := matrix(distances(t, m, s)), matrix(distances(t, m, renamed)), matrix(distances(t, m, moved))
		if !mat.Equal(q, other) {
			t.Errorf("%#v depends on the numbers of the classes", m)
		}
		for i := range 60 {
			for j := range 60 {
				v := q.At(i, j)
				if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 || v != q.At(j, i) || i == j && v != 0 {
					t.Fatalf("%#v: dissimilarity %d–%d is %v", m, i, j, v)
				}
				if got := after.At(i, j); !close(got, q.At(perm[i], perm[j]), 1e-9) {
					t.Fatalf("%#v: moved rows are %v apart, were %v", m, got, q.At(perm[i], perm[j]))
				}
			}
		}
	}
}

func TestScaleInvarianceOfWarp(t *testing.T) {
	s := blobs(6, 40, 3)
	large := s
	large.X = mat.DenseCopyOf(s.X)
	large.X.Scale(7, large.X)
	square := &Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}
	if !mat.EqualApprox(matrix(distances(t, square, s)), matrix(distances(t, square, large)), 1e-9) {
		t.Error("with the mean squared distance, the unit changes q")
	}
	distance := &Warp{Alpha: 0.5, Reading: "inside", Rule: "distance"}
	if mat.EqualApprox(matrix(distances(t, distance, s)), matrix(distances(t, distance, large)), 1e-3) {
		t.Error("with the mean distance, the unit was expected to change q")
	}
}

func TestOutwardAgreesWithRows(t *testing.T) {
	s := blobs(7, 30, 4)
	for _, m := range []engine.Metric{&Euclidean{}, &Cosine{}} {
		d := distances(t, m, s).(engine.Outward)
		row, from := make([]float64, 30), make([]float64, 30)
		d.Row(row, 11)
		d.From(from, s.X.RawRowView(11))
		for j := range row {
			if !close(from[j], row[j], 1e-15) {
				t.Errorf("%T: from outside row %d is %v away, from inside %v", m, j, from[j], row[j])
			}
		}
	}
	for _, m := range []engine.Metric{&Shift{Alpha: 0.5}, &Warp{Alpha: 0.5, Beta: 1}} {
		if _, ok := distances(t, m, s).(engine.Outward); ok {
			t.Errorf("%T reads labels and still measures rows that have none", m)
		}
	}
}

func TestPrecomputed(t *testing.T) {
	q := matrix(engine.Euclidean(six))
	d := distances(t, &Precomputed{}, engine.Sample{X: q})
	if !mat.Equal(matrix(d), q) {
		t.Error("the matrix has changed")
	}
	if got := (&Precomputed{}).Restrict([]int{4, 1}); !slices.Equal(got, []int{4, 1}) {
		t.Errorf("training rows 4 and 1 keep columns %v", got)
	}
	for want, spoil := range map[string]func(x *mat.Dense) *mat.Dense{
		"must be as many": func(x *mat.Dense) *mat.Dense { return x.Slice(0, 6, 0, 5).(*mat.Dense) },
		"from itself":     func(x *mat.Dense) *mat.Dense { x.Set(2, 2, 1); return x },
		"the other":       func(x *mat.Dense) *mat.Dense { x.Set(2, 1, 9); return x },
		"-1 apart":        func(x *mat.Dense) *mat.Dense { x.Set(2, 1, -1); return x },
		"must be finite":  func(x *mat.Dense) *mat.Dense { x.Set(2, 1, math.NaN()); return x },
	} {
		_, err := (&Precomputed{}).Distances(t.Context(), engine.Sample{X: spoil(mat.DenseCopyOf(q))})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one with %q", err, want)
		}
	}
}

func TestFaultsAndRemarks(t *testing.T) {
	warp := &Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}
	nan := mat.DenseCopyOf(six)
	nan.Set(1, 1, math.NaN())
	equal := mat.NewDense(4, 2, nil)
	for _, c := range []struct {
		m    engine.Metric
		s    engine.Sample
		want string
	}{
		{warp, engine.Sample{X: six}, "class labels"},
		{warp, sample(nan, 0, 0, 0, 1, 1, 1), "must be finite"},
		{warp, sample(six, 0, -1, 0, 1, 1, 1), "row 1 has no label"},
		{warp, sample(six, 0, 1), "have 6 rows and 2 labels"},
		{warp, sample(equal, 0, 0, 1, 1), "all points are identical"},
		{&Warp{Rule: "distance"}, sample(equal, 0, 0, 1, 1), "all points are identical"},
		{&Shift{}, sample(equal, 0, 0, 1, 1), "all points are identical"},
		{&Cosine{}, sample(equal), "no direction"},
		{&Euclidean{}, sample(nan), "must be finite"},
	} {
		if _, err := c.m.Distances(t.Context(), c.s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: error is %v, want one with %q", c.m, err, c.want)
		}
	}
	ctx, notes := engine.WithNotes(t.Context(), "warp")
	if _, err := warp.Distances(ctx, sample(six, 0, 0, 0, 0, 0, 0)); err != nil {
		t.Error(err)
	}
	far := distances(t, &Warp{Alpha: 0.5, Beta: 0.1}, sample(six, 0, 1, 2, 3, 4, 5))
	if _, err := neighbour.Nearest(ctx, far, 3); err != nil {
		t.Error(err)
	}
	said := notes()
	if len(said) != 2 || !strings.Contains(said[0].Text, "one class") || !strings.Contains(said[1].Text, "cut short") {
		t.Errorf("remarks are %v", said)
	}
}

func TestStagesAreDeclared(t *testing.T) {
	want := map[string]string{
		"euclidean": "euclidean", "cosine": "cosine", "precomputed": "precomputed", "shift": "shift(alpha=0.5)",
		"warp": `warp(alpha=0.5, beta=auto, reading="inside", rule="square")`, "blend": "blend(share=0.1)", "fisher": "fisher(k=10, sigma=auto, steps=10)",
	}
	for _, s := range Stages() {
		if got := s.Signature(); got != want[s.Name] {
			t.Errorf("signature is %s, want %s", got, want[s.Name])
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("not declared: %v", want)
	}
}

func BenchmarkWarp(b *testing.B) {
	s := blobs(8, 3500, 21)
	warp := &Warp{Alpha: 0.5, Reading: "inside", Rule: "square"}
	b.Run("lists", func(b *testing.B) {
		for b.Loop() {
			if _, err := neighbour.Nearest(b.Context(), distances(b, warp, s), 10); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bridges", func(b *testing.B) {
		d, of := distances(b, warp, s), make([]int32, s.Len())
		for i, l := range s.Labels {
			of[i] = int32(l)
		}
		for b.Loop() {
			if _, err := neighbour.Shortest(b.Context(), d, of, 3); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("mean distance", func(b *testing.B) {
		for b.Loop() {
			if _, err := meanDistance(b.Context(), s.X); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("largest distance", func(b *testing.B) {
		for b.Loop() {
			if _, err := maxDistance(b.Context(), s.X); err != nil {
				b.Fatal(err)
			}
		}
	})
}
