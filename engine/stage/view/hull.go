package view

import (
	"cmp"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// An outline is asked for around most rows of each class.
type outline struct {
	Hull float64 // the share of rows inside; zero for none
}

func (o *outline) declare(p *engine.Params) {
	p.Float(&o.Hull, "hull", 0, engine.Between(0, 1), "the share of the rows of each class that a convex outline goes around: 0 draws none, 1 goes around all, less leaves out the outermost").Quietly()
}

// add adds outlines to a figure, around the points that are no rings, and says so.
func (o *outline) add(f *figure.Figure) error {
	if o.Hull == 0 {
		return nil
	}
	for _, part := range f.Leaves() {
		strokes := figure.Segments{Name: "outlines", Strong: true}
		for _, layer := range part.Layers {
			p, ok := layer.(figure.Points)
			switch {
			case !ok || p.Ring || p.Name == "unlabelled" || p.Name == "without a label":
				continue
			case p.Z != nil:
				return &engine.Error{Param: "hull", Cause: "outlines are drawn in a plane, not in space", Remedy: remedy.Set("z", "none").Or(remedy.Omit("hull"))}
			}
			strokes = o.around(strokes, p.X, p.Y, p.Class, len(part.Classes))
		}
		part.Layers = append(part.Layers, strokes)
	}
	f.Caption += " " + o.said()
	return nil
}

// said explains outlines.
func (o *outline) said() string {
	which := "all rows"
	if o.Hull < 1 {
		which = fmt.Sprintf("%.3g %% of the rows", 100*o.Hull)
	}
	return fmt.Sprintf("Outlines go around %s of each class that were learned from; they are convex, so that a bent class fills less than its outline.", which)
}

// around adds the outline of each class, or of all points where they have none.
func (o *outline) around(strokes figure.Segments, x, y []float64, class []int, classes int) figure.Segments {
	groups := make([][]int, max(1, classes))
	for i := range x {
		switch {
		case class == nil:
			groups[0] = append(groups[0], i)
		case class[i] >= 0 && class[i] < classes:
			groups[class[i]] = append(groups[class[i]], i)
		}
	}
	for g, group := range groups {
		hull := peeled(x, y, group, o.Hull)
		for k, from := range hull {
			to := hull[(k+1)%len(hull)]
			strokes = strokes.With(x[from], y[from], x[to], y[to])
			if class != nil {
				strokes.Class = append(strokes.Class, g)
			}
		}
	}
	return strokes
}

// peeled is the convex hull of the innermost share of some points: hulls are taken off from
// outside as long as that share is left (Barnett 1976, doi:10.2307/2344839).
func peeled(x, y []float64, points []int, share float64) (hull []int) {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b int) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]), cmp.Compare(a, b))
	})
	fewest := share * float64(len(points))
	for {
		hull = hullOf(x, y, points)
		on := make(map[int]bool, len(hull))
		for _, i := range hull {
			on[i] = true
		}
		inside := slices.DeleteFunc(slices.Clone(points), func(i int) bool { return on[i] })
		if len(inside) < 3 || float64(len(inside)) < fewest {
			return hull
		}
		points = inside
	}
}

// hullOf returns the corners of the convex hull of points in the order of x and then y,
// around it: the lower chain and then the upper one (Andrew 1979,
// doi:10.1016/0020-0190(79)90072-3).
func hullOf(x, y []float64, points []int) []int {
	if len(points) < 3 {
		return points
	}
	left := func(a, b, c int) bool {
		return float64((x[b]-x[a])*(y[c]-y[a]))-float64((y[b]-y[a])*(x[c]-x[a])) > 0
	}
	chain := func(points []int) (corners []int) {
		for _, i := range points {
			for len(corners) > 1 && !left(corners[len(corners)-2], corners[len(corners)-1], i) {
				corners = corners[:len(corners)-1]
			}
			corners = append(corners, i)
		}
		return corners[:len(corners)-1]
	}
	back := slices.Clone(points)
	slices.Reverse(back)
	return append(chain(points), chain(back)...)
}
