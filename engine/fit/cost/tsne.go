package cost

import (
	"context"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// TSNE is the divergence of t-distributed stochastic neighbour embedding,
//
//	C = Σ_ij P_ij ln(P_ij / Q_ij),  Q_ij = φ_ij / Σ_kl φ_kl,  φ_ij = (1 + D_ij/s)^(−(s+1)/2)
//	P_ij = (p_j|i + p_i|j) / Σ_kl 2 p_l|k,   F_ij = (P_ij − Q_ij) (s+1)/2s / (1 + D_ij/s)
//
// for s degrees of freedom (van der Maaten, Hinton 2008, JMLR 9:2579–2605; other s:
// van der Maaten 2009, Learning a parametric embedding by preserving local structure,
// AISTATS 5). Learned, ln s is a parameter of the cost:
//
//	∂C/∂s = Σ_ij (P_ij − Q_ij) [½ ln(1 + D_ij/s) − (s+1) D_ij / 2(s² + s D_ij)]
//
// Exaggeration multiplies P where it attracts: C = Σ e P (ln P − ln φ) + ln Σφ. An
// evaluation goes through all pairs in O(n² q) time and O(n) memory; package layout
// does with fewer, for free points.
type TSNE struct {
	Exaggeration float64 // e; 1 for the divergence itself
	Learned      bool    // whether s is found with the images

	weights *Weights
	total   float64 // Σ 2 p
	known   float64 // Σ P ln P
	dof     float64 // s
	z       *pairwise.Images
	mass    float64   // Σφ
	slopes  []float64 // of each row, its share of ∂C/∂s
}

// NewTSNE returns the divergence from weights, for dof degrees of freedom.
func NewTSNE(ctx context.Context, w *Weights, dof float64) (*TSNE, error) {
	c := &TSNE{Exaggeration: 1, weights: w, dof: dof, slopes: make([]float64, w.Len())}
	for _, sum := range w.sums {
		c.total += 2 * sum
	}
	known, err := parallel.Sum(ctx, w.Len(), 256, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			_, there, back := w.Of(i)
			for e := range there {
				sum += plogp((there[e] + back[e]) / c.total)
			}
		}
		return sum
	})
	c.known = known
	return c, err
}

// DoF returns s.
func (c *TSNE) DoF() float64 { return c.dof }

// Own returns ln s, if it is learned.
func (c *TSNE) Own() []float64 {
	if !c.Learned {
		return nil
	}
	return []float64{elementary.Log(c.dof)}
}

// Take takes ln s.
func (c *TSNE) Take(own []float64) {
	if c.Learned {
		c.dof = elementary.Exp(own[0])
	}
}

// OwnGradient sets dst to ∂C/∂ln s = s ∂C/∂s.
func (c *TSNE) OwnGradient(dst []float64) {
	if !c.Learned {
		return
	}
	dst[0] = 0
	for _, v := range c.slopes {
		dst[0] += v
	}
	dst[0] *= c.dof
}

// Place sums φ over all pairs.
func (c *TSNE) Place(ctx context.Context, z *pairwise.Images) (err error) {
	c.z = z
	n := c.weights.Len()
	c.mass, err = parallel.Sum(ctx, n, parallel.Grain(c.Work(z.Dim)), func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			for j := range n {
				if j != i {
					sum += c.kernel(c.z.Square(i, j))
				}
			}
		}
		return sum
	})
	return err
}

// kernel returns φ of a squared distance.
func (c *TSNE) kernel(d float64) float64 {
	if c.dof == 1 {
		return 1 / (1 + d)
	}
	return elementary.Exp(-c.farness(d))
}

// farness returns −ln φ of a squared distance.
func (c *TSNE) farness(d float64) float64 { return (c.dof + 1) / 2 * elementary.Log1p(d/c.dof) }

// Row returns the share of row i.
func (c *TSNE) Row(i int, gradient []float64) (value float64) {
	value = (float64(c.Exaggeration*c.known) + elementary.Log(c.mass)) / float64(c.weights.Len())
	c.slopes[i] = 0
	rows, there, back := c.weights.Of(i)
	for j := range c.weights.Len() {
		if j == i {
			continue
		}
		d := c.z.Square(i, j)
		f := -c.kernel(d) / c.mass
		if len(rows) > 0 && int(rows[0]) == j {
			p := float64(c.Exaggeration * (there[0] + back[0]) / c.total)
			value += float64(p * c.farness(d))
			f += p
			rows, there, back = rows[1:], there[1:], back[1:]
		}
		c.z.Pull(gradient, i, j, 2*(c.dof+1)/c.dof*f/(1+d/c.dof)) // F is symmetric, so R = 2F
		if c.Learned {
			c.slopes[i] += float64(f * c.slope(d))
		}
	}
	return value
}

// slope returns −∂ ln φ/∂s.
func (c *TSNE) slope(d float64) float64 {
	s := c.dof
	return float64(elementary.Log1p(d/s)/2) - (s+1)*d/(2*(float64(s*s)+float64(s*d)))
}

// Work counts a quotient for every row, or a logarithm and an exponential.
func (c *TSNE) Work(q int) int {
	each := 8
	if c.dof != 1 || c.Learned {
		each = 60
	}
	return c.weights.Len() * (each + 2*q)
}
