package render

import (
	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// figureValueBundle shows figures that a program may have made itself, or says what is wrong with
// them.
func (r *Renderer) figureValueBundle(value any) bundle {
	if err := unsound(value); err != nil {
		return errorBundle(err)
	}
	return r.figureBundle(figuresIn(value))
}

// figuresIn returns the figures that a value is; none of other values.
func figuresIn(value any) []*figure.Figure {
	switch v := value.(type) {
	case *figure.Figure:
		return []*figure.Figure{v}
	case figure.Figure:
		return []*figure.Figure{&v}
	case []*figure.Figure:
		return v
	}
	return nil
}

// unsound is what is wrong with figures that a program may have made itself; nil for
// other values.
func unsound(value any) error {
	for _, fig := range figuresIn(value) {
		if fig == nil {
			continue
		}
		if err := fig.Check(); err != nil {
			return &engine.Error{Cause: "this figure cannot be drawn: " + err.Error(), Remedy: remedy.Say("give each list of a layer one entry for each of its marks, or leave it nil"), Err: err}
		}
	}
	return nil
}
