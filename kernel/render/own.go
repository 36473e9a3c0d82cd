package render

import (
	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// unsound is what is wrong with figures that a program may have made itself; nil for
// other values.
func unsound(value any) error {
	var figures []*figure.Figure
	switch v := value.(type) {
	case *figure.Figure:
		figures = append(figures, v)
	case figure.Figure:
		figures = append(figures, &v)
	case []*figure.Figure:
		figures = v
	}
	for _, fig := range figures {
		if fig == nil {
			continue
		}
		if err := fig.Check(); err != nil {
			return &engine.Error{Cause: "this figure cannot be drawn: " + err.Error(), Remedy: remedy.Say("give each list of a layer one entry for each of its marks, or leave it nil"), Err: err}
		}
	}
	return nil
}
