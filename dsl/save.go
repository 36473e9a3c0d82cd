package dsl

// save writes a value to a file in the format that its name ends in, of data alone the rows.
func (s *Session) save(value any, path string) {
	s.checkSave(path)
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

// checkSave refuses a name that says no format, before anything runs.
func (s *Session) checkSave(path string) {
	if s.options.CheckSave != nil {
		if err := s.options.CheckSave(path); err != nil {
			panic(abort{err})
		}
	}
}

// Save writes the result to a file by its ending: the figures to .svg, .pdf or
// .png, the scores to .csv and other files of tables or .tex, the report to .html,
// .txt or .json.
func (p *Pipeline) Save(path string) {
	p.session.checkSave(path)
	p.session.save(p.Report(), path)
}
