package chart

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// pictured returns the scatter of n training rows, each with a picture of its own.
func pictured(n, width, height int) *figure.Figure {
	fig := blobs(n, 3)
	rng := rand.New(rand.NewPCG(5, 6))
	m := figure.Images{Width: width, Height: height}
	for at, layer := range fig.Layers {
		p := layer.(figure.Points)
		for range p.X {
			p.Images = append(p.Images, len(m.Pixels))
			pixels := make([]uint8, width*height)
			for i := range pixels {
				pixels[i] = uint8(rng.IntN(256))
			}
			m.Pixels = append(m.Pixels, pixels)
		}
		fig.Layers[at] = p
	}
	fig.Layers = append(fig.Layers, m)
	return fig
}

// corners are where an SVG file has the upper left corners of its pictures.
var corners = regexp.MustCompile(`<image width="[\d.]+" height="[\d.]+"[^>]*matrix\([^)]*\)`)

// TestImagesLeaveRoom: a picture file shows some of the pictures, framed, those of
// held rows too, and none that overlap by half.
func TestImagesLeaveRoom(t *testing.T) {
	fig := pictured(300, 8, 12)
	svg := string(SVG(Sheet{Figures: []*figure.Figure{fig}}))
	found := corners.FindAllString(svg, -1)
	if len(found) < 8 || len(found) > 80 {
		t.Errorf("%d of 400 pictures are shown", len(found))
	}
	for width, whose := range map[string]string{"200": "training", "80": "held"} {
		if !strings.Contains(svg, `stroke-width="`+width+`"`) {
			t.Errorf("no frame of a %s row", whose)
		}
	}
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: 600, Y: 440}})
	if got := len(f.pictured(400)); got != 400 {
		t.Errorf("%d points have a picture", got)
	}
	if got := len(f.pictured(100)); got != 100 {
		t.Errorf("%d points have one of the first hundred", got)
	}
}

// TestImagesInEveryFormat: pictures are in pages and files of all kinds, and the
// same every time.
func TestImagesInEveryFormat(t *testing.T) {
	fig := pictured(40, 16, 16)
	plain := blobs(40, 3)
	for name, format := range map[string]func(Picture) ([]byte, error){
		"png": PNG, "pdf": PDF,
		"svg": func(p Picture) ([]byte, error) { return SVG(p), nil },
	} {
		with, err := format(Sheet{Figures: []*figure.Figure{fig}})
		again, _ := format(Sheet{Figures: []*figure.Figure{fig}})
		without, _ := format(Sheet{Figures: []*figure.Figure{plain}})
		if err != nil || !bytes.Equal(with, again) || len(with) < len(without)+1000 {
			t.Errorf("%s: %d bytes with pictures, %d without (%v)", name, len(with), len(without), err)
		}
	}
}

// TestImagesAreLight: the page's script is given all pictures on one sheet, shrunk
// until they are light, each at its number.
func TestImagesAreLight(t *testing.T) {
	data, err := Live(pictured(300, 32, 32), nil, 600, 440)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 90_000 { // of noise, which does not pack
		t.Errorf("the figure has %d bytes", len(data))
	}
	small := pictured(3, 2, 2)
	data, err = Live(small, nil, 600, 440)
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		Layers []struct {
			Kind               string
			Sheet              []byte
			Across, Wide, Tall int
		}
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	images := l.Layers[2]
	sheet, err := png.Decode(bytes.NewReader(images.Sheet))
	if err != nil || images.Kind != "images" || images.Across != 2 || images.Wide != 2 || images.Tall != 2 {
		t.Fatalf("%+v, %v", images, err)
	}
	m := small.Layers[2].(figure.Images)
	for n, pixels := range m.Pixels {
		for i, want := range pixels {
			r, _, _, _ := sheet.At(n%2*2+i%2, n/2*2+i/2).RGBA()
			if d := int(r>>8) - int(want); d < -9 || d > 9 {
				t.Errorf("pixel %d of picture %d is %d, want %d", i, n, r>>8, want)
			}
		}
	}
}
