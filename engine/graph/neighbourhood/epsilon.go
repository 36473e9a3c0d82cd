package neighbourhood

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
)

// Epsilon joins rows that are near: G_ij = 1 where d_ij ≤ eps, so that G is
// symmetric but for lone rows.
//
// By itself eps is (ln n / n)^(1/d), about where a random graph in the unit cube
// becomes connected (Penrose 1997, doi:10.1214/aoap/1034625335), in units of the
// columns: times the root mean square of the ranges of the d columns that have
// one. A metric without points has no columns, and must be given eps.
//
// A row without any neighbour gets its nearest one, unless Lone says otherwise;
// how many did is told in a note. Copies of a row are its neighbours whatever eps.
// Time that of balls, memory O(edges), asked for before it is taken. It is
// deterministic.
type Epsilon struct {
	Eps  float64 // radius, in the units of the metric, or engine.Auto
	Lone string  // rows without neighbours: "nearest" (or ""), "leave" or "error"
}

func (f Epsilon) String() string { return "epsilon(eps=" + auto(f.Eps) + ")" }

// Graph joins the rows of d.
func (f Epsilon) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	eps := f.Eps
	if eps == engine.Auto {
		x, err := pointsOf(d, "radii by themselves")
		if err != nil {
			return nil, &engine.Error{Param: "eps", Cause: "eps must be given, since the metric has no points to choose it from", Remedy: remedy.Give("eps", "in the metric's units")}
		}
		eps = usualRadius(x)
	}
	balls, err := neighbour.Within(ctx, d, eps)
	if err != nil {
		return nil, err
	}
	lists, lone := make([][]int32, d.Len()), []int{}
	for i := range lists {
		if lists[i], _ = balls.Of(i); len(lists[i]) == 0 {
			lone = append(lone, i)
		}
	}
	if err := f.joinLone(ctx, d, eps, lists, lone); err != nil {
		return nil, err
	}
	return fromLists(ctx, lists, f.String())
}

// joinLone gives lone rows their nearest neighbours.
func (f Epsilon) joinLone(ctx context.Context, d engine.Distances, eps float64, lists [][]int32, lone []int) error {
	if len(lone) == 0 || f.Lone == "leave" {
		return nil
	}
	n := len(lists)
	if f.Lone == "error" {
		return &engine.Error{Param: "eps", Cause: fmt.Sprintf("%d of %d rows have no neighbour within eps = %.4g", len(lone), n, eps), Remedy: remedy.Raise("eps")}
	}
	if err := neighbour.Check(1, n); err != nil {
		return err
	}
	nearest, err := neighbour.Nearest(ctx, d, 1)
	if err != nil {
		return err
	}
	for _, i := range lone {
		lists[i], _ = nearest.Of(i)
	}
	engine.Remark(ctx, "epsilon: %d of %d rows have no neighbour within eps = %.4g; their nearest is used", len(lone), n, eps)
	return nil
}

// usualRadius returns (ln n / n)^(1/d) times the root mean square range of the
// columns that have one.
func usualRadius(x *mat.Dense) float64 {
	n, d := x.Dims()
	var squares, ranging float64
	column := make([]float64, n)
	for c := range d {
		mat.Col(column, c, x)
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range column {
			low, high = min(low, v), max(high, v)
		}
		if high > low {
			squares += float64((high - low) * (high - low))
			ranging++
		}
	}
	if ranging == 0 {
		return 0
	}
	return elementary.Pow(elementary.Log(float64(n))/float64(n), 1/ranging) * math.Sqrt(squares/ranging)
}
