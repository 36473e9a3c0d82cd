package chart

import (
	"math"
	"slices"

	"unfold/engine/figure"
)

// A viewpoint is from where a figure in space is seen: turned about the upright axis,
// and raised above the floor, in radians.
type viewpoint struct{ turned, raised float64 }

// usualViewpoint is that of a picture, and where turning begins.
var usualViewpoint = viewpoint{-60 * math.Pi / 180, 30 * math.Pi / 180}

// see returns where a position stands across and up as it is seen, and how near it is.
func (v viewpoint) see(x, y, z float64) (across, up, near float64) {
	st, ct := math.Sincos(v.turned)
	sr, cr := math.Sincos(v.raised)
	ahead := x*ct + y*st
	return y*ct - x*st, z*cr - ahead*sr, ahead*cr + z*sr
}

// A cube is the room of a figure in space: its middle, and half its side, as long along
// all axes.
type cube struct {
	middle [3]float64
	half   float64
}

// isSpatial reports whether points of a figure stand in space.
func isSpatial(fig *figure.Figure) bool {
	return slices.ContainsFunc(fig.Layers, func(l figure.Layer) bool { p, ok := l.(figure.Points); return ok && p.Z != nil })
}

// cubeOf returns the cube around all points in space.
func cubeOf(fig *figure.Figure) cube {
	var c cube
	for axis := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, layer := range fig.Layers {
			p, ok := layer.(figure.Points)
			if !ok || p.Z == nil {
				continue
			}
			for _, v := range [][]float64{p.X, p.Y, p.Z}[axis] {
				if shown(v, false) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
		if low > high {
			low, high = 0, 1
		}
		c.middle[axis] = low/2 + high/2
		c.half = max(c.half, high/2-low/2)
	}
	if c.half == 0 {
		c.half = 1
	}
	return c
}

// floor is the corners of the floor of a cube, in their order around it.
var floor = [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}

// edges returns the edges of the unit cube: the floor, the lid, the uprights.
func (c cube) edges() (all [][2][3]float64) {
	for _, z := range []float64{-1, 1} {
		for i, from := range floor {
			to := floor[(i+1)%4]
			all = append(all, [2][3]float64{{from[0], from[1], z}, {to[0], to[1], z}})
		}
	}
	for _, at := range floor {
		all = append(all, [2][3]float64{{at[0], at[1], -1}, {at[0], at[1], 1}})
	}
	return all
}

// labelled are where the names of the three axes stand: beside the middle of an edge.
var labelled = [3][3]float64{{0, -1.18, -1.1}, {1.18, 0, -1.1}, {-1.12, -1.12, 0}}

// flat returns a figure in space as it is seen from a viewpoint, in a plane: the points,
// far ones first, and the cube around them.
func flat(fig *figure.Figure, from viewpoint) *figure.Figure {
	c := cubeOf(fig)
	drawn := *fig
	drawn.X, drawn.Y = roomAxis(), roomAxis()
	drawn.Equal, drawn.Layers = true, nil
	room := figure.Segments{Border: false}
	for _, e := range c.edges() {
		x0, y0, _ := from.see(e[0][0], e[0][1], e[0][2])
		x1, y1, _ := from.see(e[1][0], e[1][1], e[1][2])
		room = room.With(x0, y0, x1, y1)
	}
	drawn.Layers = append(drawn.Layers, room)
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok && p.Z != nil {
			drawn.Layers = append(drawn.Layers, c.seen(p, from))
		}
	}
	names := figure.Names{Middle: true}
	for axis, label := range []string{fig.X.Label, fig.Y.Label, fig.Z.Label} {
		x, y, _ := from.see(labelled[axis][0], labelled[axis][1], labelled[axis][2])
		names.X, names.Y, names.Texts = append(names.X, x), append(names.Y, y), append(names.Texts, label)
	}
	drawn.Layers = append(drawn.Layers, names)
	return &drawn
}

// roomAxis is an axis that the room has place on as it is seen.
func roomAxis() figure.Axis {
	return figure.Axis{Labels: []string{}, Low: -1.78, High: 1.78, Loose: true}
}

// seen returns points as they are seen, far ones first.
func (c cube) seen(p figure.Points, from viewpoint) figure.Points {
	n := len(p.X)
	x, y, near, order := make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for i := range n {
		x[i], y[i], near[i] = from.see((p.X[i]-c.middle[0])/c.half, (p.Y[i]-c.middle[1])/c.half, (p.Z[i]-c.middle[2])/c.half)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case near[a] < near[b]:
			return -1
		case near[a] > near[b]:
			return 1
		}
		return 0
	})
	p.X, p.Y, p.Z = x, y, nil
	return p.Take(order)
}

// liveSpaceOf is the room of a figure as a script turns it; nil of a figure in a plane.
func liveSpaceOf(fig *figure.Figure) *liveSpace {
	if !isSpatial(fig) {
		return nil
	}
	c := cubeOf(fig)
	return &liveSpace{Middle: c.middle, Half: c.half, Turned: usualViewpoint.turned, Raised: usualViewpoint.raised,
		Names: [3]string{fig.X.Label, fig.Y.Label, fig.Z.Label}, At: labelled}
}
