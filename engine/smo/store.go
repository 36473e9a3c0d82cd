package smo

import "unfold/engine/internal/simd"

// A store keeps the rows of the active part of a kernel matrix that were used
// last, as many as fit into its budget.
type store struct {
	columns spread
	width   int // numbers a row takes
	count   int // of them that are entries; the rest is zero
	budget  int // bytes
	most    int // rows that fit
	clock   int64
	places  []int32 // the slot of each row of the kernel, −1 without one
	slots   []slot
	spare   [][]float32 // memory of former rows, of any length
	missed  int         // rows that were computed
}

// A slot holds a row.
type slot struct {
	row    int32 // its number in the kernel, −1 if it is free
	used   int64
	values []float32
}

// reset forgets all rows and serves other columns from now on, of a kernel of so
// many rows.
func (s *store) reset(columns spread, count, rows, budget int) {
	for at := range s.slots {
		s.free(&s.slots[at])
		s.spare = append(s.spare, s.slots[at].values)
	}
	s.slots = s.slots[:0]
	s.budget = budget
	s.adopt(columns, count)
	for len(s.places) < rows {
		s.places = append(s.places, -1)
	}
}

// free forgets the row of a slot, which is the next to be filled then.
func (s *store) free(slot *slot) {
	if slot.row >= 0 {
		s.places[slot.row] = -1
	}
	slot.row, slot.used = -1, 0
}

// row returns the entries of row i of the kernel. They stay valid until two
// other rows were asked for.
func (s *store) row(i int32) []float32 {
	s.clock++
	if at := s.places[i]; at >= 0 {
		s.slots[at].used = s.clock
		return s.slots[at].values
	}
	at := s.vacant()
	slot := &s.slots[at]
	slot.row, slot.used = i, s.clock
	s.places[i] = int32(at)
	s.columns.row(slot.values[:s.count], int(i))
	s.missed++
	return slot.values
}

// vacant returns a slot to fill: a new one, or that of the row which was not
// used for longest.
func (s *store) vacant() int {
	if len(s.slots) < s.most {
		s.slots = append(s.slots, slot{row: -1, values: s.memory()})
		return len(s.slots) - 1
	}
	oldest := 0
	for at := range s.slots {
		if s.slots[at].used < s.slots[oldest].used {
			oldest = at
		}
	}
	s.free(&s.slots[oldest])
	return oldest
}

// memory returns room for a row, zero past its entries.
func (s *store) memory() []float32 {
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

// narrow keeps only some of the columns, in ascending order, and of the rows
// those that the kernel has by the same numbers.
func (s *store) narrow(columns spread, keep, numbers []int32) {
	stays := make([]bool, len(s.slots))
	for _, r := range numbers {
		if at := s.places[r]; at >= 0 {
			stays[at] = true
		}
	}
	s.adopt(columns, len(keep))
	for at := range s.slots {
		slot := &s.slots[at]
		if !stays[at] {
			s.free(slot)
		} else {
			for t, from := range keep { // from ≥ t: nothing is read after it was written
				slot.values[t] = slot.values[from]
			}
		}
		slot.values = slot.values[:s.width]
		clear(slot.values[s.count:])
	}
}

// adopt takes the measures of other columns.
func (s *store) adopt(columns spread, count int) {
	s.columns, s.count, s.width = columns, count, simd.Padded(count)
	s.most = max(2, s.budget/(4*max(1, s.width))) // the solver looks at two rows at once
}

// grown returns a slice of length n, of the memory of s where it suffices.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
