// Package trace tells where in the text of cells something has failed: the calls
// that led there, the innermost first, each with the expression in it that fails.
//
// Units of cells are surveyed before they are lowered. When a goroutine fails, the
// machine hands out the steps that it has left, and what was surveyed at their
// places becomes frames. Of ours it imports machine and workspace.
//
// Start at Sites.
package trace

import (
	"fmt"
	"go/token"
	"regexp"
)

// A Frame is a place in a cell that was being evaluated.
type Frame struct {
	Name      string // cell
	Line, Col int    // counted from 1, columns in bytes
	EndCol    int    // first column behind what was evaluated, on the same line; Col if not known
	Func      string // function as Go names it, such as (*T).Method; "" for the cell itself

	More  int  // calls left out behind this one, outwards: of the same function
	Mixed bool // or of several

	NilCol, NilEnd int // what must not be nil there, on the same line; 0 if not known
}

// Same reports whether frames are of one place.
func (f Frame) Same(g Frame) bool { return f.Name == g.Name && f.Line == g.Line && f.Col == g.Col }

func (f Frame) String() string { return fmt.Sprintf("%s:%d:%d", f.Name, f.Line, f.Col) }

// At is a position as the reader counts.
func (s *Sites) At(pos token.Pos) Frame {
	at := s.files.Position(pos)
	return Frame{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column}
}

// endCol is the column of a position on the line of a frame, or where the
// frame begins if it is on another.
func (s *Sites) endCol(f Frame, pos token.Pos) int {
	if end := s.At(pos); end.Line == f.Line {
		return end.Col
	}
	return f.Col
}

// AsWritten writes the names in a message as the reader does: a name that was
// declared again is another one to the interpreter, name#2.
func AsWritten(message string) string { return versions.ReplaceAllString(message, "$1") }

var versions = regexp.MustCompile(`\b([\pL_][\pL\pN_]*)#\d+\b`)
