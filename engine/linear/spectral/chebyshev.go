package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
	"unfold/engine/linear/sparse"
)

// A filter is a block of vectors on their way to the smallest pairs.
type filter struct {
	s     *sparse.Matrix
	sp    *space // whose basis is the null vector, and whose next block is at work
	top   float64
	spare []*tall // room for the polynomials
}

func newFilter(s *sparse.Matrix, count int, null []float64, top float64) *filter {
	n := s.Len()
	block := min(n/8*8, (count+max(4, count/3)+7)/8*8)
	f := &filter{s: s, top: top, sp: &space{q: newTall(n, 1), next: newTall(n, block)}}
	for range 2 {
		f.spare = append(f.spare, newTall(n, block))
	}
	if unit := unitVector(null); unit != nil {
		copy(f.sp.q.data, unit)
		f.sp.size = 1
	}
	fillRandom(f.sp.next, random.New(1, "smallest"))
	return f
}

// widen adds half as many vectors to the block: the wanted pairs are too close
// to what it ends with, as those of an eigenvalue that is repeated are.
func (f *filter) widen() {
	old := f.sp.next
	width := min(old.rows/16*8, (old.cols+old.cols/2+7)/8*8)
	if width <= old.cols {
		return
	}
	f.sp.next = newTall(old.rows, width)
	fillRandom(f.sp.next, random.New(width, "smallest"))
	for i := range old.rows {
		copy(f.sp.next.row(i), old.row(i))
	}
	f.spare = []*tall{newTall(old.rows, width), newTall(old.rows, width)}
}

// find goes round until the first count pairs are found.
func (f *filter) find(ctx context.Context, count int, tolerance float64) (*Pairs, error) {
	const rounds, first = 60, 30
	if err := f.sp.orthonormalise(ctx, nil); err != nil {
		return nil, err
	}
	values, left, err := f.rotate(ctx)
	for round := 1; err == nil; round++ {
		var worst float64
		for _, r := range left[:count] {
			worst = max(worst, r/max(f.top, math.SmallestNonzeroFloat64))
		}
		if worst <= tolerance || round == rounds {
			p := &Pairs{Values: values[:count], Vectors: f.vectors(count), Left: worst, Sought: tolerance}
			Orient(p.Vectors)
			return p, nil
		}
		engine.Tell(ctx, engine.Progress{Note: "smallest eigenpairs", Fraction: 1 - elementary.Pow(0.8, float64(round))})
		cut := values[len(values)-1]
		degree, slow := f.degree(values, count)
		if round <= 2 {
			degree, slow = first, false
		}
		if err = f.polynomial(ctx, degree, cut, values[0]); err != nil {
			break
		}
		if slow {
			f.widen()
		}
		if err = f.sp.orthonormalise(ctx, nil); err != nil {
			break
		}
		values, left, err = f.rotate(ctx)
	}
	return nil, err
}

// degree is that of a polynomial which grows by e¹² from the end of the block to
// the last pair that is wanted, but by no more than e²⁴ to the first, which
// would drown the others in its rounding. It is slow if the former then grows
// by less than e.
func (f *filter) degree(values []float64, count int) (degree int, slow bool) {
	const least, most = 10, 2000
	cut := values[len(values)-1]
	growth := func(v float64) float64 { return 2 * math.Sqrt(max(0, cut-v)/(f.top-cut)) } // of the logarithm by a degree
	last, all := growth(values[count-1]), growth(values[0])
	degree = int(max(least, min(most, 12/last, 24/all)))
	return degree, float64(degree)*last < 1
}

// polynomial replaces the block by that of a Chebyshev polynomial of S, which
// stays below one between cut and top, scaled to one at least.
func (f *filter) polynomial(ctx context.Context, degree int, cut, least float64) error {
	half, middle := float64((f.top-cut)/2), float64((f.top+cut)/2)
	if half <= 0 {
		return nil // all eigenvalues are the same
	}
	x, y, z := f.sp.next, f.spare[0], f.spare[1]
	sigma := half / (least - middle)
	first := sigma
	if err := combine(ctx, f.s, y, sigma/half, x, -middle*sigma/half, x, 0); err != nil {
		return err
	}
	for range degree - 1 {
		next := 1 / (2/first - sigma)
		if err := combine(ctx, f.s, z, 2*next/half, y, -2*middle*next/half, x, -sigma*next); err != nil {
			return err
		}
		x, y, z, sigma = y, z, x, next
	}
	f.sp.next, f.spare[0], f.spare[1] = y, x, z
	return nil
}

// rotate turns the block, which is orthonormal, into its best pairs, the
// smallest first, and returns their values and residuals.
func (f *filter) rotate(ctx context.Context) (values, left []float64, err error) {
	x, image := f.sp.next, f.spare[0]
	if err := combine(ctx, f.s, image, 1, x, 0, x, 0); err != nil {
		return nil, nil, err
	}
	inner, err := innerProducts(ctx, x, image)
	if err != nil {
		return nil, nil, err
	}
	h := mat.NewSymDense(x.cols, nil)
	for i := range x.cols {
		for j := i; j < x.cols; j++ {
			h.SetSym(i, j, (inner.Data[i*inner.Stride+j]+inner.Data[j*inner.Stride+i])/2)
		}
	}
	values, turn := eigenSmall(h)
	for _, block := range []*tall{x, image} {
		if err := block.setProduct(ctx, block, turn.RawMatrix()); err != nil {
			return nil, nil, err
		}
	}
	return values, differences(x, image, values), nil
}

// vectors are the first count columns of the block.
func (f *filter) vectors(count int) *mat.Dense {
	x := f.sp.next
	v := mat.NewDense(x.rows, count, nil)
	for i := range x.rows {
		copy(v.RawRowView(i), x.row(i)[:count])
	}
	return v
}
