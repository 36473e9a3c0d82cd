package neighbourhood

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Natural joins natural neighbours: rows whose Voronoi cells meet, which is the
// Delaunay graph (Sibson 1981, in Interpreting multivariate data, Wiley). It is
// symmetric and connected, and needs no parameter.
//
// The triangulation is made in the affine space that the rows span, by exact
// tests. Rows with many others on one sphere, as of a lattice, have no unique
// one: then every cell is moved by up to 1e-10 of its column's range, by a hash
// of the row, and a note says so. Copies of a row are neighbours of each other,
// and share their neighbours.
//
// Rows may span at most five dimensions, for the number of simplices grows with
// about 2, 7, 32 and 190 a row; beyond that use Gabriel. Time O(n log n) and
// memory O(n) in two dimensions, and in others for rows spread evenly; both are
// O(n^⌈d/2⌉) at worst. It needs points. It is deterministic.
type Natural struct{}

func (Natural) String() string { return "natural" }

// Graph joins the rows of d.
func (f Natural) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	x, err := pointsOf(d, "natural neighbours")
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	space, ok := spanOf(x)
	if !ok {
		return nil, &engine.Error{Param: "graph", Cause: fmt.Sprintf("natural neighbours need rows in at most %d dimensions, got %d columns", mostDimensions, columns), Remedy: remedy.Set("graph", "gabriel").Or(remedy.Put("pca"))}
	}
	copies := groupCopies(space, n)
	pairs, err := delaunay(ctx, space, copies)
	if err != nil {
		return nil, err
	}
	return copies.expand(ctx, n, pairs, f.String())
}

// perRow is about how many simplices there are a row, by dimensions.
var perRow = [...]uint64{2: 2, 3: 7, 4: 32, 5: 190}

// delaunay returns the edges between distinct rows.
func delaunay(ctx context.Context, space affineSpace, c copies) ([][2]int32, error) {
	m, d := len(c.rows), space.d
	if d <= 1 {
		return space.line(c), nil
	}
	if err := memory.Claim(ctx, uint64(m)*perRow[d]*160, fmt.Sprintf("the Delaunay simplices of %d rows in %d dimensions", m, d), remedy.Set("graph", "gabriel", "knn")); err != nil {
		return nil, err
	}
	points := make([]float64, 0, m*d)
	for _, rows := range c.rows {
		points = append(points, space.at(rows[0])...)
	}
	scaleToUnit(points, d)
	order := insertionOrder(points, d)
	t, ok, err := triangulate(ctx, points, d, order, true)
	if err == nil && !ok {
		engine.Remark(ctx, "natural: rows share spheres or hyperplanes, as on a lattice; they are moved by up to 1e-10 of the columns' ranges to decide between their neighbours")
		joggle(points, d)
		t, ok, err = triangulate(ctx, points, d, order, false)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &engine.Error{Param: "graph", Cause: fmt.Sprintf("the rows span %d dimensions to rounding only", d), Remedy: remedy.Put("scale").Or(remedy.Set("graph", "gabriel"))}
	}
	return t.pairs(ctx)
}
