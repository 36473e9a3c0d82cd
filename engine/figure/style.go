package figure

import (
	"image/color"
	"slices"
)

// A Style is what the reader of a figure asks of its looks. What is zero is left to
// the renderer.
type Style struct {
	Width, Height float64  // of the figure, in CSS pixels, of which an inch has 96
	Physical      bool     // the size is one on paper: files have it, where they else have a point for each pixel
	Density       float64  // of files of dots, in dots an inch
	MarkSize      float64  // of points, as a multiple of their usual size
	Opacity       float64  // of points, above 0 and up to 1
	Palette       *Palette // the colours of groups and shades
	Theme         string   // one of Themes
}

// Themes are the settings that figures are made for: a page of a notebook, one that
// is printed, a wall that is read from afar, a dark screen.
func Themes() []string { return []string{"notebook", "paper", "slide", "dark"} }

// A Palette is colours for groups, for shades, or for both.
type Palette struct {
	Name   string
	Groups []color.NRGBA // in the order in which groups take them
	Ramp   []color.NRGBA // evenly spaced stops, from the least to the most
}

// Reversed returns the palette with its ramp from the most to the least, for shades on a
// light ground of which the most is to be noticed.
func (p Palette) Reversed() *Palette {
	p.Ramp = slices.Clone(p.Ramp)
	slices.Reverse(p.Ramp)
	p.Name += ", reversed"
	return &p
}

// Palettes are those that are known by name, the usual one first. All are told apart by
// readers with any of the three kinds of colour blindness.
//
// The first has the hues of Okabe and Ito with lightnesses of our own: any two of the
// first four differ by 16 in L*, any two of all by 7, so that they stay apart in grey.
// Sources: Okabe, Ito 2008, "Color Universal Design"; Tol 2021, "Colour schemes",
// SRON/EPS/TN/09-002; Smith, van der Walt 2015, for viridis and magma; Nuñez, Anderton,
// Renslow 2018, doi:10.1371/journal.pone.0199239, for cividis.
func Palettes() []Palette {
	return []Palette{
		{Name: "unfold", Groups: colours(0x005B94, 0xE69F00, 0x00916A, 0x111111, 0x7FCBF5, 0xB04A00, 0xCC79A7, 0xF0E442), Ramp: viridis()},
		{Name: "okabe-ito", Groups: colours(0x000000, 0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7)},
		{Name: "tol-bright", Groups: colours(0x4477AA, 0xEE6677, 0x228833, 0xCCBB44, 0x66CCEE, 0xAA3377, 0xBBBBBB)},
		{Name: "tol-muted", Groups: colours(0xCC6677, 0x332288, 0xDDCC77, 0x117733, 0x88CCEE, 0x882255, 0x44AA99, 0x999933, 0xAA4499)},
		{Name: "tol-high-contrast", Groups: colours(0x004488, 0xDDAA33, 0xBB5566)},
		{Name: "viridis", Ramp: viridis()},
		{Name: "cividis", Ramp: colours(0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173, 0x8A8678, 0xA59C74, 0xC3B369, 0xE1CC55)},
		{Name: "magma", Ramp: colours(0x000004, 0x1D1147, 0x51127C, 0x832681, 0xB73779, 0xE75263, 0xFC8961, 0xFEC488)},
		{Name: "grey", Ramp: colours(0x111111, 0x404040, 0x707070, 0xA0A0A0, 0xC8C8C8)},
	}
}

// viridis leaves out the palest end of the ramp of that name, which is lost on white.
func viridis() []color.NRGBA {
	return colours(0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xDCE319)
}

// colours are opaque ones, written 0xRRGGBB.
func colours(codes ...uint32) []color.NRGBA {
	list := make([]color.NRGBA, len(codes))
	for i, c := range codes {
		list[i] = color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF}
	}
	return list
}
