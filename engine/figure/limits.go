package figure

import "math"

// Beyond reports whether a value lies outside where the axis begins and ends, if the axis
// says where that is.
func (a Axis) Beyond(v float64) bool { return a.Low < a.High && (v < a.Low || v > a.High) }

// places reports whether the axis has a place for a value.
func (a Axis) places(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!a.Log || v > 0) && !a.Beyond(v)
}

// OnAxes returns the figure with those points alone that its axes have a place for, so that
// whoever counts points counts what can be seen; the figure itself if these are all. Points
// in space stay, as their axes have no ends of their own.
func (f *Figure) OnAxes() *Figure {
	drawn := *f
	drawn.Layers = nil
	left := false
	for _, layer := range f.Layers {
		if p, ok := layer.(Points); ok && p.Z == nil {
			at := make([]int, 0, len(p.X))
			for i := range p.X {
				if f.X.places(p.X[i]) && f.Y.places(p.Y[i]) {
					at = append(at, i)
				}
			}
			if len(at) < len(p.X) {
				left, layer = true, p.Take(at)
			}
		}
		drawn.Layers = append(drawn.Layers, layer)
	}
	if !left {
		return f
	}
	return &drawn
}
