package chart

import (
	"math"
	"unfold/engine/figure"
	"unfold/kernel/render/outline"
	"unfold/kernel/render/pack"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A frame is a figure laid out on an area: where its data go and what stands
// around them.
type frame struct {
	fig            *figure.Figure
	looks          []int        // of the classes, by number
	area           vg.Rectangle // the whole figure
	box            vg.Rectangle // the data
	corner         vg.Point     // how far the box may reach, up and to the right
	x, y           scale
	xTicks, yTicks []tick
	slanted        bool // names under the box stand aslant
	title          []string
	legend         legend  // beside the data
	key            key     // of a narrow figure in its place, above the data
	steps          float64 // of shades
	colours        colours
	theme          theme
	across, up     pack.Ruler // by which positions are packed for a page's script
	space          bool       // points stand in space, and hide those behind them
}

// In how many steps a figure shades its marks, and a small one: more are not told
// apart, and make a heavy picture.
const (
	manySteps  = 48
	smallSteps = 12
)

// Distances between the parts of a figure.
const (
	margin vg.Length = 8
	gap    vg.Length = 5
	slant            = math.Pi / 5
)

// layOut finds the place of each part of the figure. The room that labels
// take and the numbers that fit depend on each other, so a second round
// settles what the first has guessed.
func layOut(fig *figure.Figure, looks *Looks, area vg.Rectangle) *frame {
	if nodes, ok := nodesOf(fig); ok {
		return treeFrame(fig, nodes, looks, area)
	}
	fig = fig.OnAxes()
	f := newFrame(fig, looks, area, manySteps)
	inner := area.Size().X - 2*margin
	f.title = wrap(titleStyle, fig.Title, inner, 2)
	if area.Size().X < narrow {
		f.key = keyOf(fig, looks, inner)
		return f.settle()
	}
	f.legend = newLegend(fig, f.looks, f.colours, inner*0.36, area.Size().Y-3*margin-vg.Length(len(f.title))*titleSize*1.3)
	return f.settle()
}

// narrow is the width below which a figure has no room for a legend beside its data.
const narrow vg.Length = 400

// layOutBare lays out a figure that has neither title nor legend of its own.
func layOutBare(fig *figure.Figure, looks *Looks, area vg.Rectangle) *frame {
	return newFrame(fig, looks, area, smallSteps).settle()
}

// newFrame returns a frame with nothing in its place yet.
func newFrame(fig *figure.Figure, looks *Looks, area vg.Rectangle, steps float64) *frame {
	space := isSpatial(fig)
	if space {
		fig = flat(fig, usualViewpoint)
	}
	fig = fig.OnAxes()
	t := themeOf(fig.Style.Theme)
	colours := coloursOf(fig.Style.Palette)
	colours.ground = t.ground()
	return &frame{fig: fig, looks: looks.ofFigure(fig), area: area, steps: steps, colours: colours, theme: t, space: space}
}

// settle places the data once it is known what stands above them and beside.
func (f *frame) settle() *frame {
	area := f.area
	f.box = vg.Rectangle{
		Min: vg.Point{X: area.Min.X + 50, Y: area.Min.Y + 45},
		Max: vg.Point{X: area.Max.X - f.legend.room(), Y: area.Max.Y - margin - vg.Length(len(f.title))*titleSize*1.3 - gap - f.key.height},
	}
	f.corner = f.box.Max
	for range 2 {
		f.scales()
		f.fit()
	}
	f.scales()
	return f
}

var (
	titleStyle = bold(sans(titleSize, ink))
	labelStyle = sans(labelSize, ink)
	tickStyle  = sans(tickSize, soft)
)

// scales chooses what the axes span and where their ticks stand.
func (f *frame) scales() {
	f.box.Max = f.corner
	w, h := f.box.Size().X, f.box.Size().Y
	if rows, columns, ok := gridOf(f.fig); ok {
		f.x = scale{lo: -0.5, hi: float64(columns) - 0.5, axis: figure.Axis{Labels: f.fig.X.Labels, Whole: true}}
		f.y = scale{lo: float64(rows) - 0.5, hi: -0.5, axis: figure.Axis{Labels: f.fig.Y.Labels, Whole: true}}
		if isSilent(f.fig) {
			w, h = min(w, silentWidth*vg.Length(columns)), min(h, silentHeight*vg.Length(rows))
			f.box.Max = f.box.Min.Add(vg.Point{X: w, Y: h})
		}
	} else {
		xs, ys := positions(f.fig)
		f.x, f.y = newScale(f.fig.X, xs...).roomFor(namesOf(f.fig), w), newScale(f.fig.Y, ys...).onFloor(f.fig, ys)
		f.x, f.y = f.x.within(f.fig.X), f.y.within(f.fig.Y)
	}
	if f.fig.Equal && !f.fig.X.Log && !f.fig.Y.Log {
		f.equalUnits()
		w, h = f.box.Size().X, f.box.Size().Y
	}
	rows := int(h / (tickSize * 3))
	if f.y.axis.Labels != nil {
		rows = int(h / (tickSize * 1.2))
	}
	f.xTicks, f.yTicks = ticksAcross(f.x, w), cutNames(f.y.ticks(rows))
}

// leastBox is the share of its room that the box keeps, however far equal units would draw
// it in: limits of which one is fifty times as far as the other would leave a line of it.
const leastBox = 0.2

// equalUnits makes a unit as long on both axes. It stretches the axis that has fewer units
// for its length, or draws in the box along it where the reader has set its limits.
func (f *frame) equalUnits() {
	size := f.box.Size()
	ux, uy := math.Abs(f.x.hi-f.x.lo)/float64(size.X), math.Abs(f.y.hi-f.y.lo)/float64(size.Y)
	switch fixed := func(a figure.Axis) bool { return limited(a) && !a.Loose }; {
	case ux < uy && fixed(f.fig.X):
		f.box.Max.X = f.box.Min.X + size.X*vg.Length(max(leastBox, ux/uy))
	case ux < uy:
		f.x = f.x.widen(uy / ux)
	case fixed(f.fig.Y):
		f.box.Max.Y = f.box.Min.Y + size.Y*vg.Length(max(leastBox, uy/ux))
	default:
		f.y = f.y.widen(ux / uy)
	}
}

// ticksAcross returns as many ticks as a width has room for.
func ticksAcross(s scale, width vg.Length) []tick {
	if s.axis.Labels != nil {
		return cutNames(s.ticks(int(width / (tickSize * 1.5)))) // names may stand aslant
	}
	for count := int(width / 34); count > 2; count-- {
		if ticks := s.ticks(count); apart(s, ticks, width) {
			return ticks
		}
	}
	return s.ticks(2)
}

// apart reports whether the labels of ticks leave room between them.
func apart(s scale, ticks []tick, width vg.Length) bool {
	end := -width
	for _, t := range ticks {
		middle, half := width*vg.Length(s.at(t.at)), tickStyle.Width(t.label)/2
		if middle-half < end+2*gap {
			return false
		}
		end = middle + half
	}
	return true
}

// cutNames shortens names that would leave no room for the data.
func cutNames(ticks []tick) []tick {
	const most = 90
	for i := range ticks {
		ticks[i].label = cut(tickStyle, ticks[i].label, most)
	}
	return ticks
}

// fit gives the labels the room they need and leaves the rest to the box.
func (f *frame) fit() {
	var widest, row, below vg.Length
	for _, t := range f.yTicks {
		widest = max(widest, tickStyle.Width(t.label))
	}
	for _, t := range f.xTicks {
		w := tickStyle.Width(t.label)
		row, below = max(row, w), max(below, w*vg.Length(math.Sin(slant))+tickSize)
	}
	f.slanted = f.x.axis.Labels != nil && (row+gap)*vg.Length(len(f.xTicks)) > f.box.Size().X
	if !f.slanted {
		below = tickSize * 1.2
	}
	left, bottom := margin+widest+gap, margin+below+gap
	if f.fig.Y.Label != "" {
		left += labelSize * 1.5
	}
	if f.fig.X.Label != "" {
		bottom += labelSize * 1.5
	}
	f.box.Min = vg.Point{X: f.area.Min.X + left, Y: f.area.Min.Y + bottom}
}

// at returns the place of a position.
func (f *frame) at(x, y float64) vg.Point {
	return vg.Point{
		X: f.box.Min.X + f.box.Size().X*vg.Length(f.x.at(x)),
		Y: f.box.Min.Y + f.box.Size().Y*vg.Length(f.y.at(y)),
	}
}

// has reports whether a position can be shown on the axes.
func (f *frame) has(x, y float64) bool {
	return shown(x, f.fig.X.Log) && shown(y, f.fig.Y.Log) && !beyond(x, f.fig.X) && !beyond(y, f.fig.Y)
}

// isCut reports whether marks may reach beyond the box: on axes that say where they end.
func (f *frame) isCut() bool { return limited(f.fig.X) || limited(f.fig.Y) }

// hasPlace reports whether a position has a place on the axes or beyond their ends.
func (f *frame) hasPlace(x, y float64) bool { return shown(x, f.fig.X.Log) && shown(y, f.fig.Y.Log) }

// inBox returns the part of a rectangle that lies in the box, if one does.
func (f *frame) inBox(r vg.Rectangle) (vg.Rectangle, bool) {
	if !f.isCut() {
		return r, true
	}
	return outline.Within(r, f.box)
}

// stroke returns where a stroke between two positions runs in the box, if it does.
func (f *frame) stroke(x0, y0, x1, y1 float64) (from, to vg.Point, ok bool) {
	if !f.hasPlace(x0, y0) || !f.hasPlace(x1, y1) {
		return from, to, false
	}
	if from, to = f.at(x0, y0), f.at(x1, y1); !f.isCut() {
		return from, to, true
	}
	return outline.Cut(from, to, f.box)
}

// draw draws the figure.
func (f *frame) draw(c draw.Canvas) {
	f.drawAxes(c)
	for i, layer := range f.fig.Layers {
		switch layer := layer.(type) {
		case figure.Segments:
			f.drawSegments(c, layer)
		case figure.Line:
			f.drawLine(c, layer, lineNumber(f.fig, i))
		case figure.Points:
			f.drawPoints(c, layer)
		case figure.Images:
			f.drawImages(c, layer)
		case figure.Cells:
			f.drawCells(c, layer)
		case figure.Band:
			f.drawBand(c, layer, lineNumber(f.fig, i))
		case figure.Bars:
			f.drawBars(c, layer, lineNumber(f.fig, i))
		case figure.Names:
			f.drawNames(c, layer)
		case figure.Areas:
			f.drawAreas(c, layer)
		}
	}
	f.legend.draw(c, vg.Point{X: f.box.Max.X + 2*margin, Y: f.box.Max.Y})
	f.key.draw(c, vg.Point{X: f.area.Min.X + margin, Y: f.box.Max.Y + f.key.height + gap/2})
}

func (f *frame) drawAxes(c draw.Canvas) {
	for i, line := range f.title {
		at := vg.Point{X: f.area.Min.X + margin, Y: f.area.Max.Y - margin - vg.Length(i)*titleSize*1.3}
		c.FillText(placed(titleStyle, draw.XLeft, draw.YTop), at, line)
	}
	f.drawRules(c)
	for _, t := range f.xTicks {
		f.nameBelow(c, f.box.Min.X+f.box.Size().X*vg.Length(f.x.at(t.at)), t.label)
	}
	for _, t := range f.yTicks {
		y := f.box.Min.Y + f.box.Size().Y*vg.Length(f.y.at(t.at))
		c.FillText(placed(tickStyle, draw.XRight, draw.YCenter), vg.Point{X: f.box.Min.X - gap, Y: y}, t.label)
	}
	mid := f.box.Min.Add(f.box.Size().Scale(0.5))
	c.FillText(placed(labelStyle, draw.XCenter, draw.YBottom), vg.Point{X: mid.X, Y: f.area.Min.Y + margin}, cut(labelStyle, f.fig.X.Label, f.box.Size().X))
	side := placed(labelStyle, draw.XCenter, draw.YTop)
	side.Rotation = math.Pi / 2
	c.FillText(side, vg.Point{X: f.area.Min.X + margin, Y: mid.Y}, cut(labelStyle, f.fig.Y.Label, f.box.Size().Y))
}

// drawRules draws the lines of the ticks and the axes; cells have borders of
// their own.
func (f *frame) drawRules(c draw.Canvas) {
	if _, _, isGrid := gridOf(f.fig); isGrid || f.fig.Diagram {
		return
	}
	thin, spine := draw.LineStyle{Color: grid, Width: 0.75}, draw.LineStyle{Color: rule, Width: 0.9}
	for _, t := range f.xTicks {
		x := f.box.Min.X + f.box.Size().X*vg.Length(f.x.at(t.at))
		c.StrokeLine2(thin, x, f.box.Min.Y, x, f.box.Max.Y)
	}
	for _, t := range f.yTicks {
		y := f.box.Min.Y + f.box.Size().Y*vg.Length(f.y.at(t.at))
		c.StrokeLine2(thin, f.box.Min.X, y, f.box.Max.X, y)
	}
	if len(f.yTicks) > 0 {
		c.StrokeLine2(spine, f.box.Min.X, f.box.Min.Y, f.box.Min.X, f.box.Max.Y)
	}
	if len(f.xTicks) > 0 {
		c.StrokeLine2(spine, f.box.Min.X, f.box.Min.Y, f.box.Max.X, f.box.Min.Y)
	}
}

// nameBelow writes the name of a tick under the box.
func (f *frame) nameBelow(c draw.Canvas, x vg.Length, name string) {
	at := vg.Point{X: x, Y: f.box.Min.Y - gap}
	if !f.slanted {
		c.FillText(placed(tickStyle, draw.XCenter, draw.YTop), at, name)
		return
	}
	style := placed(tickStyle, draw.XRight, draw.YTop)
	style.Rotation = slant
	c.FillText(style, at.Add(vg.Point{X: gap}), name)
}

// positions returns all coordinates of the figure's marks.
func positions(fig *figure.Figure) (xs, ys [][]float64) {
	for _, layer := range fig.Layers {
		switch layer := layer.(type) {
		case figure.Points:
			xs, ys = append(xs, layer.X), append(ys, layer.Y)
		case figure.Line:
			xs, ys = append(xs, layer.X), append(ys, layer.Y)
		case figure.Segments:
			xs, ys = append(xs, layer.X0, layer.X1), append(ys, layer.Y0, layer.Y1)
		case figure.Areas:
			xs, ys = append(xs, layer.X0, layer.X1), append(ys, layer.Y0, layer.Y1)
		case figure.Names:
			xs, ys = append(xs, layer.X), append(ys, layer.Y)
		case figure.Bars:
			xs, ys = append(xs, layer.Low, layer.High), append(ys, layer.Y, []float64{0})
		case figure.Band:
			xs, ys = append(xs, layer.X), append(ys, layer.Low, layer.High)
		}
	}
	return xs, ys
}

// lineNumber counts the full lines and the bars before layer i, which gives it
// its colour.
func lineNumber(fig *figure.Figure, i int) int { return fullLines(fig.Layers[:i]) }

// point is the look of points without class: that of the class after the
// last line, so that they stand out from lines they lie on, or grey where others
// have a class or a shade.
func (k colours) point(fig *figure.Figure) Style {
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok && (p.Class != nil || p.Shade != nil) {
			return Style{Fill: faint, Edge: edge(faint, k.ground)}
		}
	}
	return k.class(fullLines(fig.Layers))
}

// fullLines counts the lines that are not dashed, and the layers of bars.
func fullLines(layers []figure.Layer) int {
	n := 0
	for _, layer := range layers {
		switch layer := layer.(type) {
		case figure.Line:
			if !layer.Dashed {
				n++
			}
		case figure.Bars:
			n++
		}
	}
	return n
}
