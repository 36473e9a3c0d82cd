// Package dots writes pictures as PNG files: with few colours where that is enough, and
// with their size on paper.
//
// It imports nothing of the project. Start at [Encode].
package dots

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
)

// Encode writes img with a palette of 256 colours where that loses nothing
// the eye would miss, which halves the file; photographs stay as they are.
func Encode(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	if reduced, ok := reduce(img); ok {
		img = reduced
	}
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// A bin is all colours that agree in the upper five bits of each channel. It
// shows its most frequent one, so that flat areas keep their exact colour.
type bin struct {
	key    uint16
	dots   int
	common color.RGBA
	most   int
}

// reduce maps an opaque picture to at most 256 colours. It declines when the
// rarer colours together fill more than a hundredth of the dots.
func reduce(img image.Image) (*image.Paletted, bool) {
	rgba := toRGBA(img)
	counts, opaque := count(rgba)
	if !opaque {
		return nil, false
	}
	bins := binned(counts)
	kept := bins[:min(len(bins), 256)]
	dots := 0
	for _, b := range kept {
		dots += b.dots
	}
	if total := len(rgba.Pix) / 4; total-dots > total/100 {
		return nil, false
	}
	palette := make(color.Palette, len(kept))
	var index [1 << 15]uint8
	for i, b := range kept {
		palette[i] = b.common
		index[b.key] = uint8(i)
	}
	for _, b := range bins[len(kept):] {
		index[b.key] = uint8(palette.Index(b.common))
	}
	out := image.NewPaletted(rgba.Rect, palette)
	for i := range out.Pix {
		out.Pix[i] = index[binKey(colourAt(rgba, i))]
	}
	return out, true
}

// count counts the dots of each colour, a run of equal dots at a time; it
// stops at the first dot that is not opaque.
func count(img *image.RGBA) (counts map[color.RGBA]int, opaque bool) {
	counts = map[color.RGBA]int{}
	n := len(img.Pix) / 4
	for i := 0; i < n; {
		c, start := colourAt(img, i), i
		if c.A != 0xFF {
			return nil, false
		}
		for i < n && colourAt(img, i) == c {
			i++
		}
		counts[c] += i - start
	}
	return counts, true
}

func colourAt(img *image.RGBA, i int) color.RGBA {
	p := img.Pix[4*i : 4*i+4 : 4*i+4]
	return color.RGBA{p[0], p[1], p[2], p[3]}
}

// toRGBA returns img with its dots in one run from the origin.
func toRGBA(img image.Image) *image.RGBA {
	b := img.Bounds()
	if rgba, ok := img.(*image.RGBA); ok && b.Min == (image.Point{}) && rgba.Stride == 4*b.Dx() {
		return rgba
	}
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, img, b.Min, draw.Src)
	return out
}

func binKey(c color.RGBA) uint16 {
	return uint16(c.R>>3)<<10 | uint16(c.G>>3)<<5 | uint16(c.B>>3)
}

// binned returns the bins of the counted colours, fullest first; ties go by
// colour, so that the order of the map does not show.
func binned(counts map[color.RGBA]int) []bin {
	byKey := map[uint16]*bin{}
	for c, n := range counts {
		k := binKey(c)
		b := byKey[k]
		if b == nil {
			b = &bin{key: k}
			byKey[k] = b
		}
		b.dots += n
		if n > b.most || n == b.most && lessColour(c, b.common) {
			b.common, b.most = c, n
		}
	}
	bins := make([]bin, 0, len(byKey))
	for _, b := range byKey {
		bins = append(bins, *b)
	}
	slices.SortFunc(bins, func(a, b bin) int {
		return cmp.Or(cmp.Compare(b.dots, a.dots), cmp.Compare(a.key, b.key))
	})
	return bins
}

func lessColour(a, b color.RGBA) bool {
	return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B)) < 0
}

// signatureAndHeader is how many bytes a PNG file has before all that may be said of it.
const signatureAndHeader = 8 + 25

// OnPaper adds to a PNG file how many dots of it an inch of paper has, as its chunk pHYs,
// by which programs that set or print it know its size (PNG, third edition, 11.3.4.3).
func OnPaper(file []byte, dotsAnInch float64) []byte {
	const inch = 0.0254 // metres
	aMetre := uint32(math.Round(dotsAnInch / inch))
	chunk := binary.BigEndian.AppendUint32([]byte("pHYs"), aMetre)
	chunk = append(binary.BigEndian.AppendUint32(chunk, aMetre), 1) // the unit: metres
	whole := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
	whole = binary.BigEndian.AppendUint32(append(whole, chunk...), crc32.ChecksumIEEE(chunk))
	return slices.Concat(file[:signatureAndHeader], whole, file[signatureAndHeader:])
}
