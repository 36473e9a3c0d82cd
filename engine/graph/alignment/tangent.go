package alignment

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/decomposition"
)

// Tangent asks that the rows of each patch be placed by an affine map of their
// tangent space: ‖(I − G Gᵀ) y‖² with G = [1/√k, g_1, ..., g_dim], the g leading left
// singular vectors of the centred patch (Zhang, Zha 2004,
// doi:10.1137/S1064827502419154). x is n×d. Time O(k d min(k, d)) a patch.
func Tangent(ctx context.Context, p *Patches, x *mat.Dense, dim int) (*Quadratic, error) {
	if err := p.claim(ctx, dim+1); err != nil {
		return nil, err
	}
	return fill(ctx, p, true, "tangent spaces", func() *tangent { return &tangent{x: x, dim: dim} }, func(t *tangent, patch int) []float64 {
		return byRows(append(t.axes(p.Of(patch)), t.ones))
	})
}

// byRows writes columns as rows.
func byRows(columns [][]float64) []float64 {
	width := len(columns)
	if width == 0 {
		return nil
	}
	rows := make([]float64, width*len(columns[0]))
	for c, column := range columns {
		for at, v := range column {
			rows[at*width+c] = v
		}
	}
	return rows
}

// A tangent finds tangent spaces. It is a workspace, for one goroutine.
type tangent struct {
	x       *mat.Dense
	dim     int
	centred []float64 // the rows of a patch, less their mean
	inner   []float64
	ones    []float64 // 1/√k
}

// flat is the share of a patch's spread below which a direction has none.
const flat = 1e-10

// axes returns the leading left singular vectors of the centred rows: dim columns,
// orthonormal and orthogonal to ones, or fewer where rows span less.
func (t *tangent) axes(rows []int32) [][]float64 {
	k := len(rows)
	_, d := t.x.Dims()
	t.centre(rows)
	t.ones = make([]float64, k)
	for at := range t.ones {
		t.ones[at] = 1 / math.Sqrt(float64(k))
	}
	columns := t.leading(k, d)
	largest := 0.0
	for _, c := range columns {
		largest = max(largest, length(c))
	}
	found := [][]float64{t.ones}
	for _, c := range columns {
		if whole := length(c); whole > flat*largest && t.orthogonal(c, found) {
			found = append(found, c)
		}
	}
	return found[1:]
}

// centre fills centred with the rows less their mean.
func (t *tangent) centre(rows []int32) {
	_, d := t.x.Dims()
	mean := make([]float64, d)
	for _, i := range rows {
		for c, v := range t.x.RawRowView(int(i)) {
			mean[c] += v / float64(len(rows))
		}
	}
	t.centred = t.centred[:0]
	for _, i := range rows {
		for c, v := range t.x.RawRowView(int(i)) {
			t.centred = append(t.centred, v-mean[c])
		}
	}
}

// leading returns dim left singular vectors of the centred rows, each times its
// singular value, the largest first, from the smaller of XᵀX and XXᵀ.
func (t *tangent) leading(k, d int) [][]float64 {
	size := min(k, d)
	count := min(t.dim, size)
	values, vectors, err := decomposition.Symmetric(context.Background(), blas.Upper, size, t.products(k, d), size, count)
	if err != nil {
		return nil // a spread that is not finite; cells are
	}
	columns := make([][]float64, 0, count)
	for c := count - 1; c >= 0; c-- {
		vector, column := vectors[c*size:(c+1)*size], make([]float64, k)
		for at := range column {
			if d > k {
				column[at] = vector[at] * math.Sqrt(max(0, values[c]))
				continue
			}
			for e, v := range t.centred[at*d : (at+1)*d] {
				column[at] += float64(v * vector[e])
			}
		}
		columns = append(columns, column)
	}
	return columns
}

// products returns XᵀX, or XXᵀ of fewer rows than columns.
func (t *tangent) products(k, d int) []float64 {
	size := min(k, d)
	if len(t.inner) < size*size {
		t.inner = make([]float64, size*size)
	}
	s := t.inner[:size*size]
	clear(s)
	for a := range size {
		for b := a; b < size; b++ {
			var sum float64
			if d > k {
				for e, v := range t.centred[a*d : (a+1)*d] {
					sum += float64(v * t.centred[b*d+e])
				}
			} else {
				for at := range k {
					sum += float64(t.centred[at*d+a] * t.centred[at*d+b])
				}
			}
			s[a*size+b] = sum
		}
	}
	return s
}

// orthogonal takes the share of earlier columns off one and brings it to length one.
// It reports whether anything but rounding is left.
func (t *tangent) orthogonal(column []float64, earlier [][]float64) bool {
	const left = 1e-8
	whole := length(column)
	if whole == 0 {
		return false
	}
	for range 2 {
		for _, e := range earlier {
			var share float64
			for at, v := range e {
				share += float64(v * column[at])
			}
			for at, v := range e {
				column[at] -= float64(share * v)
			}
		}
	}
	rest := length(column)
	if rest <= left*whole {
		return false
	}
	for at := range column {
		column[at] /= rest
	}
	return true
}

func length(v []float64) float64 {
	var square float64
	for _, x := range v {
		square += float64(x * x)
	}
	return math.Sqrt(square)
}
