package metric

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/parallel"
	"unfold/engine/memo"
	"unfold/engine/remedy"
)

// A relation turns Euclidean distances e into dissimilarities, one way for
// two rows of the same class and another for rows of different ones. Both
// ways rise with e.
type relation interface {
	// length is the dissimilarity.
	length(e float64, same bool) float64
	// order is a key that rises with length, also where length is too
	// coarse to tell.
	order(e float64, same bool) float64
}

// classDistances are the dissimilarities of points with classes under a
// relation.
type classDistances struct {
	euclidean engine.Pointed
	labels    []int
	relation  relation
	rows      *memo.Rows // keeps the lists
}

// relationsKey names the lists of both relations of rows: other parameters and
// other k need no search of their own.
type relationsKey struct{}

// newLabelled checks that every row is finite and has a class.
func newLabelled(ctx context.Context, s engine.Sample) (*classDistances, error) {
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "it reads class labels, and the table has none", Remedy: remedy.Load("name the column", "label", "class")}
	}
	if len(s.Labels) != s.Len() {
		return nil, &engine.Error{Cause: fmt.Sprintf("have %d rows and %d labels", s.Len(), len(s.Labels)), Remedy: remedy.Say("give a label for each row")}
	}
	several := false
	for i, l := range s.Labels {
		if l < 0 {
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d has no label", check.Row(s, i)), Remedy: remedy.Say("leave rows without one out")}
		}
		several = several || l != s.Labels[0]
	}
	if !several {
		engine.Remark(ctx, "all %d rows are of one class, so nothing is drawn apart", s.Len())
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	return &classDistances{euclidean: engine.Euclidean(s.X), labels: s.Labels, rows: s.Memo.Own()}, nil
}

func (l *classDistances) points() *mat.Dense { return l.euclidean.Points() }

// Len returns n.
func (l *classDistances) Len() int { return l.euclidean.Len() }

// Row fills dst with the dissimilarities of row i.
func (l *classDistances) Row(dst []float64, i int) {
	l.euclidean.Row(dst, i)
	for j, e := range dst {
		dst[j] = l.relation.length(e, l.labels[i] == l.labels[j])
	}
	dst[i] = 0
}

// Tie fills dst with Euclidean distances: inside a relation they have the
// same order, and do not saturate.
func (l *classDistances) Tie(dst []float64, i int) { l.euclidean.Row(dst, i) }

// Nearest merges, for every row, the k nearest of its class with the k
// nearest of the others: the relation rises inside either, so no other row
// can be among the k nearest of all.
func (l *classDistances) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	n := l.Len()
	if err := neighbour.Check(k, n); err != nil {
		return nil, err
	}
	r, err := neighbour.AtLeast(ctx, l.rows, relationsKey{}, n, k, func(ctx context.Context, k int) (*neighbour.Relations, error) {
		return neighbour.Relate(ctx, l.euclidean, l.labels, k)
	})
	if err != nil {
		return nil, err
	}
	nb, err := neighbour.NewLists(ctx, n, k)
	if err != nil {
		return nil, err
	}
	err = parallel.For(ctx, n, 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			l.merge(nb, r, i)
		}
	})
	return nb, err
}

// merge writes the k nearest of the two lists of row i.
func (l *classDistances) merge(nb *engine.Neighbours, r *neighbour.Relations, i int) {
	own, others := l.candidates(r.Own, i, true), l.candidates(r.Others, i, false)
	index, length := nb.Of(i)
	for at := range index {
		from := &own
		if own.empty() || !others.empty() && others.head.Compare(own.head) < 0 {
			from = &others
		}
		index[at], length[at] = from.head.Index, l.relation.length(from.head.Length, from.same)
		from.drop()
	}
}

// A candidateList is the rest of a list, with the keys of its first row.
type candidateList struct {
	relation relation
	same     bool
	index    []int32
	e        []float64
	head     neighbour.Candidate
}

func (l *classDistances) candidates(list func(i int) ([]int32, []float64), i int, same bool) candidateList {
	index, e := list(i)
	r := candidateList{relation: l.relation, same: same, index: index, e: e}
	r.updateKeys()
	return r
}

func (r *candidateList) empty() bool { return len(r.index) == 0 }

func (r *candidateList) drop() {
	r.index, r.e = r.index[1:], r.e[1:]
	r.updateKeys()
}

func (r *candidateList) updateKeys() {
	if !r.empty() {
		e := r.e[0]
		r.head = neighbour.Candidate{Key: r.relation.order(equal.Middle(e), r.same), Tie: e, Index: r.index[0], Length: e}
	}
}

// Shortest finds the shortest edges of groups in each relation by themselves,
// where they are those of the Euclidean distances, and takes the shorter.
func (l *classDistances) Shortest(ctx context.Context, of []int32, count int) ([]engine.Edge, error) {
	same, err := neighbour.Between(parallel.Part(ctx, 0, 0.5), l.euclidean, of, count, l.labels, true)
	if err != nil {
		return nil, err
	}
	other, err := neighbour.Between(parallel.Part(ctx, 0.5, 1), l.euclidean, of, count, l.labels, false)
	if err != nil {
		return nil, err
	}
	edges := make([]engine.Edge, count)
	for g := range edges {
		edges[g] = l.shorter(same[g], other[g])
	}
	return edges, nil
}

// shorter returns the shorter of two edges, which are given by their Euclidean
// lengths, inside a class and between classes.
func (l *classDistances) shorter(same, other engine.Edge) engine.Edge {
	e, inside := other, false
	if math.IsInf(other.Length, 1) || !math.IsInf(same.Length, 1) && l.comesBefore(same, other) {
		e, inside = same, true
	}
	e.Length = l.relation.length(e.Length, inside)
	return e
}

func (l *classDistances) comesBefore(same, other engine.Edge) bool {
	return cmp.Or(
		equal.Compare(l.relation.order(same.Length, true), l.relation.order(other.Length, false)),
		equal.Compare(same.Length, other.Length), cmp.Compare(same.I, other.I), cmp.Compare(same.J, other.J),
	) < 0
}
