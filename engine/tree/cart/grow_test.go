package cart

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// TestSameBits: however many processors grow it.
func TestSameBits(t *testing.T) {
	for _, s := range []engine.Sample{letters(6000), drawn(1, 5000, 20, 0, 2, 0.1)} {
		var first *Grown
		for _, procs := range []int{1, 2, 5} {
			before := runtime.GOMAXPROCS(procs)
			g := grow(t, s, Rule{Min: 1, Surrogates: 3})
			runtime.GOMAXPROCS(before)
			if first == nil {
				first = g
			}
			same := slices.Equal(g.rows, first.rows) && slices.EqualFunc(g.nodes, first.nodes, func(a, b node) bool {
				return a.column == b.column && math.Float64bits(a.at) == math.Float64bits(b.at) && a.first == b.first && a.second == b.second && slices.Equal(a.to, b.to) && len(a.instead) == len(b.instead)
			})
			if !same {
				t.Errorf("%d processors: another tree", procs)
			}
		}
	}
}

func TestGrowStops(t *testing.T) {
	s := letters(30000)
	enginetest.Cancels(t, func(ctx context.Context) error {
		table, err := NewTable(ctx, s)
		if err != nil {
			return err
		}
		_, err = table.Grow(ctx, rowsFrom(s.Len()), nil, Rule{Min: 1})
		return err
	})
}
