package generator

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
)

// generate returns the table of a generator with its defaults and then amend.
func Generate[M engine.Source](t *testing.T, m M, amend func(M)) *engine.Table {
	t.Helper()
	engine.SetDefaults(m)
	if amend != nil {
		amend(m)
	}
	table, err := m.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// checkWaveform holds the means and variances of each class against
// E x_i = (h_a + h_b)/2 and Var x_i = (h_a − h_b)²/12 + 1.
func CheckWaveform(t *testing.T, table *engine.Table) {
	t.Helper()
	h := [3]func(i int) float64{}
	for w, peak := range []int{11, 15, 7} {
		h[w] = func(i int) float64 { return math.Max(6-math.Abs(float64(i-peak)), 0) }
	}
	pairs := [3][2]int{{1, 2}, {0, 2}, {0, 1}}
	for class, pair := range pairs {
		for column := range 21 {
			var x []float64
			for r, l := range table.Labels {
				if l == class {
					x = append(x, table.X.At(r, column))
				}
			}
			a, b := h[pair[0]](column+1), h[pair[1]](column+1)
			mean, variance := stat.MeanVariance(x, nil)
			wantVariance := (a-b)*(a-b)/12 + 1
			n := float64(len(x))
			if math.Abs(mean-(a+b)/2) > 5*math.Sqrt(wantVariance/n) {
				t.Errorf("class %d, column %d: mean %.3f, want %.3f", class, column+1, mean, (a+b)/2)
			}
			// the variance of a sample variance is below 2σ⁴/n here, as the
			// mixture has lighter tails than the normal
			if math.Abs(variance-wantVariance) > 5*wantVariance*math.Sqrt(2/n) {
				t.Errorf("class %d, column %d: variance %.3f, want %.3f", class, column+1, variance, wantVariance)
			}
		}
	}
}

func TestWaveform(t *testing.T) {
	table := Generate(t, new(Waveform), nil)
	if n, d := table.X.Dims(); n != 5000 || d != 21 {
		t.Fatalf("%d×%d", n, d)
	}
	for class, size := range table.Sizes() {
		if math.Abs(float64(size)-5000./3) > 5*math.Sqrt(5000*2./9) {
			t.Errorf("class %d has %d rows", class, size)
		}
	}
	CheckWaveform(t, table)
	if table.Source != "waveform(n=5000, seed=1)" || table.Name != "waveform" {
		t.Errorf("%s from %s", table.Name, table.Source)
	}
}

func TestBalance(t *testing.T) {
	table := Generate(t, new(Balance), nil)
	if got := table.Sizes(); !reflect.DeepEqual(got, []int{49, 288, 288}) {
		t.Errorf("B, L, R have %v rows", got)
	}
	for _, c := range []struct {
		row   int
		want  []float64
		class string
	}{{0, []float64{1, 1, 1, 1}, "B"}, {1, []float64{1, 1, 1, 2}, "R"}, {125, []float64{2, 1, 1, 1}, "L"}, {624, []float64{5, 5, 5, 5}, "B"}} {
		if got := table.X.RawRowView(c.row); !reflect.DeepEqual(got, c.want) || table.Classes[table.Labels[c.row]] != c.class {
			t.Errorf("row %d is %v of class %s", c.row, got, table.Classes[table.Labels[c.row]])
		}
	}
}

// Three lengths of the spiral to six digits, from the integral of √(1 + t²).
func TestSpiralLength(t *testing.T) {
	for turns, want := range map[float64]float64{1.5: 12.477759, 3: 46.132166, 4.5: 101.851034} {
		if got := spiralLength(turns * math.Pi); math.Abs(got-want) > 5e-7 {
			t.Errorf("s(%gπ) = %.7f, want %.6f", turns, got, want)
		}
	}
	for angle := 0.01; angle < 100; angle *= 1.1 {
		if got := unroll(spiralLength(angle)); math.Abs(got-angle) > 1e-12*angle {
			t.Errorf("unroll(s(%g)) = %g", angle, got)
		}
	}
}

func TestSwissRoll(t *testing.T) {
	for _, sampling := range []string{BySurface, ByAngle} {
		table := Generate(t, new(SwissRoll), func(s *SwissRoll) { s.N, s.Sampling, s.Turns = 4000, sampling, 1 })
		low, high := spiralLength(1.5*math.Pi), spiralLength(3.5*math.Pi)
		var below float64
		for i, length := range table.Truth() {
			x, z := table.X.At(i, 0), table.X.At(i, 2)
			if angle := math.Hypot(x, z); math.Abs(spiralLength(angle)-length) > 1e-9*length {
				t.Fatalf("row %d: radius %g is not at length %g", i, angle, length)
			}
			if length < low || length > high {
				t.Fatalf("row %d: length %g is off the sheet", i, length)
			}
			if s, h := table.Aside.X.At(i, 0), table.Aside.X.At(i, 1); s != length || h != table.X.At(i, 1) {
				t.Fatalf("row %d: (%g, %g) aside are not where it is on the sheet", i, s, h)
			}
			if length < (low+high)/2 {
				below++
			}
		}
		// half the surface holds half the points; half the length is passed
		// only at 59 % of the angle
		share := below / 4000
		if sampling == BySurface && math.Abs(share-0.5) > 0.04 || sampling == ByAngle && share < 0.56 {
			t.Errorf("%s: %.3f of the points lie in the inner half", sampling, share)
		}
	}
}

func TestNoiseMovesPointsNotTruth(t *testing.T) {
	still := Generate(t, new(SwissRoll), nil)
	noisy := Generate(t, new(SwissRoll), func(s *SwissRoll) { s.Noise = 0.5 })
	if !reflect.DeepEqual(still.Response, noisy.Response) || !reflect.DeepEqual(still.Aside, noisy.Aside) {
		t.Error("noise changes the truth")
	}
	var moved []float64
	for i, v := range still.X.RawMatrix().Data {
		moved = append(moved, noisy.X.RawMatrix().Data[i]-v)
	}
	if mean, sd := stat.MeanStdDev(moved, nil); math.Abs(mean) > 0.05 || math.Abs(sd-0.5) > 0.03 {
		t.Errorf("noise of mean %g and sd %g, want 0 and 0.5", mean, sd)
	}
}

// Neighbouring points of the S are as far apart in space as along the sheet.
func TestSCurveIsALength(t *testing.T) {
	table := Generate(t, new(SCurve), func(s *SCurve) { s.N = 3000 })
	checkIsometry(t, table, 0.05)
	lowest, highest := table.Response.At(0, 0), table.Response.At(0, 0)
	for _, v := range table.Truth() {
		lowest, highest = min(lowest, v), max(highest, v)
	}
	if lowest < -1.5*math.Pi || highest > 1.5*math.Pi || highest-lowest < 2.99*math.Pi {
		t.Errorf("the S runs from %g to %g", lowest, highest)
	}
}

func TestVShape(t *testing.T) {
	table := Generate(t, new(VShape), nil)
	checkIsometry(t, table, 0.02)
	for i, u := range table.Truth() {
		x, y := table.X.At(i, 0), table.X.At(i, 1)
		if math.Abs(x*math.Tan(math.Pi/6)-math.Abs(y)) > 1e-12 || u*y < 0 {
			t.Fatalf("row %d: (%g, %g) is on no wing of 60 degrees", i, x, y)
		}
	}
}

// TestVShapeGrid has a column of four rows on the crease, and steps of a third and 0.4.
func TestVShapeGrid(t *testing.T) {
	table := Generate(t, new(VShape), func(v *VShape) { v.N = engine.Auto })
	crease := 0
	for i, u := range table.Truth() {
		if at, h := table.Aside.X.At(i, 0), table.Aside.X.At(i, 1); at != u || math.Abs(u-float64(i/4-3)/3) > 1e-15 || math.Abs(h-0.4*float64(i%4)) > 1e-15 || table.X.At(i, 2) != h {
			t.Errorf("row %d is at (%g, %g)", i, at, h)
		}
		if u == 0 {
			crease++
		}
	}
	if table.Len() != 28 || crease != 4 {
		t.Errorf("%d rows, %d of them on the crease", table.Len(), crease)
	}
}

// checkIsometry holds the flat coordinates aside, the first of which is the response,
// against distances in space, for pairs closer than near; pairs on either side
// of a bend are shorter in space, never longer.
func checkIsometry(t *testing.T, table *engine.Table, near float64) {
	t.Helper()
	flat := table.Aside.X
	if !mat.Equal(flat.Slice(0, table.Len(), 0, 1), table.Response) {
		t.Fatal("the first coordinate aside is not the response")
	}
	pairs, equal := 0, 0
	for i := range table.Len() {
		for j := range i {
			along := math.Hypot(flat.At(i, 0)-flat.At(j, 0), flat.At(i, 1)-flat.At(j, 1))
			if along > near {
				continue
			}
			var square float64
			for c := range 3 {
				diff := table.X.At(i, c) - table.X.At(j, c)
				square += diff * diff
			}
			pairs++
			switch space := math.Sqrt(square); {
			case space > along*(1+1e-9):
				t.Fatalf("rows %d and %d are %g apart in space, %g along the sheet", i, j, space, along)
			case space > along*(1-near*near/24-1e-9):
				equal++
			}
		}
	}
	if pairs < 100 || equal < pairs*95/100 {
		t.Errorf("%d of %d close pairs keep their distance", equal, pairs)
	}
}

func TestSpiral(t *testing.T) {
	table := Generate(t, new(Spiral), func(s *Spiral) { s.N, s.Noise = 1001, 0 })
	if got := table.Sizes(); !reflect.DeepEqual(got, []int{501, 500}) {
		t.Errorf("%v rows of the spirals", got)
	}
	for i, l := range table.Labels {
		x, y := table.X.At(i, 0), table.X.At(i, 1)
		radius := math.Hypot(x, y)
		side := float64(1 - 2*l)
		if math.Hypot(x-side*radius*math.Cos(radius), y-side*radius*math.Sin(radius)) > 1e-9 || radius > 4*math.Pi {
			t.Fatalf("row %d: (%g, %g) is not on spiral %d", i, x, y, l+1)
		}
	}
}

func TestGlobe(t *testing.T) {
	table := Generate(t, new(Globe), nil)
	if table.Len() != 181 {
		t.Fatalf("%d rows", table.Len())
	}
	onHalfSphere(t, table)
	if z := table.X.At(0, 2); math.Abs(z-math.Sin(-72*math.Pi/180)) > 1e-12 {
		t.Errorf("the first row is at height %g", z)
	}
	if got := table.Response.At(180, 0) * 180 / math.Pi; math.Abs(got-71.5) > 1e-9 {
		t.Errorf("the last longitude is %g degrees", got)
	}
	drawn := Generate(t, new(Globe), func(g *Globe) { g.N = 20_000 })
	onHalfSphere(t, drawn)
	// E x = ½ and E z = 0 on the half sphere, where z is uniform
	if x, z := stat.Mean(mat.Col(nil, 0, drawn.X), nil), stat.Mean(mat.Col(nil, 2, drawn.X), nil); math.Abs(x-0.5) > 0.01 || math.Abs(z) > 0.02 {
		t.Errorf("centre (%g, ·, %g)", x, z)
	}
}

func onHalfSphere(t *testing.T, table *engine.Table) {
	t.Helper()
	for i, longitude := range table.Truth() {
		row := table.X.RawRowView(i)
		if math.Abs(mat.Norm(mat.NewVecDense(3, row), 2)-1) > 1e-12 || row[0] < 0 || math.Abs(math.Atan2(row[1], row[0])-longitude) > 1e-9 {
			t.Fatalf("row %d: %v at longitude %g", i, row, longitude)
		}
		lat, long := table.Aside.X.At(i, 0)*math.Pi/180, table.Aside.X.At(i, 1)*math.Pi/180
		if math.Abs(long-longitude) > 1e-12 || math.Abs(math.Sin(lat)-row[2]) > 1e-12 {
			t.Fatalf("row %d: %v is not at latitude %g and longitude %g", i, row, lat, long)
		}
	}
}

func TestParity(t *testing.T) {
	table := Generate(t, new(Parity), nil)
	if n, d := table.X.Dims(); n != 4000 || d != 5 {
		t.Fatalf("%d×%d", n, d)
	}
	var rest []float64
	for i, y := range table.Truth() {
		rest = append(rest, y-math.Sin(2*math.Pi*table.X.At(i, 0))*math.Sin(2*math.Pi*table.X.At(i, 1)))
	}
	if mean, sd := stat.MeanStdDev(rest, nil); math.Abs(mean) > 0.008 || math.Abs(sd-0.1) > 0.006 {
		t.Errorf("noise of mean %g and sd %g, want 0 and 0.1", mean, sd)
	}
}

func TestTaijitu(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		want int
	}{{0.5, 0.75, 0}, {0.5, 0.25, 1}, {0.6, 0.85, 1}, {0.4, 0.15, 0}, {0.05, 0.5, 1}, {0.95, 0.5, 0}, {0.58, 0.75, 0}, {0.59, 0.75, 1}} {
		if got := yinYang(c.x, c.y); got != c.want {
			t.Errorf("(%g, %g) is %d, want %d", c.x, c.y, got, c.want)
		}
		// half a turn about the centre swaps the colours
		if got := yinYang(1-c.x, 1-c.y); got != 1-c.want {
			t.Errorf("(%g, %g) is %d, want %d", 1-c.x, 1-c.y, got, 1-c.want)
		}
	}
	table := Generate(t, new(Taijitu), nil)
	if n, d := table.X.Dims(); n != 4000 || d != 5 {
		t.Fatalf("%d×%d", n, d)
	}
	if sizes := table.Sizes(); math.Abs(float64(sizes[0])-2000) > 5*math.Sqrt(1000) {
		t.Errorf("the colours have %v rows", sizes)
	}
	if sd := stat.StdDev(mat.Col(nil, 4, table.X), nil); math.Abs(sd-0.1) > 0.006 {
		t.Errorf("idle columns vary by %g", sd)
	}
}

// The same arguments give the same bits at any GOMAXPROCS, another seed
// others; source and checksum tell them apart.
func TestGeneratorsAreDetermined(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, name := range Names() {
		build := func() engine.Source { g, _ := Named(name); return g }
		runtime.GOMAXPROCS(1)
		first := Generate(t, build(), nil)
		runtime.GOMAXPROCS(4)
		second := Generate(t, build(), nil)
		if !reflect.DeepEqual(first, second) {
			t.Errorf("%s differs from itself", name)
		}
		if len(first.SHA256) != 64 || first.Name != name || len(first.Columns) != first.X.RawMatrix().Cols || len(first.Rows) != first.Len() {
			t.Errorf("%s: table of %q, checksum %q, %d columns, %d rows", name, first.Name, first.SHA256, len(first.Columns), len(first.Rows))
		}
		other := Generate(t, build(), func(m engine.Source) {
			for _, p := range engine.ParamsOf(m) {
				if p.Name == "seed" {
					p.Set(2)
				}
			}
		})
		random := other.Source != first.Source && name != "globe" // whose default is a mesh
		if (other.SHA256 != first.SHA256) != random {
			t.Errorf("%s: checksums %s and %s for two seeds", name, first.SHA256, other.SHA256)
		}
	}
}

func TestTooManyRowsAreRefused(t *testing.T) {
	for _, n := range []int{1 << 40, math.MaxInt} {
		_, err := (&Waveform{N: n, Seed: 1}).Load(context.Background())
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Remedy.String() != "lower n" {
			t.Errorf("n = %d: error %v", n, err)
		}
	}
}

func TestGeneratorsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range Names() {
		build := func() engine.Source { g, _ := Named(name); return g }
		m := build()
		engine.SetDefaults(m)
		if _, err := m.Load(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// A single row is a table too, and classes without rows do not exist.
func TestSingleRows(t *testing.T) {
	for _, name := range Names() {
		build := func() engine.Source { g, _ := Named(name); return g }
		one := Generate(t, build(), func(m engine.Source) {
			for _, p := range engine.ParamsOf(m) {
				if p.Name == "n" {
					p.Set(1)
				}
			}
		})
		if name != "balance" && (one.Len() != 1 || one.HasClasses() && len(one.Classes) != 1) {
			t.Errorf("%s(n=1) has %d rows and classes %v", name, one.Len(), one.Classes)
		}
	}
}
