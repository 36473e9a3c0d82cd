package protocol

import "unfold/engine"

// Division is how the training rows are divided, where candidates are to be
// chosen between, by a protocol that draws nothing itself.
type Division struct {
	Stratify string // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed int
	Choice
}

// declare declares the parameters, of which few sentences make use.
func (d *Division) declare(p *engine.Params) {
	d.Choice.declare(p)
	p.Text(&d.Stratify, "stratify", Stratified, engine.OneOf(Stratified, Unstratified, ""), "whether every class, or decile of the response, has its share in each inner fold").Quietly()
	d.Grouping.declare(p)
	p.Int(&d.Seed, "seed", 1, engine.AtLeast(0), "seed of the inner division").Quietly()
}

// Inner divides the training rows.
func (d *Division) Inner() engine.Protocol {
	return d.newInner(d.Stratify, d.Grouping, d.Seed)
}
