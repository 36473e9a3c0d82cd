package sparse

import (
	"context"
	"math"
	"math/bits"
	"slices"
)

// dissect orders the rows of a matrix so that its Cholesky factor stays sparse, by
// nested dissection (George 1973, doi:10.1137/0710032): few rows part the others
// into two halves that do not meet, which are ordered one after the other in the
// same way, and come last themselves. What it returns is the row at each place.
//
// Two rows that are far from each other along the graph part it: a row belongs to
// the nearer one, or rather to the side of a value of the difference of both
// distances, which is chosen so that few rows of one side have neighbours on the
// other.
func dissect(ctx context.Context, s *Matrix) ([]int32, error) {
	n := s.Len()
	d := &dissection{s: s, part: make([]int32, n), first: make([]int32, n), second: make([]int32, n), order: make([]int32, 0, n)}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	if err := d.place(ctx, rows); err != nil {
		return nil, err
	}
	return d.order, nil
}

// leafRows is how many rows are not parted any more: as many as a word has bits.
const leafRows = 64

// A dissection is an order that is being made.
type dissection struct {
	s             *Matrix
	part          []int32 // a number for the rows that are at work, others for others
	parts         int32   // numbers that were used
	first, second []int32 // of the rows at work: distances from either end
	queue         []int32
	order         []int32
}

// place puts rows next in the order.
func (d *dissection) place(ctx context.Context, rows []int32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(rows) <= leafRows {
		d.placeLeaf(rows)
		return nil
	}
	d.parts++
	part := d.parts
	for _, i := range rows {
		d.part[i] = part
	}
	if reached := d.walk(rows[0], part, d.first); len(reached) < len(rows) {
		return d.placeComponents(ctx, rows, part)
	}
	for range 2 {
		d.walk(d.queue[len(d.queue)-1], part, d.first)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	d.walk(d.queue[len(d.queue)-1], part, d.second)
	low, high, between := d.split(rows, part)
	if len(low) == 0 || len(high) == 0 {
		d.placeWhole(rows)
		return nil
	}
	if err := d.place(ctx, low); err != nil {
		return err
	}
	if err := d.place(ctx, high); err != nil {
		return err
	}
	d.order = append(d.order, between...)
	return nil
}

// placeLeaf places few rows by minimum degree: again and again one that has the
// fewest others to do with, which it leaves joined to one another (Tinney, Walker
// 1967, doi:10.1109/PROC.1967.6011).
func (d *dissection) placeLeaf(rows []int32) {
	d.parts++
	var joined [leafRows]uint64 // of each row, the others
	var degree [leafRows]int    // among rows elsewhere
	for at, i := range rows {
		d.part[i], d.first[i] = d.parts, int32(at)
	}
	for at, i := range rows {
		for _, j := range d.s.At[d.s.Start[i]:d.s.Start[i+1]] {
			if d.part[j] == d.parts {
				joined[at] |= 1 << d.first[j]
			} else {
				degree[at]++
			}
		}
		joined[at] &^= 1 << at
	}
	for left := ^uint64(0) >> (leafRows - len(rows)); left != 0; {
		best, least := 0, math.MaxInt
		for set := left; set != 0; set &= set - 1 {
			at := bits.TrailingZeros64(set)
			if count := bits.OnesCount64(joined[at]) + degree[at]; count < least {
				best, least = at, count
			}
		}
		left &^= 1 << best
		for set := joined[best]; set != 0; set &= set - 1 {
			at := bits.TrailingZeros64(set)
			joined[at] = (joined[at] | joined[best]) &^ (1<<at | 1<<best)
		}
		d.order = append(d.order, rows[best])
	}
}

// placeWhole places rows that nothing parts, those with the fewest neighbours first.
func (d *dissection) placeWhole(rows []int32) {
	degree := func(i int32) int { return d.s.Start[i+1] - d.s.Start[i] }
	slices.SortStableFunc(rows, func(a, b int32) int { return degree(a) - degree(b) })
	d.order = append(d.order, rows...)
}

// walk visits the rows of a part by their distance from one of them, which it
// writes to far. The visited rows are in queue.
func (d *dissection) walk(from, part int32, far []int32) []int32 {
	const unseen = -1
	d.parts++
	seen := d.parts
	d.queue = append(d.queue[:0], from)
	d.part[from], far[from] = seen, 0
	for at := 0; at < len(d.queue); at++ {
		i := d.queue[at]
		for _, j := range d.s.At[d.s.Start[i]:d.s.Start[i+1]] {
			if d.part[j] == part {
				d.part[j], far[j] = seen, far[i]+1
				d.queue = append(d.queue, j)
			}
		}
	}
	for _, i := range d.queue {
		d.part[i] = part
	}
	return d.queue
}

// placeComponents places the parts that do not meet.
func (d *dissection) placeComponents(ctx context.Context, rows []int32, part int32) error {
	var components [][]int32
	for _, i := range rows {
		if d.part[i] != part {
			continue
		}
		component := slices.Clone(d.walk(i, part, d.first))
		for _, j := range component {
			d.part[j] = 0
		}
		components = append(components, component)
	}
	for _, c := range components {
		if err := d.place(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// split parts rows at a difference of distances: those below, those above, and
// those of one side that have neighbours on the other.
func (d *dissection) split(rows []int32, part int32) (low, high, between []int32) {
	reach := int32(0)
	for _, i := range rows {
		reach = max(reach, d.first[i], d.second[i])
	}
	key := func(i int32) int32 { return d.first[i] - d.second[i] + reach }
	// Of a cut at t rows below t are low. A row is at the border if the keys of it
	// and of its neighbours lie on both sides; differences of counts add up to how many.
	size := int(2*reach) + 2
	below, ofLow, ofHigh := make([]int, size+1), make([]int, size+1), make([]int, size+1)
	for _, i := range rows {
		own := key(i)
		least, most := own, own
		for _, j := range d.s.At[d.s.Start[i]:d.s.Start[i+1]] {
			if d.part[j] == part {
				least, most = min(least, key(j)), max(most, key(j))
			}
		}
		below[own+1]++
		ofLow[own+1]++ // cuts from own+1 to most
		ofLow[most+1]--
		ofHigh[least+1]++ // cuts from least+1 to own
		ofHigh[own+1]--
	}
	cut, fromLow := bestCut(len(rows), below, ofLow, ofHigh)
	for _, i := range rows {
		isLow, border := int(key(i)) < cut, false
		if isLow == fromLow {
			for _, j := range d.s.At[d.s.Start[i]:d.s.Start[i+1]] {
				border = border || d.part[j] == part && (int(key(j)) < cut) != isLow
			}
		}
		switch {
		case border:
			between = append(between, i)
		case isLow:
			low = append(low, i)
		default:
			high = append(high, i)
		}
	}
	return low, high, between
}

// bestCut returns the cut with the fewest rows between, for how equal the sides
// are, and which side these are taken from.
func bestCut(n int, below, ofLow, ofHigh []int) (cut int, fromLow bool) {
	best := -1.0
	var lows, left, right int
	for t := range below {
		lows, left, right = lows+below[t], left+ofLow[t], right+ofHigh[t]
		for _, isLow := range []bool{true, false} {
			border, a, b := left, lows-left, n-lows
			if !isLow {
				border, a, b = right, lows, n-lows-right
			}
			if min(a, b) <= 0 || 5*min(a, b) < max(a, b) {
				continue
			}
			uneven := float64(max(a, b)) / float64(a+b) // 0.5 to 0.83
			if cost := float64(border) * (0.5 + uneven); best < 0 || cost < best {
				best, cut, fromLow = cost, t, isLow
			}
		}
	}
	return cut, fromLow
}
