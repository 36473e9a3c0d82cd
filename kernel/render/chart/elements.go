package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// A pen is how an outline is stroked: colour, width and dashes as SVG has them.
type pen struct {
	colour                color.NRGBA
	width, dashes, offset string
}

// A brush is how an outline is painted: filled, stroked, or both.
type brush struct {
	fill    color.NRGBA
	pen     pen
	filled  bool
	stroked bool
}

// opaque reports whether painting a dot twice changes nothing.
func (b brush) opaque() bool {
	return (!b.filled || b.fill.A == 0xFF) && (!b.stroked || b.pen.colour.A == 0xFF)
}

// attributes are those of an element that is painted so.
func (b brush) attributes() string {
	text := ""
	if b.filled {
		text += paint("fill", b.fill)
	}
	if b.stroked {
		text += paint("stroke", b.pen.colour) + ` stroke-width="` + b.pen.width + `"`
		if b.pen.dashes != "" {
			text += ` stroke-dasharray="` + b.pen.dashes + `"`
		}
		if b.pen.offset != "" {
			text += ` stroke-dashoffset="` + b.pen.offset + `"`
		}
	}
	return text
}

// paint writes a colour as the attribute of a name.
func paint(name string, c color.NRGBA) string {
	text := hex(c)
	if text[1] == text[2] && text[3] == text[4] && text[5] == text[6] {
		text = "#" + text[1:2] + text[3:4] + text[5:6]
	}
	text = fmt.Sprintf(` %s="%s"`, name, text)
	if c.A < 0xFF {
		text += fmt.Sprintf(` %s-opacity="%.2g"`, name, float64(c.A)/0xFF)
	}
	return text
}

// A run is the same shape painted the same way at several places.
type run struct {
	brush brush
	shape string
	at    []dot
}

// elements are those of an SVG document, in the order of painting. What is
// painted alike waits until something else comes, and is then written together.
type elements struct {
	markers bool
	b       strings.Builder
	seen    map[string]int    // how often a look was painted
	defined map[string]string // ids of markers by their look
	waiting *run              // an outline that has been filled, and may be stroked next
	run     run
	strokes strings.Builder // an element of strokes that is still open
	pen     pen
	style   string // of the group of texts that is open
}

func (e *elements) fill(o outline, c color.NRGBA) {
	e.settle()
	e.waiting = &run{brush: brush{fill: c, filled: true}, shape: o.shape, at: []dot{o.start}}
}

func (e *elements) stroke(o outline, p pen) {
	if w := e.waiting; w != nil && w.shape == o.shape && w.at[0] == o.start {
		w.brush.pen, w.brush.stroked = p, true
		e.settle()
		return
	}
	e.settle()
	e.add(run{brush: brush{pen: p, stroked: true}, shape: o.shape, at: []dot{o.start}})
}

// settle adds the outline that was filled last to those painted.
func (e *elements) settle() {
	if e.waiting != nil {
		e.add(*e.waiting)
		e.waiting = nil
	}
}

func (e *elements) add(r run) {
	if r.brush != e.run.brush || r.shape != e.run.shape {
		e.flush()
		e.run = r
		return
	}
	e.run.at = append(e.run.at, r.at...)
}

// From how many on equal outlines are worth a marker, and from what length of
// their commands on.
const (
	fewMarkers   = 3
	shortOutline = 8
)

// flush writes the run: markers on a line that is not painted itself; strokes
// into the element of strokes with the same pen; all else one by one.
func (e *elements) flush() {
	r := e.run
	e.run = run{}
	switch {
	case len(r.at) == 0:
	case e.markers && e.marks(r):
		e.writeMarkers(r)
	case !r.brush.filled && r.brush.opaque():
		if e.strokes.Len() == 0 || e.pen != r.brush.pen {
			e.closeStrokes()
			e.closeTexts()
			e.pen = r.brush.pen
		}
		for _, at := range r.at {
			fmt.Fprintf(&e.strokes, "M%d%s%s", at.x, coordinate(at.y), r.shape)
		}
	default:
		e.closeStrokes()
		e.closeTexts()
		for _, at := range r.at {
			fmt.Fprintf(&e.b, `<path%s d="M%d%s%s"/>`, r.brush.attributes(), at.x, coordinate(at.y), r.shape)
		}
	}
}

// marks reports whether a run is better written as markers, as what it shows was
// shown so often already.
func (e *elements) marks(r run) bool {
	if len(r.shape) <= shortOutline || !r.brush.opaque() {
		return false
	}
	if e.seen == nil {
		e.seen = map[string]int{}
	}
	e.seen[look(r)] += len(r.at)
	return e.seen[look(r)] >= fewMarkers
}

// look is the element that a marker of the run shows.
func look(r run) string { return fmt.Sprintf(`<path%s d="M0 0%s"/>`, r.brush.attributes(), r.shape) }

// writeMarkers writes a line with the shape at each of its corners, from left to
// right, as steps are short then.
func (e *elements) writeMarkers(r run) {
	e.closeStrokes()
	e.closeTexts()
	shown := look(r)
	id, known := e.defined[shown]
	if !known {
		if e.defined == nil {
			e.defined = map[string]string{}
		}
		id = "m" + strconv.FormatInt(int64(len(e.defined)), 36)
		e.defined[shown] = id
		fmt.Fprintf(&e.b, `<marker id="%s" markerUnits="userSpaceOnUse" overflow="visible">%s</marker>`, id, shown)
	}
	slices.SortFunc(r.at, func(a, b dot) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	fmt.Fprintf(&e.b, `<path style="marker:url(#%s)" d="M%d%s`, id, r.at[0].x, coordinate(r.at[0].y))
	for i := 1; i < len(r.at); i++ {
		step, letter := r.at[i].minus(r.at[i-1]), ""
		if i == 1 {
			letter = "l"
		}
		first := coordinate(step.x)
		if letter != "" {
			first = letter + strings.TrimPrefix(first, " ")
		}
		e.b.WriteString(first + coordinate(step.y))
	}
	e.b.WriteString(`"/>`)
}

func (e *elements) closeStrokes() {
	if e.strokes.Len() > 0 {
		fmt.Fprintf(&e.b, `<path%s d="%s"/>`, brush{pen: e.pen, stroked: true}.attributes(), e.strokes.String())
		e.strokes.Reset()
	}
}

// text adds an element of text to the group of its style.
func (e *elements) text(style, element string) {
	e.settle()
	e.flush()
	e.closeStrokes()
	if style != e.style {
		e.closeTexts()
		e.b.WriteString("<g " + style + ">")
		e.style = style
	}
	e.b.WriteString(element)
}

func (e *elements) closeTexts() {
	if e.style != "" {
		e.b.WriteString("</g>")
		e.style = ""
	}
}

// other adds any other element.
func (e *elements) other(element string) {
	e.written()
	e.b.WriteString(element)
}

// written returns all elements so far.
func (e *elements) written() string {
	e.settle()
	e.flush()
	e.closeStrokes()
	e.closeTexts()
	return e.b.String()
}
