// Package figure holds what is shown, as data: figures of marks on axes, and
// sheets of cells. It says what is drawn or set, not how; renderers decide
// colours, shapes and sizes. It imports nothing of the engine, so that views,
// comparisons and renderers share it. Start at [Figure] and [Sheet].
package figure

import "math"

// A Figure is a drawing as data: what is drawn, not how. Renderers decide
// colours, shapes and sizes, one assignment of them to classes throughout.
type Figure struct {
	Name    string // the view that made it, such as "scatter"
	Title   string
	Caption string // what to see in it and what not to
	Alt     string // the figure in a sentence with its numbers, for those who cannot see it
	X, Y    Axis
	Z       Axis     // upright, of figures whose points stand in space
	Equal   bool     // a unit is as long on both axes
	Diagram bool     // positions have names at most: there are no lines of axes and ticks
	Classes []string // names of the groups of Points, by number
	Grouped string   // what the groups are, for the legend; may be empty
	Others  string   // which of the groups is all that are not told apart, drawn in grey; may be empty
	Shapes  []string // names of what the shapes of Points stand for, by number; nil where they go with classes
	Shaped  string   // what the shapes go by, for the legend
	Layers  []Layer  // drawn in order
	Style   Style    // what the reader asks of its looks

	// ShadeLow and ShadeHigh are the numbers that shades begin and end with, for figures
	// that are to be held against each other; both zero leave it to the marks.
	ShadeLow, ShadeHigh float64

	// Summary is what the figure says, as a table, where that is more than its marks:
	// it is shown beside the figure, and in text in its place. Nil for none.
	Summary *Sheet

	// Parts make the figure one of small multiples: figures in a grid, row by
	// row, with one key to their marks, in the place of layers. A part may have
	// parts again, as a curve and a scatter that belong together.
	Parts  []*Figure
	Across int // how many parts stand in a row; all of them if zero
}

// An Axis is a direction of a figure.
type Axis struct {
	Label  string
	Log    bool
	Whole  bool     // ticks at whole numbers only
	Labels []string // names of positions 0, 1, ... instead of numbers
	// Low and High are where the axis begins and ends, for figures that are to be
	// held against each other; both zero leave it to the marks.
	Low, High float64
	Loose     bool // the axis may reach beyond Low and High, where equal units want more room
}

// Leaves returns the figures that have marks: those of the parts in their order,
// or the figure itself if it has none.
func (f *Figure) Leaves() []*Figure {
	if len(f.Parts) == 0 {
		return []*Figure{f}
	}
	var all []*Figure
	for _, part := range f.Parts {
		all = append(all, part.Leaves()...)
	}
	return all
}

// A Layer is one kind of mark in a figure.
type Layer interface{ layer() }

// Points are marks at positions.
type Points struct {
	Name   string // for the legend, such as "training"
	X, Y   []float64
	Z      []float64 // of points in space, nil of those in a plane; all points of a figure are of one kind
	Class  []int     // group of each point, nil for one group
	Shade  []float64 // a number of each point shown by lightness, instead of groups; nil for none
	Shaded string    // what those numbers are, for the legend; may be empty
	Shape  []int     // which of the figure's shapes each point has, nil for that of its group
	Rows   []int     // the source row of each point, nil if they are not rows
	Ring   bool      // drawn hollow, as held rows are
	Tips   []string  // what is said of each point to whom asks for it, nil for its position alone

	// Images are the numbers of the pictures that points stand for, among those of
	// the figure's layer of Images; −1 of points without, nil for none.
	Images []int
}

// Take returns the points at the given positions.
func (p Points) Take(at []int) Points {
	p.X, p.Y, p.Z, p.Shade, p.Tips = take(p.X, at), take(p.Y, at), take(p.Z, at), take(p.Shade, at), take(p.Tips, at)
	p.Class, p.Shape, p.Rows, p.Images = take(p.Class, at), take(p.Shape, at), take(p.Rows, at), take(p.Images, at)
	return p
}

// take returns some of a list; nil of none.
func take[T any](list []T, at []int) []T {
	if list == nil {
		return nil
	}
	taken := make([]T, len(at))
	for i, from := range at {
		taken[i] = list[from]
	}
	return taken
}

// Images are grey pictures that points of the figure stand for. Renderers show
// some at their points where there is room, framed in the colour of the point,
// with a thin frame around those of rings; and each to whom asks for its point.
type Images struct {
	Width, Height int       // of each, in pixels
	Pixels        [][]uint8 // of each picture, row by row from the upper left, from 0 for black to 255 for white
}

// Line joins positions in order.
type Line struct {
	Name   string
	X, Y   []float64
	Marked bool // a mark at each position
	Dashed bool
}

// Segments are separate straight strokes, such as the edges of a graph.
type Segments struct {
	Name           string
	X0, Y0, X1, Y1 []float64
	Strong         bool      // drawn to be noticed, as bridges are
	Shade          []float64 // a number of each stroke shown by lightness, as that of Points; nil for none
	Class          []int     // group of each stroke, −1 of one without; nil for none
	Border         bool      // thin and dark however many there are, as borders of areas are
	Rows           []int     // the source row that each stroke belongs to; nil if they are not of rows
}

// With returns the strokes and one more.
func (s Segments) With(x0, y0, x1, y1 float64) Segments {
	s.X0, s.Y0 = append(s.X0, x0), append(s.Y0, y0)
	s.X1, s.Y1 = append(s.X1, x1), append(s.Y1, y1)
	return s
}

// Areas are rectangles that lie under all else, each of a group or of a number that
// lightness shows.
type Areas struct {
	X0, Y0, X1, Y1 []float64
	Class          []int
	Shade          []float64
	Shaded         string // what those numbers are, for the legend; empty where points on them say so
}

// Cells are numbers in a grid, such as a confusion matrix. Row 0 is the top.
type Cells struct {
	Values [][]float64 // NaN is left blank
	Shade  [][]float64 // in [0, 1], the darkness of each cell; NaN where there is nothing to shade
	Shaded string      // what the shade is, for a bar that explains it; empty for none
	Signed bool        // Shade is in [−1, 1]: what is below 0 has another colour
	Silent bool        // the numbers say no more than the shades, and are not written
}

// Names are texts at positions, for figures whose marks have names.
type Names struct {
	X, Y   []float64
	Texts  []string
	Right  bool // the texts end at their positions instead of beginning there
	Middle bool // the texts stand around their positions
	Free   bool // the texts stand on whichever side of their positions keeps them apart
}

// Band is the area between two curves, such as that of a standard error.
type Band struct {
	Name         string
	X, Low, High []float64
}

// Bars stand on zero, each from Low to High across and as tall as Y, as those
// of a histogram do.
type Bars struct {
	Name         string
	Low, High, Y []float64
}

// Nodes are a tree, drawn from its root on. Renderers lay it out; it stands in a
// figure by itself.
type Nodes struct {
	Parent []int    // the node above each, which comes before it; −1 of the root
	Test   []string // what is asked above it; renderers may shorten it
	Answer []string // and what leads to it
	Text   []string // what it says; of nodes with children empty
	Class  []int    // group of each node, nil for one group
	Tips   []string // what is said of it to whom asks for it
	Closed []bool   // whether it stands for a part of the tree that is left out
}

func (Nodes) layer()    {}
func (Areas) layer()    {}
func (Bars) layer()     {}
func (Names) layer()    {}
func (Band) layer()     {}
func (Points) layer()   {}
func (Images) layer()   {}
func (Line) layer()     {}
func (Segments) layer() {}
func (Cells) layer()    {}

// Counting returns 1, 2, ..., n.
func Counting(n int) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = float64(i + 1)
	}
	return numbers
}

// Identity is the line of equal values, from the smallest of some to the largest.
func Identity(lists ...[]float64) Line {
	low, high := math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			low, high = min(low, v), max(high, v)
		}
	}
	return Line{Name: "equal", X: []float64{low, high}, Y: []float64{low, high}, Dashed: true}
}
