package embedding

import "unfold/engine"

// Partial is the parameters of embedders that may place a part of the training rows
// and leave the others to the map (see engine.PartEmbedder).
type Partial struct {
	Share float64 // of the labelled training rows, or engine.Auto for all
	Rest  string  // engine.RestMapped or engine.RestUnused
}

// declare declares the parameters.
func (m *Partial) declare(p *engine.Params) {
	p.Float(&m.Share, "share", engine.Auto, engine.OrAuto(engine.Inside(0, 1)), "share of the labelled training rows that is placed, drawn from each class; the map takes the others along; auto is all").Quietly()
	p.Text(&m.Rest, "rest", engine.RestMapped, engine.OneOf("", engine.RestMapped, engine.RestUnused), "what becomes of training rows that share leaves out: mapped, so that predictors learn from them too, or unused").Quietly()
}

// Places returns which training rows are placed.
func (m *Partial) Places() (share float64, rest string) { return m.Share, m.Rest }

// rows returns how many of n rows are placed, for an estimate.
func (m *Partial) rows(n int) int {
	if m.Share == engine.Auto {
		return n
	}
	return int(m.Share * float64(n))
}
