package appearance

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// A Style is what a reader asks of a figure. Its zero value, and its defaults, leave
// the figure as the view has made it.
//
// Color, Shape, Label and Facet take a column of the data by its name, whether rows are
// learned from it, it is aside or it is what is to be learned, or a Go slice with a
// value for each row of the data.
type Style struct {
	Title, XLabel, YLabel string

	Width, Height any     // a number of CSS pixels, or a length on paper such as "8cm" or "3in"
	DPI           float64 // of files of dots, in dots an inch
	Size          float64 // of points, as a multiple of their usual size
	Alpha         float64 // their opacity

	Palette []string // the name of a palette, or colours
	Theme   string

	Color, Shape, Label, Facet any

	Order      []string // of groups
	XLim, YLim any      // two numbers
	Log        string
}

// Params declares the parameters.
func (s *Style) Params(p *engine.Params) {
	everywhere := func(params ...*engine.Param) {
		for _, param := range params {
			param.Quietly().Shared = true
			param.Listed = param.Type == engine.Any
		}
	}
	everywhere(
		ofColumns(p.Any(&s.Color, "color", "what points are coloured by: a column by its name, or a Go slice with a value for each row of the data")),
		ofColumns(p.Any(&s.Shape, "shape", "what the shapes of points go by: as color, of words or few numbers")),
		ofColumns(p.Any(&s.Label, "label", "what stands beside points: as color; beside some of them where they are many")),
		ofColumns(p.Any(&s.Facet, "facet", "what divides the figure into parts: as color, a part for each value, of many numbers for each quarter")),
		p.Text(&s.Title, "title", "", engine.AnyValue(), "the title; the view's own if not given"),
		p.Text(&s.XLabel, "xlabel", "", engine.AnyValue(), "the label of the axis across"),
		p.Text(&s.YLabel, "ylabel", "", engine.AnyValue(), "the label of the axis up"),
		p.Any(&s.XLim, "xlim", "where the axis across begins and ends: [0, 5]"),
		p.Any(&s.YLim, "ylim", "where the axis up begins and ends"),
		p.Text(&s.Log, "log", "none", engine.OneOf("none", "x", "y", "xy"), "which axes are logarithmic besides those that the view has made so"),
		p.Texts(&s.Order, "order", "groups by name in the order in which they take colours and stand in the legend; others follow"),
		p.Float(&s.Size, "size", 1, engine.Between(0.1, 10), "how large points are, as a multiple of their usual size"),
		p.Float(&s.Alpha, "alpha", 1, engine.Between(0.01, 1), "how opaque points are"),
		p.Texts(&s.Palette, "palette", "the colours: "+strings.Join(paletteNames(), ", ")+", or a list of your own, such as [\"#004488\", \"teal\"]"),
		p.Text(&s.Theme, "theme", "auto", engine.OneOf(append([]string{"auto"}, figure.Themes()...)...), "what the figure is made for; auto: what the session says, or a notebook"),
		p.Any(&s.Width, "width", "how wide the figure is: a number of pixels, of which an inch has 96, or a length such as \"8cm\", \"85mm\", \"3.3in\" or \"240pt\", which files then have"),
		p.Any(&s.Height, "height", "how high it is; by its width if not given"),
		p.Float(&s.DPI, "dpi", engine.Auto, engine.OrAuto(engine.Between(36, 2400)), "how many dots an inch of a PNG file has"),
	)
}

// ofColumns marks a parameter that takes a column by its name.
func ofColumns(param *engine.Param) *engine.Param {
	param.OfColumns()
	return param
}

// Probe refuses colours and limits that are none.
func (s *Style) Probe() error {
	if _, err := paletteOf(s.Palette); err != nil {
		return err
	}
	if _, _, err := s.size(); err != nil {
		return err
	}
	for _, limits := range []struct {
		param string
		value any
	}{{"xlim", s.XLim}, {"ylim", s.YLim}} {
		if _, _, err := limitsOf(limits.param, limits.value); err != nil {
			return err
		}
	}
	return nil
}

// Apply does to the figure what is asked. The table is that of the rows that its
// points stand for.
func (s *Style) Apply(ctx context.Context, f *figure.Figure, t *engine.Table) (*figure.Figure, error) {
	for _, apply := range []func(context.Context, *figure.Figure, *engine.Table) error{s.mark, s.order, s.axes, nameClasses, s.divide} {
		if err := apply(ctx, f, t); err != nil {
			return nil, err
		}
	}
	if s.Title != "" {
		f.Title = s.Title
	}
	style, err := s.Figure()
	if err != nil {
		return nil, err
	}
	if s.Facet != nil && s.Width == nil && s.Height == nil {
		style.Width = min(900, 240*float64(f.Across))
	}
	if style.Palette == nil {
		style.Palette = f.Style.Palette // the view's own
	}
	f.Style = style
	for _, part := range f.Leaves() {
		part.Style.MarkSize, part.Style.Opacity, part.Style.Palette, part.Style.Theme = style.MarkSize, style.Opacity, style.Palette, style.Theme
	}
	return f, nil
}

// Figure is what is asked of the looks of any figure.
func (s *Style) Figure() (figure.Style, error) {
	palette, err := paletteOf(s.Palette)
	if err != nil {
		return figure.Style{}, err
	}
	width, height, err := s.size()
	if err != nil {
		return figure.Style{}, err
	}
	style := figure.Style{Width: width.pixels, Height: height.pixels, Physical: width.physical || height.physical, Density: s.DPI,
		MarkSize: s.Size, Opacity: s.Alpha, Palette: palette}
	if s.Theme != "auto" {
		style.Theme = s.Theme
	}
	return style, nil
}

// mark colours, shapes and names the points of the figure.
func (s *Style) mark(ctx context.Context, f *figure.Figure, t *engine.Table) error {
	for _, way := range []struct {
		param string
		value any
		do    func(context.Context, *figure.Figure, *variable) error
	}{{"color", s.Color, colour}, {"shape", s.Shape, shape}, {"label", s.Label, label}} {
		if way.value == nil {
			continue
		}
		v, err := resolve(way.param, way.value, f, t)
		if err != nil {
			return err
		}
		v.plain = s.Shape != nil
		for _, part := range f.Leaves() {
			if err := way.do(ctx, part, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// order has the groups stand as the reader wants.
func (s *Style) order(_ context.Context, f *figure.Figure, _ *engine.Table) error {
	if len(s.Order) == 0 {
		return nil
	}
	found := false
	for _, part := range f.Leaves() {
		if len(part.Classes) == 0 {
			continue
		}
		found = true
		if err := reorder(part, s.Order); err != nil {
			return err
		}
	}
	if !found {
		return &engine.Error{Param: "order", Cause: "the figure has no groups", Remedy: remedy.Omit("order").Or(remedy.Give("color", "as a column of words"))}
	}
	return nil
}

// reorder renumbers the groups of a figure.
func reorder(f *figure.Figure, names []string) error {
	var first []int
	for _, name := range names {
		at := slices.Index(f.Classes, name)
		if at < 0 {
			return &engine.Error{Param: "order", Cause: fmt.Sprintf("no group is called %q", name), Remedy: nearest(name, f.Classes, "groups")}
		}
		if !slices.Contains(first, at) {
			first = append(first, at)
		}
	}
	for at := range f.Classes {
		if !slices.Contains(first, at) {
			first = append(first, at)
		}
	}
	classes, place := make([]string, len(first)), make([]int, len(first))
	for to, from := range first {
		classes[to], place[from] = f.Classes[from], to
	}
	if slices.Equal(f.Y.Labels, f.Classes) || slices.Equal(f.X.Labels, f.Classes) {
		return &engine.Error{Param: "order", Cause: "the groups of this figure stand along an axis", Remedy: remedy.Omit("order")}
	}
	f.Classes = classes
	renumber := func(of []int) []int {
		moved := slices.Clone(of)
		for i, c := range moved {
			if c >= 0 && c < len(place) {
				moved[i] = place[c]
			}
		}
		return moved
	}
	for i, layer := range f.Layers {
		switch l := layer.(type) {
		case figure.Points:
			l.Class = renumber(l.Class)
			f.Layers[i] = l
		case figure.Areas:
			l.Class = renumber(l.Class)
			f.Layers[i] = l
		case figure.Segments:
			l.Class = renumber(l.Class)
			f.Layers[i] = l
		case figure.Nodes:
			l.Class = renumber(l.Class)
			f.Layers[i] = l
		}
	}
	return nil
}
