package embedding

import "unfold/engine/internal/elementary"

// A kernel turns a squared distance D into ℓ(D) = log k(D).
//
//	gaussian   k = exp(−D)       ℓ' = −1
//	heavytail  k = 1 / (1 + D)   ℓ' = −1 / (1 + D)
//	linear     k = D + e         ℓ' = 1 / (D + e)
type kernel struct {
	kind  kind
	floor float64 // e
}

type kind int

const (
	gaussian kind = iota
	heavytail
	linearly
)

var kinds = map[string]kind{"gaussian": gaussian, "heavytail": heavytail, "linear": linearly}

// at returns ℓ(D) and ℓ'(D).
func (k kernel) at(d float64) (l, slope float64) {
	switch k.kind {
	case gaussian:
		return -d, -1
	case heavytail:
		d++
		return -elementary.Log(d), -1 / d
	}
	d += k.floor
	return elementary.Log(d), 1 / d
}

// slope returns ℓ'(D).
func (k kernel) slope(d float64) float64 {
	switch k.kind {
	case gaussian:
		return -1
	case heavytail:
		return -1 / (1 + d)
	}
	return 1 / (d + k.floor)
}

// weight returns k(D) exp(least), the gaussian one in a single power, so that
// neither factor runs out of range; least is zero for the others.
func (k kernel) weight(d, least float64) float64 {
	switch k.kind {
	case gaussian:
		return elementary.Exp(least - d)
	case heavytail:
		return 1 / (1 + d)
	}
	return d + k.floor
}
