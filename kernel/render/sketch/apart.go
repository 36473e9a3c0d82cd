package sketch

import (
	"github.com/mattn/go-runewidth"

	"unfold/engine/figure"
)

// freeNames writes names beside their marks so that none covers another or a mark:
// on the first side with room, in the same line or a few lines away.
func (d *drawing) freeNames(l figure.Names) {
	for i, text := range l.Texts {
		x, y := even(d.fig.X, l.X[i]), even(d.fig.Y, l.Y[i])
		if !finite(x, y) {
			continue
		}
		text = short(text)
		c, r := d.plane.cell(x, y, columns, rows)
		wide := runewidth.StringWidth(text)
		fewest, at := columns, place{c + 1, r}
		for _, try := range tries(c, r, wide) {
			if hits := d.hits(try, wide); hits < fewest {
				fewest, at = hits, try
			}
		}
		for k, letter := range []rune(text) {
			if column := at.column + k; column >= 0 && column < columns {
				d.out[at.row][column] = letter
			}
		}
	}
}

// A place is a character of a drawing.
type place struct{ column, row int }

// tries are where a name so wide may begin around a mark: right and left of it, then
// in the lines above and below.
func tries(c, r, wide int) []place {
	all := []place{{c + 2, r}, {c - 1 - wide, r}}
	for away := 1; away < 4; away++ {
		for _, row := range []int{r - away, r + away} {
			all = append(all, place{c + 1, row}, place{c - wide, row}, place{c - wide/2, row})
		}
	}
	return all
}

// hits counts the characters that a name would cover: of other names and marks each,
// of lines together half of one; beyond the drawing it has none to stand on.
func (d *drawing) hits(at place, wide int) int {
	if at.row < 0 || at.row >= rows || at.column < 0 || at.column+wide > columns {
		return columns
	}
	hits, lines := 0, 0
	for c := max(at.column-1, 0); c < min(at.column+wide+1, columns); c++ {
		switch letter := d.out[at.row][c]; {
		case letter == ' ':
		case letter > noDots && letter <= allDots:
			lines = 1
		default:
			hits += 2
		}
	}
	return hits + lines
}
