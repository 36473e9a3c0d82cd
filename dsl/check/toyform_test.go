package check

import (
	"context"

	"unfold/engine"
)

// toys take stages for arguments. They are declared, so that a step can tell them by
// their types.
var toys = func() []engine.Stage {
	var toys engine.Family
	engine.Declare(&toys, engine.EmbedderRole, engine.Stage{Name: "settle"}, func() engine.Embedder { return new(settle) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "loose"}, func() engine.Form { return new(loose) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "tilt", Maps: true}, func() engine.Form { return new(tilt) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "parts", Maps: true}, func() engine.Form { return new(parts) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "linear", Maps: true}, func() engine.Form { return new(linear) })
	engine.Declare(&toys, engine.PredictorRole, engine.Stage{Name: "vote"}, func() engine.Learner { return new(vote) })
	return toys.Stages()
}()

// settle is a cost whose map is an argument.
type settle struct {
	engine.Embedder
	strength float64
	form     engine.Form
}

func (m *settle) Params(p *engine.Params) {
	p.Float(&m.strength, "strength", 1, engine.Above(0), "how strongly rows are drawn")
	p.Stage(&m.form, "map", engine.FormRole, new(loose), "what the map may be")
}

// loose is free points.
type loose struct{ form }

// linear is a map whose word is a text elsewhere.
type linear struct{ form }

// tilt is a map.
type tilt struct {
	form
	angle float64
}

func (m *tilt) Params(p *engine.Params) {
	p.Float(&m.angle, "angle", 0, engine.AtLeast(0), "by how much it turns")
}

// parts is a map that reads labels.
type parts struct {
	form
	by engine.Learner
}

func (m *parts) Params(p *engine.Params) {
	p.Stage(&m.by, "by", engine.PredictorRole, nil, "what divides the rows").Require()
}

type form struct{}

func (form) Params(*engine.Params) {}
func (form) Bind(context.Context, engine.Sample, int) (engine.Maps, error) {
	return nil, nil
}

// vote is a predictor.
type vote struct {
	engine.Learner
	k int
}

func (m *vote) Params(p *engine.Params) {
	p.Int(&m.k, "k", 5, engine.AtLeast(1), "neighbours that vote")
}
