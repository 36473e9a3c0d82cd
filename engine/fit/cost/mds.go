package cost

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
)

// A Weighting is what the misfit of a pair counts, by the distance t that it ought
// to have.
type Weighting int

// The weightings.
const (
	Raw     Weighting = iota // 1: large distances tell
	Sammon                   // 1/t
	Elastic                  // 1/t²: shares of the distance count
)

// of returns the weight. Where rows are to coincide it is none for Sammon and
// Elastic, whose weights have no limit there.
func (w Weighting) of(t float64) float64 {
	switch {
	case w == Raw:
		return 1
	case t == 0:
		return 0
	case w == Sammon:
		return 1 / t
	}
	return 1 / (t * t)
}

// MDS is the stress of metric multidimensional scaling,
//
//	C = Σ_{i<j} w_ij (d_ij − t_ij)²,  d_ij = √(D_ij + ε)
//
// for distances t that may be any, such as geodesics, and weights by Weighting
// (Kruskal 1964, doi:10.1007/BF02289565; Sammon 1969, doi:10.1109/T-C.1969.222678).
// ε is 1e-12 of the mean of t², so that it is smooth where images coincide:
//
//	F_ij = w_ij (d_ij − t_ij) / 2 d_ij
//
// An evaluation takes what the rows of t take and O(n² q) time, and O(n) memory.
type MDS struct {
	targets engine.Distances
	by      Weighting
	smooth  smoothed
	rows    scratch
	whole   float64
}

// NewMDS returns the stress over all pairs. Time that of the rows of targets.
func NewMDS(ctx context.Context, targets engine.Distances, by Weighting) (*MDS, error) {
	c := &MDS{targets: targets, by: by}
	n := targets.Len()
	type part struct{ squares, whole float64 }
	parts, err := parallel.Blocks(ctx, n, 16, func(lo, hi int) (p part) {
		t := c.rows.borrow(n)
		defer c.rows.giveBack(t)
		for i := lo; i < hi; i++ {
			targets.Row(*t, i)
			for _, v := range *t {
				p.squares += float64(v * v)
				p.whole += float64(by.of(v) * v * v / 2)
			}
		}
		return p
	})
	for _, p := range parts {
		c.smooth.epsilon, c.whole = c.smooth.epsilon+p.squares, c.whole+p.whole
	}
	c.smooth.epsilon *= smoothing / (float64(n) * float64(n-1))
	return c, err
}

// Whole returns the stress of images that are all in one place.
func (c *MDS) Whole() float64 { return c.whole }

// Place takes the images.
func (c *MDS) Place(ctx context.Context, z *pairwise.Images) error {
	c.smooth.z = z
	return ctx.Err()
}

// Row returns the half of the stress of the pairs of row i.
func (c *MDS) Row(i int, gradient []float64) (value float64) {
	t := c.rows.borrow(c.targets.Len())
	defer c.rows.giveBack(t)
	c.targets.Row(*t, i)
	for j, t := range *t {
		if j != i {
			value += c.smooth.pull(gradient, i, j, t, c.by.of(t))
		}
	}
	return value
}

// Work counts a root and a quotient for every row.
func (c *MDS) Work(q int) int { return c.targets.Len() * (16 + 2*q) }

// smoothing is the share of the mean squared target by which distances between
// images are kept above zero.
const smoothing = 1e-12

// smoothed are distances of images, √(D + ε).
type smoothed struct {
	z       *pairwise.Images
	epsilon float64
}

// pull returns the half of w (d_ij − t)², and adds its gradient by z_i.
func (s smoothed) pull(gradient []float64, i, j int, t, w float64) float64 {
	d := math.Sqrt(s.z.Square(i, j) + s.epsilon)
	rest := d - t
	s.z.Pull(gradient, i, j, 2*w*rest/d)
	return w * rest * rest / 2
}

// LocalMDS is the stress of related pairs alone: C = Σ_{i<j} w_ij (d_ij − t_ij)² with
// the larger of the weights of both directions. What is not related is left to the map,
// or to the start.
type LocalMDS struct {
	pairs   *Weights
	targets []float64 // t of each pair
	smooth  smoothed
	whole   float64
}

// NewLocalMDS returns the stress over pairs, which ought to be as far apart as targets
// says. Time that of the rows of targets.
func NewLocalMDS(ctx context.Context, pairs *Weights, targets engine.Distances) (*LocalMDS, error) {
	c := &LocalMDS{pairs: pairs, targets: make([]float64, len(pairs.end))}
	n := pairs.Len()
	type part struct{ squares, whole float64 }
	parts, err := parallel.Blocks(ctx, n, 16, func(lo, hi int) (p part) {
		row := make([]float64, n)
		for i := lo; i < hi; i++ {
			targets.Row(row, i)
			for e := pairs.start[i]; e < pairs.start[i+1]; e++ {
				t := row[pairs.end[e]]
				c.targets[e] = t
				p.squares += float64(t * t)
				p.whole += float64(c.weight(e) * t * t / 2)
			}
		}
		return p
	})
	for _, p := range parts {
		c.smooth.epsilon, c.whole = c.smooth.epsilon+p.squares, c.whole+p.whole
	}
	c.smooth.epsilon *= smoothing / float64(max(1, len(pairs.end)))
	return c, err
}

func (c *LocalMDS) weight(e int) float64 { return max(c.pairs.there[e], c.pairs.back[e]) }

// Whole returns the stress of images that are all in one place.
func (c *LocalMDS) Whole() float64 { return c.whole }

// Place takes the images.
func (c *LocalMDS) Place(ctx context.Context, z *pairwise.Images) error {
	c.smooth.z = z
	return ctx.Err()
}

// Row returns the half of the stress of the pairs of row i.
func (c *LocalMDS) Row(i int, gradient []float64) (value float64) {
	for e := c.pairs.start[i]; e < c.pairs.start[i+1]; e++ {
		value += c.smooth.pull(gradient, i, int(c.pairs.end[e]), c.targets[e], c.weight(e))
	}
	return value
}

// Work counts two roots and a quotient for each pair.
func (c *LocalMDS) Work(q int) int { return len(c.targets) / c.pairs.Len() * (24 + 2*q) }
