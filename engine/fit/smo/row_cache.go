package smo

import "unfold/engine/internal/simd"

// A rowCache keeps the rows of the active part of a kernel matrix that were used
// last, as many as fit into its budget.
type rowCache struct {
	columns Columns
	width   int // numbers a row takes
	count   int // of them that are entries; the rest is zero
	budget  int // bytes
	most    int // rows that fit
	clock   int64
	places  []int32 // the slot of each row, −1 without one
	slots   []slot
	spare   [][]float32 // memory of former rows, of any length
	missed  int         // rows that were computed
}

// A slot holds a row.
type slot struct {
	row    int32 // its place among the active rows, −1 if it is free
	used   int64
	values []float32
}

// reset forgets all rows and serves other columns from now on.
func (s *rowCache) reset(columns Columns, count, budget int) {
	for _, slot := range s.slots {
		s.spare = append(s.spare, slot.values)
	}
	s.slots = s.slots[:0]
	s.budget = budget
	s.setColumns(columns, count)
	s.places = resized(s.places, count)
	for i := range s.places {
		s.places[i] = -1
	}
}

// row returns the row at a place, row i of the kernel. It stays valid until
// two other rows were asked for.
func (s *rowCache) row(place, i int) []float32 {
	s.clock++
	if at := s.places[place]; at >= 0 {
		s.slots[at].used = s.clock
		return s.slots[at].values
	}
	at := s.freeSlot()
	slot := &s.slots[at]
	slot.row, slot.used = int32(place), s.clock
	s.places[place] = int32(at)
	s.columns.Row(slot.values[:s.count], i)
	s.missed++
	return slot.values
}

// freeSlot returns a slot to fill: a new one, or that of the row which was not
// used for longest.
func (s *rowCache) freeSlot() int {
	if len(s.slots) < s.most {
		s.slots = append(s.slots, slot{row: -1, values: s.newRow()})
		return len(s.slots) - 1
	}
	oldest := 0
	for at := range s.slots {
		if s.slots[at].used < s.slots[oldest].used {
			oldest = at
		}
	}
	if row := s.slots[oldest].row; row >= 0 {
		s.places[row] = -1
	}
	return oldest
}

// newRow returns room for a row, zero past its entries.
func (s *rowCache) newRow() []float32 {
	var values []float32
	if last := len(s.spare) - 1; last >= 0 {
		values, s.spare = s.spare[last], s.spare[:last]
	}
	if cap(values) < s.width {
		values = make([]float32, s.width)
	}
	values = values[:s.width]
	clear(values[s.count:])
	return values
}

// keepOnly keeps only some of the places, in ascending order, of rows and
// columns alike.
func (s *rowCache) keepOnly(columns Columns, keep []int32) {
	for at := range s.slots {
		s.slots[at].row = -1
	}
	places := s.places
	s.setColumns(columns, len(keep))
	s.places = make([]int32, len(keep))
	for to, from := range keep {
		at := places[from]
		if s.places[to] = at; at < 0 {
			continue
		}
		slot := &s.slots[at]
		slot.row = int32(to)
		for t, f := range keep { // f ≥ t: nothing is read after it was written
			slot.values[t] = slot.values[f]
		}
	}
	for at := range s.slots {
		slot := &s.slots[at]
		slot.values = slot.values[:s.width]
		clear(slot.values[s.count:])
		if slot.row < 0 {
			slot.used = 0
		}
	}
}

// setColumns takes the measures of other columns.
func (s *rowCache) setColumns(columns Columns, count int) {
	s.columns, s.count, s.width = columns, count, simd.Padded(count)
	s.most = max(2, s.budget/(4*max(1, s.width))) // the solver looks at two rows at once
}

// resized returns a slice of length n, of the memory of s where it suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
