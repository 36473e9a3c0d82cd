package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// cases are the functions with their oracles, the arguments to look at and the
// units in the last place that they may be off by.
var cases = []struct {
	name   string
	f      func(float64) float64
	oracle func(x float64) *big.Float
	draw   func(r *rand.Rand) float64
	hard   []float64
	within float64
}{
	{"exp", Exp, func(x float64) *big.Float { return bigExp(wide(x)) }, func(r *rand.Rand) float64 { return 1450*r.Float64() - 742 },
		[]float64{expMost, expLeast, -745, -708, -708.4, 709.7, 1e-300, math.Ln2 / 2, -math.Ln2 / 2, math.Ln2}, 1},
	{"exp near zero", Exp, func(x float64) *big.Float { return bigExp(wide(x)) }, func(r *rand.Rand) float64 { return 4*r.Float64() - 2 }, nil, 1},
	{"expm1", Expm1, func(x float64) *big.Float { return bigExpm1(wide(x)) }, func(r *rand.Rand) float64 { return 4*r.Float64() - 2 },
		[]float64{1e-300, -1e-17, 1e-9, expMost, -39, -40.5, 40, 60, math.Ln2, -math.Ln2, 0.34657359027997264, 0.34657359027997270}, 1},
	{"expm1 far", Expm1, func(x float64) *big.Float { return bigExpm1(wide(x)) }, func(r *rand.Rand) float64 { return 740*r.Float64() - 40 }, nil, 1},
	{"log", Log, func(x float64) *big.Float { return bigLog(wide(x)) }, positive, awkward, 1},
	{"log near one", Log, func(x float64) *big.Float { return bigLog(wide(x)) }, nearOne, awkward, 1},
	{"log2", Log2, func(x float64) *big.Float { return fresh().Quo(bigLog(wide(x)), bigLog(wide(2))) }, positive, awkward, 0.52},
	{"log2 near one", Log2, func(x float64) *big.Float { return fresh().Quo(bigLog(wide(x)), bigLog(wide(2))) }, nearOne, nil, 0.52},
	{"log10", Log10, func(x float64) *big.Float { return fresh().Quo(bigLog(wide(x)), bigLog(wide(10))) }, positive, awkward, 0.52},
	{"log1p", Log1p, bigLog1p, func(r *rand.Rand) float64 { return nearOne(r) - 1 },
		[]float64{1e-300, -1e-17, 1e-9, -1e-30, -0.25, -0.24999, 0.25, -1 + 0x1p-53, -0.2928932188134524, -0.2928932188134525, 0.41421356237309503, 1e10, 1e300, 0x1p53, 0.41421356237309515}, 1},
	{"log1p far", Log1p, bigLog1p, positive, nil, 1},
	{"cube root", Cbrt, func(x float64) *big.Float {
		return newton(math.Cbrt(x), wide(x), func(y *big.Float) *big.Float { return fresh().Mul(y, fresh().Mul(y, y)) },
			func(y *big.Float) *big.Float { return fresh().Mul(wide(3), fresh().Mul(y, y)) })
	}, positive, append([]float64{8, 27, -64, 1e300, 5e-324}, awkward...), 0.52},
	{"sine", Sin, sine, func(r *rand.Rand) float64 { return 20*r.Float64() - 10 }, angles, 1},
	{"cosine", Cos, cosine, func(r *rand.Rand) float64 { return 20*r.Float64() - 10 }, angles, 1},
	{"sine far", Sin, sine, anyNumber, nil, 1},
	{"cosine far", Cos, cosine, anyNumber, nil, 1},
	{"arcsine", Asin, func(x float64) *big.Float {
		return newton(math.Asin(x), wide(x), bigSin, bigCos)
	}, func(r *rand.Rand) float64 { return 1.9998*r.Float64() - 0.9999 }, []float64{0.5, -0.5, 0.50000000001, 1e-300, 0.99}, 1},
	{"arccosine", Acos, func(x float64) *big.Float {
		return newton(math.Acos(x), wide(x), bigCos, func(y *big.Float) *big.Float { return bigSin(y).Neg(bigSin(y)) })
	}, func(r *rand.Rand) float64 { return 1.9998*r.Float64() - 0.9999 }, []float64{0.5, -0.5, 0.50000000001, 1e-300, 0.99}, 1},
	{"area sine", Asinh, bigAsinh, func(r *rand.Rand) float64 { return math.Copysign(math.Exp(20*r.Float64()-16), r.Float64()-0.5) },
		[]float64{1e-300, 1e-9, 0x1p-28, 0x1p28, 1e300, 3, -3}, 1},
	{"hyperbolic tangent", Tanh, bigTanh, func(r *rand.Rand) float64 { return math.Copysign(math.Exp(10*r.Float64()-7), r.Float64()-0.5) },
		[]float64{1e-300, 1e-9, nearTanh, -nearTanh, math.Nextafter(nearTanh, 0), 20, 400}, 3},
}

var (
	awkward = []float64{5e-324, 1e-310, math.SmallestNonzeroFloat64, math.MaxFloat64, math.Sqrt2, math.Sqrt2 / 2, 1 + 0x1p-52, 1 - 0x1p-53, 2, 3, 10, 1000, 0.1}
	angles  = []float64{math.Pi, math.Pi / 2, 3 * math.Pi / 4, math.Pi / 4, 1e-300, 22, 355, 6381956970095103 * 0x1p797, 1 << 20, 1<<20 - 0x1p-33, 1e22, -1e22, 5.6e6, 103993, 1e5 * math.Pi}
)

func positive(r *rand.Rand) float64 { return math.Ldexp(0.5+r.Float64()/2, r.IntN(2000)-1000) }

func nearOne(r *rand.Rand) float64 {
	return 1 + math.Copysign(math.Ldexp(r.Float64(), -r.IntN(50)), r.Float64()-0.5)*0.999
}

func anyNumber(r *rand.Rand) float64 { return math.Copysign(positive(r), r.Float64()-0.5) }

func sine(x float64) *big.Float   { s, _ := bigSincos(x); return s }
func cosine(x float64) *big.Float { _, c := bigSincos(x); return c }

func bigLog1p(x float64) *big.Float {
	if math.Abs(x) < 0.5 {
		return fresh().Mul(wide(2), artanh(fresh().Quo(wide(x), fresh().Add(wide(2), wide(x)))))
	}
	return bigLog(fresh().Add(wide(1), wide(x)))
}

func bigAsinh(x float64) *big.Float {
	if math.Abs(x) < 1e-8 { // its series
		cube := fresh().Mul(wide(x), fresh().Mul(wide(x), wide(x)))
		return fresh().Sub(wide(x), cube.Quo(cube, wide(6)))
	}
	size := wide(math.Abs(x))
	root := fresh().Sqrt(fresh().Add(wide(1), fresh().Mul(size, size)))
	y := bigLog(root.Add(root, size))
	if x < 0 {
		y.Neg(y)
	}
	return y
}

// bigTanh is (e²ˣ − 1)/(e²ˣ + 1).
func bigTanh(x float64) *big.Float {
	y := bigExpm1(wide(2 * x))
	return fresh().Quo(y, fresh().Add(y, wide(2)))
}

// TestWithinTheirUnits holds every function against the oracle, at drawn and at
// hard arguments.
func TestWithinTheirUnits(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 0))
			worst, where := 0.0, 0.0
			look := func(x float64) {
				if d := off(c.f(x), c.oracle(x)); !(d <= worst) {
					worst, where = d, x
				}
			}
			draws := 4000
			if testing.Short() {
				draws = 400
			}
			for range draws {
				look(c.draw(r))
			}
			for _, x := range c.hard {
				look(x)
			}
			t.Logf("%.3f units in the last place, at %v", worst, where)
			if !(worst <= c.within) {
				t.Errorf("%v of %v = %v is off by %.3f units, may be by %v", c.name, where, c.f(where), worst, c.within)
			}
		})
	}
}

func TestPowIsWithinItsUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	worst, at := 0.0, [2]float64{}
	look := func(x, y float64) {
		want := bigExp(fresh().Mul(wide(y), bigLog(wide(x))))
		if d := off(Pow(x, y), want); !(d <= worst) {
			worst, at = d, [2]float64{x, y}
		}
	}
	for range 5000 {
		x := positive(r)
		if r.IntN(2) == 0 {
			x = 1 + float64(r.Float64()-0.5)/4
		}
		look(x, 740/math.Abs(math.Log(x))*(2*r.Float64()-1)*0.95)
	}
	for _, x := range awkward {
		look(x, 0.5)
		look(x, -1./3)
	}
	t.Logf("%.3f units in the last place, at %v", worst, at)
	if worst > 0.6 {
		t.Errorf("%v: off by %.3f units", at, worst)
	}
	for n := range 23 {
		if want, _ := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)).Float64(); Pow(10, float64(n)) != want {
			t.Errorf("10 to the power %d is %v", n, Pow(10, float64(n)))
		}
	}
	for n := -1074; n < 1024; n++ {
		if Pow(2, float64(n)) != math.Ldexp(1, n) || n > -1074 && Log2(math.Ldexp(1, n)) != float64(n) {
			t.Errorf("2 to the power %d is %v, and back %v", n, Pow(2, float64(n)), Log2(math.Ldexp(1, n)))
		}
	}
	for n := -15; n < 23; n++ {
		if Log10(Pow(10, float64(n))) != float64(n) {
			t.Errorf("log10 of 10 to the power %d is %v", n, Log10(Pow(10, float64(n))))
		}
	}
}

func TestHypotIsWithinItsUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 5000 {
		x := anyNumber(r)
		y := x * math.Ldexp(r.Float64(), r.IntN(8)-4)
		want := fresh().Sqrt(fresh().Add(fresh().Mul(wide(x), wide(x)), fresh().Mul(wide(y), wide(y))))
		if d := off(Hypot(x, y), want); d > 0.52 {
			t.Errorf("hypot(%v, %v) is off by %.3f units", x, y, d)
		}
	}
	if Hypot(3, -4) != 5 || Hypot(3e300, 4e300) != 5e300 || Hypot(5e-324, 0) != 5e-324 {
		t.Error("hypot of simple numbers")
	}
}

// TestSpecialCasesAreThoseOfPackageMath compares at infinities, zeros, what is no
// number, and beyond the ends of each domain.
func TestSpecialCasesAreThoseOfPackageMath(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e308, -1e308, 800, -800, 1e-300, -1e-300, 1 << 53, -(1<<53 - 1)}
	one := map[string][2]func(float64) float64{
		"exp": {Exp, math.Exp}, "expm1": {Expm1, math.Expm1}, "log": {Log, math.Log}, "log2": {Log2, math.Log2}, "log10": {Log10, math.Log10}, "log1p": {Log1p, math.Log1p},
		"sin": {Sin, math.Sin}, "cos": {Cos, math.Cos}, "asin": {Asin, math.Asin}, "acos": {Acos, math.Acos}, "asinh": {Asinh, math.Asinh}, "tanh": {Tanh, math.Tanh}, "cbrt": {Cbrt, math.Cbrt},
	}
	two := map[string][2]func(x, y float64) float64{"pow": {Pow, math.Pow}, "hypot": {Hypot, math.Hypot}}
	same := func(a, b float64) bool {
		return a != a && b != b || a == b && math.Signbit(a) == math.Signbit(b) || math.Abs(a-b) <= 1e-15*math.Abs(b)
	}
	for name, f := range one {
		for _, x := range special {
			if got, want := f[0](x), f[1](x); !same(got, want) {
				t.Errorf("%s(%v) = %v, want %v", name, x, got, want)
			}
		}
	}
	for name, f := range two {
		for _, x := range special {
			for _, y := range special {
				if got, want := f[0](x, y), f[1](x, y); !same(got, want) {
					t.Errorf("%s(%v, %v) = %v, want %v", name, x, y, got, want)
				}
			}
		}
	}
}

func BenchmarkFunctions(b *testing.B) {
	x := make([]float64, 1024)
	for i := range x {
		x[i] = float64(i)/128 + 0.01
	}
	for name, f := range map[string]func(float64) float64{"exp": Exp, "math.exp": math.Exp, "log": Log, "math.log": math.Log, "sin": Sin, "math.sin": math.Sin,
		"log1p": Log1p, "pow": func(x float64) float64 { return Pow(x, 1.7) }, "math.pow": func(x float64) float64 { return math.Pow(x, 1.7) }} {
		b.Run(name, func(b *testing.B) {
			total := 0.0
			for b.Loop() {
				for _, v := range x {
					total += f(v)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/number")
		})
	}
}
