package metric

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/neighbour"
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

// labelled are the dissimilarities of points with classes under a relation.
type labelled struct {
	euclidean engine.Pointed
	labels    []int
	relation  relation
}

// newLabelled checks that every row is finite and has a class.
func newLabelled(ctx context.Context, s engine.Sample) (*labelled, error) {
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "it reads class labels, and the table has none", Remedy: `name their column: load("file.csv", label="class")`}
	}
	if len(s.Labels) != s.Len() {
		return nil, &engine.Error{Cause: fmt.Sprintf("have %d rows and %d labels", s.Len(), len(s.Labels))}
	}
	several := false
	for i, l := range s.Labels {
		if l < 0 {
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d has no label", i), Remedy: "leave rows without one out"}
		}
		several = several || l != s.Labels[0]
	}
	if !several {
		engine.Remark(ctx, "all %d rows are of one class, so nothing is drawn apart", s.Len())
	}
	if err := gram.Finite(s.X); err != nil {
		return nil, err
	}
	return &labelled{euclidean: engine.Euclidean(s.X), labels: s.Labels}, nil
}

func (l *labelled) points() *mat.Dense { return l.euclidean.Points() }

// Len returns n.
func (l *labelled) Len() int { return l.euclidean.Len() }

// Row fills dst with the dissimilarities of row i.
func (l *labelled) Row(dst []float64, i int) {
	l.euclidean.Row(dst, i)
	for j, e := range dst {
		dst[j] = l.relation.length(e, l.labels[i] == l.labels[j])
	}
	dst[i] = 0
}

// Tie fills dst with Euclidean distances: inside a relation they have the
// same order, and do not saturate.
func (l *labelled) Tie(dst []float64, i int) { l.euclidean.Row(dst, i) }

// Nearest merges, for every row, the k nearest of its class with the k
// nearest of the others: the relation rises inside either, so no other row
// can be among the k nearest of all.
func (l *labelled) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	n := l.Len()
	if err := neighbour.Check(k, n); err != nil {
		return nil, err
	}
	nb := &engine.Neighbours{K: k, Index: make([]int32, n*k), Length: make([]float64, n*k)}
	err := neighbour.Grouped(ctx, l.points(), l.labels, k, func(i int, own, others []neighbour.Candidate) {
		l.rank(own, true)
		l.rank(others, false)
		merge(nb, i, own, others)
	})
	return nb, err
}

// rank replaces Euclidean keys by those of the relation.
func (l *labelled) rank(list []neighbour.Candidate, same bool) {
	for r := range list {
		c := &list[r]
		e := c.Length
		c.Key, c.Tie, c.Length = l.relation.order(e, same), e, l.relation.length(e, same)
	}
}

// merge writes the k nearest of two sorted lists for row i.
func merge(nb *engine.Neighbours, i int, a, b []neighbour.Candidate) {
	index, length := nb.Of(i)
	for r := range index {
		from := &a
		if len(a) == 0 || len(b) > 0 && b[0].Compare(a[0]) < 0 {
			from = &b
		}
		index[r], length[r] = (*from)[0].Index, (*from)[0].Length
		*from = (*from)[1:]
	}
}
