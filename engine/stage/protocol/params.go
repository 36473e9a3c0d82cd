package protocol

import "unfold/engine"

// declareStratify declares whether strata are divided evenly.
func declareStratify(p *engine.Params, field *string) *engine.Param {
	return p.Text(field, "stratify", Stratified, engine.OneOf(Stratified, Unstratified, ""), "whether every class, or decile of the response, has its share in each part")
}

// declareRepeats declares how often the rows are divided.
func declareRepeats(p *engine.Params, field *int, doc string) *engine.Param {
	return p.Int(field, "repeats", 1, engine.OrAuto(engine.AtLeast(1)), doc+"; auto: once")
}

// atLeastOnce returns how often the rows are divided, once by default.
func atLeastOnce(repeats int) int { return max(1, repeats) }

// declareSeed declares the seed of a division.
func declareSeed(p *engine.Params, field *int) *engine.Param {
	return p.Int(field, "seed", 1, engine.AtLeast(0), "seed of the division")
}
