package cart

import (
	"math"
	"sync"

	"unfold/engine/internal/equal"
)

// A cut is a way to divide the rows of a node by one column, with its score: what
// is left of the squares of sums, Σ_k s_k²/w over both sides, where s_k are the
// weights of the classes or the sums of the responses of a side, and w its weight.
// The impurity, weighted by the rows, falls by as much as the score grows.
type cut struct {
	score        float64
	below, above uint32 // of numbers: the last code of the first side, and the next that a row has
	to           []int8 // of levels: the side of each code, or noSide
}

const noSide = -1

// none is worse than every cut.
func none() cut { return cut{score: math.Inf(-1)} }

// found reports whether the cut is one.
func (c *cut) found() bool { return !math.IsInf(c.score, -1) }

// beats tells whether a score is better than that of a cut that came before: by
// more than rounding, so that the first of equals stays.
func beats(score, before float64) bool {
	return score > before && equal.Compare(score, before) > 0
}

// A scratch is room to search in, for one goroutine.
type scratch struct {
	keys, spare []uint64
	counts      []uint32  // of classes by code
	left        []int64   // of classes on the first side
	leftSums    []float64 // of responses there
	groups      groups
	bySide      []codeSides
}

// scratches are room for several goroutines, over and over.
type scratches struct {
	mu    sync.Mutex
	all   []*scratch
	taken int
}

func (s *scratches) take() *scratch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken == len(s.all) {
		s.all = append(s.all, new(scratch))
	}
	s.taken++
	return s.all[s.taken-1]
}

// gather returns a key for each row that has a code, in the order of the codes, with
// what comes along below: the row's member or, without members, its place. It
// returns none where all codes are the same.
func (w *scratch) gather(c *column, rows []int32, members []uint32) []uint64 {
	w.keys, w.spare = grown(w.keys, len(rows)), grown(w.spare, len(rows))
	keys, known, least, most := w.keys, 0, uint32(math.MaxUint32), uint32(0)
	for i, r := range rows {
		code := c.codes[r]
		if code == uint32(c.count) {
			continue
		}
		low := uint32(i)
		if members != nil {
			low = members[i]
		}
		keys[known] = uint64(code)<<codeShift | uint64(low)
		known++
		least, most = min(least, code), max(most, code)
	}
	if known == 0 || least == most {
		return nil
	}
	return sortByCode(keys[:known], w.spare, least, most)
}
