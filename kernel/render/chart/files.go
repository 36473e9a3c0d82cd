package chart

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"unfold/engine/figure"
	"unfold/kernel/render/dots"
	"unfold/kernel/render/pdf"
	"unfold/kernel/render/svg"
)

// density is the dots of a PNG for each CSS pixel, so that it is sharp on the
// screens of today.
const density = 2

// multiplesDensity is that of small multiples, which are large and many: at
// twice the dots a page of a dozen would be as heavy as all the rest of it.
const multiplesDensity = 1.5

// crowdedDensity is that of figures in a page whose points are too many to be drawn as
// vectors: their dots are as irregular as noise, which no format makes small.
const crowdedDensity = 1.25

// A Picture is what can be drawn to a file: a Sheet, or a plot of a cell's
// own.
type Picture interface {
	// Size returns the width and height in CSS pixels.
	Size() (width, height int)
	draw(c vg.CanvasSizer)
}

// pixelsAnInch is how many CSS pixels an inch has, pointsAnInch how many points.
const pixelsAnInch, pointsAnInch = 96, 72

// points is how many points of a file a pixel of the picture has: one, or as on paper
// where the reader has said how large the figure is to be there.
func points(p Picture) float64 {
	if s, ok := p.(Sheet); ok && len(s.Figures) == 1 && s.Figures[0].Style.Physical {
		return float64(pointsAnInch) / pixelsAnInch * unrounded(s)
	}
	return 1
}

// unrounded is by how much the length that a reader asks for is more than the whole pixels
// that the figure is laid out in: 8.5 cm are 321.26 of them.
func unrounded(s Sheet) float64 {
	w, h := s.SizeOf(s.Figures[0])
	switch asked := s.Figures[0].Style; {
	case asked.Width > 0:
		return asked.Width / float64(w)
	case asked.Height > 0:
		return asked.Height / float64(h)
	}
	return 1
}

// PNG returns the picture as a PNG file, twice as many dots as pixels each
// way; of small multiples alone, one and a half times as many; of a figure whose reader
// has said how many, so many. The file says how large it is on paper.
func PNG(p Picture) ([]byte, error) {
	perPixel, more := float64(density), 1.0
	if s, ok := p.(Sheet); ok && len(s.Figures) == 1 {
		fig := s.Figures[0]
		switch {
		case fig.Style.Density > 0:
			perPixel = fig.Style.Density / pixelsAnInch
		case len(fig.Parts) > 0:
			perPixel = multiplesDensity
		}
		if fig.Style.Physical {
			more = unrounded(s)
		}
	}
	w, h := p.Size()
	blank := image.NewRGBA(image.Rect(0, 0, int(math.Round(float64(w)*perPixel*more)), int(math.Round(float64(h)*perPixel*more))))
	data, err := drawDots(p, vgimg.NewWith(vgimg.UseImage(blank), vgimg.UseDPI(int(pointsAnInch*perPixel))))
	if err != nil {
		return nil, err
	}
	return dots.OnPaper(data, perPixel*pixelsAnInch), nil
}

// encodeDots draws the picture with so many dots for each pixel.
func encodeDots(p Picture, perPixel float64) ([]byte, error) {
	w, h := p.Size()
	return drawDots(p, vgimg.NewWith(vgimg.UseWH(vg.Length(w), vg.Length(h)), vgimg.UseDPI(int(pointsAnInch*perPixel))))
}

// drawDots draws the picture on a canvas of dots.
func drawDots(p Picture, c *vgimg.Canvas) ([]byte, error) {
	p.draw(c)
	data, err := dots.Encode(c.Image())
	if err != nil {
		return nil, fmt.Errorf("figure: png: %w", err)
	}
	return data, nil
}

// SVG returns the picture as an SVG file, to a hundredth of a pixel.
func SVG(p Picture) []byte {
	form := svg.InFile
	form.Points = points(p)
	return append([]byte(`<?xml version="1.0"?>`+"\n"), vectorOf(p, form)...)
}

func vectorOf(p Picture, form svg.Form) []byte {
	w, h := p.Size()
	c := svg.New(w, h, form)
	p.draw(c)
	return c.File()
}

// muchVector is from what size on an SVG file is weighed against the dots, which
// take no more room for more marks and strokes.
const muchVector = 60_000

// Inline returns the picture as a page carries it inside itself, and the MIME
// type of that: SVG to a tenth of a pixel, which is sharp on every screen and at
// every magnification, or PNG where a large file is smaller so.
func Inline(p Picture) (data []byte, mime string, err error) {
	if s, ok := p.(Sheet); ok && slices.ContainsFunc(s.Figures, func(f *figure.Figure) bool { return pointCount(f) > MostLive }) {
		picture, err := encodeDots(p, crowdedDensity)
		return picture, "image/png", err
	}
	vector := vectorOf(p, svg.InPage)
	if len(vector) <= muchVector {
		return vector, "image/svg+xml", nil
	}
	picture, err := PNG(p)
	if err == nil && len(picture) < len(vector) {
		return picture, "image/png", nil
	}
	return vector, "image/svg+xml", err
}

// PDF returns the picture as a PDF file of one page, with its letters embedded and its
// text as text. Its time of making is the start of the epoch, so that the same picture
// gives the same bytes.
func PDF(p Picture) ([]byte, error) {
	w, h := p.Size()
	by := points(p)
	c := pdf.New(vg.Length(w), vg.Length(h), by)
	p.draw(c)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: pdf: %w", err)
	}
	return b.Bytes(), nil
}
