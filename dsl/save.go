package dsl

// save writes a value to a file, in the format that the end of its name says: a pipeline by
// what it gives, of data alone the rows, a comparison by its table or its figures.
func (s *Session) save(value any, path string) {
	if p, ok := value.(*Pipeline); ok && p != nil && p.isData() && !p.IsRecipe() {
		value = preparedTable(p.Report())
	}
	seen, err := s.present(value)
	if err == nil {
		err = s.options.Save(seen, path)
	}
	if err != nil {
		panic(abort{err})
	}
}
