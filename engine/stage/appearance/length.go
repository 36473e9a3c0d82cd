package appearance

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A length is one of a figure: how many CSS pixels it has, and whether it was given as
// one on paper. The zero value leaves it to the renderer.
type length struct {
	pixels   float64
	physical bool
}

// units are how many pixels those of lengths have; an inch has 96.
var units = []struct {
	name   string
	pixels float64
}{{"cm", 96 / 2.54}, {"mm", 96 / 25.4}, {"in", 96}, {"pt", 96.0 / 72}, {"px", 1}}

// The lengths that figures may have, in pixels.
const shortest, longest = 80, 4000

// size returns the lengths that are asked for.
func (s *Style) size() (width, height length, err error) {
	if width, err = lengthOf("width", s.Width); err != nil {
		return width, height, err
	}
	height, err = lengthOf("height", s.Height)
	return width, height, err
}

// lengthOf reads a number of pixels, or a text of a number and a unit.
func lengthOf(param string, value any) (length, error) {
	if value == nil {
		return length{}, nil
	}
	asked, known := length{}, false
	if text, isText := value.(string); isText {
		for _, u := range units {
			digits, has := strings.CutSuffix(strings.TrimSpace(text), u.name)
			if number, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); has && err == nil {
				asked, known = length{number * u.pixels, u.name != "px"}, true
			}
		}
	} else if x := reflect.ValueOf(value); x.CanInt() {
		asked, known = length{pixels: float64(x.Int())}, true
	} else if x.CanFloat() {
		asked, known = length{pixels: x.Float()}, true
	}
	switch {
	case !known:
		return asked, &engine.Error{Param: param, Cause: fmt.Sprintf("%s takes a number of pixels or a length such as \"8cm\", not %s", param, wording.Value(value)), Remedy: remedy.Say("the units are cm, mm, in, pt and px")}
	case !(asked.pixels >= shortest && asked.pixels <= longest):
		return asked, &engine.Error{Param: param, Cause: fmt.Sprintf("a %s of %.4g pixels is not from %d to %d", param, asked.pixels, shortest, longest), Remedy: remedy.Say("an inch has 96 pixels, a centimetre 38")}
	}
	return asked, nil
}
