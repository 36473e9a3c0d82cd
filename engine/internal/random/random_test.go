package random

import (
	"math"
	"slices"
	"testing"
)

// The streams are promised to stay as they are. These numbers were written
// down once; a change here breaks every recorded result.
func TestStreamsStayAsTheyAre(t *testing.T) {
	s := New(1, "swissroll")
	for i, want := range []float64{0.8252257460836244, 0.1433204314700468, 0.4592836191549794} {
		if got := s.Uniform(); got != want {
			t.Errorf("uniform %d = %v, want %v", i, got, want)
		}
	}
	for i, want := range []float64{-1.4455028398618948, 0.6859120021638306, -0.9357237365953575} {
		if got := s.Normal(); got != want {
			t.Errorf("normal %d = %v, want %v", i, got, want)
		}
	}
	if got, want := s.Permutation(8), []int{4, 0, 2, 7, 3, 1, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("permutation = %v, want %v", got, want)
	}
}

func TestStreamsDifferBySeedAndName(t *testing.T) {
	first := map[float64]bool{}
	for seed := -5; seed <= 5; seed++ {
		for _, name := range []string{"", "a", "b", "ab"} {
			first[New(seed, name).Uniform()] = true
		}
	}
	if len(first) != 44 {
		t.Errorf("44 streams begin with %d different numbers", len(first))
	}
}

// Each sample moment must lie within five standard errors of the truth.
func TestMoments(t *testing.T) {
	const n = 200_000
	cases := []struct {
		name string
		draw func(*Stream) float64
		want [4]float64 // E x, E x², E x³, E x⁴
	}{
		{"uniform", (*Stream).Uniform, [4]float64{1. / 2, 1. / 3, 1. / 4, 1. / 5}},
		{"normal", (*Stream).Normal, [4]float64{0, 1, 0, 3}},
		{"below 3", func(s *Stream) float64 { return float64(s.Below(3)) }, [4]float64{1, 5. / 3, 3, 17. / 3}},
	}
	for _, c := range cases {
		s := New(7, c.name)
		var sum, square [4]float64
		for range n {
			x, power := c.draw(s), 1.0
			for p := range sum {
				power *= x
				sum[p] += power
				square[p] += power * power
			}
		}
		for p, want := range c.want {
			mean := sum[p] / n
			se := math.Sqrt((square[p]/n - mean*mean) / n)
			if math.Abs(mean-want) > 5*se {
				t.Errorf("%s: moment %d is %g ± %g, want %g", c.name, p+1, mean, se, want)
			}
		}
	}
}

func TestBelowKeepsItsBound(t *testing.T) {
	s := New(1, "below")
	for range 1000 {
		if x := s.Below(1 << 62); x < 0 {
			t.Fatal(x)
		}
		if x := s.Below(1); x != 0 {
			t.Fatal(x)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Below(0) did not panic")
		}
	}()
	s.Below(0)
}

func TestPermutationsAreEquallyLikely(t *testing.T) {
	s := New(1, "permutations")
	count := map[[3]int]int{}
	const n = 60_000
	for range n {
		count[[3]int(s.Permutation(3))]++
	}
	for p, c := range count {
		// sd of a binomial count is about 91
		if math.Abs(float64(c)-n/6) > 500 {
			t.Errorf("order %v came %d times in %d", p, c, n)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d orders of three", len(count))
	}
}

func TestApportion(t *testing.T) {
	none := []int{1 << 30, 1 << 30, 1 << 30}
	cases := []struct {
		name          string
		total         int
		sizes, limits []int
		want          []int
	}{
		{"exact", 15, []int{10, 20, 20}, none, []int{3, 6, 6}},
		{"remainder to the largest", 10, []int{47, 16, 37}, none, []int{5, 1, 4}},
		{"ties to the first", 2, []int{1, 1, 1}, none, []int{1, 1, 0}},
		{"limited", 3, []int{1, 1, 8}, []int{0, 0, 7}, []int{0, 0, 3}},
		{"more than the limits hold", 9, []int{3, 3, 3}, []int{2, 2, 2}, []int{2, 2, 2}},
		{"an empty party", 4, []int{0, 4, 4}, none, []int{0, 2, 2}},
		{"nobody", 4, []int{0, 0, 0}, none, []int{0, 0, 0}},
	}
	for _, c := range cases {
		if got := Apportion(c.total, c.sizes, c.limits); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Without limits every share is its quota rounded down or up, and the shares
// sum to the total.
func TestApportionKeepsQuotas(t *testing.T) {
	s := New(3, "quotas")
	for range 500 {
		sizes := make([]int, 1+s.Below(8))
		sum := 0
		for i := range sizes {
			sizes[i] = 1 + s.Below(1000)
			sum += sizes[i]
		}
		total := s.Below(sum + 1)
		given := 0
		for i, share := range Apportion(total, sizes, sizes) {
			given += share
			quota := float64(total) * float64(sizes[i]) / float64(sum)
			if math.Abs(float64(share)-quota) >= 1 {
				t.Fatalf("%d of %v: share %d is %d, quota %g", total, sizes, i, share, quota)
			}
		}
		if given != total {
			t.Fatalf("%d of %v: %d given", total, sizes, given)
		}
	}
}

func TestDraw(t *testing.T) {
	groups := []int{0, 1, 0, 1, 1, 2, 0}
	rows := New(1, "draw").Draw(groups, []int{2, 1, 0})
	if !slices.IsSorted(rows) || len(rows) != 3 {
		t.Fatalf("drew %v", rows)
	}
	count := [3]int{}
	for _, r := range rows {
		count[groups[r]]++
	}
	if count != [3]int{2, 1, 0} {
		t.Errorf("drew %v of the groups", count)
	}
}

// TestSpreadIsEvenOverGroups: each has its share up to one, whichever are drawn.
func TestSpreadIsEvenOverGroups(t *testing.T) {
	group := func(i int) int { return i % 7 % 3 } // of 100: 43, 29 and 28
	seen := map[int]bool{}
	for seed := range 200 {
		drawn := New(seed, "spread").Spread(100, 10, func(a, b int) int { return group(a) - group(b) })
		sizes := map[int]int{}
		for _, i := range drawn {
			sizes[group(i)]++
			seen[i] = true
		}
		if !slices.IsSorted(drawn) || len(slices.Compact(drawn)) != 10 || sizes[0] < 4 || sizes[0] > 5 || sizes[1] > 3 || sizes[2] > 3 {
			t.Fatalf("drew %v, by group %v", drawn, sizes)
		}
	}
	if len(seen) < 95 {
		t.Errorf("of 100, %d were ever drawn", len(seen))
	}
}
