package dsl

import "slices"

// Select takes the source rows that the reader has selected in a figure.
func (s *Session) Select(rows []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chosen = slices.Sorted(slices.Values(rows))
}

// selected is the source rows that were selected last; none where no figure can tell.
func (s *Session) selected() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int{}, s.chosen...)
}
