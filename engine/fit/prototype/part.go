package prototype

import "unfold/engine/internal/simd"

// A part is the sums over some rows.
type part struct {
	*desk
	cost    *cost
	at      *point
	value   float64
	pulls   []float64 // s_k = Σ t_ik, P×rank: what pulls at the images of prototypes
	onOmega []float64 // Σ t xᵀ, of each matrix
	onW     []float64 // what rows that lack cells give back, P×d
}

// A desk is the workspaces of a goroutine.
type desk struct {
	images  []float64   // of the rows of a block, by all matrices
	squares []float64   // of distances to prototypes
	offset  []float64   // Ω (x − w)
	pulled  [][]float64 // by each matrix, what pulls at images of rows,
	rows    [][]float64 // the rows,
	counts  []int       // and how many they are
}

func (c *cost) newDesk() *desk {
	rank := c.shape.rank()
	w := &desk{
		images: make([]float64, blockRows*c.matrices*rank), squares: make([]float64, len(c.classes)+lanes),
		offset: make([]float64, rank), counts: make([]int, c.matrices),
	}
	for range c.matrices {
		w.pulled = append(w.pulled, make([]float64, blockRows*rank))
		if c.matrices > 1 {
			w.rows = append(w.rows, make([]float64, blockRows*c.rows.wide))
		}
	}
	return w
}

// newPart is a part of no rows.
func (w *desk) newPart(c *cost, at *point) *part {
	return &part{desk: w, cost: c, at: at, pulls: make([]float64, len(at.images)), onOmega: make([]float64, len(at.omega)), onW: make([]float64, len(at.w))}
}

// add adds the rows of a block: their images by all matrices are one product, what
// they add to the gradient by each another.
func (p *part) add(lo, hi int) {
	c, size, d := p.cost, p.cost.shape.size(), p.cost.rows.wide
	x := c.rows.x[lo*d : hi*d]
	clear(p.counts)
	c.shape.project(p.images, p.at.omega, x, hi-lo)
	for i := lo; i < hi; i++ {
		p.addRow(i, i-lo)
	}
	for q, count := range p.counts {
		if c.matrices > 1 {
			x = p.rows[q]
		}
		c.shape.pull(p.onOmega[q*size:(q+1)*size], p.pulled[q], x, count)
	}
}

// image is Ω x for the row at a place in the block, by the matrix of prototype k.
func (p *part) image(place, k int) []float64 {
	rank := p.cost.shape.rank()
	at := (place*p.cost.matrices + p.cost.matrixOf(k)) * rank
	return p.images[at : at+rank]
}

// addRow adds row i, the one at a place in the block.
func (p *part) addRow(i, place int) {
	c := p.cost
	p.measure(i, place)
	own, other := c.nearest(p.squares, c.rows.labels[i])
	a, b := p.squares[own], p.squares[other]
	sum := a + b
	mu := 0.0
	if sum > 0 {
		mu = (a - b) / sum
	}
	value, slope := c.activate(mu)
	p.value += value
	towards, away := 0.0, 0.0
	if sum > 0 {
		towards, away = slope*2*(b/sum)/sum, -slope*2*(a/sum)/sum
	}
	if c.matrices > 1 {
		copy(p.nextPull(i, own), p.pullOf(i, place, own, towards))
		copy(p.nextPull(i, other), p.pullOf(i, place, other, away))
		return
	}
	pull := p.nextPull(i, own)
	copy(pull, p.pullOf(i, place, own, towards))
	for r, t := range p.pullOf(i, place, other, away) {
		pull[r] += t
	}
}

// nextPull is where to say what pulls at the image of row i by the matrix of prototype
// k. Of one matrix the rows are those of the block as they stand.
func (p *part) nextPull(i, k int) []float64 {
	c, rank, d := p.cost, p.cost.shape.rank(), p.cost.rows.wide
	q := c.matrixOf(k)
	at := p.counts[q]
	if c.matrices > 1 {
		copy(p.rows[q][at*d:], c.rows.row(i))
	}
	p.counts[q]++
	return p.pulled[q][at*rank : (at+1)*rank]
}

// pullOf returns t = 2 by Ω (x − w_k), the derivative of by d_k by the image
// of x, and adds it to what pulls at the image of w_k. Columns that the row lacks
// have no part: what the sums over all columns take for them is given back.
func (p *part) pullOf(i, place, k int, by float64) []float64 {
	c, rank, d := p.cost, p.cost.shape.rank(), p.cost.rows.wide
	p.separate(i, place, k)
	for r := range p.offset {
		p.offset[r] *= 2 * by
		p.pulls[k*rank+r] += p.offset[r]
	}
	size := c.shape.size()
	q := c.matrixOf(k)
	for _, j := range c.rows.lacking(i) {
		c.shape.column(j, func(r, at int) {
			p.onW[k*d+j] += float64(entry(p.at.matrix(q, size), at) * p.offset[r])
			if at >= 0 {
				p.onOmega[q*size+at] += float64(p.offset[r] * p.at.w[k*d+j])
			}
		})
	}
	return p.offset
}

// separate sets offset to Ω (x − w_k), without the columns that row i lacks, of which
// its image is zero.
func (p *part) separate(i, place, k int) {
	c, rank, d := p.cost, p.cost.shape.rank(), p.cost.rows.wide
	of := p.at.images[k*rank : (k+1)*rank]
	for r, v := range p.image(place, k) {
		p.offset[r] = v - of[r]
	}
	omega := p.at.matrix(c.matrixOf(k), c.shape.size())
	for _, j := range c.rows.lacking(i) {
		c.shape.column(j, func(r, at int) { p.offset[r] += float64(entry(omega, at) * p.at.w[k*d+j]) })
	}
}

// measure fills squares with the distances of row i.
func (p *part) measure(i, place int) {
	c := p.cost
	if c.matrices == 1 && c.rows.lacking(i) == nil {
		simd.ColumnSquares(p.squares[:p.at.stride], p.at.columns, p.at.stride, p.image(place, 0))
		return
	}
	for k := range c.classes {
		p.separate(i, place, k)
		p.squares[k] = square(p.offset)
	}
}

// square is the squared length of x.
func square(x []float64) (sum float64) {
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}

// nearest finds the nearest prototypes of a class and of others, of equal distances
// those that come first.
func (c *cost) nearest(squares []float64, class int) (own, other int) {
	own, other = -1, -1
	for k, of := range c.classes {
		if of == class {
			if own < 0 || squares[k] < squares[own] {
				own = k
			}
		} else if other < 0 || squares[k] < squares[other] {
			other = k
		}
	}
	return own, other
}
