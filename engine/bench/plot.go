package main

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"unfold/engine/internal/elementary"
)

// The plots are read in grey as in colour: the sides differ by mark and dash,
// and each curve carries its name at its end.

// style is how a side is drawn.
type style struct {
	colour color.Color
	dashes []vg.Length
	mark   vgdraw.GlyphDrawer
	label  text.XAlignment // of its name to its last point
	shift  vg.Point
}

var (
	oursStyle  = style{color.RGBA{0, 84, 147, 255}, nil, vgdraw.CircleGlyph{}, text.XLeft, vg.Point{X: 7, Y: -3}}
	peersStyle = style{color.RGBA{200, 90, 0, 255}, []vg.Length{vg.Points(4), vg.Points(3)}, vgdraw.TriangleGlyph{}, text.XRight, vg.Point{X: 4, Y: 6}}
)

// plotFile is the name of the plot of a quantity.
func plotFile(quantity, format string) string { return "scaling-" + quantity + "." + format }

// draw draws time and memory against n, a panel a curve, as SVG and PNG.
func draw(dir string, all map[string]*curveRecord) error {
	for _, q := range []struct {
		name, label string
		of          func(point) float64
	}{
		{"time", "seconds", func(p point) float64 { return p.Seconds }},
		{"memory", "MB", func(p point) float64 { return float64(p.Peak) / 1e6 }},
	} {
		var panels []*plot.Plot
		for _, c := range curves {
			rec := all[c.name]
			if rec == nil || len(rec.Points) == 0 {
				continue
			}
			panel, err := panel(c, rec.Points, q.label, q.of)
			if err != nil {
				return err
			}
			panels = append(panels, panel)
		}
		if len(panels) == 0 {
			continue
		}
		if err := save(dir, q.name, panels); err != nil {
			return err
		}
	}
	return nil
}

// save arranges panels in two columns and writes them in both formats.
func save(dir, quantity string, panels []*plot.Plot) error {
	const columns = 2
	rows := (len(panels) + columns - 1) / columns
	width, height := vg.Points(360*columns), vg.Points(250*float64(rows))
	picture := vgsvg.New(width, height)
	arrange(picture, width, height, rows, columns, panels)
	f, err := os.Create(filepath.Join(dir, plotFile(quantity, "svg")))
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := picture.WriteTo(f); err != nil {
		return err
	}
	raster := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))}
	arrange(raster, width, height, rows, columns, panels)
	g, err := os.Create(filepath.Join(dir, plotFile(quantity, "png")))
	if err != nil {
		return err
	}
	defer g.Close()
	_, err = raster.WriteTo(g)
	return err
}

func arrange(on vg.CanvasSizer, width, height vg.Length, rows, columns int, panels []*plot.Plot) {
	grid := make([][]*plot.Plot, rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, columns)
		for j := range grid[i] {
			if at := i*columns + j; at < len(panels) {
				grid[i][j] = panels[at]
			}
		}
	}
	tiles := vgdraw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(18), PadY: vg.Points(14), PadTop: vg.Points(6), PadBottom: vg.Points(6), PadLeft: vg.Points(6), PadRight: vg.Points(10)}
	canvases := plot.Align(grid, tiles, vgdraw.New(on))
	for i := range grid {
		for j, p := range grid[i] {
			if p != nil {
				p.Draw(canvases[i][j])
			}
		}
	}
}

// panel is one curve: both sides against n, decades on both axes.
func panel(c curve, points []point, label string, of func(point) float64) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = c.title
	p.X.Label.Text, p.Y.Label.Text = "rows n", label
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, decades{}
	for _, side := range []struct {
		who   string
		style style
	}{{"unfold", oursStyle}, {c.peer, peersStyle}} {
		own := pointsOf(points, side.who)
		if len(own) == 0 {
			continue
		}
		if err := trace(p, own, side.who, side.style, of); err != nil {
			return nil, err
		}
	}
	p.X.Min, p.X.Max = p.X.Min*0.8, p.X.Max*12 // names stand behind the last points
	p.Y.Min, p.Y.Max = decade(p.Y.Min, math.Floor), decade(p.Y.Max, math.Ceil)
	return p, nil
}

// trace draws one side, with its name and exponent at its end.
func trace(p *plot.Plot, own []point, who string, s style, of func(point) float64) error {
	xys := make(plotter.XYs, len(own))
	var n, v []float64
	for i, at := range own {
		xys[i] = plotter.XY{X: float64(at.N), Y: max(of(at), 1e-6)}
		n, v = append(n, xys[i].X), append(v, xys[i].Y)
	}
	line, marks, err := plotter.NewLinePoints(xys)
	if err != nil {
		return err
	}
	line.Color, line.Dashes, line.Width = s.colour, s.dashes, vg.Points(1.2)
	marks.Color, marks.Shape, marks.Radius = s.colour, s.mark, vg.Points(3)
	name := who
	if e := exponent(n, v); !math.IsNaN(e) {
		name = fmt.Sprintf("%s, n^%.2f", who, e)
	}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: xys[len(xys)-1:], Labels: []string{name}})
	if err != nil {
		return err
	}
	labels.TextStyle[0].Color = s.colour
	labels.TextStyle[0].XAlign, labels.Offset = s.label, s.shift
	p.Add(line, marks, labels)
	return nil
}

// decades marks the powers of ten, and between them without words.
type decades struct{}

// Ticks returns the marks between two numbers.
func (decades) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for power := math.Floor(elementary.Log10(low)); power <= math.Ceil(elementary.Log10(high)); power++ {
		unit := elementary.Pow(10, power)
		for m := 1.0; m < 10; m++ {
			if v := m * unit; v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				tick := plot.Tick{Value: v}
				if m == 1 {
					tick.Label = decadeName(power)
				}
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// decadeName writes a power of ten as people do.
func decadeName(power float64) string {
	switch {
	case power >= 0 && power < 7:
		return thousands(int(elementary.Pow(10, power)))
	case power < 0 && power > -5:
		return fmt.Sprintf("%g", elementary.Pow(10, power))
	}
	return fmt.Sprintf("1e%g", power)
}

// decade moves a number to a power of ten below or above.
func decade(v float64, to func(float64) float64) float64 {
	return elementary.Pow(10, to(elementary.Log10(v)))
}
