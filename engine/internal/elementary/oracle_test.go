package elementary

import (
	"math"
	"math/big"
	"sync"
)

// The oracle computes with 240 bits, by series of its own.
const precision = 240

func wide(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func fresh() *big.Float { return new(big.Float).SetPrec(precision) }

// series is Σ terms until they no longer matter; next makes a term from the last.
func series(first *big.Float, next func(i int, term *big.Float)) *big.Float {
	term, total := fresh().Set(first), fresh().Set(first)
	for i := 1; term.Sign() != 0 && (total.Sign() == 0 || term.MantExp(nil) > total.MantExp(nil)-precision-4); i++ {
		next(i, term)
		total.Add(total, term)
	}
	return total
}

// bigExpm1 is eˣ − 1: the series of x/2⁶⁰, doubled by (1+y)² − 1 = y(2+y).
func bigExpm1(x *big.Float) *big.Float {
	const doublings = 60
	part := fresh().SetMantExp(x, -doublings)
	y := series(part, func(i int, term *big.Float) {
		term.Mul(term, part).Quo(term, wide(float64(i+1)))
	})
	for range doublings {
		y.Mul(y, fresh().Add(y, wide(2)))
	}
	return y
}

func bigExp(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return fresh().Quo(wide(1), bigExp(fresh().Neg(x)))
	}
	return fresh().Add(bigExpm1(x), wide(1))
}

// bigLog is log x = k log 2 + 2 artanh((m−1)/(m+1)).
func bigLog(x *big.Float) *big.Float {
	m := fresh()
	k := fresh().Set(x).MantExp(m)
	if m.Cmp(wide(0.75)) < 0 {
		m.Mul(m, wide(2))
		k--
	}
	y := artanh(fresh().Quo(fresh().Sub(m, wide(1)), fresh().Add(m, wide(1))))
	ln2 := artanh(fresh().Quo(wide(1), wide(3)))
	return y.Add(y, ln2.Mul(ln2, wide(float64(k)))).Mul(y, wide(2))
}

func artanh(s *big.Float) *big.Float {
	square, power := fresh().Mul(s, s), fresh().Set(s)
	return series(s, func(i int, term *big.Float) {
		power.Mul(power, square)
		term.Quo(power, wide(float64(2*i+1)))
	})
}

// bigSincos takes an angle reduced by 2π with as many bits as it needs.
func bigSincos(x float64) (sin, cos *big.Float) {
	angle := new(big.Float).SetPrec(bits).SetFloat64(x)
	turn := new(big.Float).SetPrec(bits).Mul(bigPi(), big.NewFloat(2))
	turns, _ := new(big.Float).SetPrec(bits).Quo(angle, turn).Int(nil)
	angle.Sub(angle, turn.Mul(turn, new(big.Float).SetPrec(bits).SetInt(turns)))
	r := fresh().Set(angle)
	square := fresh().Mul(r, r)
	square.Neg(square)
	sin = series(r, func(i int, term *big.Float) { term.Mul(term, square).Quo(term, wide(float64(2*i)*float64(2*i+1))) })
	cos = series(wide(1), func(i int, term *big.Float) { term.Mul(term, square).Quo(term, wide(float64(2*i-1)*float64(2*i))) })
	return sin, cos
}

// bits are enough to take whole turns off the largest angle.
const bits = 1400

// bigPi is π by Machin's formula, 16 arctan 1/5 − 4 arctan 1/239.
var bigPi = sync.OnceValue(func() *big.Float {
	arctan := func(by int64) *big.Float {
		power := new(big.Float).SetPrec(bits+32).Quo(big.NewFloat(1), new(big.Float).SetPrec(bits+32).SetInt64(by))
		square, total := new(big.Float).SetPrec(bits+32).SetInt64(-by*by), new(big.Float).SetPrec(bits+32)
		for i := int64(1); power.MantExp(nil) > -int(bits)-32; i += 2 {
			total.Add(total, new(big.Float).SetPrec(bits+32).Quo(power, new(big.Float).SetInt64(i)))
			power.Quo(power, square)
		}
		return total
	}
	a, b := arctan(5), arctan(239)
	return a.Mul(a, big.NewFloat(16)).Sub(a, b.Mul(b, big.NewFloat(4)))
})

// newton solves f(y) = x for f with the derivative slope, from a near start.
func newton(start float64, x *big.Float, f, slope func(y *big.Float) *big.Float) *big.Float {
	y := wide(start)
	for range 5 {
		step := fresh().Sub(f(y), x)
		y.Sub(y, step.Quo(step, slope(y)))
	}
	return y
}

// bigSin is the series for a small angle of many digits.
func bigSin(r *big.Float) *big.Float {
	square := fresh().Mul(r, r)
	square.Neg(square)
	return series(r, func(i int, term *big.Float) { term.Mul(term, square).Quo(term, wide(float64(2*i)*float64(2*i+1))) })
}

func bigCos(r *big.Float) *big.Float {
	square := fresh().Mul(r, r)
	square.Neg(square)
	return series(wide(1), func(i int, term *big.Float) { term.Mul(term, square).Quo(term, wide(float64(2*i-1)*float64(2*i))) })
}

// off is by how many units in the last place of float64 got differs from want.
func off(got float64, want *big.Float) float64 {
	nearest, _ := want.Float64()
	if nearest == got || nearest != nearest && got != got {
		if math.IsInf(nearest, 0) {
			return 0
		}
	}
	exponent := want.MantExp(nil)
	unit := fresh().SetMantExp(wide(1), max(exponent-53, -1074))
	d, _ := fresh().Quo(fresh().Sub(wide(got), want), unit).Float64()
	return math.Abs(d)
}
