package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"
)

// TestCommittedLogosAreTheDrawnOnes compares colours, for the compression of
// PNG may change with Go, and arithmetic in the last bit with the processor.
func TestCommittedLogosAreTheDrawnOnes(t *testing.T) {
	for name, pixels := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		content, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if worst := farthest(kept, paint(pixels)); worst > 3 {
			t.Errorf("%s differs by up to %d of 255; run go generate ./install", name, worst)
		}
	}
	kept, err := os.ReadFile("../logo-svg.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, draw()) {
		t.Error("logo-svg.svg differs; run go generate ./install")
	}
}

// farthest is the largest difference of a channel between two pictures.
func farthest(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return 255
	}
	worst := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			for _, d := range [...]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B), int(p.A) - int(q.A)} {
				worst = max(worst, d, -d)
			}
		}
	}
	return worst
}

func TestCurveIsEvenAndInside(t *testing.T) {
	line := curve()
	if len(line) != steps+1 {
		t.Fatalf("%d points", len(line))
	}
	for i, p := range line {
		if p.x < width/2 || p.x > size-width/2 || p.y < width/2 || p.y > size-width/2 {
			t.Errorf("point %d at %v leaves the picture", i, p)
		}
	}
}
