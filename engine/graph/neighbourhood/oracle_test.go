package neighbourhood

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// cloud returns n rows of d columns, spread like a normal distribution.
func cloud(n, d, seed int) *mat.Dense {
	s := random.New(seed, "cloud")
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return s.Normal() }, x)
	return x
}

// combinations calls yield for each choice of k numbers below n.
func combinations(n, k int, yield func(chosen []int)) {
	chosen := make([]int, k)
	var choose func(at, from int)
	choose = func(at, from int) {
		if at == k {
			yield(chosen)
			return
		}
		for v := from; v < n; v++ {
			chosen[at] = v
			choose(at+1, v+1)
		}
	}
	choose(0, 0)
}

// surrounds tells by Carathéodory's theorem whether x is in the hull of rows:
// some d+1 of them, or fewer, hold it, by their barycentric coordinates.
func surrounds(x []float64, rows [][]float64) bool {
	d, held := len(x), false
	combinations(len(rows), d+1, func(chosen []int) {
		a := mat.NewDense(d+1, d+1, nil)
		b := mat.NewVecDense(d+1, append(slices.Clone(x), 1))
		for c, r := range chosen {
			a.SetCol(c, append(slices.Clone(rows[r]), 1))
		}
		var share mat.VecDense
		if share.SolveVec(a, b) == nil && mat.Min(&share) >= 0 {
			held = true
		}
	})
	return held
}

func TestHullsAgainstEnumeration(t *testing.T) {
	for _, d := range []int{1, 2, 3} {
		for seed := range 4 {
			x := cloud(11, d, seed)
			g := graphOf(t, Enclosing{}, x, nil)
			for i := range 11 {
				near := byDistance(x, i)
				want := 10
				for k := 1; k <= 10; k++ {
					var rows [][]float64
					for _, j := range near[:k] {
						rows = append(rows, x.RawRowView(j))
					}
					if k > d && surrounds(x.RawRowView(i), rows) {
						want = k
						break
					}
				}
				if got := g.Degree(i); got != want {
					t.Errorf("d = %d, seed %d: row %d is enclosed by %d, want %d", d, seed, i, got, want)
				}
			}
		}
	}
}

func byDistance(x *mat.Dense, i int) []int {
	n, _ := x.Dims()
	row := make([]float64, n)
	engine.Euclidean(x).Row(row, i)
	var near []int
	for j := range n {
		if j != i {
			near = append(near, j)
		}
	}
	slices.SortStableFunc(near, func(a, b int) int {
		if row[a] < row[b] {
			return -1
		}
		return 1
	})
	return near
}

// Rows made as combinations are inside; moved past a hyperplane that all others
// are behind, they are not.
func TestHullsInManyColumns(t *testing.T) {
	for _, d := range []int{5, 12, 30} {
		n := 4 * d
		x := cloud(n, d, d)
		s := random.New(d, "shares")
		others := make([]int32, n-1)
		for l := range others {
			others[l] = int32(l + 1)
		}
		own := x.RawRowView(0)
		h := newHull(x)
		for trial := range 20 {
			clear(own)
			var total float64
			for range d + 1 {
				share := s.Uniform()
				total += share
				for c, v := range x.RawRowView(1 + s.Below(n-1)) {
					own[c] += share * v
				}
			}
			for c := range own {
				own[c] /= total
			}
			if !h.contains(0, others) {
				t.Fatalf("d = %d, trial %d: a combination of rows is outside", d, trial)
			}
			own[trial%d] = math.Inf(-1)
			for _, j := range others {
				own[trial%d] = max(own[trial%d], x.At(int(j), trial%d))
			}
			own[trial%d] += 1e-4
			if h.contains(0, others) {
				t.Fatalf("d = %d, trial %d: a row beyond all others is inside", d, trial)
			}
		}
	}
}

// emptySpheres is the Delaunay graph by its definition: edges of simplices with
// no row inside the sphere through their vertices.
func emptySpheres(x *mat.Dense) [][]int32 {
	n, d := x.Dims()
	joined := make([][]bool, n)
	for i := range joined {
		joined[i] = make([]bool, n)
	}
	combinations(n, d+1, func(chosen []int) {
		// 2 (x_r − x_0)·c = ‖x_r‖² − ‖x_0‖²
		a, b := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		first := x.RawRowView(chosen[0])
		for r, i := range chosen[1:] {
			var sum float64
			for c, v := range x.RawRowView(i) {
				a.Set(r, c, 2*(v-first[c]))
				sum += v*v - first[c]*first[c]
			}
			b.SetVec(r, sum)
		}
		var centre mat.VecDense
		if centre.SolveVec(a, b) != nil {
			return
		}
		distance := func(i int) float64 {
			var sum float64
			for c, v := range x.RawRowView(i) {
				sum += (v - centre.AtVec(c)) * (v - centre.AtVec(c))
			}
			return sum
		}
		radius := distance(chosen[0])
		for i := range n {
			if !slices.Contains(chosen, i) && distance(i) < radius*(1-1e-12) {
				return
			}
		}
		for _, i := range chosen {
			for _, j := range chosen {
				joined[i][j] = i != j
			}
		}
	})
	lists := make([][]int32, n)
	for i := range n {
		for j := range n {
			if joined[i][j] {
				lists[i] = append(lists[i], int32(j))
			}
		}
	}
	return lists
}

func TestNaturalNeighboursAgainstEmptySpheres(t *testing.T) {
	for _, c := range []struct{ d, n int }{{2, 3}, {2, 4}, {2, 40}, {3, 4}, {3, 5}, {3, 22}, {4, 14}, {5, 11}} {
		for seed := range 3 {
			x := cloud(c.n, c.d, seed)
			g := graphOf(t, Natural{}, x, nil)
			for i, want := range emptySpheres(x) {
				if end, _ := g.Of(i); !slices.Equal(end, want) {
					t.Fatalf("%d rows in %d columns, seed %d: row %d has %v, want %v", c.n, c.d, seed, i, end, want)
				}
			}
		}
	}
}

func TestGabrielAgainstAllTriples(t *testing.T) {
	for _, d := range []int{1, 2, 5, 20} {
		x := cloud(60, d, d)
		e := func(i, j int) float64 {
			row := make([]float64, 60)
			engine.Euclidean(x).Row(row, i)
			return row[j] * row[j]
		}
		g := graphOf(t, Gabriel{}, x, nil)
		for i := range 60 {
			for j := range i {
				open := true
				for l := range 60 {
					if l != i && l != j && e(i, l)+e(j, l) < e(i, j) {
						open = false
					}
				}
				if (g.At(i, j) == 1) != open || g.At(i, j) != g.At(j, i) {
					t.Fatalf("d = %d: rows %d and %d are joined by %v and %v, want %v", d, i, j, g.At(i, j), g.At(j, i), open)
				}
			}
		}
	}
}

// Corners of squares lie on the circle over a diagonal, which separates nobody.
func TestGabrielOfALattice(t *testing.T) {
	x := mat.NewDense(100, 2, nil)
	for i := range 100 {
		x.SetRow(i, []float64{float64(i % 10), float64(i / 10)})
	}
	if got, want := graphOf(t, Gabriel{}, x, nil).Edges(), 2*(2*90+2*81); got != want {
		t.Errorf("a lattice has %d edges, want %d", got, want)
	}
}

// A triangulation is Delaunay if no sphere of a simplex holds the vertex beyond
// one of its facets (Delaunay 1934).
func TestSpheresAreEmptyBeyondFacets(t *testing.T) {
	for _, c := range []struct {
		n, d    int
		uneven  float64
		lattice bool
	}{{4000, 2, 1, false}, {3000, 3, 1, false}, {3000, 3, 1e8, false}, {300, 4, 1, false}, {120, 5, 1, false}, {900, 2, 1, true}, {900, 3, 1, true}} {
		x := cloud(c.n, c.d, 9)
		x.Apply(func(_, col int, v float64) float64 {
			if c.lattice {
				v = math.Round(4 * v)
			}
			return v * math.Pow(c.uneven, float64(col))
		}, x)
		space, ok := spanOf(x)
		if !ok || space.d != c.d {
			t.Fatalf("%+v: rows span %d dimensions", c, space.d)
		}
		groups := groupCopies(space, c.n)
		var points []float64
		for _, rows := range groups.rows {
			points = append(points, space.at(rows[0])...)
		}
		if c.lattice {
			joggle(points, c.d)
		}
		tri, ok, err := triangulate(t.Context(), points, c.d, insertionOrder(points, c.d), !c.lattice)
		if !ok || err != nil {
			t.Fatalf("%+v: triangulated is %v, %v", c, ok, err)
		}
		met := make([]bool, len(groups.rows))
		for at, s := range tri.simplices {
			if slices.Contains(tri.free, int32(at)) {
				continue
			}
			infinitely := slices.Contains(s.v[:c.d+1], infinite)
			for f := range c.d + 1 {
				other := tri.simplices[s.across[f]]
				back := slices.Index(other.across[:c.d+1], int32(at))
				if back < 0 {
					t.Fatalf("%+v: simplex %d is not met from across its facet %d", c, at, f)
				}
				if v := other.v[back]; !infinitely && v != infinite && tri.inSphere(&s.v, v) > 0 {
					t.Fatalf("%+v: the sphere of simplex %d holds point %d", c, at, v)
				}
				if !infinitely {
					met[s.v[f]] = true
				}
			}
			if !infinitely && tri.orient(&s.v) <= 0 {
				t.Fatalf("%+v: simplex %d turns the other way", c, at)
			}
		}
		if slices.Contains(met, false) {
			t.Errorf("%+v: point %d is in no simplex", c, slices.Index(met, false))
		}
	}
}

func TestGabrielIsInNatural(t *testing.T) {
	for _, d := range []int{2, 3, 4} {
		x := cloud(300, d, 1)
		natural, gabriel := graphOf(t, Natural{}, x, nil), graphOf(t, Gabriel{}, x, nil)
		for i := range 300 {
			end, _ := gabriel.Of(i)
			for _, j := range end {
				if natural.At(i, int(j)) == 0 {
					t.Fatalf("d = %d: rows %d and %d are joined by Gabriel alone", d, i, j)
				}
			}
		}
	}
}

// The Euler characteristic of a triangulated disc: 3 (n − 1) − hull edges, where
// points of a grid lie on common circles. A perturbed 20×20 grid has up to 76
// rows on its border.
func TestNaturalNeighboursOfALattice(t *testing.T) {
	const side = 20
	x := mat.NewDense(side*side, 2, nil)
	for i := range side * side {
		x.SetRow(i, []float64{float64(i % side), float64(i / side)})
	}
	g := graphOf(t, Natural{}, x, nil)
	for i := range side * side {
		end, _ := g.Of(i)
		for _, j := range []int{i - 1, i + 1, i - side, i + side} {
			beside := j >= 0 && j < side*side && (i%side-j%side)*(i%side-j%side) <= 1
			if beside && !slices.Contains(end, int32(j)) {
				t.Errorf("row %d of the lattice does not mind row %d beside it", i, j)
			}
		}
	}
	// Inside the hull there are 3n − 3 − h edges, 4·19 of them along the border;
	// moved rows of the border add slivers, at most as many.
	inner := 3*side*side - 3 - 4*(side-1)
	if edges := g.Edges() / 2; edges < inner-4*side || edges > inner+8*side {
		t.Errorf("a lattice has %d edges, want about %d", edges, inner)
	}
}

// Only lattices are moved, and a note says so.
func TestUnitsMoveNoRows(t *testing.T) {
	for _, scale := range []float64{1e-70, 1, 1e70} {
		x := cloud(200, 3, 3)
		x.Scale(scale, x)
		ctx, notes := engine.WithNotes(t.Context(), "test")
		if _, err := (Natural{}).Graph(ctx, engine.Euclidean(x), nil); err != nil {
			t.Fatal(err)
		}
		if told := notes(); len(told) > 0 {
			t.Errorf("in units of %v there is a note: %v", scale, told)
		}
	}
}

func TestNaturalNeighboursOnALineAndInAPlane(t *testing.T) {
	flat := cloud(80, 2, 3)
	want := graphOf(t, Natural{}, flat, nil)
	tilted := mat.NewDense(80, 7, nil)
	tilted.Mul(flat, turned(7, 5).Slice(0, 2, 0, 7))
	if got := graphOf(t, Natural{}, tilted, nil); !slices.Equal(got.End, want.End) {
		t.Error("rows in a plane of seven columns have other neighbours than in two")
	}
	line := mat.NewDense(6, 3, nil)
	for i, at := range []float64{3, 1, 4, 1.5, 9, 2.6} {
		line.SetRow(i, []float64{at, 2 * at, -at})
	}
	g := graphOf(t, Natural{}, line, nil)
	if got, want := degrees(g), []int{2, 1, 2, 2, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("degrees on a line are %v, want %v", got, want)
	}
}

// turned returns a random rotation or reflection.
func turned(d, seed int) *mat.Dense {
	var qr mat.QR
	qr.Factorize(cloud(d, d, seed))
	var q mat.Dense
	qr.QTo(&q)
	return &q
}
