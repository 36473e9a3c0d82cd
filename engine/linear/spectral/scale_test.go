package spectral

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
)

// roll is a swiss roll.
func roll(n int) *mat.Dense {
	r := random.New(1, "roll")
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		a := 1.5 * math.Pi * (1 + 2*r.Uniform())
		x.SetRow(i, []float64{a * math.Cos(a), 21 * r.Uniform(), a * math.Sin(a)})
	}
	return x
}

// unrolled are the geodesics of a swiss roll, kept between benchmarks.
var unrolled = map[string]*triangle.Matrix{}

func geodesics(t testing.TB, n int, double bool) *triangle.Matrix {
	key := fmt.Sprint(n, double)
	if d := unrolled[key]; d != nil {
		return d
	}
	ctx := context.Background()
	nb, err := neighbour.Nearest(ctx, engine.Euclidean(roll(n)), 10)
	if err != nil {
		t.Fatal(err)
	}
	union, err := geodesic.Union(ctx, nb)
	if err != nil {
		t.Fatal(err)
	}
	p, err := geodesic.AllPairs(ctx, union, double)
	if err != nil {
		t.Fatal(err)
	}
	unrolled[key] = p.Triangle()
	return p.Triangle()
}

// made is a triangle of what between says.
func made(n int, double bool, between func(i, j int) float64) *triangle.Matrix {
	t := triangle.NewSingle(n)
	if double {
		t = triangle.NewDouble(n)
	}
	for i := range n {
		for j := range i {
			if double {
				t.Double(i)[j] = between(i, j)
			} else {
				t.Single(i)[j] = float32(between(i, j))
			}
		}
	}
	return t
}

// centredInFull forms S by its definition.
func centredInFull(d *triangle.Matrix) *mat.Dense {
	n := d.Len()
	s := mat.NewDense(n, n, nil)
	mean := make([]float64, n)
	for i := range n {
		d.Row(s.RawRowView(i), i)
		for j, v := range s.RawRowView(i) {
			s.Set(i, j, v*v)
		}
		mean[i] = stat.Mean(s.RawRowView(i), nil)
	}
	grand := stat.Mean(mean, nil)
	s.Apply(func(i, j int, v float64) float64 { return -(v - mean[i] - mean[j] + grand) / 2 }, s)
	return s
}

// TestScaleAgreesWithTheWhole has spectra of all kinds, for which it compares
// eigenvalues, residuals, trace and norm with a decomposition of the matrix.
func TestScaleAgreesWithTheWhole(t *testing.T) {
	r := random.New(3, "scale")
	cloud := make([][]float64, 400)
	for i := range cloud {
		cloud[i] = []float64{r.Normal(), r.Normal(), r.Normal(), r.Normal(), r.Normal()}
	}
	cases := map[string]func(i, j int) float64{
		"points": func(i, j int) float64 { return euclidean(cloud[i], cloud[j]) },
		"ring, every eigenvalue twice": func(i, j int) float64 {
			return float64(min((i-j+300)%300, (j-i+300)%300))
		},
		"strongly negative":     func(i, j int) float64 { return math.Pow(euclidean(cloud[i], cloud[j]), 3) },
		"equal, one eigenvalue": func(int, int) float64 { return 2 },
		"flat":                  func(i, j int) float64 { return 1 + 0.01*euclidean(cloud[i], cloud[j]) },
		"two places":            func(i, j int) float64 { return float64((i%2 + j%2) % 2) },
	}
	for name, between := range cases {
		for _, double := range []bool{true, false} {
			n := 333
			if name[:4] == "ring" {
				n = 300
			}
			d := made(n, double, between)
			full := centredInFull(d)
			all, err := whole(t.Context(), mat.DenseCopyOf(full), n)
			if err != nil {
				t.Fatal(err)
			}
			const exact, rough = 3, 6
			s, err := Scale(t.Context(), d, exact, rough)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			scale, trace, square := max(all.Values[0], -all.Values[n-1]), 0.0, 0.0
			for _, v := range all.Values {
				trace, square = trace+v, square+v*v
			}
			if s.Left > s.Sought || s.Sought > 1e-8 || double && s.Sought > 1e-11 {
				t.Errorf("%s: %g is left, of %g sought", name, s.Left, s.Sought)
			}
			for c, v := range s.Values {
				if c < exact && math.Abs(v-all.Values[c]) > 2*s.Sought*scale || math.Abs(v-all.Values[c]) > 1e-5*scale {
					t.Errorf("%s: eigenvalue %d is %v, want %v", name, c, v, all.Values[c])
				}
			}
			if math.Abs(s.Trace-trace) > 1e-10*scale*float64(n) || math.Abs(s.Frobenius-math.Sqrt(square)) > 1e-6*math.Sqrt(square) {
				t.Errorf("%s: trace %v and norm %v, want %v and %v", name, s.Trace, s.Frobenius, trace, math.Sqrt(square))
			}
			var image mat.Dense
			image.Mul(full, s.Vectors)
			for c := range exact {
				for i := range n {
					if off := image.At(i, c) - s.Values[c]*s.Vectors.At(i, c); math.Abs(off) > 4*s.Sought*scale {
						t.Fatalf("%s: pair %d leaves %g of the largest at row %d", name, c, off/scale, i)
					}
				}
			}
			wantOrthonormal(t, name, s.Vectors)
		}
	}
}

// wantOrthonormal looks at the inner products of columns.
func wantOrthonormal(t *testing.T, what string, x *mat.Dense) {
	t.Helper()
	var inner mat.Dense
	inner.Mul(x.T(), x)
	n, _ := inner.Dims()
	for a := range n {
		for b := range n {
			want := 0.0
			if a == b {
				want = 1
			}
			if math.Abs(inner.At(a, b)-want) > 1e-11 {
				t.Fatalf("%s: inner product of vectors %d and %d is %v", what, a, b, inner.At(a, b))
			}
		}
	}
}

func TestNegativeIsABound(t *testing.T) {
	d := made(300, true, func(i, j int) float64 { return math.Pow(float64(i-j), 2) })
	s, err := Scale(t.Context(), d, 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	all, err := whole(t.Context(), centredInFull(d), 300)
	if err != nil {
		t.Fatal(err)
	}
	var negative float64
	for _, v := range all.Values {
		negative -= min(0, v)
	}
	if got := s.Negative(); got <= 0 || got > negative*(1+1e-9) {
		t.Errorf("negative eigenvalues add up to %v at least, but to %v in all", got, negative)
	}
}

func TestScaleRefusesWhatHasNoScale(t *testing.T) {
	for want, value := range map[string]float64{"all points are identical": 0, "must be finite": math.NaN()} {
		for _, n := range []int{2, 5, 400} {
			_, err := Scale(t.Context(), made(n, true, func(int, int) float64 { return value }), 2, 2)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d rows at %v: error is %v", n, value, err)
			}
		}
	}
	s, err := Scale(t.Context(), made(2, true, func(int, int) float64 { return 3 }), 2, 10)
	if err != nil || len(s.Values) != 2 || math.Abs(s.Values[0]-4.5) > 1e-12 {
		t.Errorf("two rows have pairs %+v (%v), want 4.5 and 0", s, err)
	}
}

// TestSinglesMoveLittle compares float32 with float64.
func TestSinglesMoveLittle(t *testing.T) {
	double, err := Scale(t.Context(), geodesics(t, 900, true), 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	single, err := Scale(t.Context(), geodesics(t, 900, false), 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	var off mat.Dense
	off.Sub(double.Coordinates(2), single.Coordinates(2))
	if rest := mat.Norm(&off, 2) / mat.Norm(double.Coordinates(2), 2); rest > 1e-6 {
		t.Errorf("coordinates differ by %g of their size", rest)
	}
}

func TestSameBitsEverywhere(t *testing.T) {
	d := geodesics(t, 900, false)
	all := func() []float64 {
		s, err := Scale(t.Context(), d, 2, 4)
		if err != nil {
			t.Fatal(err)
		}
		z := s.Coordinates(4)
		curve, err := Residual(t.Context(), sheeted{d}, z)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Concat(curve, z.RawMatrix().Data, []float64{s.Trace, s.Frobenius})
	}
	want := all()
	for _, procs := range []int{1, 4} {
		before := runtime.GOMAXPROCS(procs)
		got := all()
		runtime.GOMAXPROCS(before)
		if !slices.Equal(got, want) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
	for l := simd.Portable; l <= simd.Best(); l++ {
		restore := simd.Use(l)
		got := all()
		restore()
		if !slices.Equal(got, want) {
			t.Errorf("%v gives other bits", l)
		}
	}
}

// TestScaleInAnyUnit takes dissimilarities whose fourth powers overflow, or
// vanish, decomposed whole and by products.
func TestScaleInAnyUnit(t *testing.T) {
	for _, n := range []int{100, 600} {
		x := roll(n)
		in := func(unit float64) *Scaling {
			s, err := Scale(t.Context(), made(n, true, func(i, j int) float64 {
				var square float64
				for c, v := range x.RawRowView(i) {
					square += (v - x.At(j, c)) * (v - x.At(j, c))
				}
				return math.Sqrt(square) * unit
			}), 2, 2)
			if err != nil {
				t.Fatalf("%d rows in units of %g: %v", n, unit, err)
			}
			return s
		}
		want := in(1)
		for _, unit := range []float64{0x1p-480, 0x1p-260, 0x1p260, 0x1p480} {
			got := in(unit)
			for _, pair := range [][2]float64{{got.Values[0], want.Values[0]}, {got.Values[1], want.Values[1]}, {got.Trace, want.Trace}, {got.Frobenius, want.Frobenius}} {
				if got, want := pair[0]/unit/unit, pair[1]; math.Abs(got-want) > 1e-11*want {
					t.Errorf("%d rows in units of %g: %v, want %v", n, unit, got, want)
				}
			}
		}
	}
}

// TestScaleIsCancelled stops at each product in turn.
func TestScaleIsCancelled(t *testing.T) {
	d := geodesics(t, 900, false)
	for _, at := range []float64{0, 0.3, 0.6} {
		ctx, cancel := context.WithCancel(t.Context())
		listening := engine.WithProgress(ctx, func(p engine.Progress) {
			if p.Fraction >= at {
				cancel()
			}
		})
		if at == 0 {
			cancel()
		}
		if _, err := Scale(listening, d, 2, 10); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %v: error is %v", at, err)
		}
		cancel()
	}
}

func BenchmarkScale(b *testing.B) {
	for _, n := range []int{5000, 10000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			d := geodesics(b, n, false)
			for b.Loop() {
				s, err := Scale(b.Context(), d, 2, 10)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(s.Left, "left")
			}
		})
	}
}
