package engine

import "math"

// A Picture says that each row of a table is a picture: its columns are how
// bright the pixels are, row by row from the upper left. Views show such rows
// by their pictures; no method learns anything from it.
type Picture struct {
	Width, Height int     // in pixels; their product is the number of columns
	Low, High     float64 // how bright black and white are, the same in all rows
}

// Grey returns the brightness of a cell, from 0 for black to 255 for white.
// Missing cells are black.
func (p *Picture) Grey(cell float64) uint8 {
	share := (cell - p.Low) / (p.High - p.Low)
	if !(share > 0) {
		return 0
	}
	return uint8(math.Round(255 * min(share, 1)))
}
