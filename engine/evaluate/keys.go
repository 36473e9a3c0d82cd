package evaluate

import (
	"unfold/engine"
	"unfold/engine/internal/content"
	"unfold/engine/memo"
)

// KeyOf tells what a pipeline gives by its text and by what identifies the rows
// behind it. There is no key where an argument is a Go value, whose content
// nobody knows, where a stage is of no family, whose code nobody knows, nor where the
// rows cannot be identified.
func KeyOf(p engine.Pipeline) (key memo.Key, ok bool) {
	var texts []string
	for _, s := range p.Steps {
		texts = append(texts, s.String())
		if f, ok := s.Method.(engine.Fingerprinter); ok {
			print, err := f.Fingerprint()
			if err != nil {
				return memo.Key{}, false
			}
			texts = append(texts, print)
			continue
		}
		if s.HoldsValue() || !s.Declared() {
			return memo.Key{}, false
		}
	}
	return content.Key(func(h memo.Hasher) {
		for _, text := range texts {
			h.Text(text)
		}
	}), true
}
