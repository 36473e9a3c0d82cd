// Package compare tells how two executions of a notebook differ: texts word by word,
// numbers digit by digit, pictures by form and size. Durations and amounts of
// memory may differ. It imports the notebook files alone. Start at [Compare].
package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unfold/kernel/notebook"
)

// A Tolerance says how far two executions of a notebook may differ. With the zero
// Tolerance every digit counts.
type Tolerance struct {
	Relative float64 // of numbers, relative to the larger; where it is above zero, the last printed decimal may differ by one
	Absolute float64 // of numbers; for those that are zero but for rounding
	Pixels   float64 // of the width and height of pictures, relative
	// Masks match text that no two executions share. Durations and amounts of
	// memory, with their units or in a column of a table that its head calls
	// so, are masked in any case.
	Masks []*regexp.Regexp
}

// Rounded is the tolerance for two machines whose linear algebra rounds
// differently.
var Rounded = Tolerance{Relative: 1e-3, Absolute: 1e-9, Pixels: 0.1}

// A Difference is one place where two notebooks disagree.
type Difference struct {
	Cell      int    // index from 0
	ID        string // of the cell
	Output    int    // index from 0; -1 where the difference is not in an output
	What      string // what differs: "source", "outputs", a MIME type, ...
	Want, Got string
}

func (d Difference) String() string {
	where := fmt.Sprintf("cell %d (%s)", d.Cell+1, d.ID)
	if d.Output >= 0 {
		where += fmt.Sprintf(", output %d", d.Output+1)
	}
	return fmt.Sprintf("%s: %s\n\twant %s\n\tgot  %s", where, d.What, d.Want, d.Got)
}

// Compare lists where two executions of the same notebook disagree beyond the
// tolerance. Numbers are compared as numbers; HTML by its text, its tables and
// the pictures in it; pictures by their format and size, drawings by their text
// too; JSON by its values. Layout, colours, metadata and execution counts do not
// count.
func Compare(want, got *notebook.Notebook, t Tolerance) []Difference {
	if len(want.Cells) != len(got.Cells) {
		return []Difference{{Output: -1, What: "number of cells",
			Want: fmt.Sprint(len(want.Cells)), Got: fmt.Sprint(len(got.Cells))}}
	}
	var all []Difference
	for i := range want.Cells {
		for _, d := range t.cells(want.Cells[i], got.Cells[i]) {
			d.Cell, d.ID = i, want.Cells[i].ID
			all = append(all, d)
		}
	}
	return all
}

func (t Tolerance) cells(want, got *notebook.Cell) []Difference {
	if want.Kind != got.Kind || want.Source != got.Source {
		return []Difference{{Output: -1, What: "source", Want: want.Kind + " " + brief(want.Source), Got: got.Kind + " " + brief(got.Source)}}
	}
	if w, g := summary(want.Outputs), summary(got.Outputs); w != g {
		return []Difference{{Output: -1, What: "outputs", Want: w, Got: g}}
	}
	var all []Difference
	for i := range want.Outputs {
		for _, d := range t.outputs(want.Outputs[i], got.Outputs[i]) {
			d.Output = i
			all = append(all, d)
		}
	}
	return all
}

// summary lists the outputs of a cell by kind and MIME types.
func summary(outputs []notebook.Output) string {
	if len(outputs) == 0 {
		return "none"
	}
	var parts []string
	for _, o := range outputs {
		part := o.Kind
		switch o.Kind {
		case notebook.Stream:
			part = o.Name
		case notebook.Display, notebook.Result:
			part += " of " + strings.Join(slices.Sorted(maps.Keys(o.Data)), " ")
		case notebook.Error:
			part += " " + o.Failure + ": " + brief(o.Message)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// outputs compares two outputs of equal kind and MIME types.
func (t Tolerance) outputs(want, got notebook.Output) []Difference {
	switch want.Kind {
	case notebook.Stream:
		return t.texts(want.Name, want.Text, got.Text)
	case notebook.Error:
		return t.texts("traceback", notebook.Plain(want.Traceback), notebook.Plain(got.Traceback))
	}
	var all []Difference
	for _, mime := range slices.Sorted(maps.Keys(want.Data)) {
		all = append(all, t.data(mime, want.Data[mime], got.Data[mime])...)
	}
	return all
}

func (t Tolerance) data(mime string, want, got any) []Difference {
	w, wantText := want.(string)
	g, gotText := got.(string)
	switch {
	case !wantText || !gotText || notebook.IsJSON(mime):
		w, _ := json.Marshal(want) // both come from JSON or are about to be written as it
		g, _ := json.Marshal(got)
		return t.texts(mime, string(w), string(g))
	case mime == "text/html":
		return append(t.texts(mime, visible(w), visible(g)), t.pagePictures(w, g)...)
	case mime == "image/svg+xml":
		return append(t.texts(mime, visible(w), visible(g)), t.drawings(mime, w, g)...)
	case strings.HasPrefix(mime, "image/"):
		return t.pictures(mime, w, g)
	}
	return t.texts(mime, w, g)
}

// brief shortens a text to fit a line.
func brief(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 160 {
		s = string(r[:160]) + "…"
	}
	return s
}
