package neighbour

import (
	"context"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A search finds rows near to each row of a kdTree, by walking its trees
// or, with a filter, by sweeping blocks of rows past all panels.
type search struct {
	*kdTree
	filter *filter              // nil to walk
	only   func(row int32) bool // whose subtrees are searched for, nil for all
	k      int                  // of lists, for which blocks are made small enough
	swept  atomic.Int64         // blocks that were swept, less those that had to be walked
}

// newSearch arranges x and chooses the way for lists of k rows.
func newSearch(ctx context.Context, x *mat.Dense, of []int32, k int) (*search, error) {
	a, err := buildKDTree(ctx, x, of)
	if err != nil {
		return nil, err
	}
	s := &search{kdTree: a, k: k}
	sweeping, err := s.prefersSweeps(ctx, k)
	if err != nil {
		return nil, err
	}
	return s, s.preparePanels(ctx, sweeping)
}

// preparePanels makes the filter for sweeps if they are wanted and the scale of the
// values allows them, else the panels for walks.
func (s *search) preparePanels(ctx context.Context, sweeping bool) (err error) {
	if sweeping {
		if s.filter, err = newFilter(ctx, s.kdTree); err != nil {
			return err
		}
	}
	if s.filter == nil {
		_, err = s.packPanels(ctx)
	}
	return err
}

// Walks are faster in few columns, sweeps in many. Between the two, a few
// walks tell. What each costs is counted in processor cycles, about.
const (
	fewColumns  = 3
	manyColumns = 128
)

// prefersSweeps reports whether sweeping is the faster way.
func (s *search) prefersSweeps(ctx context.Context, k int) (bool, error) {
	if s.d <= fewColumns || s.d > manyColumns {
		return s.d > fewColumns, nil
	}
	if _, err := s.packPanels(ctx); err != nil {
		return false, err
	}
	const sample = 48
	w := s.newWalker()
	collect := &listCollector{k: min(k, s.n-1)}
	probed := 0
	for _, p := range s.subtrees {
		for at := range sample {
			pos := p.start() + at*p.count/sample
			if at > 0 && pos == p.start()+(at-1)*p.count/sample {
				continue
			}
			if err := ctx.Err(); err != nil {
				return false, err
			}
			i := s.row[pos]
			collect.reset([]int32{i})
			w.offerPanel(pos/width, false, 0, s.x.RawRowView(int(i)), i, ceiling(unlimited.length), collect)
			w.walk(p, 0, s.x.RawRowView(int(i)), i, pos/width, collect)
			probed++
		}
		if probed >= 4*sample {
			break
		}
	}
	d := float64(s.d)
	walking := float64(float64(w.effort.panels)*(float64(12*d)+60)) + float64(float64(w.effort.nodes)*(float64(2*d)+20))
	sweeping := float64(probed) * (float64(float64(len(s.leaf))*(float64(2.6*d)+12)) + float64(60*d))
	return sweeping < walking, nil
}

func (s *search) newWalker() *walker { return &walker{kdTree: s.kdTree, panels: s.panels} }

// A block is a run of rows of one subtree.
type block struct{ subtree, lo, hi int }

// blocks cuts the rows into runs of up to 192 rows, fewer where there are not
// enough for all processors.
func (s *search) blocks() []block {
	const rows, shares, entries = 32 * simd.BelowRows, 32, 1 << 20
	size := min(rows, max(4*simd.BelowRows, s.n/shares/simd.BelowRows*simd.BelowRows))
	if s.k > 0 {
		size = min(size, max(1, entries/s.k/simd.BelowRows)*simd.BelowRows)
	}
	var blocks []block
	for at, p := range s.subtrees {
		if s.only != nil && !s.only(s.row[p.start()]) {
			continue
		}
		for lo := p.start(); lo < p.end(); lo += size {
			blocks = append(blocks, block{at, lo, min(lo+size, p.end())})
		}
	}
	return blocks
}

// searchAll searches for all rows, block by block, with a collector for each
// goroutine. It calls done with the collector of each block and its rows.
func searchAll[K collector](ctx context.Context, s *search, what string, fresh func() K, done func(collect K, rows []int32) error) error {
	type workspace struct {
		collect K
		sweep   *sweeper
		walk    *walker
	}
	count := parallel.Count(ctx, what, s.n)
	blocks := s.blocks()
	return parallel.Try(ctx, len(blocks), 1, func() *workspace {
		w := &workspace{collect: fresh()}
		if s.filter != nil {
			w.sweep = &sweeper{filter: s.filter}
		}
		return w
	}, func(w *workspace, at, _ int) error {
		b := blocks[at]
		rows := s.row[b.lo:b.hi]
		w.collect.reset(rows)
		swept := false
		if w.sweep != nil && s.swept.Load() > -3 {
			var err error
			if swept, err = w.sweep.sweep(ctx, b.subtree, rows, b.lo, w.collect); err != nil {
				return err
			}
			if swept {
				s.swept.Add(1)
			} else {
				s.swept.Add(-1)
			}
		}
		if !swept {
			if w.walk == nil {
				if _, err := s.packPanels(ctx); err != nil {
					return err
				}
				w.walk = s.newWalker()
			}
			w.collect.reset(rows)
			for slot, i := range rows {
				if err := ctx.Err(); err != nil {
					return err
				}
				w.walk.search(slot, i, b.subtree, w.collect)
			}
		}
		count.Add(len(rows))
		return done(w.collect, rows)
	})
}
