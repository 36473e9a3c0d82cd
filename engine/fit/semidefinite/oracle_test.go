package semidefinite

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/random"
)

// TestPath: the edges of a path stretch to a line, whatever their lengths: points end
// as far apart as the path between them is long, and no pair can do more.
func TestPath(t *testing.T) {
	var edges []engine.Edge
	at := []float64{0}
	for i, length := range []float64{1, 0.3, 2, 5, 0.7, 1.1, 0.01, 3} {
		edges = append(edges, engine.Edge{I: i, J: i + 1, Length: length})
		at = append(at, at[i]+length)
	}
	g := graphOf(len(at), edges)
	s := solve(t, Problem{Keep: g, Stretch: others(t, g), Nu: 1e-4, Dim: 1}, 1e-6)
	if s.Rank() != 1 {
		t.Errorf("rank %d: %v", s.Rank(), s.Spectrum)
	}
	for e := range edges {
		got := math.Abs(s.Y.At(e+1, 0) - s.Y.At(e, 0))
		if math.Abs(got/edges[e].Length-1) > 1e-2 {
			t.Errorf("edge %d has length %v, want %v", e, got, edges[e].Length)
		}
	}
	if s.Stretched < 1 || s.Stretched > 1.01 { // 1 at hard lengths, a little more at soft ones
		t.Errorf("stretched to %v of the reference", s.Stretched)
	}
}

// sheet returns points of a grid, joined as kings move, folded along lines of the grid
// by the angle between its two halves.
func sheet(long, wide int, angle float64) (*engine.Graph, *mat.Dense) {
	at := func(a, b int) int { return a*wide + b }
	x := mat.NewDense(long*wide, 3, nil)
	var edges []engine.Edge
	for a := range long {
		u := float64(a) - float64(long-1)/2
		for b := range wide {
			x.SetRow(at(a, b), []float64{math.Abs(u) * math.Cos(angle/2), u * math.Sin(angle/2), float64(b)})
		}
	}
	for a := range long {
		for b := range wide {
			for _, s := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if c, d := a+s[0], b+s[1]; c < long && d >= 0 && d < wide {
					i, j := min(at(a, b), at(c, d)), max(at(a, b), at(c, d))
					edges = append(edges, engine.Edge{I: i, J: j, Length: math.Hypot(float64(s[0]), float64(s[1]))})
				}
			}
		}
	}
	return graphOf(long*wide, edges), x
}

// TestFoldedSheet: cells of a sheet that is folded along its grid are rigid, and no
// points whose near ones keep their distances are farther apart than those of the flat
// sheet, which is therefore what it unfolds to.
func TestFoldedSheet(t *testing.T) {
	g, _ := sheet(7, 4, math.Pi/3)
	flat, _ := sheet(7, 4, math.Pi)
	s := solve(t, Problem{Keep: g, Stretch: Everywhere{}, Nu: 1e-4, Dim: 2}, 1e-6)
	if s.Rank() != 2 {
		t.Fatalf("rank %d: %v", s.Rank(), s.Spectrum)
	}
	// The variances of the flat sheet: 28 points, of 7 columns and 4 rows a unit apart.
	for c, want := range []float64{4 * 28, 7 * 5} {
		if math.Abs(s.Spectrum[c]/want-1) > 1e-3 {
			t.Errorf("eigenvalue %d is %v, want %v", c+1, s.Spectrum[c], want)
		}
	}
	if s.Strain > 1e-6 || flat.Len() != g.Len() {
		t.Errorf("strain %v", s.Strain)
	}
}

// cloud joins each of n random points to its nearest, and to the one before it.
func cloud(n, k int, seed int) *engine.Graph {
	r := random.New(seed, "cloud")
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		x.SetRow(i, []float64{r.Normal(), r.Normal(), 0.3 * r.Normal()})
	}
	joined := map[[2]int]bool{}
	for i := range n {
		if i > 0 {
			joined[[2]int{i - 1, i}] = true
		}
		for range k {
			best, least := -1, math.Inf(1)
			for j := range n {
				if d := square(x.RawRowView(i), x.RawRowView(j)); j != i && !joined[[2]int{min(i, j), max(i, j)}] && d < least {
					best, least = j, d
				}
			}
			joined[[2]int{min(i, best), max(i, best)}] = true
		}
	}
	var edges []engine.Edge
	for i := range n {
		for j := range i {
			if joined[[2]int{j, i}] {
				edges = append(edges, engine.Edge{I: j, J: i, Length: math.Sqrt(square(x.RawRowView(i), x.RawRowView(j)))})
			}
		}
	}
	return graphOf(n, edges)
}

// gramValue is F of a Gram matrix, with its gradient.
func gramValue(p Problem, pull float64, l, gram, gradient *mat.Dense) float64 {
	n := p.Keep.Len()
	pairs := float64(len(p.Keep.End)) / 2
	var value float64
	gradient.Scale(-pull, l)
	for i := range n {
		ends, lengths := p.Keep.Of(i)
		for e, j := range ends {
			q := 1 / (lengths[e] * lengths[e])
			rho := (gram.At(i, i)+gram.At(int(j), int(j))-2*gram.At(i, int(j)))*q - 1
			if p.AtMost {
				rho = math.Max(rho, 0)
			}
			value += rho * rho / 2 / pairs
			w := 2 * rho * q / pairs
			gradient.Set(i, i, gradient.At(i, i)+w)
			gradient.Set(i, int(j), gradient.At(i, int(j))-w)
		}
		for j := range n {
			value -= pull * l.At(i, j) * gram.At(i, j)
		}
	}
	return value
}

// fista minimises F over Gram matrices by accelerated projected gradients (Beck,
// Teboulle 2009, doi:10.1137/080716542), which begin anew where they go uphill: another
// method, in another space, and a convex one.
func fista(t *testing.T, p Problem, reference float64) float64 {
	t.Helper()
	n := p.Keep.Len()
	l, gradient := written(t, p), mat.NewDense(n, n, nil)
	pull := p.Nu / reference
	gram, ahead := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	scrap := mat.NewDense(n, n, nil)
	value, momentum, step := math.Inf(1), 1.0, 1.0
	before := value // some rounds ago
	for round := 1; ; round++ {
		at := gramValue(p, pull, l, ahead, gradient)
		var next, moved mat.Dense
		var now float64
		for {
			next.Scale(-step, gradient)
			next.Add(&next, ahead)
			project(&next)
			moved.Sub(&next, ahead)
			var linear, squared float64
			for i, v := range moved.RawMatrix().Data {
				linear, squared = linear+v*gradient.RawMatrix().Data[i], squared+v*v
			}
			if now = gramValue(p, pull, l, &next, scrap); now <= at+linear+squared/(2*step)+1e-16 {
				break
			}
			step /= 2
		}
		var along float64 // of the way to the next, against the slope
		for i, v := range moved.RawMatrix().Data {
			along -= v * (next.RawMatrix().Data[i] - gram.RawMatrix().Data[i])
		}
		if along > 0 { // O'Donoghue, Candès 2015, doi:10.1007/s10208-013-9150-3
			momentum = 1
		}
		larger := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		ahead.Sub(&next, gram)
		ahead.Scale((momentum-1)/larger, ahead)
		ahead.Add(ahead, &next)
		gram.Copy(&next)
		momentum, value = larger, now
		if round%1000 == 0 {
			if before-value < 1e-15 || round > 200_000 {
				return value
			}
			before = value
		}
	}
}

// project clips the eigenvalues of a symmetric matrix at zero.
func project(m *mat.Dense) {
	n, _ := m.Dims()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			sym.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	e.Factorize(sym, true)
	var v, scaled mat.Dense
	e.VectorsTo(&v)
	scaled.CloneFrom(&v)
	for c, value := range e.Values(nil) {
		for i := range n {
			scaled.Set(i, c, scaled.At(i, c)*math.Max(0, value))
		}
	}
	m.Mul(&scaled, v.T())
}

// TestFista: projected gradients in the space of Gram matrices end at the same F, for
// all pairs and for weights, for distances that are kept and for bounds.
func TestFista(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	g, _ := sheet(4, 3, math.Pi/3)
	for name, p := range map[string]Problem{
		"all":     {Stretch: Everywhere{}},
		"others":  {Stretch: others(t, g)},
		"at most": {Stretch: Everywhere{}, AtMost: true},
		"colours": {Stretch: NewProduct(mat.NewDense(12, 2, []float64{0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0}), 0.1)},
	} {
		p.Keep, p.Nu, p.Dim = g, 0.3, 2
		s := solve(t, p, 1e-6)
		want := fista(t, p, s.Reference)
		if math.Abs(s.Objective-want) > 1e-12 {
			t.Errorf("%s: F is %.16g, projected gradients come to %.16g", name, s.Objective, want)
		}
	}
}

// flat lets optimum.Difference look at an objective.
type flat struct {
	*objective
	n, p int
}

func (f flat) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	value, _, err := f.value(ctx, mat.NewDense(f.n, f.p, x), mat.NewDense(f.n, f.p, gradient))
	return value, err
}

// TestDerivatives: gradients are those of differences, and the second derivative is
// that of gradients, for all forms of stretch.
func TestDerivatives(t *testing.T) {
	ctx := context.Background()
	g := cloud(15, 2, 5)
	const p = 3
	n := g.Len()
	colours := mat.NewDense(n, 1, nil)
	for i := range n {
		colours.Set(i, 0, float64(i%2))
	}
	r := random.New(7, "derivatives")
	y, s := mat.NewDense(n, p, nil), mat.NewDense(n, p, nil)
	for i := range n {
		for c := range p {
			y.Set(i, c, r.Normal())
			s.Set(i, c, r.Normal())
		}
	}
	for name, l := range map[string]Stretch{"all": Everywhere{}, "others": others(t, g), "colours": NewProduct(colours, 0.2), "nothing": nil} {
		for _, atMost := range []bool{false, true} {
			o := newObjective(&Problem{Keep: g, Stretch: l, Nu: 0.3, AtMost: atMost}, 2)
			x := y.RawMatrix().Data
			off, err := optimum.Difference(ctx, flat{o, n, p}, x)
			if err != nil || off > 1e-6 {
				t.Fatalf("%s, at most %v: the gradient is off by %v, error %v", name, atMost, off, err)
			}
			tensions, err := o.tensions(ctx, y, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := &model{objective: o, y: y, t: tensions}
			product, err := m.multiply(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			const h = 1e-6
			var up, down mat.Dense
			ahead, behind := mat.NewDense(n, p, nil), mat.NewDense(n, p, nil)
			up.Scale(h, s)
			down.Sub(y, &up)
			up.Add(y, &up)
			for at, gradient := range map[*mat.Dense]*mat.Dense{&up: ahead, &down: behind} {
				if _, _, err := o.value(ctx, at, gradient); err != nil {
					t.Fatal(err)
				}
			}
			for k, v := range product.RawMatrix().Data {
				want := (ahead.RawMatrix().Data[k] - behind.RawMatrix().Data[k]) / (2 * h)
				if math.Abs(v-want) > 1e-5*(1+math.Abs(v)) {
					t.Fatalf("%s, at most %v: second derivative %d is %v, want %v", name, atMost, k, v, want)
				}
			}
		}
	}
}

// TestScaling: lengths times a number scale the points by it, and change nothing else.
func TestScaling(t *testing.T) {
	g := cloud(25, 3, 9)
	p := Problem{Keep: g, Stretch: Everywhere{}, Nu: 0.05, Dim: 2}
	one := solve(t, p, 1e-7)
	larger := *g
	larger.Length = append([]float64(nil), g.Length...)
	for e := range larger.Length {
		larger.Length[e] *= 7
	}
	p.Keep = &larger
	seven := solve(t, p, 1e-7)
	if math.Abs(seven.Objective/one.Objective-1) > 1e-9 {
		t.Errorf("F is %v, and %v for lengths times 7", one.Objective, seven.Objective)
	}
	for c, v := range one.Spectrum[:2] {
		if math.Abs(seven.Spectrum[c]/v/49-1) > 1e-6 {
			t.Errorf("eigenvalue %d is %v, and %v for lengths times 7", c+1, v, seven.Spectrum[c])
		}
	}
}

// TestMoreStretching: as ν grows points are drawn farther apart, and lengths are kept
// less.
func TestMoreStretching(t *testing.T) {
	g := cloud(25, 3, 9)
	var before *Solution
	for _, nu := range []float64{0.001, 0.01, 0.03, 0.1, 0.3} {
		s := solve(t, Problem{Keep: g, Stretch: Everywhere{}, Nu: nu, Dim: 2}, 1e-5)
		if before != nil && (s.Stretched < before.Stretched-1e-6 || s.Strain < before.Strain-1e-6) {
			t.Errorf("ν = %v: stretched %v, strain %v; less of it: %v, %v", nu, s.Stretched, s.Strain, before.Stretched, before.Strain)
		}
		before = s
	}
}
