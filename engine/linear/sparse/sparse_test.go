package sparse

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
)

// fromEdges is the matrix of n rows with −1 for each pair and on the diagonal one
// more than there are of them, which is positive definite.
func fromEdges(n int, pairs [][2]int) *Matrix {
	rows := make([]map[int32]float64, n)
	for i := range rows {
		rows[i] = map[int32]float64{int32(i): 1}
	}
	for _, p := range pairs {
		for _, e := range [][2]int{p, {p[1], p[0]}} {
			if _, twice := rows[e[0]][int32(e[1])]; !twice {
				rows[e[0]][int32(e[1])] = -1
				rows[e[0]][int32(e[0])]++
			}
		}
	}
	s := &Matrix{Start: []int{0}}
	for _, row := range rows {
		var at []int32
		for j := range row {
			at = append(at, j)
		}
		slices.Sort(at)
		for _, j := range at {
			s.At, s.Value = append(s.At, j), append(s.Value, row[j])
		}
		s.Start = append(s.Start, len(s.At))
	}
	return s
}

// grid joins the points of a grid that are at most so many steps apart along
// either axis.
func grid(rows, cols, reach int) *Matrix {
	var pairs [][2]int
	for r := range rows {
		for c := range cols {
			for a := r; a <= min(r+reach, rows-1); a++ {
				for b := max(0, c-reach); b <= min(c+reach, cols-1); b++ {
					if r*cols+c < a*cols+b {
						pairs = append(pairs, [2]int{r*cols + c, a*cols + b})
					}
				}
			}
		}
	}
	return fromEdges(rows*cols, pairs)
}

// scattered joins rows at random.
func scattered(n, pairs int) *Matrix {
	r := random.New(1, "scattered")
	var list [][2]int
	for range pairs {
		i, j := int(r.Between(0, float64(n))), int(r.Between(0, float64(n)))
		if i != j {
			list = append(list, [2]int{i, j})
		}
	}
	return fromEdges(n, list)
}

func star(n int) *Matrix {
	var pairs [][2]int
	for i := 1; i < n; i++ {
		pairs = append(pairs, [2]int{0, i})
	}
	return fromEdges(n, pairs)
}

func matrices() map[string]*Matrix {
	return map[string]*Matrix{
		"none": fromEdges(0, nil), "one": fromEdges(1, nil), "apart": fromEdges(200, nil), "path": grid(1, 500, 1),
		"grid": grid(40, 60, 1), "wide stencil": grid(50, 30, 3), "star": star(400), "scattered": scattered(600, 700),
		"without a shape": scattered(300, 4000), "dense": scattered(90, 20000),
	}
}

func factored(t testing.TB, s *Matrix, shift float64) *Factor {
	t.Helper()
	p, err := NewPlan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Factor(t.Context(), s, shift)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// right are count columns of random numbers.
func right(n, count int) []float64 {
	r := random.New(2, "right")
	b := make([]float64, n*count)
	for i := range b {
		b[i] = r.Between(-1, 1)
	}
	return b
}

// TestSolves multiplies what was solved for.
func TestSolves(t *testing.T) {
	const count, shift = 3, 0.5
	for name, s := range matrices() {
		f := factored(t, s, shift)
		if f == nil {
			t.Errorf("%s is said not to be positive definite", name)
			continue
		}
		b := right(s.Len(), count)
		x := slices.Clone(b)
		if err := f.Solve(t.Context(), x, count); err != nil {
			t.Fatal(err)
		}
		alone, first := make([]float64, s.Len()), make([]float64, s.Len())
		for i := range alone {
			alone[i], first[i] = b[i*count], x[i*count]
		}
		if err := f.Solve(t.Context(), alone, 1); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, first) {
			t.Errorf("%s: a column alone has other bits than among others", name)
		}
		for i := range s.Len() {
			columns, values := s.Of(i)
			for c := range count {
				sum := shift * x[i*count+c]
				for e, j := range columns {
					sum += values[e] * x[int(j)*count+c]
				}
				if math.Abs(sum-b[i*count+c]) > 1e-12 {
					t.Fatalf("%s: row %d of A x is %v, want %v", name, i, sum, b[i*count+c])
				}
			}
		}
	}
}

// TestPlansCount eliminates row after row by hand and compares how many entries
// are left, and that every row has one place.
func TestPlansCount(t *testing.T) {
	for name, s := range matrices() {
		p, err := NewPlan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		n := s.Len()
		entries := lower(s, p.order)
		parents := eliminationTree(entries)
		counts := columnCounts(entries, parents)
		below := make([]map[int32]bool, n)
		for at, i := range p.order {
			below[at] = map[int32]bool{}
			columns, _ := s.Of(int(i))
			for _, j := range columns {
				if int(p.place[j]) > at {
					below[at][p.place[j]] = true
				}
			}
		}
		for at := range n {
			if len(below[at])+1 != counts[at] {
				t.Fatalf("%s: column %d has %d entries, counted %d", name, at, len(below[at])+1, counts[at])
			}
			if len(below[at]) == 0 {
				continue
			}
			parent := int32(n)
			for i := range below[at] {
				parent = min(parent, i)
			}
			if parents[at] != parent {
				t.Fatalf("%s: the parent of column %d is %d, want %d", name, at, parents[at], parent)
			}
			for i := range below[at] {
				if i != parent {
					below[parent][i] = true
				}
			}
		}
		sorted := slices.Clone(p.order)
		slices.Sort(sorted)
		for at, i := range sorted {
			if int(i) != at {
				t.Fatalf("%s: row %d has no place or two", name, at)
			}
		}
	}
}

// TestFactorsStaySparse: a path and a star have no entries but their own, and a grid
// of n rows has O(n log n).
func TestFactorsStaySparse(t *testing.T) {
	for name, most := range map[string]int{"path": 1400, "star": 799, "grid": 70_000} {
		s := matrices()[name]
		p, err := NewPlan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.total > most {
			t.Errorf("the factor of %s has %d entries, want at most %d", name, p.total, most)
		}
	}
}

func TestNotDefinite(t *testing.T) {
	for name, shift := range map[string]float64{"grid": -1.5, "star": -2, "scattered": -1} {
		if factored(t, matrices()[name], shift) != nil {
			t.Errorf("%s less %g is said to be positive definite", name, -shift)
		}
	}
}

func TestFactorAsksForMemory(t *testing.T) {
	s := grid(60, 60, 1)
	p, err := NewPlan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var e *engine.Error
	if _, err := p.Factor(memory.Limited(t.Context(), 100_000), s, 0); !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("error is %v, want one with a remedy", err)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	s := grid(60, 60, 1)
	f := factored(t, s, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewPlan(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("plan: error is %v", err)
	}
	p, err := NewPlan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Factor(ctx, s, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("factor: error is %v", err)
	}
	if err := f.Solve(ctx, right(s.Len(), 1), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("solve: error is %v", err)
	}
}

func TestSameBits(t *testing.T) {
	s := grid(70, 50, 2)
	solve := func() []float64 {
		b := right(s.Len(), 2)
		if err := factored(t, s, 0).Solve(t.Context(), b, 2); err != nil {
			t.Fatal(err)
		}
		return b
	}
	want := solve()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !slices.Equal(solve(), want) {
		t.Error("one processor gives other bits")
	}
}

func TestBoundRefusesInfinity(t *testing.T) {
	s := grid(3, 3, 1)
	if top, err := s.Bound(); err != nil || top != 17 {
		t.Errorf("bound is %v (%v), want 17", top, err)
	}
	s.Value[4] = math.Inf(1)
	if _, err := s.Bound(); err == nil {
		t.Error("infinity is taken")
	}
}

func BenchmarkFactor(b *testing.B) {
	s := grid(100, 100, 2)
	for b.Loop() {
		if factored(b, s, 0) == nil {
			b.Fatal("not positive definite")
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	s := grid(100, 100, 2)
	f, x := factored(b, s, 0), right(s.Len(), 8)
	for b.Loop() {
		if err := f.Solve(b.Context(), x, 8); err != nil {
			b.Fatal(err)
		}
	}
}
