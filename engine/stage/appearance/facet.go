package appearance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// divide makes a figure one of small multiples: a part for each value of a variable,
// with the points of its rows, all on axes that begin and end alike. What is no row
// stands in every part.
func (s *Style) divide(_ context.Context, f *figure.Figure, t *engine.Table) error {
	if s.Facet == nil {
		return nil
	}
	if len(f.Parts) > 0 {
		return &engine.Error{Param: "facet", Cause: fmt.Sprintf("%s is divided into parts already", f.Name), Remedy: remedy.Omit("facet")}
	}
	if slices.ContainsFunc(f.Layers, func(l figure.Layer) bool { p, ok := l.(figure.Points); return ok && p.Z != nil }) {
		return &engine.Error{Param: "facet", Cause: "a figure in space is not divided: its parts could not be held against each other", Remedy: remedy.Say("draw it in a plane, as with z=\"none\"")}
	}
	v, err := resolve("facet", s.Facet, f, t)
	if err != nil {
		return err
	}
	if v, err = v.grouped(mostParts, 4); err != nil {
		return err
	}
	share(&f.X, func(p figure.Points) []float64 { return p.X }, f.Layers)
	share(&f.Y, func(p figure.Points) []float64 { return p.Y }, f.Layers)
	shareShades(f)
	for c, name := range v.names {
		if part, rows := partOf(f, v, c); rows > 0 {
			titled := &figure.Figure{Title: fmt.Sprintf("%s (%d)", name, rows), Parts: []*figure.Figure{part}}
			f.Parts = append(f.Parts, titled)
		}
	}
	if len(f.Parts) == 0 {
		return &engine.Error{Param: "facet", Cause: fmt.Sprintf("%s is known of no row that is drawn", v.name), Remedy: remedy.Omit("facet")}
	}
	f.Across = len(f.Parts)
	if f.Across > 3 {
		f.Across = int(math.Ceil(math.Sqrt(float64(len(f.Parts)))))
	}
	f.Title += ", by " + v.name
	f.Caption = trimmed(f.Caption) + fmt.Sprintf(" Each part has the rows of one value of %s.", v.name)
	f.Alt += fmt.Sprintf(" Divided into %s by %s.", wording.Plural(len(f.Parts), "part"), v.name)
	f.Layers = nil
	return nil
}

// partOf is the figure with the points of one group alone, and how many these are.
func partOf(f *figure.Figure, v *variable, group int) (*figure.Figure, int) {
	part := *f
	part.Parts, part.Layers, part.Summary, part.Title, part.Caption = nil, nil, nil, "", ""
	rows := 0
	for _, layer := range f.Layers {
		p, ok := layer.(figure.Points)
		if !ok || p.Rows == nil {
			part.Layers = append(part.Layers, layer)
			continue
		}
		own, _ := split(p, func(row int) bool { c, known := v.group[row]; return known && c == group })
		if len(own.Rows) > 0 {
			rows += len(own.Rows)
			part.Layers = append(part.Layers, own)
		}
	}
	part.Alt = fmt.Sprintf("%s, %s.", v.names[group], wording.Count(rows, "point"))
	return &part, rows
}

// share has an axis begin and end where the points of all parts do.
func share(axis *figure.Axis, of func(figure.Points) []float64, layers []figure.Layer) {
	if axis.Low < axis.High {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, layer := range layers {
		p, ok := layer.(figure.Points)
		if !ok {
			continue
		}
		for _, x := range of(p) {
			if !math.IsNaN(x) && !math.IsInf(x, 0) && (!axis.Log || x > 0) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	axis.Loose = true
	if low < high && !axis.Log {
		room := (high - low) / 24
		axis.Low, axis.High = low-room, high+room
	} else if low < high {
		axis.Low, axis.High = low/1.2, high*1.2
	}
}

// shareShades has shades begin and end where those of all points do.
func shareShades(f *figure.Figure) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, layer := range f.Layers {
		if p, ok := layer.(figure.Points); ok {
			for _, v := range p.Shade {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	if low < high {
		f.ShadeLow, f.ShadeHigh = low, high
	}
}
