package semidefinite

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
)

// A system is a sparse matrix with a block of so many unknowns for each row and each
// entry of a graph: the same pattern for other numbers, again and again.
type system struct {
	graph  *engine.Graph
	block  int
	matrix *sparse.Matrix
	plan   *sparse.Plan
}

// A blocks tells the numbers of a system.
type blocks interface {
	// Row fills diagonal with the block of row i, and edges with those of its
	// entries, in their order: (a, b) belongs to unknown a of row i and b of the other.
	Row(i int, diagonal, edges []float64)
}

// newSystem plans how to factor it.
func newSystem(ctx context.Context, g *engine.Graph, block int) (*system, error) {
	n := g.Len()
	m := &sparse.Matrix{Start: make([]int, 1, n*block+1), At: make([]int32, 0, (len(g.End)+n)*block*block)}
	for i := range n {
		ends, _ := g.Of(i)
		for range block {
			for _, j := range ends {
				m.At = appendBlock(m.At, int(j), block)
			}
			m.At = appendBlock(m.At, i, block)
			m.Start = append(m.Start, len(m.At))
		}
	}
	m.Value = make([]float64, len(m.At))
	plan, err := sparse.NewPlan(ctx, m)
	return &system{g, block, m, plan}, err
}

// appendBlock appends the columns of row i.
func appendBlock(at []int32, i, block int) []int32 {
	for b := range block {
		at = append(at, int32(i*block+b))
	}
	return at
}

// factor factors the matrix of those numbers; nil if it is not positive definite.
func (s *system) factor(ctx context.Context, of blocks) (*sparse.Factor, error) {
	p := s.block
	fresh := func() []float64 { return nil }
	err := parallel.With(ctx, s.graph.Len(), rowBlock, fresh, func(room []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			degree := s.graph.Start[i+1] - s.graph.Start[i]
			if need := (degree + 1) * p * p; len(room) < need {
				room = make([]float64, need)
			}
			edges, diagonal := room[:degree*p*p], room[degree*p*p:(degree+1)*p*p]
			of.Row(i, diagonal, edges)
			for a := range p {
				row := s.matrix.Value[s.matrix.Start[i*p+a]:s.matrix.Start[i*p+a+1]]
				for k := range degree {
					copy(row[k*p:(k+1)*p], edges[(k*p+a)*p:])
				}
				copy(row[degree*p:], diagonal[a*p:(a+1)*p])
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return s.plan.Factor(quietly(ctx), s.matrix, 0)
}

// quietly is a context that progress is not told to: that of one factor says nothing
// of the whole.
func quietly(ctx context.Context) context.Context {
	return engine.WithProgress(ctx, func(engine.Progress) {})
}
