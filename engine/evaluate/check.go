package evaluate

import (
	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
)

// Check reports the first fault that can be seen before any run: an argument
// or a candidate outside its rule, a step out of order, a file that is not there.
func Check(p engine.Pipeline) error {
	stages := make([]*engine.Stage, len(p.Steps))
	for i, s := range p.Steps {
		stages[i] = s.As()
		for _, param := range engine.ParamsOf(s.Method) {
			if err := param.Check(); err != nil {
				return engine.Blame(err, s.Name(), i+1)
			}
		}
		if err := s.CheckChoices(); err != nil {
			return engine.Blame(err, s.Name(), i+1)
		}
	}
	if faults := Arrange(stages); len(faults) > 0 {
		return faults[0]
	}
	for i, s := range p.Steps {
		if prober, ok := s.Method.(engine.Prober); ok {
			if err := prober.Probe(); err != nil {
				return engine.Blame(err, s.Name(), i+1)
			}
		}
	}
	if !p.HasSource() {
		return &engine.Error{Cause: "the pipeline has no source, so there are no rows to run on", Remedy: remedy.Load("put a source first", "", nil)}
	}
	return check.Views(p)
}
