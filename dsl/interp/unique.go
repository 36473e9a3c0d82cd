package interp

// unique is the pointer that package unique has for a value: the first one it
// was given with an equal value.
func (s *Session) unique(value, pointer any) any {
	first, _ := s.uniques.LoadOrStore(value, pointer)
	return first
}
