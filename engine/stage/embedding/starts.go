package embedding

import (
	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
)

// Starts are from where a descent begins: minima of these costs are local, and
// the best of several is often a percent below that of one. Starts are drawn
// until the lowest end has been met twice.
type Starts struct {
	Most int // descents
	Seed int // of the starts that are drawn
}

// declare declares starts and seed.
func (s *Starts) declare(p *engine.Params) {
	p.Int(&s.Most, "starts", 16, engine.AtLeast(1), "from where it descends at most: the best map of full rank, and others that are drawn until the lowest end was met twice")
	p.Int(&s.Seed, "seed", 1, engine.AtLeast(0), "seed of the starts that are drawn").Quietly()
}

// settings returns the settings of descents by a method, on which the rows of shown are
// seen.
func (s Starts) settings(method string, shown engine.Sample) pairwise.Settings {
	return pairwise.Settings{Descent: optimum.Settings{Method: optimum.Methods[method]}, Starts: s.Most, Seed: s.Seed, Shown: shown}
}
