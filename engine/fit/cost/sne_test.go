package cost

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

// TestNeRVIsSNE at λ = 1, and mre of one relation is sne.
func TestNeRVIsSNE(t *testing.T) {
	x, z := waves()
	w := weightsOf(t, graphOf(t, neighbourhood.Entropy{Perplexity: 4, Nearest: 11}, x))
	sne, err := NewSNE(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	nerv, err := NewNeRV(t.Context(), w, 1, 1e-12)
	if err != nil {
		t.Fatal(err)
	}
	mre, err := NewMRE(t.Context(), []*Weights{w}, 2)
	if err != nil {
		t.Fatal(err)
	}
	want, gradient := evaluate(t, sne, z)
	for what, c := range map[string]pairwise.Cost{"nerv": nerv, "mre": mre} {
		value, g := evaluate(t, c, z)
		near(t, what, value, want, 1e-12)
		near(t, what+": an entry of the gradient", g[7], gradient[7], 1e-11)
	}
}

// TestNeRVMeetsItsWeights: images at the distances that weights come from cost
// nothing.
func TestNeRVMeetsItsWeights(t *testing.T) {
	r := random.New(9, "nerv")
	x := drawn(20, 2, r)
	g, beta, err := neighbourhood.Entropy{Perplexity: 5, Nearest: 19}.Bandwidths(t.Context(), engine.Euclidean(x))
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewNeRV(t.Context(), weightsOf(t, g), 0.3, 1e-300)
	if err != nil {
		t.Fatal(err)
	}
	widths := make([]float64, len(beta))
	for i, b := range beta {
		widths[i] = 1 / b
	}
	value, gradient := evaluate(t, c.At(widths), &pairwise.Images{Dim: 2, Points: x.RawMatrix().Data})
	if !(math.Abs(value) < 1e-9) || !(mat.Norm(mat.NewVecDense(40, gradient), math.Inf(1)) < 1e-8) {
		t.Errorf("the cost is %v, the gradient %v", value, gradient)
	}
}

// TestTSNEFindsItsDegreesOfFreedom: weights made by a kernel of three are met by no
// other at the same images.
func TestTSNEFindsItsDegreesOfFreedom(t *testing.T) {
	const n, dof = 30, 3.0
	z := drawn(n, 2, random.New(8, "dof"))
	g := &neighbourhood.Graph{Start: []int{0}}
	d := engine.Euclidean(z)
	row := make([]float64, n)
	for i := range n {
		d.Row(row, i)
		for j, v := range row {
			if j != i {
				g.End, g.Weight = append(g.End, int32(j)), append(g.Weight, elementary.Exp(-(dof+1)/2*elementary.Log1p(v*v/dof)))
			}
		}
		g.Start = append(g.Start, len(g.End))
	}
	c, err := NewTSNE(t.Context(), weightsOf(t, g), 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Learned = true
	found, err := optimum.Minimise(t.Context(), pairwise.Objective(c, fixed{n, z.RawMatrix().Data}), c.Own(), optimum.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the degrees of freedom", math.Exp(found.X[0]), dof, 1e-5)
}

// fixed are images that no parameter moves.
type fixed struct {
	n  int
	at []float64
}

func (m fixed) Rows() int       { return m.n }
func (m fixed) Dim() int        { return 2 }
func (m fixed) Parameters() int { return 0 }
func (m fixed) Work() int       { return 1 }

func (m fixed) Forward(_ context.Context, z, _ []float64) error {
	copy(z, m.at)
	return nil
}

func (m fixed) Pullback(_, _ []float64, _ int, _ []float64) {}

// TestMinimiseLeavesACostWithItsParameters: those of the end that it came to.
func TestMinimiseLeavesACostWithItsParameters(t *testing.T) {
	x, z := waves()
	c, err := NewTSNE(t.Context(), weightsOf(t, graphOf(t, neighbourhood.Entropy{Perplexity: 4, Nearest: 11}, x)), 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Learned = true
	w, err := pairwise.Minimise(t.Context(), c, points{12}, z.Points, pairwise.Settings{Ridge: make([]float64, 24), Descent: optimum.Settings{Iterations: 20}})
	if err != nil {
		t.Fatal(err)
	}
	own := make([]float64, 1)
	evaluate(t, c, &pairwise.Images{Dim: 2, Points: w})
	c.OwnGradient(own)
	if len(w) != 24 || c.DoF() == 1 || !(math.Abs(own[0]) < 0.05) {
		t.Errorf("%d parameters, %v degrees of freedom, with slope %v", len(w), c.DoF(), own[0])
	}
}
