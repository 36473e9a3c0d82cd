package smo

import "sync/atomic"

// A CachedKernel is the kernel of points of several classes, for the problems of
// every two of them. A row's entries with the rows of a class are cached once
// they were asked for, since other problems ask for them again: those of other
// pairs, and those of other costs. So are the warm starts of every problem,
// where the points lie in so few dimensions that warm starts pay. What is cached
// changes no bit of what a problem leads to. It is safe for concurrent use.
type CachedKernel struct {
	points       *Points
	class        []int32                   // of each row
	position     []int32                   // of each row, among those of its class
	classColumns []*pointColumns           // the rows of each class
	segments     []atomic.Pointer[segment] // of row i with class c at i·classes + c
	bytesLeft    atomic.Int64              // bytes that may still be kept
	maxBytes     uint64                    // bytes in all, once everything is kept
	warmStarts   *WarmStarts               // nil where they do not pay
}

// A segment is the entries of a row with the rows of a class.
type segment []float32

// NewCachedKernel returns the kernel of points whose rows belong to the given
// classes, each row to one. It keeps entries of at most so many bytes, beside
// O(nd) for the points.
func NewCachedKernel(points *Points, members [][]int, budget int) *CachedKernel {
	n := points.Len()
	f := &CachedKernel{
		points: points, class: make([]int32, n), position: make([]int32, n),
		segments: make([]atomic.Pointer[segment], n*len(members)),
	}
	f.bytesLeft.Store(int64(budget))
	f.maxBytes = 16*uint64(n)*uint64(points.d) + 8*uint64(len(f.segments)) + min(uint64(budget), 4*uint64(n)*uint64(n))
	if points.fewDimensions() { // a row is in as many pairs as there are other classes; a response has two variables for it
		f.warmStarts = new(WarmStarts)
		f.maxBytes += warmStartBytes(n * max(2, len(members)-1))
	}
	for c, rows := range members {
		of := make([]int32, len(rows))
		for at, r := range rows {
			of[at], f.class[r], f.position[r] = int32(r), int32(c), int32(at)
		}
		f.classColumns = append(f.classColumns, points.pack(of))
	}
	return f
}

// Len returns the number of rows.
func (f *CachedKernel) Len() int { return f.points.Len() }

// Columns takes columns class by class: those of a class that stand together
// are looked up together.
func (f *CachedKernel) Columns(of []int32) Columns {
	c := &cachedColumns{kernel: f, of: of}
	for at := 0; at < len(of); {
		from, class := at, f.class[of[at]]
		for at++; at < len(of) && f.class[of[at]] == class; at++ {
		}
		c.runs = append(c.runs, f.classRunOf(of, from, at))
	}
	return c
}

// A classRun is columns of one class.
type classRun struct {
	from, to   int
	class      int32
	allOfClass bool          // whether they are all of the class, in their order
	packed     *pointColumns // for rows that are not worth the whole class; nil before one was asked for
}

func (f *CachedKernel) classRunOf(of []int32, from, to int) classRun {
	p := classRun{from: from, to: to, class: f.class[of[from]]}
	p.allOfClass = to-from == len(f.classColumns[p.class].of)
	for at, r := range of[from:to] {
		p.allOfClass = p.allOfClass && int(f.position[r]) == at
	}
	return p
}

// cachedColumns are columns of a CachedKernel.
type cachedColumns struct {
	kernel *CachedKernel
	of     []int32
	runs   []classRun
	work   workspace
}

// Row looks entries up, or computes them.
func (c *cachedColumns) Row(dst []float32, i int) {
	for at := range c.runs {
		p := &c.runs[at]
		c.fill(dst[p.from:p.to], p, i)
	}
}

// fill sets dst to the entries of row i with the columns of a run.
func (c *cachedColumns) fill(dst []float32, p *classRun, i int) {
	const worth = 4 // a class is computed as a whole for one in so many of its columns
	f := c.kernel
	place := &f.segments[i*len(f.classColumns)+int(p.class)]
	kept, members := place.Load(), f.classColumns[p.class]
	if size := len(members.of); kept == nil && (p.allOfClass || worth*len(dst) > size) && f.takeBudget(size) {
		kept = new(segment(make([]float32, size)))
		members.row(*kept, i, &c.work)
		place.Store(kept)
	}
	switch {
	case kept != nil && p.allOfClass:
		copy(dst, *kept)
	case kept != nil:
		for t, r := range c.of[p.from:p.to] {
			dst[t] = (*kept)[f.position[r]]
		}
	case p.allOfClass:
		members.row(dst, i, &c.work)
	default:
		if p.packed == nil {
			p.packed = f.points.pack(c.of[p.from:p.to])
		}
		p.packed.row(dst, i, &c.work)
	}
}

// takeBudget takes the bytes of so many entries off what may be kept, and reports
// whether there were as many.
func (f *CachedKernel) takeBudget(entries int) bool {
	bytes := int64(4 * entries)
	if f.bytesLeft.Load() < bytes {
		return false
	}
	return f.bytesLeft.Add(-bytes) >= 0
}

func (c *cachedColumns) Diagonal(dst []float32) { c.kernel.points.diagonal(dst, c.of) }

// Bytes returns how much it can come to take.
func (f *CachedKernel) Bytes() uint64 { return f.maxBytes }

// WarmStarts returns those that lead its problems to large costs; nil where the
// points lie in so many dimensions that warm starts do not pay.
func (f *CachedKernel) WarmStarts() *WarmStarts { return f.warmStarts }

// Points returns the points.
func (f *CachedKernel) Points() *Points { return f.points }
