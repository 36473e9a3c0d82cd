package svg

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/png"
	"math"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"unfold/kernel/render/canvas"
)

// A Canvas writes SVG. Its coordinates are whole numbers of a
// small unit, relative to the point before, and what is painted alike in a row
// is one element: a scatter takes less room than the dots of its picture.
type Canvas struct {
	canvas.State
	width, height vg.Length
	form          Form
	body          elements
}

// A Form is for whom SVG is written.
type Form struct {
	unit    float64 // how many units a pixel has
	length  string  // what a pixel is in the size of the document
	Points  float64 // how many of these it has there; one if zero
	markers bool    // whether equal paths in a row become markers on one line
}

// Files are for editors and print, which know markers less well; pages are to be
// small.
var (
	InFile = Form{unit: 100, length: "pt"}
	InPage = Form{unit: 10, markers: true}
)

// New returns an empty canvas of a size in pixels.
func New(width, height int, form Form) *Canvas {
	v := &Canvas{width: vg.Length(width), height: vg.Length(height), form: form}
	v.Transform = canvas.Affine{form.unit, 0, 0, -form.unit, 0, form.unit * float64(height)} // downwards, as SVG counts
	v.body.markers = form.markers
	vg.Initialize(v)
	return v
}

func (v *Canvas) Size() (width, height vg.Length) { return v.width, v.height }

func (v *Canvas) Fill(path vg.Path) {
	if len(path) > 0 {
		v.body.fill(pathDataOf(path, v.Transform), v.Colour)
	}
}

func (v *Canvas) Stroke(path vg.Path) {
	if len(path) == 0 || v.Width <= 0 {
		return
	}
	scale := v.Transform.Scale()
	p := pen{colour: v.Colour, width: decimal(float64(v.Width) * scale)}
	for i, d := range v.Dashes {
		if i > 0 {
			p.dashes += " "
		}
		p.dashes += decimal(float64(d) * scale)
	}
	if p.dashes != "" && v.Offset != 0 {
		p.offset = decimal(float64(v.Offset) * scale)
	}
	v.body.stroke(pathDataOf(path, v.Transform), p)
}

// FillString writes text with its left end at pt.
func (v *Canvas) FillString(f font.Face, pt vg.Point, txt string) {
	if f.Font.Size <= 0 {
		return
	}
	m := v.Transform
	style := fmt.Sprintf(`font-size="%s"%s`, decimal(float64(f.Font.Size)*m.Scale()), paint("fill", v.Colour))
	if f.Font.Weight >= stdfont.WeightBold {
		style += ` font-weight="bold"`
	}
	if f.Font.Style == stdfont.StyleItalic {
		style += ` font-style="italic"`
	}
	switch f.Font.Variant {
	case "Mono":
		style += ` font-family="Liberation Mono,Courier New,monospace" style="white-space:pre"`
	case "Serif":
		style += ` font-family="Liberation Serif,Times New Roman,serif"`
	}
	at, turn := placed(m, pt).round(), ""
	if angle := math.Atan2(m[1], m[0]); math.Abs(angle) > 1e-9 {
		turn = fmt.Sprintf(` transform="rotate(%s %d %d)"`, decimal(angle*180/math.Pi), at.x, at.y)
	}
	v.body.text(style, fmt.Sprintf(`<text x="%d" y="%d"%s>%s</text>`, at.x, at.y, turn, html.EscapeString(txt)))
}

func (v *Canvas) DrawImage(r vg.Rectangle, img image.Image) {
	var data strings.Builder
	encoder := base64.NewEncoder(base64.StdEncoding, &data)
	if err := png.Encode(encoder, img); err != nil { // into memory: the picture itself is impossible
		panic(fmt.Errorf("figure: %w", err))
	}
	encoder.Close()
	m, size := v.Transform, r.Size()
	corner := placed(m, vg.Point{X: r.Min.X, Y: r.Max.Y})
	v.body.other(fmt.Sprintf(`<image width="%s" height="%s" preserveAspectRatio="none" transform="matrix(%s %s %s %s %s %s)" href="data:image/png;base64,%s"/>`,
		decimal(float64(size.X)), decimal(float64(size.Y)), decimal(m[0]), decimal(m[1]), decimal(-m[2]), decimal(-m[3]), decimal(corner.x), decimal(corner.y), data.String()))
}

// File returns the SVG document.
func (v *Canvas) File() []byte {
	w, h, unit, points := float64(v.width), float64(v.height), v.form.unit, cmp.Or(v.form.Points, 1)
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%.6g%s" height="%.6g%s" viewBox="0 0 %g %g" font-family="Liberation Sans,Arial,Helvetica,sans-serif" fill="none">%s</svg>`,
		w*points, v.form.length, h*points, v.form.length, w*unit, h*unit, v.body.finish())
}
