package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
	"unfold/engine/remedy"
)

// Quantisation is what all learners of prototypes have in common. What they learn are
// centres of the pieces of a map, too (pieces).
type Quantisation struct {
	Prototypes int     // of each class
	Activation string  // "sigmoid" or "identity"
	Steepness  float64 // β of the sigmoid
	Iterations int     // directions of the search at most
	Starts     int     // of the search
	Seed       int     // of what starts draw
}

// Params declares the parameters.
func (q *Quantisation) Params(p *engine.Params) {
	p.Int(&q.Prototypes, "prototypes", 1, engine.AtLeast(1), "prototypes of each class").Simpler(engine.Smaller)
	p.Text(&q.Activation, "activation", "sigmoid", engine.OneOf("sigmoid", "identity"), "what the cost takes of relative distances")
	p.Float(&q.Steepness, "steepness", 2, engine.Above(0), "of the sigmoid: large values count errors").Simpler(engine.Smaller)
	p.Int(&q.Iterations, "iterations", 200, engine.AtLeast(1), "directions that the search takes at most").Simpler(engine.Smaller)
	p.Int(&q.Starts, "starts", 1, engine.AtLeast(1), "starts of the search, whose best end is taken").Simpler(engine.Smaller)
	p.Int(&q.Seed, "seed", 1, engine.AnyValue(), "of the starts")
}

// settings are those of the search for matrices of a form.
func (q *Quantisation) settings(form prototype.Form) prototype.Settings {
	return prototype.Settings{Form: form, PerClass: q.Prototypes, Linear: q.Activation == "identity", Steepness: q.Steepness, Iterations: q.Iterations, Starts: q.Starts, Seed: q.Seed}
}

// learnPrototypes refuses samples without classes, and learns.
func learnPrototypes(ctx context.Context, s engine.Sample, settings prototype.Settings) (*prototype.Model, error) {
	if err := checkMixed(s); err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have a response, not classes", Remedy: remedy.Use("ridge", "svr").Which("predict a response")}
	}
	if err := checkColumns(ctx, s, func(c int) (varies, known bool) { return valuesOf(s, c) }); err != nil {
		return nil, err
	}
	return prototype.Learn(ctx, s, settings)
}
