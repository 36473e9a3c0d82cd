package neighbourhood

import (
	"context"
	"fmt"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
)

// Enclosing joins each row to the fewest nearest rows whose convex hull holds
// it: k_i is the least k with x_i ∈ conv{k nearest rows}, and G_ij = 1 for those
// k_i. So k adapts to how rows lie, and weights of linear interpolation exist
// (Gupta, Garcia and Chin 2008, IEEE Transactions on Image Processing 17:936–945).
//
// Once inside, a row stays inside as k grows; so k doubles from one more than
// the columns, and is then found by halves, in O(log k) tests. A test is least
// squares with weights that are not negative, on columns brought to unit size,
// since hulls do not depend on units; the row counts as inside within 1e-7 of
// that. A copy of a row encloses it.
//
// Rows on the border of the sample are in no hull, nor are most rows in many
// columns: they get Most neighbours, and a note tells how many did. Gupta's
// alternative, to stop where the hull comes no nearer, is not made. Time
// O(Most · d²) a row or so, memory O(n · Most). It needs points. It is
// deterministic.
type Enclosing struct {
	Most int // neighbours of a row at most; engine.Auto is 200, or all others
}

func (f Enclosing) String() string { return "enclosing(most=" + auto(f.Most) + ")" }

// Graph joins the rows of d.
func (f Enclosing) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	x, err := pointsOf(d, "enclosing neighbours")
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	most := f.Most
	if most == engine.Auto {
		most = min(n-1, 200)
	}
	if err := neighbour.Check(most, n); err != nil {
		return nil, err
	}
	nearest, err := neighbour.Find(parallel.Part(ctx, 0, 0.3), d, most, neighbour.Auto)
	if err != nil {
		return nil, err
	}
	lists := make([][]int32, n)
	var outside atomic.Int64
	count := parallel.Count(parallel.Part(ctx, 0.3, 1), "hulls", n)
	fresh := func() *hull { return newHull(x) }
	err = parallel.With(ctx, n, parallel.Grain(64*columns*columns*columns), fresh, func(h *hull, lo, hi int) {
		for i := lo; i < hi; i++ {
			near, _ := nearest.Of(i)
			k, held := h.fewestEnclosing(i, near)
			if !held {
				outside.Add(1)
			}
			lists[i] = near[:k]
		}
		count.Add(hi - lo)
	})
	if err != nil {
		return nil, err
	}
	if count := outside.Load(); count > 0 {
		engine.Remark(ctx, "enclosing: %d of %d rows are outside the hull of their %d nearest, and mind all of these", count, n, most)
	}
	return fromLists(ctx, lists, fmt.Sprintf("enclosing(most=%d)", most))
}

// fewestEnclosing returns the least k for which the first k of near enclose row i, and
// whether any do; all are returned where none do.
func (h *hull) fewestEnclosing(i int, near []int32) (k int, held bool) {
	most := len(near)
	outside, inside := 0, min(h.columns+1, most)
	for !h.contains(i, near[:inside]) {
		if inside == most {
			return most, false
		}
		outside, inside = inside, min(2*inside, most)
	}
	for inside-outside > 1 {
		if middle := (inside + outside) / 2; h.contains(i, near[:middle]) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside, true
}
