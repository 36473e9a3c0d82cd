package embedding

import "math"

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
		return -math.Log(d), -1 / d
	}
	d += k.floor
	return math.Log(d), 1 / d
}

// weigh returns k(D) / exp(shift): the gaussian one in a single power, so that
// neither factor runs out of range.
func (k kernel) weigh(d, shift float64) float64 {
	switch k.kind {
	case gaussian:
		return math.Exp(-d - shift)
	case heavytail:
		return math.Exp(-shift) / (1 + d)
	}
	return (d + k.floor) * math.Exp(-shift)
}
