// Command logo draws the kernel's logos into a folder: a rolled-up sheet that
// unfolds into a line, coloured along its length. The same numbers make the
// pictures and the drawing.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
)

// The curve, in a square of 64 by 64: a spiral that leaves its last turn along
// the ground. Width is that of the stroke.
const (
	size   = 64.0
	width  = 6.6
	inner  = 5.0
	growth = 1.62 // of the radius with each radian
	sweep  = 3.5 * math.Pi
	ends   = 61.0
	steps  = 260
)

type point struct{ x, y float64 }

// curve is the line as points at equal distances, the innermost first.
func curve() []point {
	var fine []point
	centre := point{25, 28.5}
	for i := range 2001 {
		turn := sweep * float64(i) / 2000
		radius := inner + growth*turn
		angle := turn - sweep + math.Pi/2 // ends at the bottom, on its way to the right
		fine = append(fine, point{centre.x - radius*math.Cos(angle), centre.y + radius*math.Sin(angle)})
	}
	last := fine[len(fine)-1]
	for x := last.x; x <= ends-width/2; x += 0.05 {
		fine = append(fine, point{x, last.y})
	}
	return even(fine)
}

// even picks points at equal distances along a line.
func even(fine []point) []point {
	length := make([]float64, len(fine))
	for i := 1; i < len(fine); i++ {
		length[i] = length[i-1] + math.Hypot(fine[i].x-fine[i-1].x, fine[i].y-fine[i-1].y)
	}
	out := make([]point, 0, steps+1)
	at := 0
	for i := range steps + 1 {
		for at < len(fine)-1 && length[at] < length[len(length)-1]*float64(i)/steps {
			at++
		}
		out = append(out, fine[at])
	}
	return out
}

// shades are the colours along the curve, from the inside out.
var shades = []color.RGBA{{68, 1, 84, 255}, {59, 82, 139, 255}, {33, 145, 140, 255}, {94, 201, 98, 255}, {245, 190, 40, 255}}

func shade(t float64) color.RGBA {
	scaled := t * float64(len(shades)-1)
	i := min(int(scaled), len(shades)-2)
	f := scaled - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-f) + float64(b)*f)) }
	a, b := shades[i], shades[i+1]
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// paint draws the curve on a square of pixels, each the mean of 8 by 8 samples.
func paint(pixels int) *image.NRGBA {
	const samples = 8
	line := curve()
	out := image.NewNRGBA(image.Rect(0, 0, pixels, pixels))
	for py := range pixels {
		for px := range pixels {
			var r, g, b, hits float64
			for s := range samples * samples {
				x := (float64(px) + (float64(s%samples)+0.5)/samples) * size / float64(pixels)
				y := (float64(py) + (float64(s/samples)+0.5)/samples) * size / float64(pixels)
				nearest, distance := 0, math.Inf(1)
				for i, p := range line {
					if d := (p.x-x)*(p.x-x) + (p.y-y)*(p.y-y); d < distance {
						nearest, distance = i, d
					}
				}
				if distance <= width*width/4 {
					c := shade(float64(nearest) / steps)
					r, g, b, hits = r+float64(c.R), g+float64(c.G), b+float64(c.B), hits+1
				}
			}
			if hits > 0 {
				out.SetNRGBA(px, py, color.NRGBA{uint8(r/hits + 0.5), uint8(g/hits + 0.5), uint8(b/hits + 0.5), uint8(255*hits/samples/samples + 0.5)})
			}
		}
	}
	return out
}

// draw writes the curve as SVG, in pieces of one colour each.
func draw() []byte {
	const pieces = 65
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" fill=\"none\" stroke-width=\"%g\" stroke-linecap=\"round\">\n", size, size, width)
	line := curve()
	for i := range pieces {
		from, to := i*steps/pieces, (i+1)*steps/pieces
		c := shade((float64(from) + float64(to)) / 2 / steps)
		fmt.Fprintf(&b, "<path stroke=\"#%02x%02x%02x\" d=\"M", c.R, c.G, c.B)
		for _, p := range line[from : to+1] {
			fmt.Fprintf(&b, "%.1f %.1f ", p.x, p.y)
		}
		b.Truncate(b.Len() - 1)
		b.WriteString("\"/>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: logo FOLDER")
	}
	files := map[string][]byte{"logo-svg.svg": draw()}
	for _, pixels := range [...]int{32, 64} {
		var b bytes.Buffer
		if err := png.Encode(&b, paint(pixels)); err != nil {
			log.Fatal(err)
		}
		files[fmt.Sprintf("logo-%dx%d.png", pixels, pixels)] = b.Bytes()
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
