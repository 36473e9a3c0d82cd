package prototype

import (
	"context"
	"math"

	back "gonum.org/v1/gonum/blas"

	"unfold/engine/internal/random"
	"unfold/engine/linear/blas"
)

const (
	noise = 1e-2 // of prototypes at the start, in units of the columns
	moves = 50   // of the means within a class at most
)

// start is where the search begins: within each class the means of as many groups as
// it has prototypes, and matrices that weigh all columns alike, or where the rank is
// limited the first main directions of the rows.
func (c *cost) start(ctx context.Context, r *random.Stream, directions []float64) ([]float64, error) {
	x := make([]float64, 0, c.variables())
	d := c.rows.wide
	for class, members := range c.members() {
		count := 0
		for _, of := range c.classes {
			if of == class {
				count++
			}
		}
		means, err := c.groups(ctx, r, members, count)
		if err != nil {
			return nil, err
		}
		x = append(x, means...)
	}
	for range c.matrices {
		switch c.Form {
		case Diagonal:
			for range d {
				x = append(x, 1/math.Sqrt(float64(d)))
			}
		case Full:
			for _, v := range directions {
				x = append(x, v/math.Sqrt(float64(c.shape.rank())))
			}
		}
	}
	return x, nil
}

// stir moves the prototypes of a start a little: means that are equal would never
// part.
func (c *cost) stir(x []float64, r *random.Stream) {
	for k := range len(c.classes) * c.rows.wide {
		x[k] += float64(noise * r.Normal())
	}
}

// members lists the rows of each class.
func (c *cost) members() [][]int {
	all := make([][]int, c.classes[len(c.classes)-1]+1)
	for i, class := range c.rows.labels {
		all[class] = append(all[class], i)
	}
	return all
}

// groups are the means of groups of rows, by k-means from rows that are drawn by how
// far they are from those before (Lloyd 1982, doi:10.1109/TIT.1982.1056489; Arthur and
// Vassilvitskii 2007, k-means++).
func (c *cost) groups(ctx context.Context, r *random.Stream, members []int, count int) ([]float64, error) {
	d := c.rows.wide
	means := make([]float64, count*d)
	if count > 1 {
		c.spread(means, r, members)
	}
	group := make([]int, len(members))
	for move := 0; move < moves; move++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		changed := move == 0
		for m, i := range members {
			if near, _ := c.nearestMean(means, i); near != group[m] {
				group[m], changed = near, true
			}
		}
		if !changed {
			break
		}
		c.average(means, members, group)
		if count == 1 {
			break
		}
	}
	return means, nil
}

// spread fills means with members: the first is drawn, each further one as likely as
// its squared distance to the nearest before it.
func (c *cost) spread(means []float64, r *random.Stream, members []int) {
	d := c.rows.wide
	copy(means[:d], c.rows.row(members[r.Below(len(members))]))
	for k := 1; k < len(means)/d; k++ {
		squares, total := make([]float64, len(members)), 0.0
		for m, i := range members {
			_, squares[m] = c.nearestMean(means[:k*d], i)
			total += squares[m]
		}
		drawn := r.Below(len(members)) // where all are copies
		for m, rest := 0, float64(total*r.Uniform()); total > 0 && m < len(members); m++ {
			if drawn = m; rest < squares[m] {
				break
			}
			rest -= squares[m]
		}
		copy(means[k*d:(k+1)*d], c.rows.row(members[drawn]))
	}
}

// nearestMean finds the mean nearest to row i, and its squared distance.
func (c *cost) nearestMean(means []float64, i int) (nearest int, square float64) {
	d, x := c.rows.wide, c.rows.row(i)
	square = math.Inf(1)
	for k := 0; k*d < len(means); k++ {
		sum := 0.0
		for j, v := range x {
			off := v - means[k*d+j]
			sum += float64(off * off)
		}
		for _, j := range c.rows.lacking(i) {
			sum -= float64(means[k*d+j] * means[k*d+j])
		}
		if sum < square {
			nearest, square = k, sum
		}
	}
	return nearest, max(0, square)
}

// average sets means to those of the groups, in each column of the rows that have it.
// A mean that no row has in its group stays.
func (c *cost) average(means []float64, members, group []int) {
	d := c.rows.wide
	sums, counts := make([]float64, len(means)), make([]float64, len(means))
	for m, i := range members {
		at := group[m] * d
		for j, v := range c.rows.row(i) {
			sums[at+j] += v
			counts[at+j]++
		}
		for _, j := range c.rows.lacking(i) {
			counts[at+j]--
		}
	}
	for k, count := range counts {
		if count > 0 {
			means[k] = sums[k] / count
		}
	}
}

// directions are the first main directions of the rows, as many as the rank, or all
// axes where it is not limited.
func (c *cost) directions(ctx context.Context) ([]float64, error) {
	d, rank := c.rows.wide, c.shape.rank()
	if c.Form != Full {
		return nil, nil
	}
	if rank == d {
		axes := make([]float64, d*d)
		for j := range d {
			axes[j*d+j] = 1
		}
		return axes, nil
	}
	products := make([]float64, d*d)
	if err := blas.Syrk(ctx, back.Upper, back.Trans, d, len(c.rows.labels), 1, c.rows.x, d, 0, products, d); err != nil {
		return nil, err
	}
	_, vectors, err := blas.Largest(ctx, back.Upper, d, products, d, rank)
	return vectors, err
}
