package alignment

import (
	"context"
	"slices"

	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
)

// A Quadratic is the form Σ_p ‖F_pᵀ y_p‖² over the rows y_p of patches, or Σ_p ‖y_p‖² −
// ‖F_pᵀ y_p‖² where the columns of F_p are what is allowed.
type Quadratic struct {
	*Patches
	columns [][]float64 // F_p by rows
	allowed bool
}

// fill makes a form of what each patch asks. No patch depends on another.
func fill[W any](ctx context.Context, p *Patches, allowed bool, note string, fresh func() W, ask func(w W, patch int) []float64) (*Quadratic, error) {
	const grain = 32
	q := &Quadratic{Patches: p, columns: make([][]float64, p.Len()), allowed: allowed}
	count := parallel.Count(ctx, note, p.Len())
	return q, parallel.With(ctx, p.Len(), grain, fresh, func(w W, lo, hi int) {
		for patch := lo; patch < hi; patch++ {
			q.columns[patch] = ask(w, patch)
		}
		count.Add(hi - lo)
	})
}

// Sum returns M with yᵀ M y what all patches ask. Time O(patches rows² columns).
func (q *Quadratic) Sum(ctx context.Context) (*sparse.Matrix, error) {
	const block = 256
	of := q.patchesOfRows()
	parts := make([]*sparse.Matrix, (q.N+block-1)/block)
	fresh := func() *adder {
		return &adder{Quadratic: q, sum: make([]float64, q.N), seen: make([]int32, q.N)}
	}
	err := parallel.With(ctx, q.N, block, fresh, func(w *adder, lo, hi int) {
		part := &sparse.Matrix{}
		for i := lo; i < hi; i++ {
			w.addRow(part, int32(i), of)
		}
		parts[lo/block] = part
	})
	if err != nil {
		return nil, err
	}
	m := &sparse.Matrix{Start: make([]int, 1, q.N+1)}
	size := 0
	for _, part := range parts {
		size += len(part.At)
	}
	m.At, m.Value = make([]int32, 0, size), make([]float64, 0, size)
	for at, part := range parts {
		for _, end := range part.Start {
			m.Start = append(m.Start, len(m.At)+end)
		}
		m.At, m.Value = append(m.At, part.At...), append(m.Value, part.Value...)
		parts[at] = nil
	}
	return m, nil
}

// patchesOfRows lists the patches that each row is in, and its place there.
func (q *Quadratic) patchesOfRows() *membership {
	m := &membership{start: make([]int, q.N+1), patch: make([]int32, len(q.Row)), place: make([]int32, len(q.Row))}
	for _, i := range q.Row {
		m.start[i+1]++
	}
	for i := range q.N {
		m.start[i+1] += m.start[i]
	}
	next := slices.Clone(m.start[:q.N])
	for patch := range q.Len() {
		for place, i := range q.Of(patch) {
			m.patch[next[i]], m.place[next[i]] = int32(patch), int32(place)
			next[i]++
		}
	}
	return m
}

// membership is which patches rows are in, rising, and where in these.
type membership struct {
	start        []int
	patch, place []int32
}

// adder adds up rows of M.
type adder struct {
	*Quadratic
	sum   []float64
	seen  []int32 // one more than the row that a sum was begun for
	found []int32
}

// addRow appends row i of M.
func (w *adder) addRow(part *sparse.Matrix, i int32, of *membership) {
	w.found = w.found[:0]
	for e := of.start[i]; e < of.start[i+1]; e++ {
		patch, place := int(of.patch[e]), int(of.place[e])
		rows, f := w.Of(patch), w.columns[patch]
		width := len(f) / len(rows)
		own := f[place*width : (place+1)*width]
		for b, j := range rows {
			if w.seen[j] != i+1 {
				w.seen[j], w.sum[j] = i+1, 0
				w.found = append(w.found, j)
			}
			var product float64
			for c, v := range f[b*width : (b+1)*width] {
				product += float64(v * own[c])
			}
			switch {
			case !w.allowed:
				w.sum[j] += product
			case b == place:
				w.sum[j] += 1 - product
			default:
				w.sum[j] -= product
			}
		}
	}
	slices.Sort(w.found)
	for _, j := range w.found {
		part.At, part.Value = append(part.At, j), append(part.Value, w.sum[j])
	}
	part.Start = append(part.Start, len(part.At))
}
