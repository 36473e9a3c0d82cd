package insight

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "umatrix",
		Summary:  "shades how far the units of a self-organising map are apart",
		Use:      "See clusters on a self-organising map as valleys between ridges.",
		Avoid:    "Distances along the grid mean nothing by themselves; few units show no ridges.",
		Formula:  "u_k = mean of ‖m_k − m_l‖ over the neighbours l of unit k",
		Citation: "Ultsch, Siemon 1990, Kohonen's self organizing feature maps for exploratory data analysis, INNC 305–308",
		Examples: []string{`load | sample(300) | scale | som | umatrix`},
		Needs:    engine.NeedEmbedding | engine.NeedUnits,
		Rank:     455,
	}, func() *UMatrix { return new(UMatrix) })
}

// UMatrix draws the grid of a self-organising map, a tile for each unit, shaded by the
// mean distance of the row that it stands for to those of its neighbours. Units that are
// alike make plains; ridges are where the map bridges a gap between clusters. The number
// in a tile is how many training rows are of that unit, if any. Distances are in units
// of the columns. It fails with an *engine.Error for a fold that is not there or was
// let go.
//
// Citation: Ultsch, Siemon 1990, Kohonen's self organizing feature maps for exploratory
// data analysis, INNC 305–308.
type UMatrix struct{ folds.One }

// View draws the figure.
func (m *UMatrix) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	u := run.Embedding.Units
	if u == nil {
		return nil, folds.Thinned(m.Fold)
	}
	tiles, numbers := tilesOf(u)
	return &figure.Figure{
		Name:    "umatrix",
		Title:   "Distances between neighbouring units" + folds.Title(r, m.Fold),
		Caption: "Each tile is a unit, shaded by how far the rows that it and its neighbours stand for are apart, the lighter the farther: clusters are plains of one shade, with a ridge of large distances around them. Numbers are training rows of each unit. How far tiles lie apart says nothing.",
		Equal:   true,
		X:       figure.Axis{Label: "place in the grid, across"},
		Y:       figure.Axis{Label: "place in the grid, up"},
		Layers:  []figure.Layer{tiles, numbers},
		Alt:     unitsText(u),
	}, nil
}

// tilesOf are as wide as a step, and as high as rows are apart, so that they leave no
// gap in a hexagonal grid either; with numbers of rows.
func tilesOf(u *engine.Units) (a figure.Areas, n figure.Names) {
	half := 0.5
	if u.Height > 1 {
		half = u.Places.At(u.Width, 1) / 2
	}
	a.Shade = u.Apart()
	for k, count := range rowCounts(u) {
		x, y := u.Places.At(k, 0), u.Places.At(k, 1)
		a.X0, a.X1, a.Y0, a.Y1 = append(a.X0, x-0.5), append(a.X1, x+0.5), append(a.Y0, y-half), append(a.Y1, y+half)
		if count > 0 {
			n.X, n.Y, n.Texts = append(n.X, x), append(n.Y, y), append(n.Texts, strconv.Itoa(count))
		}
	}
	return a, n
}

// unitsText says the distances and the numbers of rows, and where the ridge is highest.
func unitsText(u *engine.Units) string {
	apart, counts := u.Apart(), rowCounts(u)
	sorted := slices.Sorted(slices.Values(apart))
	at := slices.Index(apart, sorted[len(sorted)-1])
	return fmt.Sprintf("A grid of %d × %d units. Units are %.3g from their neighbours in the median, from %.3g to %.3g, farthest at unit %d across and %d up. A unit has from %d to %s.",
		u.Width, u.Height, quantile(sorted, 0.5), sorted[0], sorted[len(sorted)-1], at%u.Width+1, at/u.Width+1, slices.Min(counts), wording.Plural(slices.Max(counts), "training row"))
}

// rowCounts is how many training rows are of each unit.
func rowCounts(u *engine.Units) []int {
	counts := make([]int, u.Len())
	for _, unit := range u.Rows {
		counts[unit]++
	}
	return counts
}
