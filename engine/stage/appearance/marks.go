package appearance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// colour has points take their colours from a variable: a shade from a number, else
// that of a group. Points of rows of which it is not known are grey, behind the others.
func colour(_ context.Context, f *figure.Figure, v *variable) error {
	if v.numbers == nil {
		if slices.ContainsFunc(f.Layers, colouredByGroup) {
			return &engine.Error{Param: v.param, Cause: fmt.Sprintf("%s colours more than points by its groups", f.Name), Remedy: remedy.Omit(v.param).Or(remedy.Give(v.param, "as a column of numbers"))}
		}
		most := mostLooks
		if v.plain || slices.ContainsFunc(f.Layers, func(l figure.Layer) bool { s, ok := l.(figure.Segments); return ok && s.Rows != nil }) {
			most = mostColours
		}
		var err error
		if v, err = v.grouped(most, 0); err != nil {
			return err
		}
		f.Classes, f.Grouped, f.Others = v.names, v.name, v.others
	}
	var behind, others []figure.Layer
	for _, layer := range f.Layers {
		if strokes, ok := layer.(figure.Segments); ok {
			unknown, known := v.colourStrokes(strokes)
			behind, others = append(behind, unknown...), append(others, known...)
			continue
		}
		p, ok := layer.(figure.Points)
		if !ok || p.Rows == nil {
			others = append(others, layer)
			continue
		}
		known, unknown := split(p, v.has)
		known.Class, known.Shade, known.Shaded = nil, nil, ""
		for _, row := range known.Rows {
			if v.numbers != nil {
				known.Shade = append(known.Shade, v.numbers[row])
			} else {
				known.Class = append(known.Class, v.group[row])
			}
		}
		if v.numbers != nil {
			known.Shaded = v.name
		}
		if len(unknown.Rows) > 0 {
			unknown.Class, unknown.Shade, unknown.Name = nil, nil, "no "+v.name
			behind = append(behind, unknown)
		}
		if len(known.Rows) > 0 {
			others = append(others, known)
		}
	}
	f.Layers = append(behind, others...)
	f.Caption = trimmed(f.Caption) + fmt.Sprintf(" Points are coloured by %s.", v.name)
	return nil
}

// colouredByGroup reports whether a layer that is no points goes by the groups of its
// figure.
func colouredByGroup(layer figure.Layer) bool {
	switch l := layer.(type) {
	case figure.Areas:
		return l.Class != nil
	case figure.Nodes:
		return l.Class != nil
	case figure.Segments:
		return l.Class != nil && l.Rows == nil
	}
	return false
}

// colourStrokes has strokes that belong to rows take their colours from the variable, and
// returns those of rows of which it is not known apart.
func (v *variable) colourStrokes(s figure.Segments) (behind, coloured []figure.Layer) {
	if s.Rows == nil {
		return nil, []figure.Layer{s}
	}
	known, unknown := figure.Segments{Name: cmp.Or(s.Name, v.name)}, figure.Segments{Name: "no " + v.name}
	for i, row := range s.Rows {
		to := &unknown
		if v.has(row) {
			to = &known
			if v.numbers != nil {
				known.Shade = append(known.Shade, v.numbers[row])
			} else {
				known.Class = append(known.Class, v.group[row])
			}
		}
		*to = to.With(s.X0[i], s.Y0[i], s.X1[i], s.Y1[i])
		to.Rows = append(to.Rows, row)
	}
	if len(unknown.X0) > 0 {
		behind = append(behind, unknown)
	}
	if len(known.X0) > 0 {
		coloured = append(coloured, known)
	}
	return behind, coloured
}

func trimmed(caption string) string {
	if caption == "" {
		return "Each point is a row."
	}
	return caption
}

// has reports whether the variable is known of a source row.
func (v *variable) has(row int) bool {
	if v.numbers != nil {
		_, known := v.numbers[row]
		return known
	}
	_, known := v.group[row]
	return known
}

// shape has points take their shapes from a variable.
func shape(_ context.Context, f *figure.Figure, v *variable) error {
	most := mostShapes
	if slices.ContainsFunc(f.Layers, func(l figure.Layer) bool {
		p, ok := l.(figure.Points)
		return ok && slices.ContainsFunc(p.Rows, func(row int) bool { return !v.has(row) })
	}) {
		most-- // rows of which it is not known have a shape too
	}
	v, err := v.grouped(most, 0)
	if err != nil {
		return err
	}
	if f.Shapes = nil; f.Grouped == v.name && slices.Equal(f.Classes, v.names) {
		return nil // the shapes of groups say so already
	}
	names := v.names
	unknown := false
	for i, layer := range f.Layers {
		p, ok := layer.(figure.Points)
		if !ok || p.Rows == nil {
			continue
		}
		p.Shape = make([]int, len(p.Rows))
		for k, row := range p.Rows {
			if p.Shape[k] = len(v.names); v.has(row) {
				p.Shape[k] = v.group[row]
			} else {
				unknown = true
			}
		}
		f.Layers[i] = p
	}
	if unknown {
		names = append(slices.Clone(names), "no "+v.name)
	}
	f.Shapes, f.Shaped = names, v.name
	f.Caption = trimmed(f.Caption) + fmt.Sprintf(" Their shapes go by %s.", v.name)
	return nil
}

// mostLabels is how many points of a figure have their names beside them.
const mostLabels = 40

// label writes beside points what is known of their rows, beside some of many.
func label(_ context.Context, f *figure.Figure, v *variable) error {
	names := figure.Names{Free: true}
	count := 0
	for _, layer := range f.Layers {
		if p, ok := layer.(figure.Points); ok {
			count += len(p.Rows)
		}
	}
	shown, seen := min(count, mostLabels), 0
	for _, layer := range f.Layers {
		p, ok := layer.(figure.Points)
		if !ok {
			continue
		}
		for i, row := range p.Rows {
			if seen++; seen*shown/count == (seen-1)*shown/count || !v.has(row) { // one of every count/shown
				continue
			}
			names.X, names.Y, names.Texts = append(names.X, p.X[i]), append(names.Y, p.Y[i]), append(names.Texts, v.text(row))
		}
	}
	f.Layers = append(f.Layers, names)
	f.Caption = trimmed(f.Caption) + fmt.Sprintf(" Names are those of %s", v.name)
	if shown < count {
		f.Caption += fmt.Sprintf(", beside %d of %s", shown, wording.Count(count, "point"))
	}
	f.Caption += "."
	return nil
}

// text is what is known of a source row.
func (v *variable) text(row int) string {
	if v.numbers != nil {
		return strconv.FormatFloat(v.numbers[row], 'g', 6, 64)
	}
	return v.names[v.group[row]]
}

// split divides points by their source rows.
func split(p figure.Points, by func(row int) bool) (yes, no figure.Points) {
	var in, out []int
	for i, row := range p.Rows {
		if by(row) {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	return p.Take(in), p.Take(out)
}
