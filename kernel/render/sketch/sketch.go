// Package sketch draws scatters, curves and their like with characters, for
// terminals and plain text. Start at [Scatter] for rows in a plane, and at [Drawing]
// for all other figures but grids of cells, which [Grid] shades.
package sketch

import (
	"fmt"
	"math"
	"strings"
	"unfold/engine/figure"
)

// The size of a sketch in characters. A character is about twice as high as
// wide, so the sketch is about as high as half its width.
const (
	columns = 64
	rows    = 20
)

// Scatter draws the points of a figure. A class is a letter, small for
// training rows and capital for held ones; where several fall on one
// character, the class that is there most often shows; points without a class
// are dots beside them. Without classes, a
// character shows two by four points in braille.
//
// It returns nothing for a figure without points to show, and for one without
// classes whose points lie on lines, which is a drawing.
func Scatter(fig *figure.Figure) string {
	fig = fig.OnAxes()
	var layers []figure.Points
	classes, grouped := len(fig.Classes) > 1 && len(fig.Classes) <= 26, false
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			layers = append(layers, p)
			classes, grouped = classes && p.Shade == nil, grouped || p.Class != nil
		}
	}
	classes = classes && grouped
	p, ok := planeOf(fig, layers)
	if !ok || !classes && lined(fig) {
		return ""
	}
	if classes {
		return frame(p.letters(layers)) + key(fig.Classes, layers)
	}
	return frame(p.dots(layers))
}

// lined reports whether a figure has more than points and edges.
func lined(fig *figure.Figure) bool {
	for _, layer := range fig.Layers {
		switch layer.(type) {
		case figure.Points, figure.Segments:
		default:
			return true
		}
	}
	return false
}

// A plane is the part of the figure that is sketched.
type plane struct{ left, bottom, width, height float64 }

func planeOf(fig *figure.Figure, layers []figure.Points) (plane, bool) {
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, l := range layers {
		for i := range l.X {
			if !finite(l.X[i], l.Y[i]) {
				continue
			}
			for a, v := range [2]float64{l.X[i], l.Y[i]} {
				lo[a], hi[a] = min(lo[a], v), max(hi[a], v)
			}
		}
	}
	if fig.X.Log || fig.Y.Log || lo[0] > hi[0] {
		return plane{}, false
	}
	for a, axis := range [2]figure.Axis{fig.X, fig.Y} {
		if axis.Low < axis.High && !axis.Loose {
			lo[a], hi[a] = axis.Low, axis.High
		}
	}
	p := plane{lo[0], lo[1], hi[0] - lo[0], hi[1] - lo[1]}
	if fig.Equal { // a column is half as wide as a row is high
		unit := max(p.width/(columns/2), p.height/rows)
		p.left, p.bottom = p.left-(unit*columns/2-p.width)/2, p.bottom-(unit*rows-p.height)/2
		p.width, p.height = unit*columns/2, unit*rows
	}
	return p, true
}

func finite(x, y float64) bool {
	const most = 1e280 // beyond it the span would overflow
	return math.Abs(x) <= most && math.Abs(y) <= most
}

// cell returns which of wide×high cells holds the position, from the top.
func (p plane) cell(x, y float64, wide, high int) (column, row int) {
	at := func(v, low, span float64, n int) int {
		if span <= 0 {
			return n / 2
		}
		return min(max(int((v-low)/span*float64(n)), 0), n-1)
	}
	return at(x, p.left, p.width, wide), high - 1 - at(y, p.bottom, p.height, high)
}

// letters counts the points of each kind in each character and shows the
// kind that leads; the first of equals.
func (p plane) letters(layers []figure.Points) [][]rune {
	type place struct{ column, row int }
	counts := map[place]map[rune]int{}
	out := blank()
	for _, l := range layers {
		for i := range l.X {
			if !finite(l.X[i], l.Y[i]) {
				continue
			}
			c, r := p.cell(l.X[i], l.Y[i], columns, rows)
			if counts[place{c, r}] == nil {
				counts[place{c, r}] = map[rune]int{}
			}
			if l.Class == nil {
				if out[r][c] == ' ' {
					out[r][c] = noClass
				}
				continue
			}
			here, letter := counts[place{c, r}], letterOf(l.Class[i], l.Ring)
			if here[letter]++; out[r][c] == ' ' || out[r][c] == noClass || here[letter] > here[out[r][c]] {
				out[r][c] = letter
			}
		}
	}
	return out
}

// noClass shows points without a class among those of classes, where no other is.
const noClass = '·'

func letterOf(class int, held bool) rune {
	if held {
		return rune('A' + class)
	}
	return rune('a' + class)
}

// dots shows each point as one of the eight dots of a braille character.
func (p plane) dots(layers []figure.Points) [][]rune {
	out := blank()
	for _, l := range layers {
		for i := range l.X {
			if !finite(l.X[i], l.Y[i]) {
				continue
			}
			dot(out, p, l.X[i], l.Y[i])
		}
	}
	return out
}

// The characters of braille, and the bits of their eight dots.
const noDots, allDots = 0x2800, 0x28FF

var dotBits = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot sets the dot at a position.
func dot(out [][]rune, p plane, x, y float64) {
	c, r := p.cell(x, y, 2*columns, 4*rows)
	at := &out[r/4][c/2]
	if *at < noDots || *at > allDots {
		*at = noDots
	}
	*at |= dotBits[r%4][c%2]
}

func blank() [][]rune {
	out := make([][]rune, rows)
	for r := range out {
		out[r] = []rune(strings.Repeat(" ", columns))
	}
	return out
}

// frame sets the lines beside their axes, without the empty ones at the top
// and the bottom that equal units can leave; nothing, if all of them are.
func frame(lines [][]rune) string {
	empty := func(line []rune) bool { return strings.TrimSpace(string(line)) == "" }
	for len(lines) > 0 && empty(lines[0]) {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return ""
	}
	for empty(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight("│"+string(line), " ") + "\n")
	}
	b.WriteString("└" + strings.Repeat("─", columns) + "\n")
	return b.String()
}

// key names the letters.
func key(classes []string, layers []figure.Points) string {
	var b strings.Builder
	line := ""
	for i, name := range classes {
		word := fmt.Sprintf("%c %s", letterOf(i, false), name)
		if line != "" && len([]rune(line))+len([]rune(word)) > columns {
			b.WriteString(line + "\n")
			line = ""
		}
		line = strings.TrimLeft(line+"   "+word, " ")
	}
	b.WriteString(line)
	for _, l := range layers {
		if l.Class == nil && len(l.X) > 0 {
			fmt.Fprintf(&b, "   %c %s", noClass, l.Name)
		}
	}
	for _, l := range layers {
		if l.Ring && len(l.X) > 0 {
			b.WriteString("\ncapital letters: " + strings.TrimSpace(l.Name+" rows"))
			break
		}
	}
	return b.String()
}
