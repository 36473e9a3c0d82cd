package cost

import "sync"

// A scratch lends slices of numbers to the goroutines that ask for rows.
type scratch struct{ free sync.Pool }

// borrow returns count numbers of any value, to be given back.
func (s *scratch) borrow(count int) *[]float64 {
	if lent, ok := s.free.Get().(*[]float64); ok && cap(*lent) >= count {
		*lent = (*lent)[:count]
		return lent
	}
	fresh := make([]float64, count)
	return &fresh
}

func (s *scratch) giveBack(lent *[]float64) { s.free.Put(lent) }
