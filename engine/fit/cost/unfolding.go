package cost

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
)

// Unfolding is the penalty form of maximum variance unfolding: related rows keep
// their distances, and rows are otherwise drawn apart,
//
//	C = (ν/2) Σ_ij (D_ij − t_ij²)² − (a/n) Σ_i ‖z_i − mean‖² − ‖Vᵀ Z‖²/n²
//
// over the edges of a graph from both ends, of lengths t (Weinberger, Saul 2006,
// doi:10.1007/s11263-005-4939-z). V (n×r, centred columns) draws unlike
// rows apart: V Vᵀ = H L H for the similarities L of what is to be learned of them
// (Song, Smola, Borgwardt, Gretton 2007, Colored maximum variance unfolding, NIPS 20).
//
// The second part is that over all pairs, −(a/2n²) Σ_ij D_ij, in closed form:
//
//	∂C/∂z_i = 4ν Σ_j (D_ij − t_ij²)(z_i − z_j) − (2a/n)(z_i − mean) − (2/n²) V_i (Vᵀ Z)
//
// It has no bound unless edges connect all rows. An evaluation takes O((edges + n r) q)
// time.
type Unfolding struct {
	Penalty float64    // ν
	Apart   float64    // a
	Colours *mat.Dense // V; nil for none

	edges *engine.Graph
	z     *pairwise.Images
	mean  []float64
	drawn *mat.Dense // Vᵀ Z, r×q
}

// NewUnfolding returns the cost over the edges of g, with ν = 1, a = 1 and no V.
func NewUnfolding(g *engine.Graph) *Unfolding {
	return &Unfolding{Penalty: 1, Apart: 1, edges: g}
}

// At returns the cost with another ν.
func (c *Unfolding) At(penalty float64) *Unfolding {
	return &Unfolding{Penalty: penalty, Apart: c.Apart, Colours: c.Colours, edges: c.edges}
}

// Place finds the mean of the images, and Vᵀ Z.
func (c *Unfolding) Place(ctx context.Context, z *pairwise.Images) error {
	c.z, c.mean = z, make([]float64, z.Dim)
	n := c.edges.Len()
	for i := range n {
		for k, v := range z.Row(i) {
			c.mean[k] += v
		}
	}
	for k := range c.mean {
		c.mean[k] /= float64(n)
	}
	if c.Colours != nil {
		c.drawn = new(mat.Dense)
		c.drawn.Mul(c.Colours.T(), mat.NewDense(n, z.Dim, z.Points))
	}
	return ctx.Err()
}

// Row returns the share of row i.
func (c *Unfolding) Row(i int, gradient []float64) (value float64) {
	ends, lengths := c.edges.Of(i)
	for e, j := range ends {
		rest := c.z.Square(i, int(j)) - float64(lengths[e]*lengths[e])
		value += float64(c.Penalty / 2 * rest * rest)
		c.z.Pull(gradient, i, int(j), 4*c.Penalty*rest)
	}
	n := float64(c.edges.Len())
	for k, v := range c.z.Row(i) {
		off := v - c.mean[k]
		value -= float64(c.Apart / n * off * off)
		gradient[k] -= float64(2 * c.Apart / n * off)
	}
	if c.Colours != nil {
		value -= c.colour(i, gradient)
	}
	return value
}

// colour returns z_i · V_i (Vᵀ Z) / n², and takes twice the latter off the gradient.
func (c *Unfolding) colour(i int, gradient []float64) (value float64) {
	n := float64(c.edges.Len())
	for r, v := range c.Colours.RawRowView(i) {
		for k, sum := range c.drawn.RawRowView(r) {
			pull := float64(v*sum) / (n * n)
			value += float64(c.z.Row(i)[k] * pull)
			gradient[k] -= 2 * pull
		}
	}
	return value
}

// Kept returns how far images are from what they ought to be, the mean and the largest
// of |d/t − 1| over the edges that have a length.
func (c *Unfolding) Kept(ctx context.Context, z *pairwise.Images) (mean, most float64, err error) {
	type part struct {
		sum, most float64
		count     int
	}
	parts, err := parallel.Blocks(ctx, c.edges.Len(), 256, func(lo, hi int) (p part) {
		for i := lo; i < hi; i++ {
			ends, lengths := c.edges.Of(i)
			for e, j := range ends {
				if lengths[e] > 0 {
					off := math.Abs(math.Sqrt(z.Square(i, int(j)))/lengths[e] - 1)
					p.sum, p.most, p.count = p.sum+off, max(p.most, off), p.count+1
				}
			}
		}
		return p
	})
	count := 0
	for _, p := range parts {
		mean, most, count = mean+p.sum, max(most, p.most), count+p.count
	}
	return mean / float64(max(1, count)), most, err
}

// Lost returns what images lose of the lengths of edges, Σ (D_ij − t_ij²)² / Σ t_ij⁴.
func (c *Unfolding) Lost(ctx context.Context, z *mat.Dense) (float64, error) {
	alone := &Unfolding{Penalty: 1, edges: c.edges}
	lost, err := Value(ctx, alone, z)
	var all float64
	for _, t := range c.edges.Length {
		all += float64(t * t * t * t / 2)
	}
	return lost / all, err
}

// Work counts four products for each edge, and those of V.
func (c *Unfolding) Work(q int) int {
	work := len(c.edges.End) / c.edges.Len() * (4 + 2*q)
	if c.Colours != nil {
		_, r := c.Colours.Dims()
		work += 3 * r * q
	}
	return work
}
