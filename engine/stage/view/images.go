package view

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

// How many pictures a figure holds, and how wide and high they are at most: a page
// is to stay light.
const (
	mostImages = 400
	mostPixels = 32
)

// addImages gives points that stand for rows their pictures, if rows of the table
// are pictures: all of them, or of many evenly spread ones. Copies are held once.
// No label is read, and of held rows what is shown is what they are.
func addImages(f *figure.Figure, t *engine.Table) {
	if t == nil || t.Image == nil {
		return
	}
	shrunk := newThumbnails(t)
	points := 0
	for _, l := range f.Layers {
		if p, ok := l.(figure.Points); ok {
			points += len(p.Rows)
		}
	}
	shown := min(points, mostImages)
	from := 0
	for at, l := range f.Layers {
		p, ok := l.(figure.Points)
		if !ok {
			continue
		}
		p.Images = make([]int, len(p.X))
		for i := range p.Images {
			p.Images[i] = -1
		}
		for i, row := range p.Rows {
			if k := from + i; k*shown/points != (k+1)*shown/points { // one of every points/shown
				p.Images[i] = shrunk.number(row)
			}
		}
		from += len(p.Rows)
		f.Layers[at] = p
	}
	f.Layers = append(f.Layers, shrunk.Images)
	size := fmt.Sprintf("pictures of %d×%d pixels", t.Image.Width, t.Image.Height)
	f.Alt += fmt.Sprintf(" Rows are %s.", size)
	f.Caption += fmt.Sprintf(" Rows are %s, shown where there is room, in the colours of their marks; frames of training rows are thick.", size)
	if shown < points {
		f.Caption += fmt.Sprintf(" The figure has those of %s of the %s.", wording.Number(shown), wording.Count(points, "row"))
	}
}

// thumbnails are small pictures of rows, each made when it is first asked for.
type thumbnails struct {
	figure.Images
	table  *engine.Table
	shrink int            // how many pixels of a picture make one, either way
	at     map[int]int    // positions in the table by source rows
	known  map[string]int // numbers of pictures by their pixels
}

// newThumbnails returns none yet of the rows of the table.
func newThumbnails(t *engine.Table) *thumbnails {
	w, h := t.Image.Width, t.Image.Height
	shrink := (max(w, h) + mostPixels - 1) / mostPixels
	m := &thumbnails{table: t, shrink: shrink, at: make(map[int]int, len(t.Rows)), known: map[string]int{}}
	m.Width, m.Height = (w+shrink-1)/shrink, (h+shrink-1)/shrink
	for i, row := range t.Rows {
		m.at[row] = i
	}
	return m
}

// number returns which picture is that of a source row; −1 of a row that the table
// has not.
func (m *thumbnails) number(row int) int {
	at, ok := m.at[row]
	if !ok {
		return -1
	}
	pixels := m.pixels(m.table.X.RawRowView(at))
	n, found := m.known[string(pixels)]
	if !found {
		n = len(m.Pixels)
		m.known[string(pixels)] = n
		m.Pixels = append(m.Pixels, pixels)
	}
	return n
}

// pixels returns the means of squares of the pixels of a row.
func (m *thumbnails) pixels(row []float64) []uint8 {
	picture := m.table.Image
	sums, counts := make([]int, m.Width*m.Height), make([]int, m.Width*m.Height)
	for i, cell := range row {
		to := i/picture.Width/m.shrink*m.Width + i%picture.Width/m.shrink
		sums[to] += int(picture.Grey(cell))
		counts[to]++
	}
	pixels := make([]uint8, len(sums))
	for i := range pixels {
		pixels[i] = uint8((sums[i] + counts[i]/2) / counts[i])
	}
	return pixels
}
