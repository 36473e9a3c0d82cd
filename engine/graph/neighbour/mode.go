package neighbour

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Mode says whether lists may be approximate.
type Mode int

const (
	Auto        Mode = iota // exact, unless that takes very long
	Exact                   // the nearest rows, however long it takes
	Approximate             // nearly always the nearest rows
)

// autoWork is the work n²d, in products, from which on Auto asks for approximate
// lists where trees do not help: some minutes of two processors.
const autoWork = 1e13

// Approximate lists are made of so many rows at least, since exact ones are
// faster below, and of so many neighbours at most, of which a leaf is full.
const (
	fewest  = 20_000
	longest = leafRows / 4
)

// A Finder is an engine.Nearer that minds the mode.
type Finder interface {
	engine.Nearer
	Find(ctx context.Context, k int, mode Mode) (*engine.Neighbours, error)
}

// Find returns the k nearest rows of every row. Approximate lists are there
// for points in many columns (engine.Pointed, or a Finder over them), of at
// least 20000 rows and for up to 256 neighbours; all others are exact in any
// mode, by the fastest way that d offers: its own (engine.Nearer), panels of
// points, or else its rows. Exact lists take time O(n²d) at most and memory
// O(n(d + k)).
//
// Approximate lists hold true distances, in order, but may lack rows. Their
// recall is measured against the exact lists of 1000 rows drawn at random, and
// told in a note. Where it stays below 0.95 after further rounds, Auto finds
// exact lists instead, and Approximate fails.
func Find(ctx context.Context, d engine.Distances, k int, mode Mode) (*engine.Neighbours, error) {
	if err := Check(k, d.Len()); err != nil {
		return nil, err
	}
	switch d := d.(type) {
	case Finder:
		return d.Find(ctx, k, mode)
	case engine.Nearer:
		return d.Nearest(ctx, k)
	case engine.Pointed:
		return nearestPoints(ctx, d, k, mode)
	}
	return nearestByRows(ctx, d, k)
}

// findApproximate returns approximate lists, or none in mode Auto if they are not good
// enough.
func findApproximate(ctx context.Context, d engine.Pointed, k int, mode Mode) (*engine.Neighbours, error) {
	a := newApproximation(d.Points(), k)
	recall, err := a.improve(ctx)
	if err != nil {
		return nil, err
	}
	if recall >= minRecall {
		engine.Remark(ctx, "neighbours are approximate: of the %d nearest of 1000 rows drawn at random, %.2f %% were found", k, 100*recall)
		return a.lists(ctx)
	}
	if mode == Approximate {
		return nil, &engine.Error{
			Cause:  fmt.Sprintf("approximate lists would hold only %.1f %% of the %d nearest neighbours", 100*recall, k),
			Remedy: remedy.Say("ask for exact ones").Or(remedy.Put("pca").Which("leaves fewer columns")),
		}
	}
	engine.Remark(ctx, "approximate lists would hold only %.1f %% of the %d nearest neighbours, so exact ones were made", 100*recall, k)
	return nil, nil
}
