package chart

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"unfold/engine/figure"
	"unfold/kernel/render/pack"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// live is a figure in the form that a page's script zooms into: where the
// data stand in the picture of the same size, and the data themselves.
// Lengths are CSS pixels from the upper left corner.
type live struct {
	Name    string      `json:"name,omitempty"` // of a part of small multiples
	Width   float64     `json:"w"`
	Height  float64     `json:"h"`
	Box     [4]float64  `json:"box"`    // left, top, right, bottom of the data
	Gutter  [2]float64  `json:"gutter"` // left end and lower end of the ticks' labels
	X       liveScale   `json:"x"`
	Y       liveScale   `json:"y"`
	Radius  float64     `json:"r"`
	Styles  []liveStyle `json:"styles"` // of the classes, and last that of points without class
	Layers  []liveLayer `json:"layers"`
	Grouped string      `json:"grouped,omitempty"` // what the classes are
	Shapes  []string    `json:"shapes,omitempty"`  // what shapes stand for
	Shaded  string      `json:"shaded,omitempty"`  // what shades are of
	Ramp    []string    `json:"ramp,omitempty"`    // the colours of shades, if not the usual ones
	Diagram bool        `json:"diagram,omitempty"`
	Space   *liveSpace  `json:"space,omitempty"` // of figures in space
	Inks    []string    `json:"inks,omitempty"`  // ground, grid, ticks, axes and texts, if not the usual ones
}

type liveScale struct {
	Lo     float64  `json:"lo"`
	Hi     float64  `json:"hi"`
	Log    bool     `json:"log,omitempty"`
	Whole  bool     `json:"whole,omitempty"`
	Label  string   `json:"label"`
	Labels []string `json:"names,omitzero"` // empty where positions have none to show
}

// A liveSpace is what a script needs to turn a figure: the cube and the names of its axes,
// and from where the picture sees it.
type liveSpace struct {
	Middle [3]float64    `json:"middle"`
	Half   float64       `json:"half"`
	Turned float64       `json:"turned"`
	Raised float64       `json:"raised"`
	Names  [3]string     `json:"names"`
	At     [3][3]float64 `json:"at"` // of the names, in the unit cube
}

type liveStyle struct {
	Name  string `json:"name"`
	Fill  string `json:"fill"`
	Edge  string `json:"edge"`
	Shape int    `json:"shape"`
}

// A liveLayer is a layer with its numbers packed; which fields are set tells
// its kind.
type liveLayer struct {
	Kind   string        `json:"kind"` // points, line, segments, cells, bars, band, areas, names, images
	Name   string        `json:"name,omitempty"`
	X      *pack.Numbers `json:"X,omitempty"`
	Y      *pack.Numbers `json:"Y,omitempty"`
	Z      *pack.Numbers `json:"Z,omitempty"` // of points in space
	X1     *pack.Numbers `json:"X1,omitempty"`
	Y1     *pack.Numbers `json:"Y1,omitempty"`
	From   *pack.Numbers `json:"from,omitempty"` // of segments between points, in place of positions: which
	To     *pack.Numbers `json:"to,omitempty"`
	Low    *pack.Numbers `json:"low,omitempty"` // ends of bars
	High   *pack.Numbers `json:"high,omitempty"`
	Class  *pack.Numbers `json:"class,omitempty"` // of each point, into Styles
	Shade  *pack.Numbers `json:"shade,omitempty"`
	Rows   *pack.Numbers `json:"rows,omitempty"`
	Shape  *pack.Numbers `json:"shape,omitempty"` // of each point, where it does not go with the class
	Ring   bool          `json:"ring,omitempty"`
	Marked bool          `json:"marked,omitempty"`
	Dashed bool          `json:"dashed,omitempty"`
	Colour string        `json:"colour,omitempty"`
	Thick  float64       `json:"thick,omitempty"`

	Cells  [][]string `json:"cells,omitempty"` // as they are printed
	Texts  []string   `json:"texts,omitempty"`
	Right  bool       `json:"right,omitempty"`
	Middle bool       `json:"middle,omitempty"`
	Dx     []float64  `json:"dx,omitempty"` // of names that stand apart: from their positions to where they begin
	Dy     []float64  `json:"dy,omitempty"`
	Tips   []string   `json:"tips,omitempty"`
	Fills  []string   `json:"fills,omitempty"` // of areas, and of strokes of classes; their Class is into it

	Image  *pack.Numbers `json:"image,omitempty"` // of each point: the number of its picture, from one
	Sheet  []byte        `json:"sheet,omitempty"` // of images: all of them in a grid, as PNG
	Across int           `json:"across,omitempty"`
	Wide   int           `json:"wide,omitempty"` // each, in pixels of the sheet
	Tall   int           `json:"tall,omitempty"`
}

// Live returns the figure as JSON for a page's script, laid out as in the
// picture of a sheet of the given figure size and looks.
func Live(fig *figure.Figure, looks *Looks, width, height int) ([]byte, error) {
	by := themeOf(fig.Style.Theme).scale
	area := vg.Rectangle{Max: vg.Point{X: vg.Length(width) / by, Y: vg.Length(height) / by}}
	return layOut(fig, looks, area).live(fig, "")
}

// A LivePart is a part of small multiples for a page's script: where it is in the picture,
// in shares of its width and height from the upper left corner, and what Live says of it.
type LivePart struct {
	Left, Top, Width, Height float64
	JSON                     []byte
}

// MostLiveParts is how many points small multiples have at most for parts to be zoomed.
const MostLiveParts = 600

// LiveParts returns the parts that have points; none where these are too many for a page
// to have twice.
func LiveParts(fig *figure.Figure, looks *Looks, width, height int) (parts []LivePart, err error) {
	points := 0
	for _, leaf := range fig.Leaves() {
		points += pointCount(leaf)
	}
	if points > MostLiveParts {
		return nil, nil
	}
	by := themeOf(fig.Style.Theme).scale
	size := vg.Point{X: vg.Length(width) / by, Y: vg.Length(height) / by}
	inner, _ := multiplesArea(fig, looks, vg.Rectangle{Max: size})
	placeParts(fig, inner, titleStyle, func(string, draw.TextStyle, vg.Point) {}, func(part *figure.Figure, cell vg.Rectangle) {
		if pointCount(part) == 0 || err != nil {
			return
		}
		live := LivePart{Left: float64(cell.Min.X / size.X), Top: float64(1 - cell.Max.Y/size.Y), Width: float64(cell.Size().X / size.X), Height: float64(cell.Size().Y / size.Y)}
		live.JSON, err = layOutPart(part, looks, cell.Size()).live(part, cmp.Or(part.Title, part.X.Label))
		parts = append(parts, live)
	})
	return parts, err
}

// live is the laid-out figure as JSON; a part has a name of its own.
func (f *frame) live(fig *figure.Figure, name string) ([]byte, error) {
	r, w, h := f.radius(), f.area.Size().X, f.area.Size().Y
	space := liveSpaceOf(fig)
	if space == nil {
		fig = f.fig // of a tree, what it is drawn by
	}
	fig, _ = Thin(fig, MostLive) // laid out as all of it
	f.fig = fig
	f.setRulers()
	l := live{
		Name:  name,
		Width: tenth(w), Height: tenth(h),
		Box:    [4]float64{tenth(f.box.Min.X), tenth(h - f.box.Max.Y), tenth(f.box.Max.X), tenth(h - f.box.Min.Y)},
		Gutter: [2]float64{float64(margin), tenth(h - margin)},
		X:      liveScale{f.x.lo, f.x.hi, fig.X.Log, fig.X.Whole, fig.X.Label, fig.X.Labels},
		Y:      liveScale{f.y.lo, f.y.hi, fig.Y.Log, fig.Y.Whole, fig.Y.Label, fig.Y.Labels},
		Radius: tenth(r),
	}
	if fig.Y.Label != "" {
		l.Gutter[0] += float64(labelSize) * 1.5
	}
	if fig.X.Label != "" {
		l.Gutter[1] -= float64(labelSize) * 1.5
	}
	for i, name := range fig.Classes {
		l.Styles = append(l.Styles, liveStyleOf(f.colours.class(f.looks[i]).faded(fig.Style.Opacity), name))
	}
	l.Styles = append(l.Styles, liveStyleOf(f.colours.point(fig).faded(fig.Style.Opacity), ""))
	for i, layer := range fig.Layers {
		l.Layers = append(l.Layers, f.liveOf(i, layer))
	}
	l.Space, l.Diagram = space, fig.Diagram
	f.addLooks(&l)
	data, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	return data, nil
}

// setRulers chooses how positions are packed, alike in all layers.
func (f *frame) setRulers() {
	xs, ys := positions(f.fig)
	if !f.fig.X.Log {
		f.across = pack.RulerOf(xs...)
	}
	if !f.fig.Y.Log {
		f.up = pack.RulerOf(ys...)
	}
}

// addLooks adds what the reader has asked of the looks of the figure.
func (f *frame) addLooks(l *live) {
	l.Grouped, l.Shapes, l.Inks = f.fig.Grouped, f.fig.Shapes, f.theme.liveInks()
	for _, layer := range f.fig.Layers {
		if p, ok := layer.(figure.Points); ok && p.Shaded != "" {
			l.Shaded = p.Shaded
		}
	}
	style := f.fig.Style
	if style.Palette == nil && (style.Opacity == 0 || style.Opacity == 1) {
		return
	}
	for i := range manySteps + 1 {
		c := rampAt(f.colours.ramp, float64(i)/manySteps)
		l.Ramp = append(l.Ramp, hex(Style{Fill: c}.faded(style.Opacity).Fill))
	}
}

// LiveTables returns as JSON what the script needs to draw any figure: the outlines
// of the shapes, and the colours of the steps of shades.
func LiveTables() []byte {
	var l struct {
		Shapes [][][2]float64 `json:"shapes"`
		Ramp   []string       `json:"ramp"`
	}
	for _, s := range shapes {
		var corners [][2]float64
		for _, c := range s {
			corners = append(corners, [2]float64{math.Round(c[0]*1000) / 1000, math.Round(c[1]*1000) / 1000})
		}
		l.Shapes = append(l.Shapes, corners)
	}
	for i := range manySteps + 1 {
		l.Ramp = append(l.Ramp, hex(rampAt(usualPalette().Ramp, float64(i)/manySteps)))
	}
	data, err := json.Marshal(l)
	if err != nil {
		panic(err) // they are constants
	}
	return data
}

func liveStyleOf(s Style, name string) liveStyle {
	return liveStyle{Name: name, Fill: hex(s.Fill), Edge: hex(s.Edge), Shape: s.Shape}
}

func (f *frame) liveOf(i int, layer figure.Layer) liveLayer {
	fig := f.fig
	switch layer := layer.(type) {
	case figure.Points:
		l := liveLayer{Kind: "points", Name: layer.Name, Ring: layer.Ring, X: f.across.Pack(layer.X), Y: f.up.Pack(layer.Y), Z: pack.RulerOf(layer.Z).Pack(layer.Z), Class: pack.Counting(layer.Class), Rows: pack.Counting(layer.Rows), Shape: pack.Counting(layer.Shape), Tips: layer.Tips, Image: pack.FromOne(layer.Images)}
		if layer.Shade != nil {
			l.Class, l.Shade = nil, f.shadeIndex(layer.Shade)
		}
		return l
	case figure.Line:
		s := f.colours.line(layer, lineNumber(fig, i))
		return liveLayer{Kind: "line", Name: layer.Name, X: pack.Floats(layer.X), Y: pack.Floats(layer.Y), Marked: layer.Marked, Dashed: layer.Dashed, Colour: hexOf(s.Color), Thick: float64(s.Width)}
	case figure.Segments:
		s := segmentStyle(layer)
		l := liveLayer{Kind: "segments", Name: layer.Name, Colour: hexOf(s.Color), Thick: float64(s.Width)}
		if from, to, ok := edges(fig, layer); ok {
			l.From, l.To = pack.Counting(from), pack.Counting(to)
		} else {
			l.X, l.Y, l.X1, l.Y1 = f.across.Pack(layer.X0), f.up.Pack(layer.Y0), f.across.Pack(layer.X1), f.up.Pack(layer.Y1)
		}
		if layer.Shade != nil {
			l.Shade = f.shadeIndex(layer.Shade)
		}
		if layer.Class != nil && layer.Shade == nil {
			l.Class, l.Fills = f.liveClasses(layer)
		}
		return l
	case figure.Images:
		return liveImages(layer)
	case figure.Areas:
		return f.liveAreas(layer)
	case figure.Bars:
		return liveBars(layer, f.colours.bars(lineNumber(fig, i)))
	case figure.Band:
		s := f.colours.band(lineNumber(fig, i))
		return liveLayer{Kind: "band", Name: layer.Name, X: pack.Floats(layer.X), Y: pack.Floats(layer.Low), Y1: pack.Floats(layer.High), Colour: hexOf(color.NRGBA{s.fill.R, s.fill.G, s.fill.B, 0xFF}), Thick: float64(s.edge.Width)}
	case figure.Names:
		if layer.Free {
			return f.liveFree(layer)
		}
		return liveLayer{Kind: "names", X: pack.Floats(layer.X), Y: pack.Floats(layer.Y), Texts: layer.Texts, Right: layer.Right, Middle: layer.Middle}
	case figure.Cells:
		l := liveLayer{Kind: "cells", Cells: [][]string{}}
		for _, row := range layer.Values {
			var texts []string
			for _, v := range row {
				texts = append(texts, number(v, 4))
			}
			l.Cells = append(l.Cells, texts)
		}
		return l
	}
	panic(fmt.Sprintf("chart: unknown layer %T", layer))
}

// liveAreas has the colours of areas as the picture mixes them.
func (f *frame) liveAreas(a figure.Areas) liveLayer {
	l := liveLayer{Kind: "areas", X: pack.Floats(a.X0), Y: pack.Floats(a.Y0), X1: pack.Floats(a.X1), Y1: pack.Floats(a.Y1)}
	s := f.areaShades(a)
	number := map[string]int{}
	var fills []int
	for i := range a.X0 {
		fill := hex(f.areaColour(a, s, i))
		if _, known := number[fill]; !known {
			number[fill] = len(l.Fills)
			l.Fills = append(l.Fills, fill)
		}
		fills = append(fills, number[fill])
	}
	l.Class = pack.Counting(fills)
	return l
}

// liveClasses has the colours of strokes that have classes.
func (f *frame) liveClasses(s figure.Segments) (index *pack.Numbers, fills []string) {
	of := make([]int, len(s.Class))
	for i := range of {
		of[i] = f.classOf(s, i)
	}
	for class := range len(f.looks) + 1 {
		fills = append(fills, hex(f.classColour(class)))
	}
	return pack.Counting(of), fills
}

// liveFree has the names that stand apart where the picture has them; they keep
// their distance to their marks in every view.
func (f *frame) liveFree(names figure.Names) liveLayer {
	l := liveLayer{Kind: "names"}
	shown := figure.Names{}
	for i := range names.Texts {
		if f.has(names.X[i], names.Y[i]) {
			shown.X, shown.Y = append(shown.X, names.X[i]), append(shown.Y, names.Y[i])
		}
	}
	for _, n := range f.placeApart(names) {
		l.Texts = append(l.Texts, n.text)
		l.Dx, l.Dy = append(l.Dx, tenth(n.from.X-n.mark.X)), append(l.Dy, tenth(n.mark.Y-n.from.Y))
	}
	l.X, l.Y = pack.Floats(shown.X), pack.Floats(shown.Y)
	return l
}

// edges returns which of the figure's first points each segment joins, if all of
// them do: a graph has many edges a point, and no edge needs four numbers.
func edges(fig *figure.Figure, s figure.Segments) (from, to []int, ok bool) {
	at := map[[2]float64]int{}
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			for i := range p.X {
				at[[2]float64{p.X[i], p.Y[i]}] = i
			}
			break
		}
	}
	for i := range s.X0 {
		a, known := at[[2]float64{s.X0[i], s.Y0[i]}]
		b, too := at[[2]float64{s.X1[i], s.Y1[i]}]
		if !known || !too {
			return nil, nil, false
		}
		from, to = append(from, a), append(to, b)
	}
	return from, to, len(from) > 0
}

// liveBars has the middle of each bar as its position, and its ends.
func liveBars(b figure.Bars, s barStyle) liveLayer {
	middle := make([]float64, len(b.Y))
	for i := range middle {
		middle[i] = b.Low[i]/2 + b.High[i]/2
	}
	return liveLayer{Kind: "bars", Name: b.Name, X: pack.Floats(middle), Y: pack.Floats(b.Y), Low: pack.Floats(b.Low), High: pack.Floats(b.High), Colour: hexOf(s.edge)}
}

func (f *frame) shadeIndex(values []float64) *pack.Numbers {
	s := f.shadesOf(values)
	index := make([]int, len(values))
	for i, v := range values {
		if s.lo < s.hi && shown(v, false) {
			index[i] = int(math.Round(manySteps * (v/2 - s.lo/2) / (s.hi/2 - s.lo/2)))
		}
	}
	return pack.Counting(index)
}

// hex writes a colour as pages do, its opacity too where it has one.
func hex(c color.NRGBA) string {
	text := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	if c.A < 0xFF {
		text += fmt.Sprintf("%02x", c.A)
	}
	return text
}

func hexOf(c color.Color) string { return hex(color.NRGBAModel.Convert(c).(color.NRGBA)) }

// tenth rounds a length to a tenth of a pixel, which is all a page can show.
func tenth(l vg.Length) float64 { return math.Round(float64(l)*10) / 10 }
