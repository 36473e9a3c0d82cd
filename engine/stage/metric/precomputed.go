package metric

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "precomputed",
		Summary:  "takes the table itself for the dissimilarities of its rows",
		Formula:  "q_ij = x_ij",
		Examples: []string{`data([][]float64{{0, 3, 4}, {3, 0, 5}, {4, 5, 0}}, nil) | precomputed | mds(dim=2)`},
	}, func() engine.Metric { return new(Precomputed) })
}

// Precomputed keeps dissimilarities that were measured elsewhere: cell (i, j)
// of the table is the one of rows i and j, in any unit. X n×n, symmetric, not
// negative, zero on the diagonal. Held rows are described by their
// dissimilarities to the training rows. Memory n² numbers; deterministic. It
// fails for a table that is not square or not such a matrix, as any stage
// between that changes cells makes it.
type Precomputed struct{}

// Params declares nothing.
func (*Precomputed) Params(*engine.Params) {}

// Restrict keeps the columns of the training rows.
func (*Precomputed) Restrict(rows []int) (columns []int) { return slices.Clone(rows) }

// Distances returns the cells of s.X, the two of a pair averaged where they
// differ by rounding.
func (*Precomputed) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	n, d := s.X.Dims()
	if n != d {
		return nil, &engine.Error{Cause: fmt.Sprintf("%d rows have %d columns of dissimilarities: they must be as many", n, d), Remedy: remedy.Put("precomputed").After(engine.SourceRole).If("the matrix is all that the data hold")}
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, memory.Square(1, n), fmt.Sprintf("dissimilarities of %d rows", n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	largest := mat.Max(s.X)
	q := mat.NewDense(n, n, nil)
	for i := range n {
		if v := s.X.At(i, i); v != 0 {
			return nil, dissimilarityError(fmt.Sprintf("row %d is %g from itself, not 0", i, v))
		}
		for j := range i {
			a, b := s.X.At(i, j), s.X.At(j, i)
			switch {
			case a < 0 || b < 0:
				return nil, dissimilarityError(fmt.Sprintf("rows %d and %d are %g apart", j, i, min(a, b)))
			case math.Abs(a-b) > 1e-8*largest:
				return nil, dissimilarityError(fmt.Sprintf("rows %d and %d are %g apart one way and %g the other", j, i, b, a))
			}
			q.Set(i, j, (a+b)/2)
			q.Set(j, i, (a+b)/2)
		}
	}
	return storedDistances{q}, nil
}

func dissimilarityError(cause string) error {
	return &engine.Error{Cause: cause, Remedy: remedy.Say("give the matrix as it was measured: symmetric, with zeros on its diagonal, and with no stage before it that changes cells")}
}

// storedDistances are dissimilarities kept as a matrix.
type storedDistances struct{ q *mat.Dense }

func (g storedDistances) Len() int                 { return rows(g.q) }
func (g storedDistances) Row(dst []float64, i int) { copy(dst, g.q.RawRowView(i)) }

// Stored returns row i in place.
func (g storedDistances) Stored(i int) []float64 { return g.q.RawRowView(i) }

func init() { codec.Register[storedDistances]("precomputed", 1) }

// Fields tells the dissimilarities.
func (g *storedDistances) Fields(f *codec.Fields) {
	f.Matrix("dissimilarities", &g.q)
	if f.Good() {
		n, d := g.q.Dims()
		f.Holds(n)
		f.Check(n == d && n == f.Columns(), "dissimilarities %d×%d for %d columns", n, d, f.Columns())
	}
}

// From takes the dissimilarities of an outside row as that row tells them.
func (g storedDistances) From(dst, x []float64) { copy(dst, x) }
