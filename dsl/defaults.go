package dsl

import "unfold/dsl/looks"

// defaults sets how figures and reports look; what is not named is as at the beginning.
func (s *Session) defaults(arguments ...any) {
	var all []looks.Argument
	for _, a := range arguments {
		named, _ := a.(Argument)
		all = append(all, looks.Argument(named))
	}
	style, brief, err := looks.Read(all)
	must(0, err)
	if s.options.Dress != nil {
		s.options.Dress(style, brief)
	}
}
