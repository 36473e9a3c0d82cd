package layout

import (
	"context"
	"fmt"

	"unfold/engine"
)

// Settings say how a layout is descended to. The zero values of numbers that may
// be engine.Auto leave them to the descent.
type Settings struct {
	DoF          float64 // degrees of freedom of the kernel
	Steps        int     // of the descent, of which the first third exaggerates
	Exaggeration float64 // what P is multiplied by in that third, or engine.Auto for 12, and 4 for few rows
	Learning     float64 // length of steps, or engine.Auto for the rows by the exaggeration
	Repulsion    string  // auto, exact, tree or grid: how points push each other away

	// Watch, if any, tells of progress in the place of the descent, at each step. It is
	// handed the layout, to be read before it returns, and reports whether that will
	// do.
	Watch func(context.Context, engine.Progress, *Points) (enough bool)
}

// A Result is a layout.
type Result struct {
	*Points
	Step       int     // how many steps were taken
	Divergence float64 // KL(P‖Q) there
	Gradient   float64 // the norm of its gradient there
	Method     string  // of repulsion that was taken
	Settled    bool    // the gradient has vanished before the steps were used up
	Asked      bool    // who watched it had enough
}

// The descent is openTSNE's (Poličar, Stražar, Zupan 2024, doi:10.18637/jss.v109.i03):
// momentum, a gain for each coordinate, steps of at most 5.
const (
	usualExaggeration = 12
	fewExaggeration   = 4   // as van der Maaten and Hinton have it
	fewRows           = 500 // that 12 would draw to a point, since all belong together
	momentum          = 0.8
	leastGain         = 0.01
	longestStep       = 5
	leastGradient     = 1e-7 // a norm that counts as none, for layouts of size one and more
	leastSize         = 1e-4 // root mean square distance of rows from the origin
	between           = 100  // steps between looks at the divergence, which cost as much as some steps
)

// A descent is a layout on its way down.
type descent struct {
	Settings
	affinities *Affinities
	kernel     kernel
	repulsion  Repulsion
	z          *Points
	attraction *Points
	repulsive  *Points
	speed      *Points
	gain       *Points
}

// Lay lays points out from where start has them, which it moves. Who watches can have
// it end early, with the layout that it has come to.
func Lay(ctx context.Context, a *Affinities, start *Points, s Settings) (*Result, error) {
	if s.Repulsion == "auto" {
		s.Repulsion = Automatic(start.Len(), start.Dim(), s.DoF)
	}
	r, err := NewRepulsion(s.Repulsion, start.Dim(), s.DoF)
	if err != nil {
		return nil, err
	}
	d := &descent{Settings: s, affinities: a, kernel: newKernel(s.DoF), repulsion: r, z: start}
	for _, p := range []**Points{&d.attraction, &d.repulsive, &d.speed, &d.gain} {
		*p = NewPoints(start.Mass, start.Dim())
	}
	for _, g := range d.gain.At {
		for i := range g {
			g[i] = 1
		}
	}
	return d.run(ctx)
}

// Divergence returns KL(P‖Q) of points, by all pairs of them.
func Divergence(ctx context.Context, a *Affinities, z *Points, dof float64) (float64, error) {
	k := newKernel(dof)
	sum, err := (&exact{kernel: k}).Push(ctx, z, NewPoints(z.Mass, z.Dim()))
	if err != nil {
		return 0, err
	}
	return a.divergence(ctx, k, z, sum, 1)
}

// run takes the steps, and has a look at what it comes to.
func (d *descent) run(ctx context.Context) (*Result, error) {
	r := &Result{Points: d.z, Method: d.Repulsion}
	for {
		exaggeration := d.exaggeration(r.Step)
		sum, err := d.forces(ctx)
		if err != nil {
			return nil, err
		}
		r.Gradient = d.gradient(exaggeration, sum)
		r.Settled = exaggeration == 1 && r.Gradient < leastGradient*min(1, d.z.size())
		if r.Step%between == 0 {
			if err := d.look(ctx, r, sum); err != nil {
				return r, err
			}
		}
		r.Asked = d.tell(ctx, r)
		if r.Settled || r.Asked || r.Step == d.Steps {
			return r, d.look(ctx, r, sum)
		}
		d.move(d.learning(exaggeration))
		d.widen()
		r.Step++
	}
}

// look finds the divergence.
func (d *descent) look(ctx context.Context, r *Result, sum float64) (err error) {
	r.Divergence, err = d.affinities.divergence(ctx, d.kernel, d.z, sum, 1)
	return err
}

// tell tells who watches of a step, or of each ten where nobody does, and reports
// whether the layout will do.
func (d *descent) tell(ctx context.Context, r *Result) (enough bool) {
	if d.Watch == nil && r.Step%10 > 0 {
		return false
	}
	p := engine.Progress{Note: fmt.Sprintf("step %d of %d, divergence %.3g", r.Step, d.Steps, r.Divergence), Fraction: float64(r.Step) / float64(max(1, d.Steps))}
	if d.Watch == nil {
		engine.Tell(ctx, p)
		return false
	}
	return d.Watch(ctx, p, d.z)
}

// exaggeration is what P is multiplied by at a step.
func (d *descent) exaggeration(step int) float64 {
	switch {
	case 3*step >= d.Steps:
		return 1
	case d.Exaggeration != engine.Auto:
		return d.Exaggeration
	case d.z.rows() <= fewRows:
		return fewExaggeration
	}
	return usualExaggeration
}

// learning is how long steps are, by the gradient of one row.
func (d *descent) learning(exaggeration float64) float64 {
	if d.Learning == engine.Auto {
		return d.z.rows() / exaggeration
	}
	return d.Learning
}

// forces finds both parts of the gradient, and returns Σφ.
func (d *descent) forces(ctx context.Context) (sum float64, err error) {
	if err := d.affinities.attract(ctx, d.kernel, d.z, d.attraction); err != nil {
		return 0, err
	}
	return d.repulsion.Push(ctx, d.z, d.repulsive)
}
