package custom

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

type metric struct{ guard }

// Distances asks for all of them at once: code of cells is called by one goroutine,
// and what it says is checked before anything goes by it.
func (m *metric) Distances(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	n := s.Len()
	if err := memory.Claim(ctx, memory.Square(1, n), "the distances of "+m.name, remedy.FewerRows()); err != nil {
		return nil, err
	}
	t := table{method: &m.guard, n: n, cells: make([]float64, n*n)}
	for i := range t.cells {
		t.cells[i] = math.NaN() // what is not filled in is seen
	}
	inner, err := ask(ctx, &m.guard, "Distances", func() (engine.Distances, error) {
		d, err := m.inner.(engine.Metric).Distances(ctx, s)
		if err != nil || d == nil || d.Len() != n {
			return d, err
		}
		for i := 0; i < n && ctx.Err() == nil; i++ {
			d.Row(t.cells[i*n:(i+1)*n], i)
			engine.Tell(ctx, engine.Progress{Fraction: float64(i+1) / float64(n)})
		}
		return d, nil
	})
	switch {
	case err != nil:
		return nil, err
	case inner == nil:
		return nil, m.broken("Distances", "returns nothing")
	case inner.Len() != n:
		return nil, m.broken("Distances", "is of %d rows, where there are %d", inner.Len(), n)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	if outward, is := inner.(engine.Outward); is {
		return outwardTable{t, outward}, nil
	}
	return t, nil
}

// table is distances that have been asked for.
type table struct {
	method *guard
	n      int
	cells  []float64 // n×n
}

func (t table) Len() int                 { return t.n }
func (t table) Row(dst []float64, i int) { copy(dst, t.cells[i*t.n:(i+1)*t.n]) }

// check holds the distances to what a metric promises; each is made the same from
// both sides where they differ by rounding alone.
func (t table) check() error {
	for i := range t.n {
		for j := range i + 1 {
			a, b := t.cells[i*t.n+j], t.cells[j*t.n+i]
			switch {
			case math.IsNaN(a) || math.IsInf(a, 0) || a < 0:
				return t.method.broken("Row", "gives %v for rows %d and %d, counted from 0, where a distance is finite and not negative", a, i, j)
			case i == j && a != 0:
				return t.method.broken("Row", "gives %v for row %d, counted from 0, and itself", a, i)
			case !(math.Abs(a-b) <= 1e-9*max(a, b)):
				return t.method.broken("Row", "gives %v from row %d to %d, counted from 0, and %v from there", a, i, j, b)
			}
			t.cells[i*t.n+j] = b
		}
	}
	return nil
}

// outwardTable also measures from rows outside the sample.
type outwardTable struct {
	table
	inner engine.Outward
}

// From panics with an error where the code fails, which the run of the step that asks
// returns.
func (t outwardTable) From(dst, x []float64) {
	for j := range dst {
		dst[j] = math.NaN()
	}
	if err := t.method.run(context.Background(), "From", func() error {
		t.inner.From(dst, x)
		return nil
	}); err != nil {
		panic(err)
	}
	for j, v := range dst {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			panic(t.method.broken("From", "gives %v for row %d, counted from 0, where a distance is finite and not negative", v, j))
		}
	}
}
