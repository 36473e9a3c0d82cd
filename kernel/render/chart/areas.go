package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// How much of its colour an area has.
const (
	areaShade = 0.27 // so little that marks of the same class stand out from it
	bareShade = 0.85 // where no marks lie on areas, so that these tell apart in grey
)

// areaColour is the colour of area i, mixed with the ground.
func (f *frame) areaColour(a figure.Areas, s shades, i int) color.NRGBA {
	fill := faint
	switch {
	case a.Shade != nil:
		fill = s.colour(a.Shade[i])
	case a.Class[i] < len(f.looks):
		fill = f.colours.class(f.looks[a.Class[i]]).Fill
	}
	share := areaShade
	if !f.hasPoints() {
		share = bareShade
	}
	ground := f.theme.ground()
	mix := func(below, v uint8) uint8 { return uint8(float64(below) - share*float64(int(below)-int(v)) + 0.5) }
	return color.NRGBA{mix(ground.R, fill.R), mix(ground.G, fill.G), mix(ground.B, fill.B), 0xFF}
}

// hasPoints reports whether marks are drawn.
func (f *frame) hasPoints() bool {
	return slices.ContainsFunc(f.fig.Layers, func(l figure.Layer) bool { _, are := l.(figure.Points); return are })
}

// areaShades is the span of the shades of areas: that of the points on them, so that
// equal numbers look alike.
func (f *frame) areaShades(a figure.Areas) shades {
	values := a.Shade
	for _, layer := range f.fig.Layers {
		if p, ok := layer.(figure.Points); ok && p.Shade != nil {
			values = p.Shade
			break
		}
	}
	s := f.shadesOf(values)
	s.steps = smallSteps
	return s
}

// drawAreas fills the rectangles, those that look alike and follow each other as one.
func (f *frame) drawAreas(c draw.Canvas, a figure.Areas) {
	s := f.areaShades(a)
	paths := map[color.NRGBA]vg.Path{}
	var order []color.NRGBA
	for i := range a.X0 {
		if !f.hasPlace(a.X0[i], a.Y0[i]) || !f.hasPlace(a.X1[i], a.Y1[i]) {
			continue
		}
		r, ok := f.inBox(vg.Rectangle{Min: f.at(a.X0[i], a.Y0[i]), Max: f.at(a.X1[i], a.Y1[i])})
		if !ok {
			continue
		}
		fill := f.areaColour(a, s, i)
		if paths[fill] == nil {
			order = append(order, fill)
		}
		r.Max = r.Max.Add(vg.Point{X: 0.25, Y: 0.25}) // no seams
		paths[fill] = append(paths[fill], r.Path()...)
	}
	for _, fill := range order {
		c.SetColor(fill)
		c.Fill(paths[fill])
	}
}
