package dsl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/trace"
	"unfold/engine"
	"unfold/engine/evaluate/custom"
)

// catalogue is the stages that cells may use now.
func (s *Session) catalogue() *engine.Catalogue { return s.words.Catalogue() }

// register makes a stage of a method of cells.
func (s *Session) register(declaration engine.Stage, method engine.Method) {
	stage, err := custom.New(declaration, method, s.callCell)
	if err == nil {
		err = s.words.Add(stage, s.useOf)
	}
	if err != nil {
		panic(abort{engine.Blame(err, "register", 0)})
	}
}

// useOf tells what a name is that can be no stage's.
func (s *Session) useOf(name string) string {
	if functionOf(name).Name != "" {
		return "a function of the language"
	}
	if _, is := s.golang.Lookup(name); is {
		return "a Go name, which hides the stage"
	}
	return ""
}

// callCell calls code of cells for a stage, and says where it panics.
func (s *Session) callCell(ctx context.Context, code func()) error {
	engine.Remark(ctx, "this is code of a cell, which is interpreted: slower than compiled stages")
	err := s.golang.Call(ctx, code)
	var panicked *execution.RuntimeError
	if !errors.As(err, &panicked) {
		return err
	}
	text := "panics: " + panicText(panicked.Value)
	if i := slices.IndexFunc(panicked.Frames, func(f trace.Frame) bool { return f.Name != "" }); i >= 0 {
		text += fmt.Sprintf(", at %v", panicked.Frames[i])
	}
	return errors.New(text)
}
