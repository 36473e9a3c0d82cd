package dataset

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/generator"
)

// readTarget learns the classes and the responses.
func (r *roles) readTarget(g *grid) (engine.Target, error) {
	var target engine.Target
	if len(r.responses) > 0 {
		if err := r.checkNumeric(g); err != nil {
			return target, err
		}
		y := mat.NewDense(g.rows(), len(r.responses), nil)
		names := make([]string, len(r.responses))
		for to, c := range r.responses {
			names[to] = g.columns[c].name
			for row := range g.rows() {
				y.Set(row, to, g.cells[row*len(g.columns)+c])
			}
		}
		target = generator.ResponsesTarget(y, names)
	}
	if r.label >= 0 {
		target.Label = g.columns[r.label].name
		target.Labels, target.Classes = g.levels(r.label)
	}
	return target, nil
}

// checkNumeric refuses responses that are not numbers.
func (r *roles) checkNumeric(g *grid) error {
	words := slices.IndexFunc(r.responses, g.isWords)
	numbers := slices.IndexFunc(r.responses, func(c int) bool { return !g.isWords(c) })
	if words >= 0 && numbers >= 0 {
		class, number := &g.columns[r.responses[words]], &g.columns[r.responses[numbers]]
		return &engine.Error{
			Param:  "response",
			Cause:  fmt.Sprintf("column %s holds classes, such as %q, and column %s numbers: rows are learned by a class or by responses, not by both", class.name, class.words[0], number.name),
			Remedy: remedy.Set("label", class.name).Which("names the class alone").Or(remedy.Set("response", number.name).Which("names the numbers alone")),
		}
	}
	for _, c := range r.responses {
		if !g.isNumeric(c) {
			return g.notNumericError(c)
		}
	}
	return nil
}
