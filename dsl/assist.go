package dsl

import (
	"unicode/utf8"

	"unfold/dsl/assist"
	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/engine"
)

// newAssistant makes what completes and explains for the session.
func (s *Session) newAssistant() *assist.Assistant {
	return &assist.Assistant{Catalogue: s.catalogue, Functions: Functions(), Go: s.golang, Env: scope{s}, Docs: s.options.Docs, Source: sourceOf, Pipeline: pipelineTypeName, Public: publicTypes}
}

// Functions are the words of the language that are functions, as help tells of them.
func Functions() (list []assist.Function) {
	for _, f := range functions() {
		list = append(list, f.Function)
	}
	return list
}

// sourceOf returns the source that a pipeline begins with; nil of other values.
func sourceOf(value any) engine.Method {
	if p, ok := value.(*Pipeline); ok && p != nil && len(p.steps) > 0 && p.steps[0].Role() == engine.SourceRole {
		return p.steps[0].Method
	}
	return nil
}

// Complete lists what could stand at the cursor, a count of code points: the
// commands of cells and their arguments, else what [assist.Assistant.Complete]
// finds. It may be called at any time.
func (s *Session) Complete(code string, cursor int) cell.Completion {
	if c, ok := command.Complete(code, cursor, host{s: s}); ok {
		return c
	}
	golang, at, ok := withoutCommands(code, cursor)
	if !ok {
		return s.assistant.Complete(code, cursor)
	}
	c := s.Complete(golang, at)
	c.Start, c.End = c.Start+cursor-at, c.End+cursor-at
	return c
}

// Inspect explains what stands at the cursor, a count of code points: a command,
// else what [assist.Assistant.Inspect] can explain; detail 1 asks for more. It may
// be called at any time.
func (s *Session) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	if title, ok := command.At(code, cursor); ok {
		return command.Explain(title)
	}
	if golang, at, ok := withoutCommands(code, cursor); ok {
		return s.Inspect(golang, at, detail)
	}
	return s.assistant.Inspect(code, cursor, detail)
}

// withoutCommands is a cell with its commands blanked, and the cursor in it,
// both counted in code points; false where there are no commands.
func withoutCommands(code string, cursor int) (golang string, at int, ok bool) {
	pieces := command.Cut(code)
	if !command.Any(pieces) {
		return "", 0, false
	}
	runes := []rune(code)
	before := len(string(runes[:max(0, min(cursor, len(runes)))]))
	golang = command.Go(code, pieces, len(code))
	return golang, utf8.RuneCountInString(golang[:min(before, len(golang))]), true
}
