package oblique

import (
	"context"

	"unfold/engine/tree/gainratio"
)

// A plane is Σ_c w_c z_c + w_d > 0 above it, of standardised columns z.
type plane []float64

// descend moves a plane to where no coefficient alone makes it better, and beyond
// by jumps along directions that are drawn, as many of them in vain as jumps says.
// A move that leaves the impurity as it is is taken with a probability that halves
// each time.
func (w *walker) descend(ctx context.Context, p plane, jumps int) (gainratio.Information, error) {
	w.stand(p)
	stay := 0.2
	now, ok := w.impurity(w.value)
	if !ok {
		now = 1 << 62
	}
	for failed := 0; ; {
		for better := true; better && now > 0; {
			better = false
			for c := range p {
				if err := ctx.Err(); err != nil {
					return 0, err
				}
				copy(w.slope, w.columns[c])
				step, found, ok := w.try()
				if !ok || found > now || found == now && w.stream.Uniform() >= stay {
					continue
				}
				if found == now {
					stay /= 2
				}
				better = better || found < now
				p[c] += step
				now = found
				w.value, w.moved = w.moved, w.value
			}
		}
		if now == 0 || failed == jumps {
			return now, nil
		}
		if !w.jump(p, &now) {
			failed++
		}
	}
}

// try finds the best step along the slopes, and what it leads to.
func (w *walker) try() (step float64, found gainratio.Information, ok bool) {
	if step, ok = w.along(); !ok {
		return 0, 0, false
	}
	for j, v := range w.value {
		w.moved[j] = v + float64(step*w.slope[j])
	}
	found, ok = w.impurity(w.moved)
	return step, found, ok
}

// jump moves the plane along a direction that is drawn, if that makes it better.
func (w *walker) jump(p plane, now *gainratio.Information) bool {
	direction := w.draw(len(p))
	clear(w.slope)
	for c, v := range direction {
		for j, z := range w.columns[c] {
			w.slope[j] += float64(v * z)
		}
	}
	step, found, ok := w.try()
	if !ok || found >= *now {
		return false
	}
	for c, v := range direction {
		p[c] += float64(step * v)
	}
	*now = found
	w.value, w.moved = w.moved, w.value
	return true
}

// draw draws a plane.
func (w *walker) draw(size int) plane {
	p := make(plane, size)
	for c := range p {
		p[c] = w.stream.Between(-1, 1)
	}
	return p
}

// stand sets the values of the rows.
func (w *walker) stand(p plane) {
	clear(w.value)
	for c, v := range p {
		for j, z := range w.columns[c] {
			w.value[j] += float64(v * z)
		}
	}
}

// betweenMeans returns the plane half way between the means of the largest class and
// of the others, across the line from one to the other.
func (w *walker) betweenMeans(counts []int) plane {
	largest := 0
	for class, k := range counts {
		if k > counts[largest] {
			largest = class
		}
	}
	last := len(w.columns) - 1
	p := make(plane, last+1)
	for c, column := range w.columns[:last] {
		var inside, outside float64
		for j, z := range column {
			if w.class[j] == int32(largest) {
				inside += z / float64(counts[largest])
			} else {
				outside += z / float64(len(column)-counts[largest])
			}
		}
		p[c] = inside - outside
		p[last] -= float64(p[c] * float64((inside+outside)/2))
	}
	return p
}
