package selection

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func less(a, b float64) bool { return a < b }

// wantLeast checks a selection against a sorted copy.
func wantLeast(t *testing.T, s []float64, n int) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(s))
	Least(s, n, less)
	if n < len(s) && s[n] != sorted[n] {
		t.Errorf("element %d of %d is %v, want %v", n, len(s), s[n], sorted[n])
	}
	head := slices.Sorted(slices.Values(s[:min(n, len(s))]))
	if !slices.Equal(head, sorted[:len(head)]) {
		t.Errorf("the %d least of %d are %v, want %v", n, len(s), head, sorted[:len(head)])
	}
	if !slices.Equal(slices.Sorted(slices.Values(s)), sorted) {
		t.Errorf("elements were lost")
	}
}

func TestLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(200)
		s := make([]float64, n)
		kinds := 1 + r.IntN(2*n) // few kinds make many equal ones
		for i := range s {
			s[i] = float64(r.IntN(kinds))
		}
		wantLeast(t, s, r.IntN(n+1))
	}
	wantLeast(t, nil, 0)
}

// TestBadPivots chooses its input as the selection goes, so that every pivot is
// among the least (McIlroy 1999, doi:10.1002/(SICI)1097-024X(19990410)29:4<341).
func TestBadPivots(t *testing.T) {
	const n = 1 << 14
	solid, gas, candidate, compared := 0, n, 0, 0
	value, s := make([]int, n), make([]int, n)
	for i := range s {
		s[i], value[i] = i, gas
	}
	Least(s, n-1, func(a, b int) bool {
		compared++
		if value[a] == gas && value[b] == gas {
			freeze := b
			if a == candidate {
				freeze = a
			}
			value[freeze], solid = solid, solid+1
		}
		if value[a] == gas {
			candidate = a
		} else if value[b] == gas {
			candidate = b
		}
		return value[a] < value[b]
	})
	if limit := 200 * n; compared > limit {
		t.Errorf("%d comparisons for %d elements, more than %d", compared, n, limit)
	}
	if !slices.IsSortedFunc(s[n-1:], func(a, b int) int { return cmp.Compare(value[a], value[b]) }) {
		t.Error("not selected")
	}
}
