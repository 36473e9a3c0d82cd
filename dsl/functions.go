package dsl

import (
	"fmt"

	"unfold/engine"
)

// A function is a word of the language that is an ordinary Go function.
type function struct {
	name, signature, doc string
	bind                 func(s *Session) any
}

// functions is a closed set, told apart from the stages, which declare
// themselves.
var functions = []function{
	{"show", "show(values ...)", "shows each value at once, before the cell ends; pipelines run",
		func(s *Session) any { return s.show }},
	{"explain", "explain(pipeline)", "tells what a pipeline would do: steps, defaults filled in, what reads labels, what is kept",
		func(s *Session) any { return s.plan }},
	{"compare", "compare(data, name=recipe, ...)", "runs recipes on the same rows and folds, and sets their scores side by side",
		func(s *Session) any { return s.compareAll }},
	{"clearOutput", "clearOutput()", "removes what the cell has shown so far, when its next output arrives",
		func(s *Session) any { return func() { s.output().Clear(true) } }},
	{"datasets", "datasets()", "lists the names that load knows without a path",
		func(s *Session) any { return s.datasets }},
}

func (s *Session) show(values ...any) {
	for _, v := range values {
		seen, err := s.look(v)
		if err != nil {
			panic(abort{err})
		}
		s.output().Display(seen, "")
	}
}

// compareAll takes the recipes of a call, named or not; a recipe without a
// name is called by its words.
func (s *Session) compareAll(data *Pipeline, recipes ...any) *Comparison {
	var names []string
	var pipelines []*Pipeline
	for _, r := range recipes {
		name := ""
		if named, ok := r.(Argument); ok {
			name, r = named.Name, named.Value
		}
		p, ok := r.(*Pipeline)
		if !ok || p == nil {
			panic(abort{&engine.Error{Stage: "compare", Cause: fmt.Sprintf("%s is no recipe", describe(r)), Remedy: "write compare(data, name=stage | stage, ...)"}})
		}
		if name == "" {
			name = p.words()
		}
		names, pipelines = append(names, name), append(pipelines, p)
	}
	if data == nil || data.IsRecipe() || len(pipelines) == 0 {
		panic(abort{&engine.Error{Stage: "compare", Cause: "it needs data first, then at least one recipe", Remedy: "write compare(load(\"iris\") | cv(10), direct=svm, embedded=isomap | krr | svm)"}})
	}
	return s.compare(data, names, pipelines)
}

// datasets asks every source that keeps a list.
func (s *Session) datasets() []string {
	var names []string
	for _, stage := range s.catalogue.Stages() {
		if lister, ok := stage.New().(engine.Lister); ok {
			names = append(names, lister.Names()...)
		}
	}
	return names
}
