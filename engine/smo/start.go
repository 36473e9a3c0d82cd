package smo

// repaired returns an α that the problem allows, near the one given.
func (p *Problem) repaired(alpha []float64) []float64 {
	near := make([]float64, len(alpha))
	var excess float64
	for t, a := range alpha {
		near[t] = min(max(a, 0), p.C)
		excess += p.Y[t] * near[t]
	}
	side := 1.0
	if excess < 0 {
		side, excess = -1, -excess
	}
	excess = p.lower(near, side, excess, true)
	p.lower(near, side, excess, false)
	return near
}

// lower takes an amount from the variables of a side, from those between the
// bounds or from all, and returns what is left to take.
func (p *Problem) lower(alpha []float64, side, amount float64, free bool) float64 {
	for t, a := range alpha {
		if amount <= 0 {
			break
		}
		if p.Y[t] != side || free && a == p.C {
			continue
		}
		take := min(a, amount)
		alpha[t] -= take
		amount -= take
	}
	return amount
}
