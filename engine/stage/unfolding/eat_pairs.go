package unfolding

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/semidefinite"
	"unfold/engine/graph/constraint"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/parallel"
	"unfold/engine/wording"
)

// Words for the stretched pairs.
const (
	stretchOthers = "others"
	stretchNone   = "none"
)

// A pairList is a parameter that lists pairs, with its value.
type pairList struct {
	param string
	value any
}

// lists are the parameters that list pairs.
func (m *EAT) lists() (all []pairList) {
	if m.Keep != nil {
		all = append(all, pairList{"keep", m.Keep})
	}
	if m.Stretch != nil && m.Stretch != stretchOthers && m.Stretch != stretchNone {
		all = append(all, pairList{"stretch", m.Stretch})
	}
	return all
}

// eatPairs are what places of distinct rows are held to.
type eatPairs struct {
	rows    constraint.Rows
	keep    *engine.Graph // S, connected, with its distances
	stretch *engine.Graph // O, if it is listed, or nil
}

// pairs finds the kept pairs and the stretched ones.
func (m *EAT) pairs(ctx context.Context, rows constraint.Rows) (p eatPairs, err error) {
	p.rows = rows
	if p.keep, err = m.kept(parallel.Part(ctx, 0, 0.8), rows); err != nil {
		return p, err
	}
	if err := rows.Check(p.keep, m.toldBy()); err != nil {
		return p, err
	}
	name := nameOfNeighbours
	if m.Keep != nil {
		name = "keep list"
	}
	if p.keep, err = joined(parallel.Part(ctx, 0.8, 1), name, p.keep, rows); err != nil {
		return p, err
	}
	if err := rows.Check(p.keep, m.toldBy()); err != nil { // bridges too
		return p, err
	}
	if m.Stretch == nil || m.Stretch == stretchOthers || m.Stretch == stretchNone {
		return p, nil
	}
	list, err := constraint.Read(ctx, "stretch", m.Stretch)
	if err != nil {
		return p, err
	}
	if p.stretch, err = rows.Listed(ctx, list); err != nil {
		return p, err
	}
	return p, rows.Apart(p.keep, p.stretch)
}

// kept are the pairs that are listed, or neighbours.
func (m *EAT) kept(ctx context.Context, rows constraint.Rows) (*engine.Graph, error) {
	if m.Keep == nil {
		return rows.Nearest(ctx, m.neighbours(len(rows.Rows)))
	}
	list, err := constraint.Read(ctx, "keep", m.Keep)
	if err != nil {
		return nil, err
	}
	return rows.Listed(ctx, list)
}

// neighbours is k of n rows.
func (m *EAT) neighbours(n int) int {
	const few, least, usual = 60, 3, 6
	switch {
	case m.K != engine.Auto:
		return m.K
	case n <= few:
		return min(least, n-1)
	}
	return usual
}

// toldBy is the parameter that distances come from, if there is one.
func (m *EAT) toldBy() string {
	switch {
	case len(m.Targets) > 0:
		return "targets"
	case m.Tau != nil:
		return "tau"
	}
	return ""
}

// nameOfNeighbours is what notes call a graph of neighbours.
const nameOfNeighbours = "neighbourhood graph"

// joined returns the graph in one part, and remarks on its bridges by its name.
func joined(ctx context.Context, name string, g *engine.Graph, rows constraint.Rows) (*engine.Graph, error) {
	whole, err := geodesic.Agglomerate(ctx, g, rows.Tau)
	if err == nil && len(whole.Bridges) > 0 {
		geodesic.RemarkBridgesOf(ctx, name, whole, rows.Places())
	}
	return whole, err
}

// unfold places the rows, and again while a kept pair is under too much tension, if
// such pairs are to be dropped.
func (m *EAT) unfold(ctx context.Context, p *eatPairs, k *similarity) (*semidefinite.Solution, error) {
	most := 0
	if m.Prune == "yes" {
		most = len(p.keep.End) / 2 / 20
	}
	var dropped []string
	found, err := m.solve(parallel.Part(ctx, 0, 1/float64(most+1)), *p, k, nil)
	for err == nil && len(dropped) < most {
		worst, over := mostTense(p.keep, found.Tension)
		if over <= muchTension {
			break
		}
		without, agglomerated := geodesic.Agglomerate(ctx, withoutEdge(p.keep, worst), p.rows.Tau)
		if agglomerated != nil {
			return nil, agglomerated
		}
		if slices.ContainsFunc(without.Bridges, func(b engine.Edge) bool { return b.I == worst.I && b.J == worst.J }) {
			break // it is what holds two parts together
		}
		places := p.rows.Places()
		i, j := places[worst.I], places[worst.J]
		dropped = append(dropped, fmt.Sprintf("rows %d and %d (%.2g times the median tension)", min(i, j), max(i, j), over))
		p.keep = without
		done := float64(len(dropped)) / float64(most+1)
		found, err = m.solve(parallel.Part(ctx, done, done+1/float64(most+1)), *p, k, found.Y)
	}
	if len(dropped) > 0 {
		engine.Remark(ctx, "%s no longer kept: %s", wording.Count(len(dropped), "pair"), strings.Join(dropped, ", "))
	}
	return found, err
}

// muchTension is how many times the median tension of a kept pair drops it: short
// circuits of rolls had nine times and more, graphs without any six at most.
const muchTension = 7

// mostTense returns the kept pair that is stretched most, and how many times the
// median tension it is under.
func mostTense(g *engine.Graph, tension []float64) (worst engine.Edge, over float64) {
	sizes, largest := make([]float64, len(tension)), math.Inf(-1)
	for i := range g.Len() {
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			sizes[e] = math.Abs(tension[e])
			if j := int(g.End[e]); i < j && tension[e] > largest {
				worst, largest = engine.Edge{I: i, J: j, Length: g.Length[e]}, tension[e]
			}
		}
	}
	slices.Sort(sizes)
	return worst, largest / sizes[len(sizes)/2]
}

// withoutEdge returns g without an edge and without the record of its bridges.
func withoutEdge(g *engine.Graph, gone engine.Edge) *engine.Graph {
	var edges []engine.Edge
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		for e, j := range ends {
			if i < int(j) && (i != gone.I || int(j) != gone.J) {
				edges = append(edges, engine.Edge{I: i, J: int(j), Length: lengths[e]})
			}
		}
	}
	without := geodesic.FromEdges(g.Len(), edges)
	without.K = g.K
	return without
}

// solve solves the semidefinite programme.
func (m *EAT) solve(ctx context.Context, p eatPairs, k *similarity, start *mat.Dense) (*semidefinite.Solution, error) {
	problem := semidefinite.Problem{Keep: p.keep, Nu: m.Nu, Dim: m.Dim, Basis: k.basis, Start: start, Tolerance: usualGap}
	if n := p.keep.Len(); n <= fewRows && k.basis == nil && m.Prune != "yes" {
		problem.Tolerance = smallGap
	}
	if m.Stretch != stretchNone {
		weights, err := p.rows.Stretched(ctx, p.keep, p.stretch, m.toldBy())
		if err != nil {
			return nil, err
		}
		if !weights.None() {
			if problem.Stretch, err = semidefinite.NewWeighted(ctx, p.keep.Len(), weights.Row); err != nil {
				return nil, err
			}
		}
	}
	if problem.Stretch == nil {
		engine.Remark(ctx, "there is no pair to stretch: kept distances alone place the rows, which may leave folds as they are found")
	}
	return semidefinite.Solve(ctx, problem)
}

// The gaps that places are certified to: few rows are placed as exactly as can be
// told, many as well as anybody sees.
const fewRows, smallGap, usualGap = 60, 1e-6, 1e-4
