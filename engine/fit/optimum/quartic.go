package optimum

import (
	"math"

	"unfold/engine/internal/elementary"
)

// Lowest returns where the polynomial Σ_k c_k a^k of the powers one to four has
// its lowest value, and the value. With c_4 above zero, or zero with no cubic
// term and a square above, there is such a place; else zero is returned.
func Lowest(c [4]float64) (at, value float64) {
	for _, root := range stationary(c) {
		if v := (float64((float64((float64(c[3]*root)+c[2])*root)+c[1])*root) + c[0]) * root; v < value {
			at, value = root, v
		}
	}
	return at, value
}

// stationary returns the real roots of c_1 + 2 c_2 a + 3 c_3 a² + 4 c_4 a³.
func stationary(c [4]float64) []float64 {
	p0, p1, p2, p3 := c[0], 2*c[1], float64(3*c[2]), 4*c[3]
	switch {
	case !(p3 > 0) && p2 == 0 && p1 > 0:
		return []float64{-p0 / p1}
	case !(p3 > 0):
		return nil
	}
	// Depressed with a = t − p2/(3 p3): t³ + f t + g = 0.
	shift := p2 / (3 * p3)
	f := p1/p3 - float64(3*shift*shift)
	g := float64(2*shift*shift*shift) - shift*p1/p3 + p0/p3
	var roots []float64
	if d := float64(g*g/4) + float64(f*f*f/27); d > 0 {
		u := elementary.Cbrt(float64(-g/2) - math.Copysign(math.Sqrt(d), g))
		t := u
		if u != 0 {
			t -= f / (3 * u)
		}
		roots = []float64{t - shift}
	} else {
		r := math.Sqrt(max(0, -f/3))
		turn := 0.0
		if r > 0 {
			turn = elementary.Acos(max(-1, min(1, -g/(2*r*r*r)))) / 3
		}
		for k := range 3 {
			roots = append(roots, float64(2*r*elementary.Cos(turn+2*math.Pi*float64(k)/3))-shift)
		}
	}
	for i, a := range roots { // Newton's steps take off what the formula lost
		for range 3 {
			if bend := p1 + float64(a*(float64(2*p2)+float64(a*3*p3))); bend != 0 {
				if next := a - (p0+float64(a*(p1+float64(a*(p2+float64(a*p3))))))/bend; finite(next) {
					a = next
				}
			}
		}
		roots[i] = a
	}
	return roots
}
