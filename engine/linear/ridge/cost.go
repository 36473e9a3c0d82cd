package ridge

// worthwhile reports whether a jointSolver can be cheaper than decompositions.
func (p *plan) worthwhile() bool {
	const fewest, hopeful = 400, 20 // rows; steps
	return p.n >= fewest && hopeful*p.stepCost() < p.decompositionCost()
}

// stepCost returns the operations of a step for one ridge: a pass over K, two over
// L, and two over a factor.
func (p *plan) stepCost() float64 {
	n, m := float64(p.n), float64(sketchRows(p.n))
	return float64(p.r) * (float64(2*n*n) + float64(4*n*m) + float64(4*m*m))
}

// decompositionCost returns those of validate for one ridge: inverting K + λI, and
// four corrections.
func (p *plan) decompositionCost() float64 {
	const thin = 1.5 // what an operation of a thin product by the library costs by one of a decomposition
	n := float64(p.n)
	return float64(0.8*n*n*n) + float64(thin*4*float64(p.r)*8*n*n)
}
