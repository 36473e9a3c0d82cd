package layout

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// drawnRows returns rows of normal numbers, the last of which are copies of the first.
func drawnRows(n, d, again int) (x *mat.Dense, of []int) {
	r := random.New(1, "rows")
	x, of = mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		of[i] = i
		for c := range d {
			x.Set(i, c, r.Normal()*float64(1+c))
		}
		if i >= n-again {
			of[i] = i - (n - again)
			x.SetRow(i, x.RawRowView(of[i]))
		}
	}
	return x, of
}

// affinitiesOf returns the affinities of rows.
func affinitiesOf(t testing.TB, x *mat.Dense, perplexity float64, nearest int, of []int) *Affinities {
	t.Helper()
	g, err := neighbourhood.Entropy{Perplexity: perplexity, Nearest: nearest}.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Symmetric(t.Context(), g, of)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// atLength returns a descent at points drawn with a standard deviation.
func atLength(a *Affinities, dim int, dof, size float64) *descent {
	r := random.New(2, "points")
	z := NewPoints(a.Mass, dim)
	for c := range z.At {
		for i := range z.At[c] {
			z.At[c][i] = size * r.Normal()
		}
	}
	d := &descent{Settings: Settings{DoF: dof}, affinities: a, kernel: newKernel(dof), z: z}
	d.repulsion = &exact{kernel: d.kernel}
	d.attraction, d.repulsive = NewPoints(a.Mass, dim), NewPoints(a.Mass, dim)
	return d
}

// divergenceOver is KL(P‖Q) over all pairs of rows, as the formula stands.
func divergenceOver(p *mat.Dense, a *Affinities, k kernel, z *Points) (sum float64) {
	n, _ := p.Dims()
	phi, total := mat.NewDense(n, n, nil), 0.0
	for i := range n {
		for j := range n {
			if i != j {
				phi.Set(i, j, math.Pow(1+z.square(int(a.Of[i]), int(a.Of[j]))/k.dof, -(k.dof+1)/2))
				total += phi.At(i, j)
			}
		}
	}
	for i := range n {
		for j := range n {
			if v := p.At(i, j); v > 0 {
				sum += v * math.Log(v*total/phi.At(i, j))
			}
		}
	}
	return sum
}

// denseAffinities are P by the formula.
func denseAffinities(t *testing.T, x *mat.Dense, perplexity float64) *mat.Dense {
	t.Helper()
	n, _ := x.Dims()
	g, err := neighbourhood.Entropy{Perplexity: perplexity}.Graph(t.Context(), engine.Euclidean(x), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := mat.NewDense(n, n, nil)
	for i := range n {
		ends, weights := g.Of(i)
		for e, j := range ends {
			p.Set(i, int(j), p.At(i, int(j))+weights[e]/float64(2*n))
			p.Set(int(j), i, p.At(int(j), i)+weights[e]/float64(2*n))
		}
	}
	return p
}

// TestGradientByDifferences holds the exact gradient, and the divergence, to the
// definition over all pairs of rows, with copies and without.
func TestGradientByDifferences(t *testing.T) {
	for _, again := range []int{0, 9} {
		x, of := drawnRows(40, 4, again)
		a, p := affinitiesOf(t, x, 9, 39, of), denseAffinities(t, x, 9)
		for dim := 1; dim <= 4; dim++ {
			for _, dof := range []float64{1, 2, 0.7, 30} {
				t.Run(fmt.Sprintf("%d copies, %d dimensions, dof %v", again, dim, dof), func(t *testing.T) {
					testGradient(t, atLength(a, dim, dof, 1.5), p)
				})
			}
		}
	}
}

func testGradient(t *testing.T, d *descent, p *mat.Dense) {
	t.Helper()
	sum, err := d.forces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	value, err := d.affinities.divergence(t.Context(), d.kernel, d.z, sum, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := divergenceOver(p, d.affinities, d.kernel, d.z); math.Abs(value-want) > 1e-6*want {
		t.Errorf("divergence is %v, want %v", value, want)
	}
	d.gradient(1, sum)
	var miss, size float64
	for c, x := range d.z.At {
		for i, at := range x {
			const h = 1e-5
			x[i] = at + h
			up := divergenceOver(p, d.affinities, d.kernel, d.z)
			x[i] = at - h
			slope := (up - divergenceOver(p, d.affinities, d.kernel, d.z)) / (2 * h)
			x[i] = at
			got := 4 * d.z.Mass[i] * d.attraction.At[c][i]
			miss, size = miss+(got-slope)*(got-slope), size+slope*slope
		}
	}
	if rel := math.Sqrt(miss / size); !(rel < 1e-6) {
		t.Errorf("the gradient is %.2g off differences", rel)
	}
}
