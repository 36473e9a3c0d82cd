package chart

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"testing"

	"unfold/engine"
)

func sheets() map[string]Sheet {
	return map[string]Sheet{
		"scatter":   {Figures: []*engine.Figure{blobs(150, 3)}},
		"shade":     {Figures: []*engine.Figure{shaded()}},
		"curve":     {Figures: []*engine.Figure{curve()}},
		"confusion": {Figures: []*engine.Figure{counts("a", "b")}},
		"graph":     {Figures: []*engine.Figure{graph(), whole()}},
		"empty":     {Figures: []*engine.Figure{{Title: "nothing"}}},
		"text":      {Figures: []*engine.Figure{whole()}, Text: []string{"accuracy 0.95"}},
	}
}

func decode(t *testing.T, data []byte, err error) image.Image {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// has reports whether a dot of img has exactly the colour.
func has(img image.Image, c color.NRGBA) bool {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if color.NRGBAModel.Convert(img.At(x, y)) == color.Color(c) {
				return true
			}
		}
	}
	return false
}

func TestFormats(t *testing.T) {
	for name, s := range sheets() {
		t.Run(name, func(t *testing.T) {
			first, err := PNG(s)
			img := decode(t, first, err)
			if w, h := s.Size(); img.Bounds().Dx() != w*density || img.Bounds().Dy() != h*density {
				t.Errorf("picture is %v, sheet %d×%d", img.Bounds(), w, h)
			}
			if again, _ := PNG(s); !bytes.Equal(first, again) {
				t.Error("the same sheet gave two different PNG files")
			}
			svg, err := SVG(s)
			if err != nil {
				t.Fatal(err)
			}
			for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("SVG is not well formed: %v", err)
				}
			}
			pdf, err := PDF(s)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := PDF(s); !bytes.Equal(pdf, again) {
				t.Error("the same sheet gave two different PDF files")
			}
			if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("(D:19700101000000")) {
				t.Error("PDF has no head or no fixed time")
			}
		})
	}
}

func TestClassColoursAreInThePicture(t *testing.T) {
	data, err := PNG(Sheet{Figures: []*engine.Figure{blobs(300, 8)}})
	img := decode(t, data, err)
	for i := range 8 {
		if !has(img, Class(i).Fill) {
			t.Errorf("no dot of class %d's colour %v", i, Class(i).Fill)
		}
	}
	if has(img, strong) {
		t.Error("colour of bridges in a figure without bridges")
	}
	data, err = PNG(Sheet{Figures: []*engine.Figure{graph()}})
	if !has(decode(t, data, err), strong) {
		t.Error("bridge not drawn")
	}
}

func TestLargeScatterStaysSmall(t *testing.T) {
	data, err := PNG(Sheet{Figures: []*engine.Figure{blobs(3750, 3)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 150_000 {
		t.Errorf("5,000 points take %d bytes, want at most 150,000", len(data))
	}
}

// TestHostileFigures draws what data can bring about.
func TestHostileFigures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	figures := map[string]*engine.Figure{
		"no finite point": {Layers: []engine.Layer{engine.Points{X: []float64{nan, inf}, Y: []float64{1, -inf}}}},
		"one point":       {Equal: true, Layers: []engine.Layer{engine.Points{X: []float64{3}, Y: []float64{0}}}},
		"huge span":       {Layers: []engine.Layer{engine.Points{X: []float64{-math.MaxFloat64, math.MaxFloat64}, Y: []float64{0, 5e-324}}}},
		"log of zero":     {X: engine.Axis{Log: true}, Layers: []engine.Layer{engine.Line{X: []float64{0, -1, 1e-300, 1e300}, Y: []float64{1, 2, 3, 4}}}},
		"one cell":        {Layers: []engine.Layer{engine.Cells{Values: [][]float64{{nan}}}}},
		"long words":      {Title: string(bytes.Repeat([]byte("word "), 200)), X: engine.Axis{Label: string(bytes.Repeat([]byte("x"), 500))}, Classes: []string{string(bytes.Repeat([]byte("c"), 300))}, Layers: []engine.Layer{engine.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Class: []int{0, 0}}}},
		"equal shades":    {Layers: []engine.Layer{engine.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Shade: []float64{7, 7}}}},
		"shade of NaN":    {Layers: []engine.Layer{engine.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Shade: []float64{nan, 7}}}},
	}
	for name, fig := range figures {
		t.Run(name, func(t *testing.T) {
			s := Sheet{Figures: []*engine.Figure{fig}}
			if _, err := PNG(s); err != nil {
				t.Error(err)
			}
			if _, err := PDF(s); err != nil {
				t.Error(err)
			}
			if data, err := Live(fig, nil, 600, 440); err != nil || !json.Valid(data) {
				t.Error(err)
			}
		})
	}
}

func TestEqualAxes(t *testing.T) {
	w, h := Sheet{Figures: make([]*engine.Figure, 1)}.FigureSize()
	data, err := Live(blobs(100, 2), nil, w, h)
	if err != nil {
		t.Fatal(err)
	}
	var l live
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	ux, uy := (l.X.Hi-l.X.Lo)/(l.Box[2]-l.Box[0]), (l.Y.Hi-l.Y.Lo)/(l.Box[3]-l.Box[1])
	if math.Abs(ux/uy-1) > 1e-3 {
		t.Errorf("a pixel is %g across and %g up", ux, uy)
	}
}
