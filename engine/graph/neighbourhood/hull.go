package neighbourhood

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A hull tells whether a row is a convex combination of others. It is the
// workspace of one goroutine.
//
// With b_j = (a_j − x)/scale, column by column, it minimises ‖Σ_j λ_j b_j‖² +
// (Σ_j λ_j − 1)² over λ ≥ 0, whose minimum is zero exactly for rows inside
// (Lawson and Hanson 1974, Solving least squares problems, chapter 23: active
// sets of at most d+1 rows). It stops early at a point p of the cone with
// b_j·p > 0 for all j: all of the hull lies on one side of the row then.
type hull struct {
	x        *mat.Dense
	columns  int
	scale    []float64
	rows     []float64 // b_j, then 1, one after the other
	active   []int     // rows with λ > 0
	weight   []float64 // their λ
	trial    []float64
	residual []float64 // what is missing of (0, ..., 0, 1)
	solver   leastSquares
	barred   []bool
}

// hullTolerance is how near to the hull, in the unit of its columns, is inside.
const hullTolerance = 1e-7

func newHull(x *mat.Dense) *hull {
	_, d := x.Dims()
	return &hull{x: x, columns: d, scale: make([]float64, d), residual: make([]float64, d+1)}
}

// contains reports whether row i is in the hull of the rows others.
func (h *hull) contains(i int, others []int32) bool {
	h.loadRows(i, others)
	h.active, h.weight = h.active[:0], h.weight[:0]
	m := len(others)
	for range 3*m + 10 {
		h.updateResidual()
		entering, apart := h.nextActive(m)
		switch {
		case apart:
			return false
		case norm(h.residual) < hullTolerance:
			return true
		case entering < 0:
			return false
		}
		h.active, h.weight = append(h.active, entering), append(h.weight, 0)
		if !h.solveActive() {
			h.barred[entering] = true
		} else {
			clear(h.barred)
		}
	}
	return norm(h.residual) < hullTolerance
}

// loadRows writes b_j and 1 for each other row.
func (h *hull) loadRows(i int, others []int32) {
	width := h.columns + 1
	x := h.x.RawRowView(i)
	h.rows = resized(h.rows, width*len(others))
	if cap(h.barred) < len(others) {
		h.barred = make([]bool, len(others))
	}
	h.barred = h.barred[:len(others)]
	clear(h.barred)
	clear(h.scale)
	for l, j := range others {
		b := h.rows[l*width : (l+1)*width]
		for c, v := range h.x.RawRowView(int(j)) {
			b[c] = v - x[c]
			h.scale[c] = max(h.scale[c], math.Abs(b[c]))
		}
		b[h.columns] = 1
	}
	for l := range others {
		b := h.rows[l*width : (l+1)*width]
		for c, s := range h.scale {
			if s > 0 {
				b[c] /= s
			}
		}
	}
}

// updateResidual sets what is left of (0, ..., 0, 1).
func (h *hull) updateResidual() {
	width := h.columns + 1
	clear(h.residual)
	h.residual[h.columns] = 1
	for a, l := range h.active {
		for c, v := range h.rows[l*width : (l+1)*width] {
			h.residual[c] -= float64(h.weight[a] * v)
		}
	}
}

// nextActive returns the row that would lessen the residual most, negative for none,
// and whether p = −left separates the row from all others for certain.
func (h *hull) nextActive(m int) (entering int, apart bool) {
	width, d := h.columns+1, h.columns
	entering, apart = -1, true
	steepest := 1e-14
	size := norm(h.residual[:d])
	for l := range m {
		b := h.rows[l*width : (l+1)*width]
		var along float64 // b_j · left
		for c, v := range b[:d] {
			along += float64(v * h.residual[c])
		}
		if -along <= 2*hullTolerance*size {
			apart = false
		}
		if slope := along + h.residual[d]; slope > steepest && !h.barred[l] {
			entering, steepest = l, slope
		}
	}
	return entering, apart && size > 0
}

// solveActive solves for the active rows, and lets go of those whose weight would be
// negative. It reports whether the row that came last got a weight.
func (h *hull) solveActive() bool {
	for first := true; len(h.active) > 0; first = false {
		h.trial = h.solver.solve(h.trial, h.rows, h.active, h.columns+1)
		last := len(h.active) - 1
		if first && !(h.trial[last] > 0) {
			h.active, h.weight = h.active[:last], h.weight[:last]
			return false
		}
		step, blocking := 1.0, -1
		for a, v := range h.trial {
			if v > 0 {
				continue
			}
			if s := h.weight[a] / (h.weight[a] - v); !(s >= step) {
				step, blocking = s, a
			}
		}
		kept := 0
		for a, v := range h.trial {
			w := h.weight[a] + float64(step*(v-h.weight[a]))
			if blocking < 0 || a != blocking && w > 0 {
				h.active[kept], h.weight[kept] = h.active[a], max(w, 0)
				kept++
			}
		}
		h.active, h.weight = h.active[:kept], h.weight[:kept]
		if blocking < 0 {
			return true
		}
	}
	return true
}

// resized returns a slice of a length, in the space of s if it has room.
func resized(s []float64, length int) []float64 {
	if cap(s) < length {
		return make([]float64, length)
	}
	return s[:length]
}

func norm(v []float64) float64 {
	var sum float64
	for _, w := range v {
		sum += float64(w * w)
	}
	return math.Sqrt(sum)
}

// leastSquares solves min ‖Σ_a λ_a r_a − (0, ..., 0, 1)‖ for few vectors, by
// Householder's reflections.
type leastSquares struct{ columns, right []float64 }

// solve returns λ for the vectors of the given width that active picks, in the
// space of dst. A vector that depends on those before it gets zero.
func (s *leastSquares) solve(dst, rows []float64, active []int, width int) []float64 {
	m := len(active)
	s.columns, s.right = resized(s.columns, m*width), resized(s.right, width)
	for a, l := range active {
		copy(s.columns[a*width:(a+1)*width], rows[l*width:(l+1)*width])
	}
	clear(s.right)
	s.right[width-1] = 1
	dst = resized(dst, m)
	diagonal := dst
	for a := range m {
		if a >= width {
			diagonal[a] = 0
			continue
		}
		v := s.columns[a*width+a : (a+1)*width]
		size := norm(v)
		whole := norm(s.columns[a*width : (a+1)*width])
		if size <= 1e-13*whole {
			diagonal[a] = 0
			continue
		}
		if v[0] > 0 {
			size = -size
		}
		diagonal[a] = size
		v[0] -= size
		scale := -1 / (size * v[0]) // 2/‖v‖²
		for b := a + 1; b < m; b++ {
			reflectVector(s.columns[b*width+a:(b+1)*width], v, scale)
		}
		reflectVector(s.right[a:], v, scale)
	}
	for a := m - 1; a >= 0; a-- {
		if diagonal[a] == 0 {
			continue
		}
		sum := s.right[a]
		for b := a + 1; b < m; b++ {
			sum -= float64(s.columns[b*width+a] * dst[b])
		}
		dst[a] = sum / diagonal[a]
	}
	return dst
}

// reflectVector takes w to w − scale (v·w) v.
func reflectVector(w, v []float64, scale float64) {
	var along float64
	for c, x := range v {
		along += float64(x * w[c])
	}
	along *= scale
	for c, x := range v {
		w[c] -= float64(along * x)
	}
}
