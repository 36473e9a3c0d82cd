package memo_test

import (
	"math"
	"testing"

	"unfold/engine/memo"
)

// TestKeysTellSequencesApart: nothing that is taken in runs into what comes next,
// so no two of these sequences have one key.
func TestKeysTellSequencesApart(t *testing.T) {
	texts := func(all ...string) func(memo.Hasher) {
		return func(h memo.Hasher) {
			for _, s := range all {
				h.Text(s)
			}
		}
	}
	counts := func(all ...[]int) func(memo.Hasher) {
		return func(h memo.Hasher) {
			for _, c := range all {
				h.Counts(c)
			}
		}
	}
	numbers := func(all ...[]float64) func(memo.Hasher) {
		return func(h memo.Hasher) {
			for _, c := range all {
				h.Numbers(c)
			}
		}
	}
	seen := map[memo.Key]string{}
	for _, c := range []struct {
		what  string
		write func(h memo.Hasher)
	}{
		{"nothing", texts()},
		{"an empty text", texts("")},
		{"two empty texts", texts("", "")},
		{"ab", texts("ab")},
		{"a, b", texts("a", "b")},
		{"ab, c", texts("ab", "c")},
		{"a, bc", texts("a", "bc")},
		{"a, empty, bc", texts("a", "", "bc")},
		{"a text like a length", texts("\x01\x00\x00\x00\x00\x00\x00\x00a")},
		{"a", texts("a")},
		{"whole numbers 1, 2", counts([]int{1, 2})},
		{"whole numbers 1 and 2", counts([]int{1}, []int{2})},
		{"whole numbers 2, 1", counts([]int{2, 1})},
		{"none and 1, 2", counts(nil, []int{1, 2})},
		{"-1", counts([]int{-1})},
		{"numbers 1, 2", numbers([]float64{1, 2})},
		{"numbers 1 and 2", numbers([]float64{1}, []float64{2})},
		{"0", numbers([]float64{0})},
		{"minus 0", numbers([]float64{math.Copysign(0, -1)})},
		{"NaN", numbers([]float64{math.NaN()})},
		{"the next number after 1", numbers([]float64{math.Nextafter(1, 2)})},
		{"1", numbers([]float64{1})},
	} {
		key := memo.KeyOf(c.write)
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the key of %s", c.what, other)
		}
		if seen[key] = c.what; key != memo.KeyOf(c.write) {
			t.Errorf("%s has two keys", c.what)
		}
	}
	if len(seen) != 22 {
		t.Errorf("%d keys", len(seen))
	}
}

func TestUniqueKeysAreEqualToNone(t *testing.T) {
	seen := map[memo.Key]bool{{}: true}
	for range 100 {
		k := memo.Unique()
		if seen[k] {
			t.Fatalf("%x again", k)
		}
		seen[k] = true
	}
}
