package pairwise

import "unfold/engine/internal/elementary"

// A Kernel turns a squared distance D into how likely it is, k(D), or by its
// logarithm ℓ(D) = log k(D).
type Kernel interface {
	// Log returns ℓ(D) and ℓ'(D). It is infinite where k is zero.
	Log(d float64) (l, slope float64)
	// Slope returns ℓ'(D).
	Slope(d float64) float64
	// Value returns k(D) eˢ, in a single power where the kernel is one, so that
	// neither factor runs out of range.
	Value(d, s float64) float64
	// Fall returns −k'(D) eˢ, in a single power where the kernel is one.
	Fall(d, s float64) float64
	// Exponential reports whether the kernel is a power. Of others s is not looked
	// at, and is zero.
	Exponential() bool
}

// Gaussian is k = exp(−D).
type Gaussian struct{}

// Log returns −D and −1.
func (Gaussian) Log(d float64) (l, slope float64) { return -d, -1 }

// Slope returns −1.
func (Gaussian) Slope(float64) float64 { return -1 }

// Value returns exp(s − D).
func (Gaussian) Value(d, s float64) float64 { return elementary.Exp(s - d) }

// Fall returns exp(s − D).
func (Gaussian) Fall(d, s float64) float64 { return elementary.Exp(s - d) }

// Exponential is true.
func (Gaussian) Exponential() bool { return true }

// HeavyTailed is k = 1/(1 + D), Student's t of one degree of freedom.
type HeavyTailed struct{}

// Log returns −log(1 + D) and −1/(1 + D).
func (HeavyTailed) Log(d float64) (l, slope float64) { return -elementary.Log(1 + d), -1 / (1 + d) }

// Slope returns −1/(1 + D).
func (HeavyTailed) Slope(d float64) float64 { return -1 / (1 + d) }

// Value returns 1/(1 + D).
func (HeavyTailed) Value(d, _ float64) float64 { return 1 / (1 + d) }

// Fall returns 1/(1 + D)².
func (HeavyTailed) Fall(d, _ float64) float64 {
	k := 1 / (1 + d)
	return k * k
}

// Exponential is false.
func (HeavyTailed) Exponential() bool { return false }

// Affine is k = D + Floor: how unlikely rows are neighbours.
type Affine struct{ Floor float64 }

// Log returns log(D + Floor) and 1/(D + Floor).
func (k Affine) Log(d float64) (l, slope float64) {
	return elementary.Log(d + k.Floor), 1 / (d + k.Floor)
}

// Slope returns 1/(D + Floor).
func (k Affine) Slope(d float64) float64 { return 1 / (d + k.Floor) }

// Value returns D + Floor.
func (k Affine) Value(d, _ float64) float64 { return d + k.Floor }

// Fall returns −1.
func (Affine) Fall(float64, float64) float64 { return -1 }

// Exponential is false.
func (Affine) Exponential() bool { return false }
