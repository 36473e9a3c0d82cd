package svg

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// A pen is how a path is stroked: colour, width and dashes as SVG has them.
type pen struct {
	colour                color.NRGBA
	width, dashes, offset string
}

// A brush is how a path is painted: filled, stroked, or both.
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
	text := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
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
	brush    brush
	commands string
	at       []unitPoint
}

// elements are those of an SVG document, in the order of painting. What is
// painted alike waits until something else comes, and is then written together.
type elements struct {
	markers bool
	b       strings.Builder
	classes []string          // rules of the style sheet: what elements share is said once
	named   map[string]string // names of classes by their declarations
	seen    map[string]int    // how often a symbol was painted
	defined map[string]string // ids of markers by their symbol
	pending *run              // a path that has been filled, and may be stroked next
	run     run
	strokes strings.Builder // an element of strokes that is still open
	pen     pen
	style   string // of the group of texts that is open
}

// class returns the attribute that gives an element the declarations of attributes,
// which are in the style sheet once.
func (e *elements) class(attributes string) string {
	name, known := e.named[attributes]
	if !known {
		if e.named == nil {
			e.named = map[string]string{}
		}
		name = "c" + strconv.FormatInt(int64(len(e.named)), 36)
		e.named[attributes] = name
		declarations := strings.NewReplacer(`="`, ":", `" `, ";", `"`, "").Replace(strings.TrimSpace(attributes))
		e.classes = append(e.classes, "."+name+"{"+declarations+"}")
	}
	return ` class="` + name + `"`
}

// look is the attributes of an element that is painted by the brush.
func (e *elements) look(b brush) string {
	if e.markers {
		return e.class(b.attributes())
	}
	return b.attributes()
}

func (e *elements) fill(d pathData, c color.NRGBA) {
	e.flushPending()
	e.pending = &run{brush: brush{fill: c, filled: true}, commands: d.commands, at: []unitPoint{d.start}}
}

func (e *elements) stroke(d pathData, p pen) {
	if w := e.pending; w != nil && w.commands == d.commands && w.at[0] == d.start {
		w.brush.pen, w.brush.stroked = p, true
		e.flushPending()
		return
	}
	e.flushPending()
	e.add(run{brush: brush{pen: p, stroked: true}, commands: d.commands, at: []unitPoint{d.start}})
}

// flushPending adds the path that was filled last to the run.
func (e *elements) flushPending() {
	if e.pending != nil {
		e.add(*e.pending)
		e.pending = nil
	}
}

func (e *elements) add(r run) {
	if r.brush != e.run.brush || r.commands != e.run.commands {
		e.flush()
		e.run = r
		return
	}
	e.run.at = append(e.run.at, r.at...)
}

// From how many on equal paths are worth a marker, and from what length of
// their commands on.
const (
	fewMarkers    = 2
	shortCommands = 8
)

// flush writes the run: markers on a line that is not painted itself; strokes
// into the element of strokes with the same pen; all else one by one.
func (e *elements) flush() {
	r := e.run
	e.run = run{}
	switch {
	case len(r.at) == 0:
	case e.markers && e.usesMarker(r):
		e.writeMarkers(r)
	case !r.brush.filled && r.brush.opaque():
		e.writeStrokes(r)
	default:
		e.closeStrokes()
		e.closeTexts()
		for _, at := range r.at {
			fmt.Fprintf(&e.b, `<path%s d="M%d%s%s"/>`, e.look(r.brush), at.x, coordinate(at.y), r.commands)
		}
	}
}

func (e *elements) writeStrokes(r run) {
	if e.strokes.Len() == 0 || e.pen != r.brush.pen {
		e.closeStrokes()
		e.closeTexts()
		e.pen = r.brush.pen
	}
	for _, at := range r.at {
		fmt.Fprintf(&e.strokes, "M%d%s%s", at.x, coordinate(at.y), r.commands)
	}
}

// usesMarker reports whether a run is better written as markers: where its symbol
// is long, and has been painted often enough by now.
func (e *elements) usesMarker(r run) bool {
	if len(r.commands) <= shortCommands || !r.brush.opaque() {
		return false
	}
	if e.seen == nil {
		e.seen = map[string]int{}
	}
	e.seen[symbol(r)] += len(r.at)
	return e.seen[symbol(r)] >= fewMarkers
}

// symbol is the element that a marker of the run shows.
func symbol(r run) string {
	return fmt.Sprintf(`<path%s d="M0 0%s"/>`, r.brush.attributes(), r.commands)
}

// writeMarkers writes a line with the shape at each of its corners, from left to
// right, as steps are short then.
func (e *elements) writeMarkers(r run) {
	e.closeStrokes()
	e.closeTexts()
	shown := symbol(r)
	id, known := e.defined[shown]
	if !known {
		if e.defined == nil {
			e.defined = map[string]string{}
		}
		id = "m" + strconv.FormatInt(int64(len(e.defined)), 36)
		e.defined[shown] = id
		fmt.Fprintf(&e.b, `<marker id="%s" markerUnits="userSpaceOnUse" overflow="visible">%s</marker>`, id, shown)
	}
	slices.SortFunc(r.at, func(a, b unitPoint) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	fmt.Fprintf(&e.b, `<path%s d="M%d%s`, e.class(` marker="url(#`+id+`)"`), r.at[0].x, coordinate(r.at[0].y))
	for i, at := range r.at[1:] {
		if i == 0 {
			e.b.WriteByte('l')
		}
		step := at.minus(r.at[i])
		e.b.WriteString(coordinate(step.x) + coordinate(step.y))
	}
	e.b.WriteString(`"/>`)
}

func (e *elements) closeStrokes() {
	if e.strokes.Len() > 0 {
		fmt.Fprintf(&e.b, `<path%s d="%s"/>`, e.look(brush{pen: e.pen, stroked: true}), e.strokes.String())
		e.strokes.Reset()
	}
}

// text adds an element of text to the group of its style.
func (e *elements) text(style, element string) {
	e.flushPending()
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
	e.close()
	e.b.WriteString(element)
}

// close writes what still waits.
func (e *elements) close() {
	e.flushPending()
	e.flush()
	e.closeStrokes()
	e.closeTexts()
}

// finish returns all elements, and before them the style sheet of those that
// have a class.
func (e *elements) finish() string {
	e.close()
	if e.classes == nil {
		return e.b.String()
	}
	return "<style>" + strings.Join(e.classes, "") + "</style>" + e.b.String()
}
