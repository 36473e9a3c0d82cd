package appearance

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// paletteNames are the words for palettes.
func paletteNames() []string {
	var names []string
	for _, p := range figure.Palettes() {
		names = append(names, p.Name)
	}
	return names
}

// paletteOf returns the palette of a name, or one of the given colours; nil where
// nothing is asked.
func paletteOf(words []string) (*figure.Palette, error) {
	if len(words) == 0 {
		return nil, nil
	}
	if len(words) == 1 {
		all := figure.Palettes()
		if at := slices.IndexFunc(all, func(p figure.Palette) bool { return p.Name == words[0] }); at >= 0 {
			return &all[at], nil
		}
	}
	own := &figure.Palette{Name: "own"}
	for _, word := range words {
		c, ok := colourOf(strings.TrimSpace(word))
		if !ok {
			return nil, &engine.Error{Param: "palette", Cause: fmt.Sprintf("%q is neither a palette nor a colour", word), Remedy: noPalette(word)}
		}
		own.Groups = append(own.Groups, c)
	}
	if len(own.Groups) > 1 {
		own.Ramp = own.Groups
	}
	return own, nil
}

// noPalette says which palettes there are.
func noPalette(word string) remedy.Remedy {
	if near := wording.Nearest(word, paletteNames()); len(near) > 0 {
		return remedy.Say("did you mean %s?", near[0])
	}
	return remedy.Say("the palettes are %s; a colour is written as \"#004488\" or by a name of the web, such as teal", strings.Join(paletteNames(), ", "))
}

// colourOf reads a colour: "#RRGGBB", "#RGB", or a name of SVG 1.1.
func colourOf(word string) (color.NRGBA, bool) {
	if c, named := colornames.Map[strings.ToLower(word)]; named {
		return color.NRGBA{c.R, c.G, c.B, 0xFF}, true
	}
	digits, ok := strings.CutPrefix(word, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	code, err := strconv.ParseUint(digits, 16, 32)
	if !ok || err != nil || len(digits) != 6 {
		return color.NRGBA{}, false
	}
	return color.NRGBA{uint8(code >> 16), uint8(code >> 8), uint8(code), 0xFF}, true
}
