package dsl

// save writes a value to a file in the format that its name ends in, of data alone the rows.
func (s *Session) save(value any, path string) {
	if p, ok := value.(*Pipeline); ok && p != nil && p.isData() && !p.IsRecipe() {
		value = p.Data()
	}
	seen, err := s.present(value)
	if err == nil {
		err = s.options.Save(seen, path)
	}
	if err != nil {
		panic(abort{err})
	}
}
