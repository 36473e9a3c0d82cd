package outline

import "gonum.org/v1/plot/vg"

// Cut returns the part of a stroke that lies in a box, if one does (Liang, Barsky 1984,
// doi:10.1145/357332.357333).
func Cut(a, b vg.Point, box vg.Rectangle) (from, to vg.Point, ok bool) {
	enter, leave, d := vg.Length(0), vg.Length(1), b.Sub(a)
	for _, side := range [4][2]vg.Length{{-d.X, a.X - box.Min.X}, {d.X, box.Max.X - a.X}, {-d.Y, a.Y - box.Min.Y}, {d.Y, box.Max.Y - a.Y}} {
		switch p, q := side[0], side[1]; {
		case p == 0 && q < 0:
			return a, b, false
		case p < 0:
			enter = max(enter, q/p)
		case p > 0:
			leave = min(leave, q/p)
		}
	}
	if enter > leave {
		return a, b, false
	}
	from, to = a.Add(d.Scale(enter)), b // an end that stays is where the next stroke begins, to the bit
	if leave < 1 {
		to = a.Add(d.Scale(leave))
	}
	return from, to, true
}

// Within returns the part of a rectangle that lies in a box, if one does.
func Within(r, box vg.Rectangle) (vg.Rectangle, bool) {
	r.Min = vg.Point{X: max(r.Min.X, box.Min.X), Y: max(r.Min.Y, box.Min.Y)}
	r.Max = vg.Point{X: min(r.Max.X, box.Max.X), Y: min(r.Max.Y, box.Max.Y)}
	return r, r.Min.X < r.Max.X && r.Min.Y < r.Max.Y
}
