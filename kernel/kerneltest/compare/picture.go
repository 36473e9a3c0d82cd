package compare

import (
	"encoding/base64"
	"fmt"
	"image"
	_ "image/jpeg" // formats of pictures that outputs hold
	_ "image/png"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// pictures compares two pictures by format and size; what they show depends on
// rounding, dot by dot.
func (t Tolerance) pictures(mime, want, got string) []Difference {
	w, errW := sizeOf(want)
	g, errG := sizeOf(got)
	if errW != nil || errG != nil {
		if want == got {
			return nil // of a format we do not know
		}
		return []Difference{{What: mime, Want: outcome(w, errW), Got: outcome(g, errG)}}
	}
	if !t.near(w.Width, g.Width) || !t.near(w.Height, g.Height) {
		return []Difference{{What: mime, Want: outcome(w, nil), Got: outcome(g, nil)}}
	}
	return nil
}

// drawings compares two SVG documents by their size.
func (t Tolerance) drawings(mime, want, got string) []Difference {
	w, g := drawingSize(want), drawingSize(got)
	if !t.near(w.Width, g.Width) || !t.near(w.Height, g.Height) {
		return []Difference{{What: mime, Want: outcome(w, nil), Got: outcome(g, nil)}}
	}
	return nil
}

// inPage matches the pictures that a page carries inside itself.
var inPage = regexp.MustCompile(`<img\b[^>]*?\ssrc="data:(image/[a-z+]+);base64,([^"]*)"`)

// pagePictures compares the pictures that two pages carry, which are as many if the
// pages have the same text: each by its format and as one of that format.
func (t Tolerance) pagePictures(want, got string) []Difference {
	w, g := inPage.FindAllStringSubmatch(want, -1), inPage.FindAllStringSubmatch(got, -1)
	if len(w) != len(g) {
		return []Difference{{What: "pictures in text/html", Want: fmt.Sprint(len(w)), Got: fmt.Sprint(len(g))}}
	}
	var all []Difference
	for i := range w {
		mime := w[i][1]
		if mime != g[i][1] {
			all = append(all, Difference{What: "picture in text/html", Want: mime, Got: g[i][1]})
			continue
		}
		all = append(all, t.data(mime, embeddedData(mime, w[i][2]), embeddedData(mime, g[i][2]))...)
	}
	return all
}

// embeddedData is data of a page as an output of the type would have it: text as it
// is, all else in base64.
func embeddedData(mime, encoded string) string {
	if mime != "image/svg+xml" {
		return encoded
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return encoded
	}
	return string(text)
}

var (
	drawingHead   = regexp.MustCompile(`(?s)<svg\b[^>]*>`)
	drawingLength = regexp.MustCompile(`\b(width|height)="([0-9.]+)`)
)

// drawingSize is what an SVG document says of its size, zero where it says
// nothing.
func drawingSize(document string) (c image.Config) {
	for _, m := range drawingLength.FindAllStringSubmatch(drawingHead.FindString(document), -1) {
		v, _ := strconv.ParseFloat(m[2], 64) // of digits and a point
		if m[1] == "width" {
			c.Width = int(math.Round(v))
		} else {
			c.Height = int(math.Round(v))
		}
	}
	return c
}

func (t Tolerance) near(a, b int) bool {
	return math.Abs(float64(a-b)) <= t.Pixels*float64(max(a, b))
}

func sizeOf(encoded string) (image.Config, error) {
	raw := base64.NewDecoder(base64.StdEncoding, strings.NewReader(encoded))
	config, _, err := image.DecodeConfig(raw)
	return config, err
}

func outcome(c image.Config, err error) string {
	if err != nil {
		return "a picture that cannot be read: " + err.Error()
	}
	return fmt.Sprintf("%d by %d pixels", c.Width, c.Height)
}
