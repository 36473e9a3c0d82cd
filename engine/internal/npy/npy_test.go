package npy

import (
	"math"
	"testing"
)

// Numbers of half precision ascend as their bits do, from the smallest, 2⁻²⁴,
// to the largest, 65504, and those below 2¹¹ that are whole are among them.
func TestHalf(t *testing.T) {
	for bits := uint16(0); bits < 0x7c00; bits++ {
		v := half(bits)
		if half(bits|0x8000) != -v {
			t.Fatalf("%#x is %g, with a sign %g", bits, v, half(bits|0x8000))
		}
		if next := half(bits + 1); next <= v {
			t.Fatalf("%#x is %g, the number after it %g", bits, v, next)
		}
	}
	for bits, want := range map[uint16]float64{0: 0, 1: 0x1p-24, 0x3ff: 1023 * 0x1p-24, 0x400: 0x1p-14, 0x3555: 1365.0 / 4096, 0x3c00: 1, 0x67ff: 2047, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1)} {
		if got := half(bits); got != want {
			t.Errorf("%#x is %g, want %g", bits, got, want)
		}
	}
	if !math.IsNaN(half(0x7e00)) {
		t.Error("0x7e00 is a number")
	}
}
