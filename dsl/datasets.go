package dsl

import (
	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/remedy"
)

// datasets lists the names that load without a path.
func (s *Session) datasets() registry.Names {
	if _, lister := s.catalogue().Lister(); lister != nil {
		return lister.Names()
	}
	return nil
}

// collections are the names that stand for several data sets, each with theirs.
func (s *Session) collections() map[string][]string {
	if _, lister := s.catalogue().Lister(); lister != nil {
		return lister.Collections()
	}
	return nil
}

// loadStep is the step that loads by a name or a path.
func (s *Session) loadStep(name string) (engine.Step, error) {
	stage, lister := s.catalogue().Lister()
	if stage == nil {
		return engine.Step{}, &engine.Error{Cause: "the catalogue has no stage that loads by name", Remedy: remedy.Say("give pipelines that have data")}
	}
	return engine.Step{Stage: stage, Method: lister}, engine.ParamsOf(lister)[0].Set(name)
}
