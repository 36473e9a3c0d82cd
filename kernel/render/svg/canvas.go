package svg

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A Canvas writes SVG. Its coordinates are whole numbers of a
// small unit, relative to the point before, and what is painted alike in a row
// is one element: a scatter takes less room than the dots of its picture.
type Canvas struct {
	width, height vg.Length
	form          Form
	state         state
	saved         []state
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

// A state is what Push saves.
type state struct {
	transform affine
	colour    color.NRGBA
	width     vg.Length
	dashes    []vg.Length
	offset    vg.Length
}

// New returns an empty canvas of a size in pixels.
func New(width, height int, form Form) *Canvas {
	v := &Canvas{width: vg.Length(width), height: vg.Length(height), form: form}
	v.state.transform = affine{form.unit, 0, 0, -form.unit, 0, form.unit * float64(height)} // downwards, as SVG counts
	v.body.markers = form.markers
	vg.Initialize(v)
	return v
}

func (v *Canvas) Size() (width, height vg.Length) { return v.width, v.height }

func (v *Canvas) SetLineWidth(w vg.Length) { v.state.width = w }

func (v *Canvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	v.state.dashes, v.state.offset = dashes, offset
}

func (v *Canvas) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	v.state.colour = color.NRGBAModel.Convert(c).(color.NRGBA)
}

func (v *Canvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	v.state.transform = v.state.transform.after(affine{cos, sin, -sin, cos, 0, 0})
}

func (v *Canvas) Translate(by vg.Point) {
	v.state.transform = v.state.transform.after(affine{1, 0, 0, 1, float64(by.X), float64(by.Y)})
}

func (v *Canvas) Scale(x, y float64) {
	v.state.transform = v.state.transform.after(affine{x, 0, 0, y, 0, 0})
}

func (v *Canvas) Push() { v.saved = append(v.saved, v.state) }

func (v *Canvas) Pop() {
	v.state = v.saved[len(v.saved)-1]
	v.saved = v.saved[:len(v.saved)-1]
}

func (v *Canvas) Fill(path vg.Path) {
	if len(path) > 0 {
		v.body.fill(pathDataOf(path, v.state.transform), v.state.colour)
	}
}

func (v *Canvas) Stroke(path vg.Path) {
	if len(path) == 0 || v.state.width <= 0 {
		return
	}
	scale := v.state.transform.scale()
	p := pen{colour: v.state.colour, width: decimal(float64(v.state.width) * scale)}
	for i, d := range v.state.dashes {
		if i > 0 {
			p.dashes += " "
		}
		p.dashes += decimal(float64(d) * scale)
	}
	if p.dashes != "" && v.state.offset != 0 {
		p.offset = decimal(float64(v.state.offset) * scale)
	}
	v.body.stroke(pathDataOf(path, v.state.transform), p)
}

// FillString writes text with its left end at pt.
func (v *Canvas) FillString(f font.Face, pt vg.Point, txt string) {
	if f.Font.Size <= 0 {
		return
	}
	m := v.state.transform
	style := fmt.Sprintf(`font-size="%s"%s`, decimal(float64(f.Font.Size)*m.scale()), paint("fill", v.state.colour))
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
	at, turn := m.of(pt).round(), ""
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
	m, size := v.state.transform, r.Size()
	corner := m.of(vg.Point{X: r.Min.X, Y: r.Max.Y})
	v.body.other(fmt.Sprintf(`<image width="%s" height="%s" preserveAspectRatio="none" transform="matrix(%s %s %s %s %s %s)" href="data:image/png;base64,%s"/>`,
		decimal(float64(size.X)), decimal(float64(size.Y)), decimal(m[0]), decimal(m[1]), decimal(-m[2]), decimal(-m[3]), decimal(corner.x), decimal(corner.y), data.String()))
}

// File returns the SVG document.
func (v *Canvas) File() []byte {
	w, h, unit, points := float64(v.width), float64(v.height), v.form.unit, cmp.Or(v.form.Points, 1)
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%g%s" height="%g%s" viewBox="0 0 %g %g" font-family="Liberation Sans,Arial,Helvetica,sans-serif" fill="none">%s</svg>`,
		w*points, v.form.length, h*points, v.form.length, w*unit, h*unit, v.body.finish())
}

// An affine maps (x, y) to (m₀x + m₂y + m₄, m₁x + m₃y + m₅).
type affine [6]float64

// after returns the map that applies n and then m.
func (m affine) after(n affine) affine {
	return affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m affine) of(p vg.Point) point {
	x, y := float64(p.X), float64(p.Y)
	return point{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]}
}

// scale is by how much the map enlarges lengths.
func (m affine) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }
