package elementary

import (
	"math"
	"math/big"
	"sync"
)

// halfPi is π/2 in three parts.
const (
	halfPi      = 0x1.921fb54442d18p+0
	halfPiLow   = 0x1.1a62633145c07p-54
	halfPiLeast = -0x1.f1976b7ed8fbcp-110

	nearTurns = 1 << 20 // angles below it are reduced by those parts
)

// The coefficients of (sin r / r − 1)/r² and of (cos r − 1 + r²/2)/r⁴ in r², for
// r up to π/4, through their values at Chebyshev's nodes; they leave 1e-17.
var (
	sinTerms = [...]float64{
		-0.16666666666666666, 0.008333333333333331, -0.00019841269841265063, 2.7557319219337312e-06,
		-2.5052106231802837e-08, 1.6058531516797758e-10, -7.586691094197958e-13,
	}
	cosTerms = [...]float64{
		0.041666666666666664, -0.0013888888888887398, 2.480158729876456e-05, -2.7557317271145144e-07,
		2.087614614655861e-09, -1.1382623647474604e-11,
	}
)

// Sin is the sine of an angle in radians.
func Sin(x float64) float64 { sin, _ := Sincos(x); return sin }

// Cos is the cosine of an angle in radians.
func Cos(x float64) float64 { _, cos := Sincos(x); return cos }

// Sincos is the sine and the cosine of an angle in radians.
func Sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) < nearTurns) {
		if x != x || math.IsInf(x, 0) {
			return math.NaN(), math.NaN()
		}
		return quarters(farTurns(x))
	}
	k := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	if k == 0 {
		return quarters(0, doubled{x, 0})
	}
	p := product(k, halfPiLow)
	r := sum(math.FMA(-k, halfPi, x), -p.high)
	return quarters(int64(k), ordered(r.high, r.low-p.low-float64(k*halfPiLeast)))
}

// quarters is the sine and the cosine of k quarter turns and the angle r.
func quarters(k int64, r doubled) (sin, cos float64) {
	z := r.high * r.high
	s := r.high + (float64(float64(r.high*z)*horner(z, sinTerms[:])) + float64(r.low*(1-float64(z/2))))
	c := ordered(1, -z/2)
	cosine := c.high + (c.low + (float64(float64(z*z)*horner(z, cosTerms[:])) - float64(r.high*r.low)))
	// A quarter turn swaps the two and changes a sign. Quarters come in no order, so
	// that branches would be guessed wrongly.
	quarter := uint64(k)
	bs, bc := math.Float64bits(s), math.Float64bits(cosine)
	swap := (bs ^ bc) & -(quarter & 1)
	bs, bc = bs^swap^quarter&2<<62, bc^swap^(quarter+1)&2<<62
	return math.Float64frombits(bs), math.Float64frombits(bc)
}

// farBits are enough for the largest angle that float64 has, and the sine of it.
const farBits = 1280

// farConstants are 2/π and π/2 with so many bits.
var farConstants = sync.OnceValues(func() (perQuarter, quarter *big.Float) {
	perQuarter, _, err := big.ParseFloat("0x0."+
		"a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484"+
		"e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b"+
		"3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6babf0cfbc209af4361d", 0, farBits, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return perQuarter, new(big.Float).Quo(big.NewFloat(1).SetPrec(farBits), perQuarter)
})

// farTurns returns the quarter turns in a large angle, as far as they matter, and
// what they leave.
func farTurns(x float64) (k int64, r doubled) {
	perQuarter, quarter := farConstants()
	turns := new(big.Float).SetPrec(2 * farBits).SetFloat64(x)
	turns.Mul(turns, perQuarter)
	half := math.Copysign(0.5, x)
	n, _ := new(big.Float).SetPrec(2*farBits).Add(turns, big.NewFloat(half)).Int(nil) // toward zero
	turns.Sub(turns, new(big.Float).SetPrec(2*farBits).SetInt(n))
	turns.Mul(turns, quarter)
	high, _ := turns.Float64()
	low, _ := turns.Sub(turns, big.NewFloat(high)).Float64()
	return new(big.Int).And(n, big.NewInt(3)).Int64(), doubled{high, low}
}

// asinTerms are the coefficients of (arcsin s / s − 1)/s² in s², for s up to a half.
var asinTerms = [...]float64{
	0.16666666666666669, 0.07499999999998433, 0.04464285714635543, 0.030381944138531247, 0.02237217294214989, 0.017352392720869973, 0.013971212973552933,
	0.011479177415184906, 0.01032281435018578, 0.005457506718640358, 0.01740087944269402, -0.014851887071247204, 0.028757851367421566,
}

// Asin is the angle from −π/2 to π/2 whose sine is x.
func Asin(x float64) float64 {
	if size := math.Abs(x); size > 0.5 {
		// arcsin x = π/2 − 2 arcsin √((1−x)/2)
		a := arcsine(doubled{(1 - size) / 2, 0}.root())
		y := sum(halfPi, -2*a.high)
		return math.Copysign(y.high+(y.low+(halfPiLow-float64(2*a.low))), x)
	}
	return arcsine(doubled{x, 0}).value()
}

// Acos is the angle from 0 to π whose cosine is x.
func Acos(x float64) float64 {
	switch {
	case x > 0.5:
		return 2 * arcsine(doubled{(1 - x) / 2, 0}.root()).value()
	case x < -0.5:
		a := arcsine(doubled{(1 + x) / 2, 0}.root())
		y := sum(2*halfPi, -2*a.high)
		return y.high + (y.low + (2*halfPiLow - float64(2*a.low)))
	}
	a := arcsine(doubled{x, 0})
	y := sum(halfPi, -a.high)
	return y.high + (y.low + (halfPiLow - a.low))
}

// arcsine is the arcsine of up to a half.
func arcsine(s doubled) doubled {
	z := s.high * s.high
	return ordered(s.high, float64(float64(s.high*z)*horner(z, asinTerms[:]))+float64(s.low*(1+float64(z/2))))
}
