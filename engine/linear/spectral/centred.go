package spectral

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/triangle"
	"unfold/engine/remedy"
)

// A Scaling is what classical scaling of a matrix of dissimilarities tells:
// the leading pairs of S = −½ J D² J (n×n), where D² are the squares and
// J = I − 11ᵀ/n takes means off; for Euclidean distances S are the inner
// products of the centred points (Torgerson 1952, doi:10.1007/BF02288916).
type Scaling struct {
	Pairs
	Trace     float64 // the sum of all eigenvalues of S
	Frobenius float64 // the root of the sum of their squares
}

// Scale finds the pairs of the largest eigenvalues of S: exact of them, and
// rough more to look at. Neither S nor D² is ever formed: J acts on the
// vectors, and the triangle is squared by pieces that stay in the cache while
// they are multiplied, with all sums in float64.
//
// Residuals ‖S v − λ v‖ of exact pairs are at most 1e-12 of the largest |λ| for
// a triangle in float64, and 1e-8 for float32, whose own rounding moves S by
// about as much; for a spectrum so flat that products in float64 cannot tell
// them, four roundings of the norm of D². Those of rough pairs are 1e-4.
// Values of a triangle in float64 are positive above 1e-11 of the largest.
// Where the search for pairs has not come as far after some hundred products,
// Left tells how far it has. Rows at no distance from one another that are
// equally far from all others have the same entries, to the bit.
//
// Time O(n²) a product for all pairs, memory O(n) vectors. Up to 256 rows, S is
// formed and decomposed whole, and up to 2000 where the search does not end.
// It fails for dissimilarities whose squares are not finite, or all zero; their
// fourth powers need not be numbers.
func Scale(ctx context.Context, d *triangle.Matrix, exact, rough int) (*Scaling, error) {
	n := d.Len()
	w := target{exact: min(exact, n), tolerance: 1e-12}
	w.rough = min(rough, n-w.exact)
	if !d.IsDouble() {
		w.tolerance = 1e-8
	}
	c := &centred{squared: newSquared(d)}
	if err := c.readMoments(parallel.Part(ctx, 0, 0.1), width(w.all())); err != nil {
		return nil, err
	}
	s := &Scaling{Trace: float64(n) * c.grand / 2 / c.unit, Frobenius: c.frobenius() / c.unit}
	p, err := searchOrDecompose(parallel.Part(ctx, 0.1, 1), c, w, c.whole)
	if err != nil {
		return nil, err
	}
	s.Pairs = *p
	if d.IsDouble() { // rounding moves S by less than what other matrices are known to
		s.rounding = max(4*c.rounding()/p.Values[0], 10*w.tolerance)
	}
	first, err := firstCopies(ctx, d)
	if err != nil {
		return nil, err
	}
	if positive := s.Positive(); positive > 0 {
		unite(s.Vectors.Slice(0, n, 0, positive).(*mat.Dense), first)
	}
	for i := range s.Values {
		s.Values[i] /= c.unit
	}
	return s, nil
}

// Negative returns a lower bound of |Σ λ| over the negative eigenvalues of S,
// from its trace: what the positive ones that were found exceed it by.
func (s *Scaling) Negative() float64 {
	var positive float64
	for _, v := range s.Values[:s.Positive()] {
		positive += v
	}
	return max(0, positive-s.Trace)
}

// centred is S, times the unit of D².
type centred struct {
	*squared
	mean   []float64 // of the rows of D²
	grand  float64   // the mean of all of D²
	fourth float64   // Σ d⁴ over the whole matrix
	image  *tall     // J D² of a random block, to start with
	free   *tall     // the vectors at work, less their means
}

func (c *centred) size() int { return c.d.Len() }

func (c *centred) rounding() float64 { return 4 * 0x1p-52 * math.Sqrt(c.fourth) }

// multiply applies J on both sides: vectors that came out of rounding are not
// free of means by themselves.
func (c *centred) multiply(ctx context.Context, dst, src *tall) error {
	if c.free == nil || c.free.cols != src.cols {
		c.free = newTall(src.rows, src.cols)
	}
	copy(c.free.data, src.data)
	if err := c.free.centre(ctx, 1); err != nil {
		return err
	}
	if _, err := c.squared.multiply(ctx, dst, c.free, false); err != nil {
		return err
	}
	return dst.centre(ctx, -0.5)
}

func (c *centred) start(_ context.Context, dst *tall) error {
	if c.image == nil || c.image.cols != dst.cols { // a search of another width
		fillRandom(dst, random.New(1, "eigenpairs"))
		return nil
	}
	copy(dst.data, c.image.data)
	c.image = nil
	return nil
}

// readMoments reads D² once, for its means and powers. It multiplies by a vector of
// ones for the sums of rows and by random vectors beside it, whose images are
// already closer to the leading eigenvectors.
func (c *centred) readMoments(ctx context.Context, width int) error {
	n := c.d.Len()
	block := newTall(n, width)
	fillRandom(block, random.New(1, "eigenpairs"))
	for i := range n {
		block.row(i)[0] = 1
	}
	c.image = newTall(n, width)
	triangle, err := c.squared.multiply(ctx, c.image, block, true)
	if err == nil && !(triangle > 1e-200 && triangle < 1e200) {
		triangle, err = c.multiplyRescaled(ctx, block)
	}
	if err != nil {
		return err
	}
	c.fourth = 2 * triangle
	c.mean = make([]float64, n)
	for i := range n {
		c.mean[i] = c.image.row(i)[0] / float64(n)
		if math.IsNaN(c.mean[i]) || math.IsInf(c.mean[i], 0) {
			return &engine.Error{Cause: fmt.Sprintf("squared dissimilarities of row %d add up to %v: values must be finite", i, c.mean[i]), Remedy: check.ImputeOrScale()}
		}
		c.grand += c.mean[i] / float64(n)
	}
	if c.grand == 0 {
		return Identical()
	}
	return c.image.centre(ctx, 1)
}

// multiplyRescaled multiplies again, in a unit that brings the largest square near one:
// fourth powers and products of images would overflow, or be lost.
func (c *centred) multiplyRescaled(ctx context.Context, block *tall) (triangle float64, err error) {
	largest, err := c.largest(ctx)
	if err != nil {
		return 0, err
	}
	_, power := math.Frexp(largest * largest)
	if largest > 0 { // else the caller tells what is wrong
		c.unit = math.Ldexp(1, -power)
	}
	return c.squared.multiply(ctx, c.image, block, true)
}

// frobenius is the norm of S: ¼ Σ (d_ij² − m_i − m_j + m)².
func (c *centred) frobenius() float64 {
	n := float64(len(c.mean))
	var spread float64
	for _, m := range c.mean {
		spread += float64((m - c.grand) * (m - c.grand))
	}
	return math.Sqrt(max(0, c.fourth-float64(n*n*c.grand*c.grand)-float64(2*n*spread))) / 2
}

// whole forms S and decomposes it.
func (c *centred) whole(ctx context.Context, count int) (*Pairs, error) {
	n := c.size()
	if err := memory.Claim(ctx, memory.Square(4, n), fmt.Sprintf("inner products of %d rows", n), remedy.Reduce("dim").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	s := mat.NewDense(n, n, nil)
	for i := range n {
		row := s.RawRowView(i)
		c.d.Row(row, i)
		for j, v := range row {
			row[j] = -(float64(v*v*c.unit) - (c.mean[i] + c.mean[j]) + c.grand) / 2
		}
	}
	return whole(ctx, s, count)
}

// Identical is the error that rows are all the same.
func Identical() error {
	return &engine.Error{Cause: "all points are identical: no distance scale can be estimated", Remedy: remedy.Say("look at the columns that are left").Or(remedy.Put("dedupe").After(engine.SourceRole).Which("shows how many distinct rows there are"))}
}
