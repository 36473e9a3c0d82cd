package constraint

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Rows are the distinct rows that pairs are of.
type Rows struct {
	copies.Distinct
	Source []int            // where each row of the sample stands in the source; nil for its position
	Tau    engine.Distances // between distinct rows
}

// place is what notes call a distinct row.
func (r Rows) place(i int) int { return check.Row(engine.Sample{Rows: r.Source}, r.Rows[i]) }

// Listed returns the pairs of a list, with the distances that it gives them, or where
// it gives none their own. Pairs of which a row is not here are left out, as are those
// of copies that are to be at one place; a note counts them. It refuses a list of
// which nothing is left, and one that contradicts itself.
func (r Rows) Listed(ctx context.Context, l *List) (*engine.Graph, error) {
	at := make(map[int]int, len(r.Of)) // distinct rows by their numbers in the source
	for i, of := range r.Of {
		at[check.Row(engine.Sample{Rows: r.Source}, i)] = of
	}
	seen, edges, absent := map[[2]int]float64{}, []engine.Edge(nil), []listed(nil)
	for _, p := range l.pairs {
		i, here := at[p.i]
		j, there := at[p.j]
		switch {
		case !here || !there:
			absent = append(absent, p)
			continue
		case i == j && p.tau > 0:
			return nil, &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s keeps rows %d and %d at %g from each other, but they are copies, which no map tells apart", p.place, p.i, p.j, p.tau), Remedy: remedy.Say("leave the pair out")}
		case i == j:
			continue
		case p.tau == 0:
			return nil, zeroError(l.param, p.i, p.j)
		}
		tau, pair := p.tau, [2]int{min(i, j), max(i, j)}
		if math.IsNaN(tau) {
			tau = r.between(pair)
		}
		before, twice := seen[pair]
		if twice && before != tau {
			return nil, &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s has rows %d and %d at %g from each other, and a line before it at %g", p.place, p.i, p.j, tau, before), Remedy: remedy.Say("list each pair once")}
		}
		if !twice {
			seen[pair] = tau
			edges = append(edges, engine.Edge{I: pair[0], J: pair[1], Length: tau})
		}
	}
	if err := remarkAbsent(ctx, l, absent, len(edges)); err != nil {
		return nil, err
	}
	return geodesic.FromEdges(len(r.Rows), edges), nil
}

// between is the distance of a pair of distinct rows.
func (r Rows) between(pair [2]int) float64 {
	row := make([]float64, len(r.Rows))
	r.Tau.Row(row, pair[0])
	return row[pair[1]]
}

// remarkAbsent counts the pairs that name rows which are not here, and refuses a list
// of which no pair is left.
func remarkAbsent(ctx context.Context, l *List, absent []listed, left int) error {
	if len(absent) == 0 && left > 0 {
		return nil
	}
	if left > 0 {
		engine.Remark(ctx, "%d of %d pairs of %s are left out, since they name rows that are not among those to be placed, such as rows %d and %d", len(absent), len(l.pairs), l.param, absent[0].i, absent[0].j)
		return nil
	}
	cause := "all pairs are of copies of a row"
	if len(absent) > 0 {
		cause = fmt.Sprintf("none of the %d pairs names two rows that are here: rows %d and %d are not", len(l.pairs), absent[0].i, absent[0].j)
	}
	return &engine.Error{Param: l.param, Cause: cause, Remedy: remedy.Give(l.param, "with the numbers of rows that notes and tables call them by, counted from 0")}
}

// zeroError is the error that two rows that differ are to be at one place.
func zeroError(param string, i, j int) error {
	i, j = min(i, j), max(i, j)
	return &engine.Error{Param: param, Cause: fmt.Sprintf("target distance of rows %d and %d is 0, but the rows differ: it must be positive", i, j), Remedy: remedy.Say("give them a distance, or make the rows equal").Or(remedy.Put("dedupe").After(engine.SourceRole).If("the rows are meant to be one"))}
}

// Check refuses a graph with edges of length zero, whose ends differ, or of no length.
// It blames the parameter that distances come from, if there is one.
func (r Rows) Check(g *engine.Graph, param string) error {
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		for e, tau := range lengths {
			switch {
			case tau == 0:
				return zeroError(param, r.place(i), r.place(int(ends[e])))
			case !(tau > 0) || math.IsInf(tau, 0):
				return &engine.Error{Param: param, Cause: fmt.Sprintf("target distance of rows %d and %d is %v", r.place(i), r.place(int(ends[e])), tau), Remedy: remedy.Say("give distances that are numbers above zero")}
			}
		}
	}
	return nil
}

// Weights says how hard each pair is stretched: 1/τ² of pairs that are in a list, or of
// all that are not kept, 0 of others.
type Weights struct {
	rows    Rows
	keep    *engine.Graph
	listed  *engine.Graph // nil for all pairs but those in keep
	nowhere bool
}

// Stretched returns the weights of the pairs that listed has, or where that is nil of
// all that keep has not. It refuses pairs at no distance, blaming the parameter that
// distances come from. Time O(n²), memory O(n).
func (r Rows) Stretched(ctx context.Context, keep, listed *engine.Graph, param string) (*Weights, error) {
	w := &Weights{rows: r, keep: keep, listed: listed}
	parts, err := parallel.Blocks(ctx, len(r.Rows), 16, w.survey)
	if err != nil {
		return nil, err
	}
	w.nowhere = true
	for _, part := range parts {
		if part.zero != nil {
			return nil, zeroError(param, r.place(part.zero.I), r.place(part.zero.J))
		}
		w.nowhere = w.nowhere && part.count == 0
	}
	return w, nil
}

// A survey counts the stretched pairs of some rows, and has the first at no distance.
type survey struct {
	count int
	zero  *engine.Edge
}

func (w *Weights) survey(lo, hi int) (s survey) {
	tau := make([]float64, len(w.rows.Rows))
	for i := lo; i < hi; i++ {
		w.distances(tau, i)
		for j, t := range tau {
			if !math.IsInf(t, 1) {
				s.count++
			}
			if t == 0 && s.zero == nil {
				s.zero = &engine.Edge{I: min(i, j), J: max(i, j)}
			}
		}
	}
	return s
}

// None reports whether there is no pair to stretch.
func (w *Weights) None() bool { return w.nowhere }

// Row fills dst, of length n, with the weights of row i.
func (w *Weights) Row(dst []float64, i int) {
	w.distances(dst, i)
	for j, tau := range dst {
		dst[j] = 1 / float64(tau*tau)
	}
}

// distances fills dst with the distances of the pairs of row i that are stretched,
// infinite for others.
func (w *Weights) distances(dst []float64, i int) {
	if w.listed != nil {
		for j := range dst {
			dst[j] = math.Inf(1)
		}
		ends, lengths := w.listed.Of(i)
		for e, j := range ends {
			dst[j] = lengths[e]
		}
		return
	}
	w.rows.Tau.Row(dst, i)
	dst[i] = math.Inf(1)
	ends, _ := w.keep.Of(i)
	for _, j := range ends {
		dst[j] = math.Inf(1)
	}
}

// Apart refuses pairs that are both kept and stretched.
func (r Rows) Apart(keep, stretch *engine.Graph) error {
	for i := range keep.Len() {
		kept, _ := keep.Of(i)
		stretched, _ := stretch.Of(i)
		for _, a := range kept {
			for _, b := range stretched {
				if a == b {
					return &engine.Error{Param: "stretch", Cause: fmt.Sprintf("rows %d and %d are both to keep their distance and to be stretched", r.place(i), r.place(int(a))), Remedy: remedy.Say("leave the pair out of one of the lists")}
				}
			}
		}
	}
	return nil
}

// Places are what notes call the distinct rows.
func (r Rows) Places() []int {
	places := make([]int, len(r.Rows))
	for i := range places {
		places[i] = r.place(i)
	}
	return places
}
