package check

import (
	"unfold/engine"
	"unfold/engine/remedy"
)

// Views refuses a view of rows and columns whose word may be meant for a view of
// candidates, where the pipeline has some.
func Views(p engine.Pipeline) error {
	if len(p.Candidates()) == 0 {
		return nil
	}
	for i, s := range p.Steps {
		if other := s.Stage.Tuned; other != "" {
			return &engine.Error{Stage: s.Name(), Step: i + 1, Cause: s.Name() + " draws rows by columns, and the pipeline has candidates", Remedy: remedy.Use(other).Which("draws how candidates did").Or(remedy.Say("give every parameter one value, to look at the data"))}
		}
	}
	return nil
}
