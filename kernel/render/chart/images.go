package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// A picture is drawn so large, as a share of the smaller side of the box, and so far
// from the next as a multiple of its own size: marks between them stay in sight.
const (
	imageShare            = 1 / 9.0
	imageStep             = 1.5
	leastImage, mostImage = 16, 42
	thickFrame, thinFrame = 2, 0.8
)

// sheetPixels is how many pixels all pictures of a figure have together for the
// script: with 16 shades of grey, some 40 kB.
const sheetPixels = 110_000

// greys are the shades that pictures have: more are not told apart so small.
var greys = func() (p color.Palette) {
	for i := range 16 {
		p = append(p, color.Gray{uint8(17 * i)})
	}
	return p
}()

// drawImages draws pictures at their points, one after the other in an order that
// mixes classes and layers, wherever none drawn before is near.
func (f *frame) drawImages(c draw.Canvas, m figure.Images) {
	if len(m.Pixels) == 0 || m.Width < 1 || m.Height < 1 {
		return
	}
	side := min(max(min(f.box.Size().X, f.box.Size().Y)*imageShare, leastImage), mostImage)
	scale := side / vg.Length(max(m.Width, m.Height))
	half := vg.Point{X: scale * vg.Length(m.Width) / 2, Y: scale * vg.Length(m.Height) / 2}
	all := f.pictured(len(m.Pixels))
	var drawn []vg.Point
	for _, next := range spreadOrder(len(all)) {
		p, i := all[next].points, all[next].at
		at := f.at(p.X[i], p.Y[i])
		frame := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
		if !f.holds(frame) || isNear(at, drawn, half.Scale(2*imageStep)) {
			continue
		}
		drawn = append(drawn, at)
		c.DrawImage(frame, greyImage(m.Width, m.Height, m.Pixels[p.Images[i]]))
		width := vg.Length(thickFrame)
		if p.Ring {
			width = thinFrame
		}
		c.SetLineStyle(draw.LineStyle{Color: f.styleOf(*p, all[next].shades, i).Fill, Width: width})
		c.Stroke(frame.Path())
	}
}

// A picturedPoint is a point with a picture, in its layer.
type picturedPoint struct {
	points *figure.Points
	shades shades
	at     int
}

// pictured returns the points that can be shown and have one of so many pictures.
func (f *frame) pictured(pictures int) (all []picturedPoint) {
	for _, layer := range f.fig.Layers {
		p, ok := layer.(figure.Points)
		if !ok {
			continue
		}
		shades := f.shadesOf(p.Shade)
		shades.steps = f.steps
		for i, picture := range p.Images {
			if picture >= 0 && picture < pictures && f.has(p.X[i], p.Y[i]) {
				all = append(all, picturedPoint{&p, shades, i})
			}
		}
	}
	return all
}

// holds reports whether a rectangle is within the box.
func (f *frame) holds(r vg.Rectangle) bool {
	return r.Min.X >= f.box.Min.X && r.Min.Y >= f.box.Min.Y && r.Max.X <= f.box.Max.X && r.Max.Y <= f.box.Max.Y
}

// isNear reports whether one of some points is within a reach, across and up.
func isNear(at vg.Point, others []vg.Point, reach vg.Point) bool {
	for _, o := range others {
		if d := at.Sub(o); max(d.X, -d.X) < reach.X && max(d.Y, -d.Y) < reach.Y {
			return true
		}
	}
	return false
}

// greyImage is a picture in 16 shades.
func greyImage(width, height int, pixels []uint8) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, width, height), greys)
	for i, v := range pixels {
		m.Pix[i] = greyIndex(int(v))
	}
	return m
}

// greyIndex returns the nearest of 16 shades.
func greyIndex(grey int) uint8 { return uint8((grey + 8) / 17) }

// liveImages has all pictures on one sheet, in a grid, shrunk so that they are light.
func liveImages(m figure.Images) liveLayer {
	shrink := 1
	size := func(length int) int { return (length + shrink - 1) / shrink }
	for len(m.Pixels)*size(m.Width)*size(m.Height) > sheetPixels && max(size(m.Width), size(m.Height)) > 8 {
		shrink++
	}
	w, h, across := size(m.Width), size(m.Height), 1
	for across*across < len(m.Pixels) {
		across++
	}
	sheet := image.NewPaletted(image.Rect(0, 0, across*w, (len(m.Pixels)+across-1)/across*h), greys)
	for n, pixels := range m.Pixels {
		left, top := n%across*w, n/across*h
		for i := range w * h {
			x, y := i%w, i/w
			sheet.SetColorIndex(left+x, top+y, greyIndex(meanGrey(m, pixels, x*shrink, y*shrink, shrink)))
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, sheet); err != nil {
		panic(err) // it is written to memory
	}
	return liveLayer{Kind: "images", Sheet: b.Bytes(), Across: across, Wide: w, Tall: h}
}

// meanGrey is that of a square of a picture.
func meanGrey(m figure.Images, pixels []uint8, left, top, side int) int {
	sum, count := 0, 0
	for y := top; y < min(top+side, m.Height); y++ {
		for x := left; x < min(left+side, m.Width); x++ {
			sum += int(pixels[y*m.Width+x])
			count++
		}
	}
	return (sum + count/2) / count
}
