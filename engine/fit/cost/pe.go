package cost

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/elementary"
)

// PE is the cost of parametric embedding: rows lie by the centres of classes as they
// belong to the classes,
//
//	C = Σ_i KL(p_i ‖ q_i),  q_ic ∝ ρ_c exp(−½ ‖z_i − φ_c‖²),  ρ_c = (1/n) Σ_i p_ic
//	∂C/∂z_i = Σ_c (p_ic − q_ic)(z_i − φ_c),  ∂C/∂φ_c = Σ_i (p_ic − q_ic)(φ_c − z_i)
//
// for posteriors p of the classes and centres φ, which are parameters of the cost
// (Iwata, Saito, Ueda, Stromsten, Griffiths, Tenenbaum 2007,
// doi:10.1162/neco.2007.19.9.2536). An evaluation takes O(n K q) time.
type PE struct {
	posteriors *mat.Dense // n×K
	priors     []float64  // ln ρ
	centres    []float64  // K×q
	z          *pairwise.Images
	rest       *mat.Dense // p − q, n×K
}

// NewPE returns the cost of posteriors (n×K), whose rows add up to one, with centres
// to start from (K×q).
func NewPE(posteriors, centres *mat.Dense) *PE {
	n, k := posteriors.Dims()
	c := &PE{posteriors: posteriors, priors: make([]float64, k), rest: mat.NewDense(n, k, nil)}
	for i := range n {
		for class, p := range posteriors.RawRowView(i) {
			c.priors[class] += p
		}
	}
	for class, sum := range c.priors {
		c.priors[class] = elementary.Log(sum / float64(n))
	}
	c.centres = append(c.centres, mat.DenseCopyOf(centres).RawMatrix().Data...)
	return c
}

// Among returns the cost of some rows, with the priors of all: costs of all rows add up
// to the whole, those of batches to unbiased estimates of it.
func (c *PE) Among(rows []int) *PE {
	_, k := c.posteriors.Dims()
	some := &PE{posteriors: mat.NewDense(len(rows), k, nil), priors: c.priors, centres: slices.Clone(c.centres), rest: mat.NewDense(len(rows), k, nil)}
	for to, i := range rows {
		some.posteriors.SetRow(to, c.posteriors.RawRowView(i))
	}
	return some
}

// Own returns the centres.
func (c *PE) Own() []float64 { return c.centres }

// Take takes the centres.
func (c *PE) Take(own []float64) { c.centres = append(c.centres[:0], own...) }

// Place takes the images.
func (c *PE) Place(ctx context.Context, z *pairwise.Images) error {
	c.z = z
	return ctx.Err()
}

// centre returns φ of a class.
func (c *PE) centre(class int) []float64 { return c.centres[class*c.z.Dim : (class+1)*c.z.Dim] }

// Row returns KL(p_i ‖ q_i).
func (c *PE) Row(i int, gradient []float64) (value float64) {
	z, rest := c.z.Row(i), c.rest.RawRowView(i)
	most := math.Inf(-1)
	for class, prior := range c.priors {
		var d float64
		for k, v := range c.centre(class) {
			d += float64((z[k] - v) * (z[k] - v))
		}
		rest[class] = prior - float64(d/2)
		most = max(most, rest[class])
	}
	var sum float64
	for _, l := range rest {
		sum += elementary.Exp(l - most)
	}
	log := most + elementary.Log(sum)
	for class, p := range c.posteriors.RawRowView(i) {
		l := rest[class] - log
		if p > 0 {
			value += float64(p * (elementary.Log(p) - l))
		}
		rest[class] = p - elementary.Exp(l)
		for k, v := range c.centre(class) {
			gradient[k] += float64(rest[class] * (z[k] - v))
		}
	}
	return value
}

// OwnGradient sets dst to ∂C/∂φ.
func (c *PE) OwnGradient(dst []float64) {
	clear(dst)
	n, _ := c.rest.Dims()
	for i := range n {
		z := c.z.Row(i)
		for class, a := range c.rest.RawRowView(i) {
			for k, v := range c.centre(class) {
				dst[class*len(z)+k] += float64(a * (v - z[k]))
			}
		}
	}
}

// Work counts an exponential and a logarithm for each class.
func (c *PE) Work(q int) int { return len(c.priors) * (60 + 3*q) }
