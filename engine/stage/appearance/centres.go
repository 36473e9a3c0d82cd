package appearance

import (
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
)

// fewClasses is how many classes are told apart by what the legend says alone: beyond, eyes
// go to and fro between marks that look much alike.
const fewClasses = 8

// nameClasses writes the names of many classes at their middles, the medians of their points
// along either axis, in a plane whose axes are numbers and where no other names stand.
func nameClasses(_ context.Context, f *figure.Figure, _ *engine.Table) error {
	if len(f.Classes) <= fewClasses || len(f.Parts) > 0 || f.X.Labels != nil || f.Y.Labels != nil {
		return nil
	}
	xs, ys := make([][]float64, len(f.Classes)), make([][]float64, len(f.Classes))
	for _, layer := range f.OnAxes().Layers {
		switch l := layer.(type) {
		case figure.Names, figure.Images, figure.Cells, figure.Nodes, figure.Bars:
			return nil
		case figure.Points:
			if l.Z != nil || l.Shade != nil {
				return nil
			}
			for i, class := range l.Class {
				if class < len(f.Classes) && l.Rows != nil {
					xs[class], ys[class] = append(xs[class], l.X[i]), append(ys[class], l.Y[i])
				}
			}
		}
	}
	names := figure.Names{Middle: true}
	for class, name := range f.Classes {
		if len(xs[class]) > 0 && name != f.Others {
			names.X, names.Y, names.Texts = append(names.X, median(xs[class])), append(names.Y, median(ys[class])), append(names.Texts, name)
		}
	}
	if len(names.Texts) > fewClasses {
		f.Layers = append(f.Layers, names)
		f.Caption = trimmed(f.Caption) + " Names stand at the medians of their classes."
	}
	return nil
}

// median is the middle of some numbers in their order.
func median(values []float64) float64 {
	values = slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(values)
	return values[len(values)/2]
}
