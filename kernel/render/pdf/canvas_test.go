package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"

	"unfold/kernel/render/pdf"
)

// drawn is a page with a turned text, a dashed stroke, an arc, a half opaque fill and
// two images.
func drawn(t *testing.T) []byte {
	t.Helper()
	c := pdf.New(200, 100, 1)
	face := font.NewCache(liberation.Collection()).Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 10)
	c.SetColor(color.Black)
	c.FillString(face, vg.Point{X: 10, Y: 20}, "−1 ≤ η, Ελλάδα")
	c.Push()
	c.Translate(vg.Point{X: 50, Y: 50})
	c.Rotate(math.Pi / 2)
	c.Scale(2, 2)
	c.FillString(face, vg.Point{}, "up")
	c.Pop()
	c.SetLineWidth(2)
	c.SetLineDash([]vg.Length{3, 1}, 0)
	var path vg.Path
	path.Move(vg.Point{X: 10, Y: 90})
	path.Arc(vg.Point{X: 100, Y: 90}, 5, 0, math.Pi)
	c.Stroke(path)
	c.SetColor(color.NRGBA{0xFF, 0, 0, 0x80})
	c.Fill(vg.Rectangle{Min: vg.Point{X: 120, Y: 10}, Max: vg.Point{X: 150, Y: 40}}.Path())
	c.DrawImage(vg.Rectangle{Max: vg.Point{X: 8, Y: 8}}, image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.White, color.Black}))
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 20}, Max: vg.Point{X: 28, Y: 8}}, image.NewGray(image.Rect(0, 0, 2, 2)))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSameDrawingSameBytes.
func TestSameDrawingSameBytes(t *testing.T) {
	first := drawn(t)
	for range 5 {
		if !bytes.Equal(drawn(t), first) {
			t.Fatal("the same drawing gave two files")
		}
	}
}

// TestPageHoldsText of the size in points, with a font of its own, as glyphs that are
// mapped back to letters.
func TestPageHoldsText(t *testing.T) {
	file := drawn(t)
	for _, part := range []string{"%PDF-", "/MediaBox [0 0 200.00 100.00]", "/FontFile2", "/ToUnicode", "(D:19700101000000)"} {
		if !bytes.Contains(file, []byte(part)) {
			t.Errorf("the file lacks %s", part)
		}
	}
	content := streams(t, file)
	if n := strings.Count(content, " Tj"); n != 2 {
		t.Errorf("%d texts on the page", n)
	}
	// Text begins 10 points from the left and 20 from below.
	if !strings.Contains(content, "BT 10.00 20.00 Td") {
		t.Errorf("no text at its place:\n%.400s", content)
	}
}

// streams are the contents of the file that are compressed.
func streams(t *testing.T, file []byte) string {
	t.Helper()
	var all strings.Builder
	for _, m := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllSubmatch(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // not compressed
		}
		data, _ := io.ReadAll(r)
		fmt.Fprintln(&all, string(data))
	}
	return all.String()
}
