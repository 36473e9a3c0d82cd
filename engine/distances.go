package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Distances are the dissimilarities D (n×n) of a sample's rows: symmetric,
// finite, not negative, zero on the diagonal. They are asked for by rows, so
// that the matrix need not exist. Implementations are safe for concurrent use.
type Distances interface {
	// Len returns n.
	Len() int
	// Row fills dst, of length n, with the dissimilarities of row i.
	Row(dst []float64, i int)
}

// Outward is a Distances that can be measured from rows outside the sample.
// Dissimilarities that read labels cannot.
type Outward interface {
	Distances
	// From fills dst, of length n, with the dissimilarities from x to each
	// row of the sample.
	From(dst, x []float64)
}

// Nearer is a Distances that knows its neighbour lists faster, or with a finer
// order, than a comparison of its rows would tell.
type Nearer interface {
	Distances
	Nearest(ctx context.Context, k int) (*Neighbours, error)
}

// Joiner is a Distances that knows the shortest edges between groups of its
// rows faster than a comparison of its rows would tell.
type Joiner interface {
	Distances
	// Shortest returns, for each of count groups, the shortest edge from a
	// row of it to a row of another; of[i] is the group of row i, from 0.
	// Of equal edges it is the one with the smaller second key, then the
	// smaller I, then the smaller J, where I < J. Every group has a row, and
	// there are at least two groups.
	Shortest(ctx context.Context, of []int32, count int) ([]Edge, error)
}

// TieBreaker is a Distances whose values can coincide where their order is
// still known, as a dissimilarity that saturates does.
type TieBreaker interface {
	Distances
	// Tie fills dst with the second key by which equal values of Row(i) are
	// ordered.
	Tie(dst []float64, i int)
}

// Pointed is a Distances between points of a Euclidean space, for which
// faster ways than row by row exist.
type Pointed interface {
	Distances
	Points() *mat.Dense
}

// Anchored is a Distances that is exact, and at hand, for some rows only, as
// geodesics by landmarks are. Who looks at a sample of pairs starts from these.
type Anchored interface {
	Distances
	// Rows returns them, to be read only.
	Rows() []int32
	// To fills dst, a number for each of Rows, with their dissimilarities to row i.
	To(dst []float64, i int)
}

// Neighbours are the k nearest rows of every row, nearest first, itself left
// out; ties go to the smaller index.
type Neighbours struct {
	K      int
	Index  []int32   // n×k
	Length []float64 // n×k
}

// Of returns the neighbours of row i and their dissimilarities.
func (nb *Neighbours) Of(i int) ([]int32, []float64) {
	return nb.Index[i*nb.K : (i+1)*nb.K], nb.Length[i*nb.K : (i+1)*nb.K]
}

// Euclidean returns the distances e_ij = ‖x_i − x_j‖ of the rows of x, which
// every stage means when no metric is named. They are summed directly from
// the differences, so that close and coinciding rows keep every digit.
func Euclidean(x *mat.Dense) Pointed { return euclidean{x} }

type euclidean struct{ x *mat.Dense }

func (e euclidean) Len() int                 { n, _ := e.x.Dims(); return n }
func (e euclidean) Points() *mat.Dense       { return e.x }
func (e euclidean) Row(dst []float64, i int) { e.From(dst, e.x.RawRowView(i)) }

func (e euclidean) From(dst, x []float64) {
	for j := range dst {
		var sum float64
		for c, v := range e.x.RawRowView(j) {
			diff := x[c] - v
			sum += float64(diff * diff) // the conversion keeps processors from fusing it
		}
		dst[j] = math.Sqrt(sum)
	}
}
