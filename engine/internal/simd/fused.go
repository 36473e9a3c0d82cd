package simd

import (
	"math"
	"unsafe"
)

// Fused returns x·y + z rounded once, as the fused instructions of processors
// round it.
func Fused[T Real](x, y, z T) T {
	if unsafe.Sizeof(x) == 8 {
		return T(math.FMA(float64(x), float64(y), float64(z)))
	}
	return T(fusedSingle(float32(x), float32(y), float32(z)))
}

// fusedSingle is Fused for float32. The product is exact in float64, and the
// sum, rounded to float64, mostly rounds on to what the exact one rounds to. It
// may not where it lies half way between two numbers of float32, or where those
// lie wider apart because they are tiny: then its last bit has to tell on which
// side the exact sum lies.
func fusedSingle(x, y, z float32) float32 {
	const below, half, least = 1<<29 - 1, 1 << 28, 1.0 / (1 << 126)
	product, addend := float64(float64(x)*float64(y)), float64(z)
	sum := product + addend
	if bits := math.Float64bits(sum); bits&below != half && math.Abs(sum) >= least {
		return float32(sum)
	}
	return float32(toOdd(sum, product, addend))
}

// toOdd turns the rounded sum of two numbers into the one of its two neighbours
// around the exact sum whose last bit is set (Boldo, Melquiond 2008,
// doi:10.1109/TC.2007.70819); an exact sum stays.
func toOdd(sum, x, y float64) float64 {
	bits := math.Float64bits(sum)
	back := sum - x
	lost := (x - (sum - back)) + (y - back)
	if bits&1 == 1 || !(lost < 0 || lost > 0) { // nothing lost, infinite or not a number
		return sum
	}
	if (lost > 0) == (sum > 0) {
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}
