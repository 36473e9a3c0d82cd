package smo

import "sync/atomic"

// A Family is the kernel of points of several classes, for the problems of
// every two of them. A row's entries with the rows of a class are kept once
// they were asked for, since other problems ask for them again: those of other
// pairs, and those of other costs. So are the rungs of a ladder for every problem,
// where the points lie in so few dimensions that ladders pay. What is kept
// changes no bit of what a problem leads to. It is safe for concurrent use.
type Family struct {
	points  *Points
	class   []int32                   // of each row
	place   []int32                   // of each row, among those of its class
	members []*pointColumns           // the rows of each class
	kept    []atomic.Pointer[segment] // of row i with class c at i·classes + c
	left    atomic.Int64              // bytes that may still be kept
	most    uint64                    // bytes in all, once everything is kept
	ladders *Ladders                  // nil where they do not pay
}

// A segment is the entries of a row with the rows of a class.
type segment []float32

// NewFamily returns the kernel of points whose rows belong to the given
// classes, each row to one. It keeps entries of at most so many bytes, beside
// O(nd) for the points.
func NewFamily(points *Points, members [][]int, budget int) *Family {
	n := points.Len()
	f := &Family{
		points: points, class: make([]int32, n), place: make([]int32, n),
		kept: make([]atomic.Pointer[segment], n*len(members)),
	}
	f.left.Store(int64(budget))
	f.most = 16*uint64(n)*uint64(points.d) + 8*uint64(len(f.kept)) + min(uint64(budget), 4*uint64(n)*uint64(n))
	if points.narrow() { // a row is in as many pairs as there are other classes; a response has two variables for it
		f.ladders = new(Ladders)
		f.most += rungBytes(n * max(2, len(members)-1))
	}
	for c, rows := range members {
		of := make([]int32, len(rows))
		for at, r := range rows {
			of[at], f.class[r], f.place[r] = int32(r), int32(c), int32(at)
		}
		f.members = append(f.members, points.pack(of))
	}
	return f
}

// Len returns the number of rows.
func (f *Family) Len() int { return f.points.Len() }

// Columns takes columns class by class: those of a class that stand together
// are looked up together.
func (f *Family) Columns(of []int32) Columns {
	c := &familyColumns{family: f, of: of}
	for at := 0; at < len(of); {
		from, class := at, f.class[of[at]]
		for at++; at < len(of) && f.class[of[at]] == class; at++ {
		}
		c.parts = append(c.parts, f.part(of, from, at))
	}
	return c
}

// A part is columns of one class.
type part struct {
	from, to int
	class    int32
	whole    bool          // whether they are all of the class, in their order
	few      *pointColumns // for rows that are not worth the whole class; nil before one was asked for
}

func (f *Family) part(of []int32, from, to int) part {
	p := part{from: from, to: to, class: f.class[of[from]]}
	p.whole = to-from == len(f.members[p.class].of)
	for at, r := range of[from:to] {
		p.whole = p.whole && int(f.place[r]) == at
	}
	return p
}

// familyColumns are columns of a Family.
type familyColumns struct {
	family *Family
	of     []int32
	parts  []part
	work   workspace
}

// Row looks entries up, or computes them.
func (c *familyColumns) Row(dst []float32, i int) {
	for at := range c.parts {
		p := &c.parts[at]
		c.fill(dst[p.from:p.to], p, i)
	}
}

// fill sets dst to the entries of row i with the columns of a part.
func (c *familyColumns) fill(dst []float32, p *part, i int) {
	const worth = 4 // a class is computed as a whole for one in so many of its columns
	f := c.family
	place := &f.kept[i*len(f.members)+int(p.class)]
	kept, members := place.Load(), f.members[p.class]
	if size := len(members.of); kept == nil && (p.whole || worth*len(dst) > size) && f.afford(size) {
		kept = new(segment(make([]float32, size)))
		members.row(*kept, i, &c.work)
		place.Store(kept)
	}
	switch {
	case kept != nil && p.whole:
		copy(dst, *kept)
	case kept != nil:
		for t, r := range c.of[p.from:p.to] {
			dst[t] = (*kept)[f.place[r]]
		}
	case p.whole:
		members.row(dst, i, &c.work)
	default:
		if p.few == nil {
			p.few = f.points.pack(c.of[p.from:p.to])
		}
		p.few.row(dst, i, &c.work)
	}
}

// afford takes the bytes of so many entries off what may be kept, and reports
// whether there were as many.
func (f *Family) afford(entries int) bool {
	bytes := int64(4 * entries)
	if f.left.Load() < bytes {
		return false
	}
	return f.left.Add(-bytes) >= 0
}

func (c *familyColumns) Diagonal(dst []float32) { c.family.points.diagonal(dst, c.of) }

// Bytes returns how much it can come to take.
func (f *Family) Bytes() uint64 { return f.most }

// Ladders returns those that lead its problems to large costs; nil where the
// points lie in so many dimensions that ladders do not pay.
func (f *Family) Ladders() *Ladders { return f.ladders }

// Points returns the points.
func (f *Family) Points() *Points { return f.points }
