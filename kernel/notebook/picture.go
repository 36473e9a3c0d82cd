package notebook

import (
	"encoding/base64"
	"fmt"
	"image"
	_ "image/jpeg" // formats of pictures that outputs hold
	_ "image/png"
	"math"
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
