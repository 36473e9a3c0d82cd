package spectral

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/linear/sparse"
)

// laplacian is that of a graph on n rows, whose edges join says once each.
func laplacian(n int, edges func(join func(i, j int, weight float64))) *sparse.Matrix {
	rows := make([]map[int]float64, n)
	for i := range rows {
		rows[i] = map[int]float64{i: 0}
	}
	edges(func(i, j int, weight float64) {
		rows[i][j] -= weight
		rows[j][i] -= weight
		rows[i][i] += weight
		rows[j][j] += weight
	})
	s := &sparse.Matrix{Start: []int{0}}
	for _, row := range rows {
		var at []int
		for j := range row {
			at = append(at, j)
		}
		slices.Sort(at)
		for _, j := range at {
			s.At, s.Value = append(s.At, int32(j)), append(s.Value, row[j])
		}
		s.Start = append(s.Start, len(s.At))
	}
	return s
}

func path(n int) *sparse.Matrix {
	return laplacian(n, func(join func(i, j int, weight float64)) {
		for i := range n - 1 {
			join(i, i+1, 1)
		}
	})
}

func ring(n int) *sparse.Matrix {
	return laplacian(n, func(join func(i, j int, weight float64)) {
		for i := range n {
			join(i, (i+1)%n, 1)
		}
	})
}

func grid(rows, cols int) *sparse.Matrix {
	return laplacian(rows*cols, func(join func(i, j int, weight float64)) {
		for r := range rows {
			for c := range cols {
				if r+1 < rows {
					join(r*cols+c, (r+1)*cols+c, 1)
				}
				if c+1 < cols {
					join(r*cols+c, r*cols+c+1, 1)
				}
			}
		}
	})
}

// sine is the eigenvalue 4 sin²(x) that paths, rings and grids are made of.
func sine(x float64) float64 { return 4 * math.Sin(x) * math.Sin(x) }

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

// TestSmallestOfKnownGraphs has spectra in closed form, simple and with every
// eigenvalue twice, small and large, with the null vector taken out and left
// in.
func TestSmallestOfKnownGraphs(t *testing.T) {
	const count = 7
	ofPath := func(n int) (all []float64) {
		for k := range n {
			all = append(all, sine(math.Pi*float64(k)/float64(2*n)))
		}
		return all
	}
	ofRing := func(n int) (all []float64) {
		for k := range n {
			all = append(all, sine(math.Pi*float64(k)/float64(n)))
		}
		return all
	}
	var ofGrid []float64
	for _, a := range ofPath(30) {
		for _, b := range ofPath(30) {
			ofGrid = append(ofGrid, a+b)
		}
	}
	for name, c := range map[string]struct {
		s    *sparse.Matrix
		want []float64
	}{
		"short path": {path(40), ofPath(40)}, "path": {path(700), ofPath(700)}, "ring": {ring(600), ofRing(600)},
		"short ring": {ring(33), ofRing(33)}, "grid, square": {grid(30, 30), ofGrid},
	} {
		n := c.s.Len()
		slices.Sort(c.want)
		for _, null := range [][]float64{nil, ones(n)} {
			want := c.want[:count]
			if null != nil {
				want = c.want[1 : count+1]
			}
			p, err := Smallest(t.Context(), c.s, count, null)
			if err != nil {
				t.Fatal(err)
			}
			if p.Left > p.Sought {
				t.Errorf("%s: %g is left, %g was sought", name, p.Left, p.Sought)
			}
			for k, v := range p.Values {
				if math.Abs(v-want[k]) > 1e-9 {
					t.Errorf("%s: eigenvalue %d is %v, want %v", name, k, v, want[k])
				}
			}
			var inner mat.Dense
			inner.Mul(p.Vectors.T(), p.Vectors)
			for i := range count {
				if math.Abs(inner.At(i, i)-1) > 1e-11 || i > 0 && math.Abs(inner.At(i, i-1)) > 1e-11 {
					t.Errorf("%s: vectors are not orthonormal: %v", name, mat.Formatted(&inner))
					break
				}
				if null != nil && math.Abs(mat.Sum(p.Vectors.ColView(i))) > 1e-8 {
					t.Errorf("%s: vector %d is not free of the null vector", name, i)
				}
			}
		}
	}
}

// TestSmallestOfIndefinite has weights of either sign, and blocks that repeat
// each eigenvalue nine times.
func TestSmallestOfIndefinite(t *testing.T) {
	x := points(5, 40, 40)
	s, full := &sparse.Matrix{Start: []int{0}}, mat.NewDense(360, 360, nil)
	for b := range 9 {
		for i := range 40 {
			for j := range 40 {
				if v := x.At(i, j) + x.At(j, i); v > 5 || v < -5 || i == j {
					s.At, s.Value = append(s.At, int32(40*b+j)), append(s.Value, v)
					full.Set(40*b+i, 40*b+j, -v)
				}
			}
			s.Start = append(s.Start, len(s.At))
		}
	}
	p, err := Smallest(t.Context(), s, 12, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := whole(t.Context(), full, 12)
	if err != nil {
		t.Fatal(err)
	}
	for c, v := range p.Values {
		if math.Abs(v+all.Values[c]) > 1e-9*math.Abs(v) {
			t.Errorf("eigenvalue %d is %v, want %v", c, v, -all.Values[c])
		}
	}
}

func TestSmallestOfAwkward(t *testing.T) {
	zero := &sparse.Matrix{Start: make([]int, 301)}
	if p, err := Smallest(t.Context(), zero, 3, nil); err != nil || p.Values[2] != 0 {
		t.Errorf("a matrix of zeros has pairs %+v (%v)", p, err)
	}
	if p, err := Smallest(t.Context(), path(2), 5, ones(2)); err != nil || len(p.Values) != 1 || math.Abs(p.Values[0]-2) > 1e-12 {
		t.Errorf("two rows have pairs %+v (%v)", p, err)
	}
	bad := path(300)
	bad.Value[7] = math.Inf(1)
	if _, err := Smallest(t.Context(), bad, 3, nil); err == nil {
		t.Error("infinity is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Smallest(ctx, path(5000), 3, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error is %v", err)
	}
}

func TestSmallestHasTheSameBits(t *testing.T) {
	s := grid(20, 40)
	want, err := Smallest(t.Context(), s, 4, ones(800))
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	got, err := Smallest(t.Context(), s, 4, ones(800))
	if err != nil || !mat.Equal(got.Vectors, want.Vectors) || !slices.Equal(got.Values, want.Values) {
		t.Errorf("one processor gives other bits (%v)", err)
	}
}

func BenchmarkSmallest(b *testing.B) {
	s := grid(100, 200)
	for b.Loop() {
		p, err := Smallest(b.Context(), s, 6, ones(s.Len()))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(p.Left, "left")
	}
}

// TestSmallestTellsEqual: a ring has every eigenvalue twice, whose axes are chosen, and
// a path none; both are known through the inverse.
func TestSmallestTellsEqual(t *testing.T) {
	p, err := Smallest(t.Context(), ring(600), 4, ones(600))
	if err != nil {
		t.Fatal(err)
	}
	if want := []Cluster{{From: 0, To: 2}, {From: 2, To: 4}}; !slices.Equal(p.Equal, want) {
		t.Errorf("a ring has %v, want %v", p.Equal, want)
	}
	if p, err = Smallest(t.Context(), path(600), 4, ones(600)); err != nil || len(p.Equal) > 0 {
		t.Errorf("a path has %v (%v)", p.Equal, err)
	}
}

// TestSmallestWithoutShape: a graph joined at random would fill its factor, so that
// polynomials find the pairs; the inverse finds the same.
func TestSmallestWithoutShape(t *testing.T) {
	if testing.Short() {
		t.Skip("long: factors a graph without shape")
	}
	const n = 1200
	s := laplacian(n, func(join func(i, j int, weight float64)) {
		x := points(11, 8*n, 2)
		for e := range 8 * n {
			i, j := int(math.Abs(x.At(e, 0))*1e6)%n, int(math.Abs(x.At(e, 1))*1e6)%n
			if i != j {
				join(i, j, 1)
			}
		}
	})
	top, err := s.Bound()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := sparse.NewPlan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	inverse, err := throughInverse(t.Context(), s, plan, 3, ones(n), top)
	if err != nil {
		t.Fatal(err)
	}
	filtered, err := newFilter(s, 3, ones(n), top).find(t.Context(), 3, residualSought)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		if off := math.Abs(inverse.Values[c] - filtered.Values[c]); off > 1e-10*top {
			t.Errorf("eigenvalue %d is %v through the inverse, %v by polynomials", c, inverse.Values[c], filtered.Values[c])
		}
	}
	if grid := grid(50, 60); !isFactorWorthwhile(t.Context(), grid, planOf(t, grid)) || isFactorWorthwhile(memory.Limited(t.Context(), 1000), grid, planOf(t, grid)) {
		t.Error("a grid is not factored, or is without memory")
	}
}

func planOf(t *testing.T, s *sparse.Matrix) *sparse.Plan {
	t.Helper()
	plan, err := sparse.NewPlan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
