// Package pdf writes drawings of the plot library as PDF documents of one page, whose
// text is text: it can be searched, copied and edited, in letters of every script that
// the font has. The letters that are used are embedded.
//
// It imports kernel/render/canvas. Start at [Canvas].
package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"unfold/kernel/render/canvas"
)

// A Canvas writes PDF. The same drawing gives the same bytes.
type Canvas struct {
	canvas.State
	doc           *fpdf.Fpdf
	width, height vg.Length
	fonts         map[string]bool // that the document has
	images        int
}

// New returns an empty page of a size in units of so many points, of which an inch has 72.
func New(width, height vg.Length, points float64) *Canvas {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: float64(width) * points, Ht: float64(height) * points}})
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.AddPage()
	c := &Canvas{doc: doc, width: width, height: height, fonts: map[string]bool{}}
	c.Transform = canvas.Affine{points, 0, 0, -points, 0, float64(height) * points} // downwards, as the document counts
	vg.Initialize(c)
	return c
}

// Size implements vg.CanvasSizer.
func (c *Canvas) Size() (width, height vg.Length) { return c.width, c.height }

// Fill implements vg.Canvas.
func (c *Canvas) Fill(path vg.Path) {
	if len(path) > 0 {
		ink := c.Colour
		c.doc.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
		c.draw(path, "F")
	}
}

// Stroke implements vg.Canvas.
func (c *Canvas) Stroke(path vg.Path) {
	if len(path) == 0 || c.Width <= 0 {
		return
	}
	scale, ink := c.Transform.Scale(), c.Colour
	c.doc.SetDrawColor(int(ink.R), int(ink.G), int(ink.B))
	c.doc.SetLineWidth(float64(c.Width) * scale)
	dashes := make([]float64, len(c.Dashes))
	for i, d := range c.Dashes {
		dashes[i] = float64(d) * scale
	}
	c.doc.SetDashPattern(dashes, float64(c.Offset)*scale)
	c.draw(path, "D")
}

// draw writes a path and paints it.
func (c *Canvas) draw(path vg.Path, how string) {
	c.doc.SetAlpha(float64(c.Colour.A)/0xFF, "Normal")
	m := c.Transform
	for i, part := range path {
		x, y := m.Of(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.CurveComp:
			x0, y0 := m.Of(part.Control[0])
			if len(part.Control) == 1 {
				c.doc.CurveTo(x0, y0, x, y)
				continue
			}
			x1, y1 := m.Of(part.Control[1])
			c.doc.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
		case vg.ArcComp:
			c.arc(part, i == 0)
		case vg.CloseComp:
			c.doc.ClosePath()
		}
	}
	c.doc.DrawPath(how)
}

// arc writes an arc as cubic curves of a quarter circle at most.
func (c *Canvas) arc(part vg.PathComp, first bool) {
	m := c.Transform
	along := func(angle float64, by vg.Length) vg.Point {
		sin, cos := math.Sincos(part.Start + angle)
		return vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos) - by*vg.Length(sin), Y: part.Pos.Y + part.Radius*vg.Length(sin) + by*vg.Length(cos)}
	}
	if x, y := m.Of(along(0, 0)); first {
		c.doc.MoveTo(x, y)
	} else {
		c.doc.LineTo(x, y)
	}
	pieces := math.Max(1, math.Ceil(math.Abs(part.Angle)/(math.Pi/2)-1e-9))
	step := part.Angle / pieces
	pull := vg.Length(4.0/3*math.Tan(step/4)) * part.Radius
	for i := range int(pieces) {
		from, to := float64(i)*step, float64(i+1)*step
		x0, y0 := m.Of(along(from, pull))
		x1, y1 := m.Of(along(to, -pull))
		x, y := m.Of(along(to, 0))
		c.doc.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
	}
}

// FillString writes text with its left end at a point.
func (c *Canvas) FillString(face font.Face, at vg.Point, text string) {
	if face.Font.Size <= 0 || text == "" {
		return
	}
	m, ink := c.Transform, c.Colour
	c.doc.SetFont(c.font(face), "", float64(face.Font.Size)*m.Scale())
	c.doc.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	c.doc.SetAlpha(float64(ink.A)/0xFF, "Normal")
	x, y := m.Of(at)
	angle := math.Atan2(m[1], m[0])
	if math.Abs(angle) < 1e-9 {
		c.doc.Text(x, y, text)
		return
	}
	c.doc.TransformBegin()
	c.doc.TransformRotate(-angle*180/math.Pi, x, y)
	c.doc.Text(x, y, text)
	c.doc.TransformEnd()
}

// font gives the document a font when it is first asked for, and returns its name there.
func (c *Canvas) font(face font.Face) string {
	name := face.Font.Name() + styleOf(face.Font)
	if c.fonts[name] {
		return name
	}
	c.fonts[name] = true
	var source bytes.Buffer
	if _, err := face.Face.WriteSourceTo(nil, &source); err != nil { // into memory
		panic(fmt.Errorf("figure: pdf: %w", err))
	}
	c.doc.AddUTF8FontFromBytes(name, "", source.Bytes())
	return name
}

// styleOf tells apart the faces of a font.
func styleOf(f font.Font) string {
	style := ""
	if f.Weight >= stdfont.WeightBold {
		style += "-Bold"
	}
	if f.Style == stdfont.StyleItalic {
		style += "-Italic"
	}
	return style
}

// smallImage is how many dots an image has at most that is drawn as rectangles.
const smallImage = 64 * 64

// DrawImage draws a small image of few colours dot by dot: the library writes several
// images of one width in an order that differs from time to time.
func (c *Canvas) DrawImage(r vg.Rectangle, img image.Image) {
	if m, ok := img.(*image.Paletted); ok && len(m.Pix) <= smallImage {
		c.drawDots(r, m)
		return
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil { // into memory: the picture itself is impossible
		panic(fmt.Errorf("figure: pdf: %w", err))
	}
	c.images++
	name := fmt.Sprintf("%04d", c.images)
	options := fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, options, &data)
	x, y := c.Transform.Of(vg.Point{X: r.Min.X, Y: r.Max.Y})
	right, bottom := c.Transform.Of(vg.Point{X: r.Max.X, Y: r.Min.Y})
	c.doc.ImageOptions(name, x, y, right-x, bottom-y, false, options, 0, "")
}

// drawDots draws an image as rectangles. A run of equal dots reaches to the right and
// lower edges, under those that follow, so that no gap shows between any two.
func (c *Canvas) drawDots(r vg.Rectangle, m *image.Paletted) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		for x := range w {
			if x > 0 && m.Pix[y*m.Stride+x] == m.Pix[y*m.Stride+x-1] {
				continue
			}
			from := vg.Point{X: r.Min.X + r.Size().X*vg.Length(x)/vg.Length(w), Y: r.Max.Y - r.Size().Y*vg.Length(y)/vg.Length(h)}
			c.SetColor(m.Palette[m.Pix[y*m.Stride+x]])
			c.Fill(vg.Rectangle{Min: vg.Point{X: from.X, Y: r.Min.Y}, Max: vg.Point{X: r.Max.X, Y: from.Y}}.Path())
		}
	}
}

// WriteTo writes the document, which then is closed.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	var file bytes.Buffer
	if err := c.doc.Output(&file); err != nil {
		return 0, err
	}
	return file.WriteTo(w)
}
