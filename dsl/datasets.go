package dsl

import "unfold/engine"

// lister returns the stage that loads by name, with a method of its defaults;
// nil without one.
func (s *Session) lister() (*engine.Stage, engine.Lister) {
	for _, stage := range s.catalogue.Stages() {
		if lister, ok := stage.Make().(engine.Lister); ok {
			return &stage, lister
		}
	}
	return nil, nil
}

// datasets lists the names that load without a path.
func (s *Session) datasets() []string {
	if _, lister := s.lister(); lister != nil {
		return lister.Names()
	}
	return nil
}

// collections are the names that stand for several data sets, each with theirs.
func (s *Session) collections() map[string][]string {
	if _, lister := s.lister(); lister != nil {
		return lister.Collections()
	}
	return nil
}

// loading is the step that loads by a name or a path.
func (s *Session) loading(name string) (engine.Step, error) {
	stage, lister := s.lister()
	if stage == nil {
		return engine.Step{}, &engine.Error{Cause: "the catalogue has no stage that loads by name", Remedy: "give pipelines that have data"}
	}
	return engine.Step{Stage: stage, Method: lister}, engine.ParamsOf(lister)[0].Set(name)
}
