package metric

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/graph/neighbour"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "cosine",
		Summary:  "measures the angle between rows, whatever their length",
		Formula:  "q(x, y) = 1 − x·y / (‖x‖ ‖y‖)",
		Citation: "Salton, Wong, Yang 1975, doi:10.1145/361219.361220",
		Examples: []string{`waveform(n=200) | cosine | isomap(k=10)`},
	}, func() engine.Metric { return new(Cosine) })
}

// Cosine keeps directions and forgets lengths: rows that are multiples of one
// another coincide, opposite ones are 2 apart.
//
//	q(x, y) = 1 − x·y/(‖x‖ ‖y‖) = ‖u − v‖²/2,  u = x/‖x‖, v = y/‖y‖
//
// The right-hand side is what is computed, since it keeps every digit of
// small angles. X n×d; q has no unit. Memory O(nd), a row O(nd) time. It fails
// for a row of zeros, which has no direction, and is deterministic (Salton,
// Wong, Yang 1975, doi:10.1145/361219.361220).
type Cosine struct{}

// Params declares nothing.
func (*Cosine) Params(*engine.Params) {}

// Distances returns q_ij for the rows of s.X.
func (*Cosine) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	unit := mat.DenseCopyOf(s.X)
	for i := range rows(unit) {
		if !normalise(unit.RawRowView(i)) {
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d is all zeros and has no direction", i), Remedy: remedy.Say("leave such rows out").Or(remedy.Use("euclidean"))}
		}
	}
	return angles{engine.Euclidean(unit).(engine.Outward), unit}, nil
}

// normalise scales x to length one and reports whether it could.
func normalise(x []float64) bool {
	v := blas64.Vector{N: len(x), Inc: 1, Data: x}
	length := blas64.Nrm2(v)
	if length == 0 {
		return false
	}
	for c := range x {
		x[c] /= length
	}
	return true
}

// angles are half the squared distances of unit vectors.
type angles struct {
	engine.Outward
	unit *mat.Dense
}

func (a angles) Row(dst []float64, i int) {
	a.Outward.Row(dst, i)
	halfSquares(dst)
}

func init() { codec.Register[angles]("cosine", 1) }

// Fields tells the unit vectors.
func (a *angles) Fields(f *codec.Fields) {
	f.Matrix("unit", &a.unit)
	if !f.Good() {
		return
	}
	n, d := a.unit.Dims()
	f.Check(d == f.Columns(), "rows of %d columns for %d", d, f.Columns())
	if f.Holds(n); f.Reading() {
		a.Outward = engine.Euclidean(a.unit).(engine.Outward)
	}
}

func (a angles) From(dst, x []float64) {
	unit := append([]float64(nil), x...)
	normalise(unit) // a row of zeros stays where all angles are right
	a.Outward.From(dst, unit)
	halfSquares(dst)
}

// Nearest are the nearest unit vectors.
func (a angles) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	return a.Find(ctx, k, neighbour.Auto)
}

// Find are the nearest unit vectors, approximate ones if the mode allows.
func (a angles) Find(ctx context.Context, k int, mode neighbour.Mode) (*engine.Neighbours, error) {
	nb, err := neighbour.Find(ctx, engine.Euclidean(a.unit), k, mode)
	if err == nil {
		halfSquares(nb.Length)
	}
	return nb, err
}

// Tie fills dst with the distances of unit vectors, which tell angles apart
// whose halved squares are rounded to the same number.
func (a angles) Tie(dst []float64, i int) { a.Outward.Row(dst, i) }

// Shortest are the shortest edges between unit vectors.
func (a angles) Shortest(ctx context.Context, of []int32, count int) ([]engine.Edge, error) {
	edges, err := neighbour.Shortest(ctx, engine.Euclidean(a.unit), of, count)
	for g, e := range edges {
		edges[g].Length = e.Length * e.Length / 2
	}
	return edges, err
}

func halfSquares(v []float64) {
	for i, e := range v {
		v[i] = e * e / 2
	}
}
