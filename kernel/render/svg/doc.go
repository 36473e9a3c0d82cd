// Package svg writes drawings of the plot library as SVG documents that take little
// room: coordinates are whole numbers of a small unit, relative to the point before,
// what is painted alike in a row is one element, and shapes that repeat are markers.
//
// It imports nothing of this module. Start at [Canvas].
package svg
