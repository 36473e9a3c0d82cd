package layout

import (
	"context"
	"math"

	"unfold/engine/internal/parallel"
)

// stepGrain is how many points a goroutine moves at a time.
const stepGrain = 4096

// gradient joins both parts to a quarter of the gradient of a row of each point,
// which it leaves in attraction, and returns the norm of the gradient.
func (d *descent) gradient(exaggeration, sum float64) float64 {
	squares := d.overPoints(func(lo, hi int) (squares float64) {
		for c, g := range d.attraction.At {
			push := d.repulsive.At[c]
			for i, m := range d.z.Mass[lo:hi] {
				i += lo
				g[i] = float64(exaggeration*g[i])/m - push[i]/sum
				squares += float64(m * g[i] * g[i])
			}
		}
		return squares
	})
	return 4 * math.Sqrt(squares)
}

// overPoints adds up what part returns for blocks of points. It does not end with a
// context: a step is taken or not.
func (d *descent) overPoints(part func(lo, hi int) float64) float64 {
	sum, _ := parallel.Sum(context.Background(), d.z.Len(), stepGrain, part)
	return sum
}

// move takes a step: a gain grows where a coordinate goes on downhill, and shrinks
// where it turns back (Jacobs 1988, doi:10.1016/0893-6080(88)90003-2).
func (d *descent) move(learning float64) {
	d.overPoints(func(lo, hi int) float64 {
		d.accelerate(learning, lo, hi)
		for i := lo; i < hi; i++ {
			d.advance(i)
		}
		return 0
	})
	d.z.centre()
}

// accelerate finds the speeds of some points.
func (d *descent) accelerate(learning float64, lo, hi int) {
	for c, g := range d.attraction.At {
		gain, speed := d.gain.At[c][:hi], d.speed.At[c][:hi]
		for i := lo; i < hi; i++ {
			v := g[i]
			if v*speed[i] > 0 { // uphill by now
				gain[i] = max(leastGain, 0.8*gain[i])
			} else {
				gain[i] += 0.2
			}
			speed[i] = float64(momentum*speed[i]) - float64(learning*gain[i]*v)
		}
	}
}

// advance moves a point by its speed, or as far as a step may be.
func (d *descent) advance(i int) {
	length := 0.0
	for _, speed := range d.speed.At {
		length += float64(speed[i] * speed[i])
	}
	shorter := min(1, longestStep/math.Sqrt(length))
	for c, x := range d.z.At {
		if shorter < 1 {
			d.speed.At[c][i] *= shorter
		}
		x[i] += d.speed.At[c][i]
	}
}

// widen brings a layout that has shrunk below the least size back to it.
// Exaggeration draws few rows towards one point, where forces are linear: they are
// the same at any size, but it takes many steps to come back from nowhere.
func (d *descent) widen() {
	size := d.z.size()
	if size >= leastSize || size == 0 {
		return
	}
	for c, x := range d.z.At {
		for i := range x {
			x[i] *= leastSize / size
			d.speed.At[c][i] *= leastSize / size
		}
	}
}
