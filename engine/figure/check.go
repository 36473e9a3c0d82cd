package figure

import (
	"fmt"
	"strings"
)

// Check tells what is wrong with a figure that a program has made by itself: lists of one
// layer that differ in their lengths, groups below zero, grids whose rows are not alike,
// layers that are pointers. It returns nil for one that can be drawn, as those of views are.
func (f *Figure) Check() error {
	for i, layer := range f.Layers {
		if fault := faultOf(layer); fault != "" {
			return fmt.Errorf("%slayer %d, %s", f.called(), i+1, fault)
		}
	}
	for i, part := range f.Parts {
		if part == nil {
			return fmt.Errorf("%spart %d is nil", f.called(), i+1)
		}
		if err := part.Check(); err != nil {
			return fmt.Errorf("%spart %d: %w", f.called(), i+1, err)
		}
	}
	return nil
}

// called begins a sentence on a figure that has a title.
func (f *Figure) called() string {
	if f.Title == "" {
		return ""
	}
	return fmt.Sprintf("%q: ", f.Title)
}

// A list is one of a layer, and how long it is; nil lists of marks may be left out.
type list struct {
	name   string
	length int
	needed bool
}

// needed is a list that a layer must have, may one that it can do without.
func needed[T any](name string, values []T) list { return list{name, len(values), true} }
func may[T any](name string, values []T) list    { return list{name, len(values), values != nil} }

// faultOf says what is wrong with a layer; nothing if it can be drawn.
func faultOf(layer Layer) string {
	switch l := layer.(type) {
	case nil:
		return "is nil"
	case Points:
		fault := compare("points", needed("X", l.X), needed("Y", l.Y), may("Z", l.Z), may("Class", l.Class), may("Shade", l.Shade), may("Shape", l.Shape), may("Rows", l.Rows), may("Tips", l.Tips), may("Images", l.Images))
		return first(fault, below("points: Class", l.Class, 0), below("points: Shape", l.Shape, 0))
	case Line:
		return compare("line", needed("X", l.X), needed("Y", l.Y))
	case Segments:
		fault := compare("segments", needed("X0", l.X0), needed("Y0", l.Y0), needed("X1", l.X1), needed("Y1", l.Y1), may("Shade", l.Shade), may("Class", l.Class), may("Rows", l.Rows))
		return first(fault, below("segments: Class", l.Class, -1))
	case Areas:
		fault := compare("areas", needed("X0", l.X0), needed("Y0", l.Y0), needed("X1", l.X1), needed("Y1", l.Y1), may("Shade", l.Shade), may("Class", l.Class))
		if fault == "" && l.Shade == nil && l.Class == nil && len(l.X0) > 0 {
			return "areas: each needs a Class or a Shade"
		}
		return first(fault, below("areas: Class", l.Class, 0))
	case Names:
		return compare("names", needed("X", l.X), needed("Y", l.Y), needed("Texts", l.Texts))
	case Band:
		return compare("band", needed("X", l.X), needed("Low", l.Low), needed("High", l.High))
	case Bars:
		return compare("bars", needed("Low", l.Low), needed("High", l.High), needed("Y", l.Y))
	case Cells:
		return faultOfCells(l)
	case Images:
		return faultOfImages(l)
	case Nodes:
		return faultOfNodes(l)
	}
	return fmt.Sprintf("is a %T, where a %s stands by itself: leave out the &", layer, strings.TrimPrefix(fmt.Sprintf("%T", layer), "*"))
}

// compare says which lists of a layer are not as long as the first.
func compare(what string, lists ...list) string {
	for _, l := range lists[1:] {
		if l.needed && l.length != lists[0].length {
			return fmt.Sprintf("%s: %s has length %d, and %s has length %d", what, l.name, l.length, lists[0].name, lists[0].length)
		}
	}
	return ""
}

// below says which of some numbers is below the least that there can be.
func below(what string, numbers []int, least int) string {
	for i, n := range numbers {
		if n < least {
			return fmt.Sprintf("%s %d is %d, and the least is %d", what, i, n, least)
		}
	}
	return ""
}

// first is the first fault of some.
func first(faults ...string) string {
	for _, fault := range faults {
		if fault != "" {
			return fault
		}
	}
	return ""
}

func faultOfCells(c Cells) string {
	if c.Shade != nil && len(c.Shade) != len(c.Values) {
		return fmt.Sprintf("cells: Shade has %d rows for %d of Values", len(c.Shade), len(c.Values))
	}
	for i, row := range c.Values {
		if len(row) != len(c.Values[0]) || c.Shade != nil && len(c.Shade[i]) != len(row) {
			return fmt.Sprintf("cells: row %d is not as long as the first, which has %d", i, len(c.Values[0]))
		}
	}
	return ""
}

func faultOfImages(m Images) string {
	for i, pixels := range m.Pixels {
		if len(pixels) != m.Width*m.Height {
			return fmt.Sprintf("images: picture %d has %d pixels for %d×%d", i, len(pixels), m.Width, m.Height)
		}
	}
	return ""
}

func faultOfNodes(n Nodes) string {
	for i, above := range n.Parent {
		if above >= i || above < 0 && i > 0 {
			return fmt.Sprintf("nodes: node %d stands below %d, and a node comes after the one above it", i, above)
		}
	}
	return compare("nodes", needed("Parent", n.Parent), needed("Test", n.Test), needed("Answer", n.Answer), needed("Text", n.Text), may("Class", n.Class), may("Tips", n.Tips), may("Closed", n.Closed))
}
