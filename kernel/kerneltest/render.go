package kerneltest

import (
	"fmt"
	"math"

	"unfold/engine"
)

// Plain renders values as their text.
type Plain struct{}

type notANumber struct{}

// Render gives text/plain.
func (Plain) Render(value any) (data, metadata map[string]any) {
	if _, odd := value.(notANumber); odd {
		return map[string]any{"text/plain": "NaN", "application/json": map[string]any{"value": math.NaN()}}, nil
	}
	return map[string]any{"text/plain": fmt.Sprint(value)}, nil
}

// Progress gives the stage and the share that is done.
func (Plain) Progress(p engine.Progress) (data map[string]any) {
	return map[string]any{"text/plain": fmt.Sprintf("%s %.0f%%", p.Stage, 100*p.Fraction)}
}
