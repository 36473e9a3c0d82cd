package chart

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"unfold/engine/figure"
)

// TestFilesHaveTheirSizeOnPaper: a figure of 8.5 cm at 300 dots an inch has 1004 of them,
// says how many that are a metre, and is as wide in SVG and PDF, to a hundredth of a point.
func TestFilesHaveTheirSizeOnPaper(t *testing.T) {
	fig := &figure.Figure{Title: "t", X: figure.Axis{Label: "x"}, Layers: []figure.Layer{figure.Points{X: []float64{1, 2}, Y: []float64{1, 2}}}}
	fig.Style = figure.Style{Width: 8.5 * 96 / 2.54, Physical: true, Density: 300}
	s := Sheet{Figures: []*figure.Figure{fig}}
	data, err := PNG(s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 1004 {
		t.Errorf("%d dots wide: %v", img.Bounds().Dx(), err)
	}
	at := bytes.Index(data, []byte("pHYs"))
	if at < 0 {
		t.Fatal("the file does not say its size")
	}
	if x, y := binary.BigEndian.Uint32(data[at+4:]), binary.BigEndian.Uint32(data[at+8:]); x != 11811 || y != 11811 || data[at+12] != 1 {
		t.Errorf("%d and %d dots in unit %d", x, y, data[at+12])
	}
	if text := string(SVG(s)); !strings.Contains(text, `width="240.94`) || !strings.Contains(text, `pt"`) {
		t.Errorf("SVG is %s", text[:200])
	}
	file, err := PDF(s)
	if box := regexp.MustCompile(`/MediaBox \[0 0 240\.94 \d+\.\d\d\]`); err != nil || !box.Match(file) {
		t.Errorf("PDF has no box of 240.94 points: %v", err)
	}
	fig.Style = figure.Style{}
	if data, err = PNG(s); err != nil || binary.BigEndian.Uint32(data[bytes.Index(data, []byte("pHYs"))+4:]) != 7559 {
		t.Errorf("a figure on a screen is not two dots a pixel: %v", err)
	}
}
