package chart

import (
	"bytes"
	"fmt"
	"image"
	"regexp"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// density is the dots of a PNG for each CSS pixel, so that it is sharp on the
// screens of today.
const density = 2

// Image returns the sheet in dots, density to the pixel.
func (s Sheet) Image() image.Image {
	w, h := s.Size()
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(w), vg.Length(h)), vgimg.UseDPI(72*density))
	s.draw(c)
	return c.Image()
}

// PNG returns the sheet as a PNG file, twice as many dots as pixels each way.
func (s Sheet) PNG() ([]byte, error) {
	data, err := EncodePNG(s.Image())
	if err != nil {
		return nil, fmt.Errorf("figure: png: %w", err)
	}
	return data, nil
}

// family names what to set text in where the Liberation fonts are missing:
// Arial and Courier New have the same widths.
var family = []struct{ from, to []byte }{
	{[]byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")},
	{[]byte("font-family:Liberation Mono;"), []byte("font-family:'Liberation Mono','Courier New',monospace;white-space:pre;")},
}

// SVG returns the sheet as an SVG file.
func (s Sheet) SVG() ([]byte, error) {
	w, h := s.Size()
	c := vgsvg.New(vg.Length(w), vg.Length(h))
	s.draw(c)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: svg: %w", err)
	}
	data := b.Bytes()
	for _, f := range family {
		data = bytes.ReplaceAll(data, f.from, f.to)
	}
	return data, nil
}

// stamp is the time of making that a PDF file carries.
var stamp = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}`)

// PDF returns the sheet as a PDF file of one page. Its time of making is set
// to the start of the epoch, so that the same sheet gives the same bytes.
func (s Sheet) PDF() ([]byte, error) {
	w, h := s.Size()
	c := vgpdf.New(vg.Length(w), vg.Length(h))
	s.draw(outlined{c})
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: pdf: %w", err)
	}
	return stamp.ReplaceAll(b.Bytes(), []byte("/$1 (D:19700101000000")), nil
}
