package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// A placedName is a name with where it begins, beside its mark or, where marks are
// crowded, away from it on a leash.
type placedName struct {
	text    string
	mark    vg.Point
	from    vg.Point // left end, in the middle of its height
	wide    vg.Length
	leashed bool
}

// box is what the name covers.
func (n placedName) box() vg.Rectangle {
	half := tickSize * 0.6
	return vg.Rectangle{Min: vg.Point{X: n.from.X - 1, Y: n.from.Y - half}, Max: vg.Point{X: n.from.X + n.wide + 1, Y: n.from.Y + half}}
}

// leash is where the stroke from the mark ends: at the nearest point of the box.
func (n placedName) leash() vg.Point {
	b := n.box()
	return vg.Point{X: min(max(n.mark.X, b.Min.X), b.Max.X), Y: min(max(n.mark.Y, b.Min.Y), b.Max.Y)}
}

// sides are where names are tried around a mark, the first before others: right,
// left, above, below, and aslant.
var sides = [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

// placeApart finds a place for each name, so that none lies on another, on a mark or
// beyond the box, as long as there is such a place: first beside its mark, then in
// wider and wider rings around it.
func (f *frame) placeApart(names figure.Names) []placedName {
	const rings, step = 9, 9
	var all []placedName
	marks, lines := f.marksOf(), f.linesOf()
	for i, text := range names.Texts {
		if !f.has(names.X[i], names.Y[i]) {
			continue
		}
		n := placedName{text: fitted(text, f.box.Size().X), mark: f.at(names.X[i], names.Y[i])}
		n.wide = nameStyle.Width(n.text)
		n.from = n.beside(sides[0], gap)
		fewest := math.Inf(1)
	search:
		for ring := range rings {
			for _, side := range sides {
				try := n
				try.from, try.leashed = n.beside(side, gap+vg.Length(ring)*step), ring > 0
				if hits := f.collisions(try, all, marks, lines); hits < fewest {
					n.from, n.leashed, fewest = try.from, try.leashed, hits
				}
				if fewest == 0 {
					break search
				}
			}
		}
		all = append(all, n)
	}
	return all
}

// beside returns where the name begins on a side of its mark at a distance.
func (n placedName) beside(side [2]float64, away vg.Length) vg.Point {
	at := n.mark.Add(vg.Point{X: away * vg.Length(side[0]), Y: (away + tickSize*0.6) * vg.Length(side[1])})
	switch {
	case side[0] < 0:
		at.X -= n.wide
	case side[0] == 0:
		at.X -= n.wide / 2
	}
	return at
}

// collisions weighs what a name would lie on: names more than marks, marks more than
// lines, and the edge of the box most.
func (f *frame) collisions(n placedName, names []placedName, marks []vg.Point, lines [][2]vg.Point) (weight float64) {
	b := n.box()
	if b.Min.X < f.box.Min.X || b.Max.X > f.box.Max.X || b.Min.Y < f.box.Min.Y || b.Max.Y > f.box.Max.Y {
		weight += 100
	}
	for _, other := range names {
		if n.leashed && crosses([2]vg.Point{n.mark, n.leash()}, other.box()) || other.leashed && crosses([2]vg.Point{other.mark, other.leash()}, b) {
			weight += 2
		}
		if o := other.box(); b.Min.X < o.Max.X && o.Min.X < b.Max.X && b.Min.Y < o.Max.Y && o.Min.Y < b.Max.Y {
			weight += 10
		}
	}
	const reach = 4
	for _, m := range marks {
		if m.X > b.Min.X-reach && m.X < b.Max.X+reach && m.Y > b.Min.Y-reach && m.Y < b.Max.Y+reach && m != n.mark {
			weight++
		}
	}
	for _, l := range lines {
		if crosses(l, b) {
			weight += 0.5
		}
	}
	return weight
}

// crosses reports whether a stroke comes into a rectangle, by halves until it is
// short.
func crosses(l [2]vg.Point, b vg.Rectangle) bool {
	low, high := vg.Point{X: min(l[0].X, l[1].X), Y: min(l[0].Y, l[1].Y)}, vg.Point{X: max(l[0].X, l[1].X), Y: max(l[0].Y, l[1].Y)}
	switch {
	case low.X > b.Max.X || high.X < b.Min.X || low.Y > b.Max.Y || high.Y < b.Min.Y:
		return false
	case high.X-low.X < 1 || high.Y-low.Y < 1: // it is upright or level
		return true
	}
	middle := l[0].Add(l[1]).Scale(0.5)
	return crosses([2]vg.Point{l[0], middle}, b) || crosses([2]vg.Point{middle, l[1]}, b)
}

// linesOf returns the strokes of the figure's lines.
func (f *frame) linesOf() (all [][2]vg.Point) {
	for _, layer := range f.fig.Layers {
		l, ok := layer.(figure.Line)
		if !ok {
			continue
		}
		for i := 1; i < len(l.X); i++ {
			if f.has(l.X[i-1], l.Y[i-1]) && f.has(l.X[i], l.Y[i]) {
				all = append(all, [2]vg.Point{f.at(l.X[i-1], l.Y[i-1]), f.at(l.X[i], l.Y[i])})
			}
		}
	}
	return all
}

// marksOf returns where the figure has points.
func (f *frame) marksOf() (all []vg.Point) {
	for _, layer := range f.fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			for i := range p.X {
				if f.has(p.X[i], p.Y[i]) {
					all = append(all, f.at(p.X[i], p.Y[i]))
				}
			}
		}
	}
	return all
}

// drawFree writes names that stand apart, those away from their marks on a leash.
func (f *frame) drawFree(c draw.Canvas, names figure.Names) {
	style := placed(nameStyle, draw.XLeft, draw.YCenter)
	all := f.placeApart(names)
	for _, n := range all {
		if n.leashed {
			end := n.leash()
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: 0.7}, n.mark.X, n.mark.Y, end.X, end.Y)
		}
	}
	for _, n := range all { // on a ground of their own, so that no leash strikes through another name
		if n.leashed || n.struck(all) {
			c.SetColor(ground)
			c.Fill(n.box().Path())
		}
		c.FillText(style, n.from, n.text)
	}
}

// struck reports whether the leash of another name runs through this one.
func (n placedName) struck(all []placedName) bool {
	return slices.ContainsFunc(all, func(other placedName) bool {
		return other.leashed && other.from != n.from && crosses([2]vg.Point{other.mark, other.leash()}, n.box())
	})
}
