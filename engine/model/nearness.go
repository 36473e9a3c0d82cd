package model

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/data/newrows"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// nearest is the neighbour that distances are to.
const nearest = 5

// A nearness tells how far rows lie from what was learned.
type nearness struct {
	legs  int        // that prepare the columns in which it is measured
	k     int        // the neighbour it is to
	usual float64    // the median distance of a training row to its k-th nearest other
	rows  *mat.Dense // the training rows, prepared
	index *neighbour.Index
}

// KeepDistances has the model tell how far new rows lie from the training rows, for which
// it keeps these, as they are prepared. It fails for columns that no distance is defined
// in, and where there are too few rows, or most of them coincide.
//
// The distance of a row is
//
//	d_k(x) / median_i d_k(x_i)
//
// where d_k is the Euclidean distance to the k-th nearest training row, of a training row
// to its k-th nearest other, in prepared columns, before any metric or map; k is 5, or
// one less than there are rows. Above one a row lies farther from others than training
// rows usually do. Time O(n² d) at worst to find the median, O(nd) for a row.
func (m *Model) KeepDistances(ctx context.Context, report *engine.Report) error {
	run := report.Runs[0]
	near := &nearness{}
	for near.legs < len(run.Way) {
		if _, prepares := run.Way[near.legs].Map.(*engine.Transform); !prepares {
			break
		}
		near.legs++
	}
	known := report.Table.Take(run.Fold.Present())
	x, err := newrows.Along(ctx, m.of.way[:near.legs], known)
	if err != nil {
		return err
	}
	if err := check.Finite(x); err != nil {
		return err
	}
	if near.rows, near.k = x.X, min(nearest, x.Len()-1); near.k < 1 {
		return &engine.Error{Cause: "one row alone has no distance to others", Remedy: remedy.Say("learn from more rows")}
	}
	if err := near.measure(ctx); err != nil {
		return err
	}
	m.of.near = near
	return nil
}

// measure finds the median distance.
func (d *nearness) measure(ctx context.Context) error {
	found, err := neighbour.Nearest(ctx, engine.Euclidean(d.rows), d.k)
	if err != nil {
		return err
	}
	n, _ := d.rows.Dims()
	far := make([]float64, n)
	for i := range far {
		far[i] = found.Length[i*d.k+d.k-1]
	}
	slices.Sort(far)
	if d.usual = far[n/2]; d.usual == 0 {
		return &engine.Error{Cause: fmt.Sprintf("at least half of the training rows have %d copies, so no distance is usual", d.k), Remedy: remedy.Put("dedupe").After(engine.SourceRole)}
	}
	d.index, err = neighbour.NewIndex(ctx, d.rows)
	return err
}

// fields tells the rows, which are as wide as rows are after the legs.
func (d *nearness) fields(f *codec.Fields, wide []int) {
	f.Int("legs", &d.legs)
	f.Int("k", &d.k)
	f.Float("usual", &d.usual)
	f.Matrix("rows", &d.rows)
	if !f.Good() {
		return
	}
	n, columns := d.rows.Dims()
	f.Holds(n)
	f.Check(d.k >= 1 && d.k < n && d.usual > 0, "distances to neighbour %d of %d rows", d.k, n)
	f.Check(d.legs >= 0 && d.legs < len(wide) && wide[d.legs] == columns, "distances in %d columns", columns)
	if f.Reading() {
		var err error
		d.index, err = neighbour.NewIndex(context.Background(), d.rows)
		f.Check(err == nil, "%v", err)
	}
}

// Distances tells how far rows lie from those that were learned from, as a multiple of
// what is usual among these: see KeepDistances, without which it fails. Rows are those of
// Place.
func (m *Model) Distances(ctx context.Context, x *mat.Dense) ([]float64, error) {
	d := m.of.near
	if d == nil {
		return nil, &engine.Error{Cause: "the model keeps no training rows to measure distances to", Remedy: remedy.Say("learn it again with distance=true, on the command line by unfold learn --distance")}
	}
	rows, err := newrows.Along(ctx, m.of.way[:d.legs], engine.Sample{X: x, Columns: m.run.Header.Columns})
	if err != nil {
		return nil, err
	}
	if err := check.Finite(rows); err != nil {
		return nil, err
	}
	far := make([]float64, rows.Len())
	return far, parallel.Try(ctx, len(far), 16, func() *[]neighbour.Candidate { return new([]neighbour.Candidate) }, func(near *[]neighbour.Candidate, lo, hi int) (err error) {
		for i := lo; i < hi; i++ {
			if *near, err = d.index.Query(*near, rows.X.RawRowView(i), d.k); err != nil {
				return err
			}
			far[i] = (*near)[d.k-1].Length / d.usual
		}
		return nil
	})
}
