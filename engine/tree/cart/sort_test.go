package cart

import (
	"slices"
	"testing"

	"unfold/engine/internal/random"
)

// TestSortByCode: few keys and many, codes of any width.
func TestSortByCode(t *testing.T) {
	r := random.New(1, "keys")
	for _, n := range []int{2, 31, 33, 5000} {
		for _, width := range []int{3, 300, 1 << 20} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = uint64(1000+r.Below(width))<<codeShift | uint64(i)
			}
			want := slices.Sorted(slices.Values(keys))
			if got := sortByCode(keys, make([]uint64, n), 1000, uint32(1000+width-1)); !slices.Equal(got, want) {
				t.Errorf("%d keys of %d codes are not in order", n, width)
			}
		}
	}
}
