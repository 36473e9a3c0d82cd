package cli

import (
	"context"
	"fmt"
	"sync"

	"unfold/engine"
	"unfold/engine/evaluate/custom"
	"unfold/stdlib"
)

// linked are the stages of the package that this program was built with by unfold build,
// whose file sets them.
var linked []engine.Stage

// catalogue is the stages that cells may use.
var catalogue = sync.OnceValues(func() (*engine.Catalogue, error) { return guardedOf(linked) })

// guardedOf returns the stages of the standard library, and what was linked, behind the
// guard that keeps nothing of it for later runs.
func guardedOf(linked []engine.Stage) (*engine.Catalogue, error) {
	words := custom.NewWords(stdlib.Catalogue())
	for _, declared := range linked {
		if declared.New == nil {
			return nil, fmt.Errorf("a stage of the package has no New: %q", declared.Summary)
		}
		stage, err := custom.New(declared, declared.New(), call)
		if err == nil {
			err = words.Add(stage, func(string) string { return "" })
		}
		if err != nil {
			return nil, err
		}
	}
	return words.Catalogue(), nil
}

// call calls compiled code, until the context ends.
func call(ctx context.Context, code func()) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("panics: %v", r)
			}
		}()
		code()
		done <- nil
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
