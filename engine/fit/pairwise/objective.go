package pairwise

import (
	"context"

	"unfold/engine/fit/optimum"
	"unfold/engine/internal/parallel"
)

// Objective returns the cost of a map's images as a function of its parameters,
// which knows its lines where the cost does and the map is linear. Those of a
// ParametricCost stand behind those of the map. An evaluation takes what Forward,
// Place, and Row and Pullback of all rows take, and memory for the images and a
// gradient for each block of rows.
func Objective(c Cost, m Map) optimum.Problem {
	o := objective{c, m, NewImages(m.Rows(), m.Dim())}
	if line, ok := c.(LineCost); ok {
		if _, ok := m.(LinearMap); ok {
			return quarticObjective{o, line, NewImages(m.Rows(), m.Dim())}
		}
	}
	if own := ownOf(c); len(own) > 0 {
		return parametricObjective{o, c.(ParametricCost)}
	}
	return o
}

// objectives are the objective in the form that takes least time, and a rough one
// by which to tell its minima where it is costly, or nil.
func objectives(ctx context.Context, c Cost, m Map) (full, rough optimum.Problem, err error) {
	if summable, ok := c.(SummableCost); ok {
		if linear, ok := m.(LinearMap); ok {
			summed, err := summable.Sum(ctx, linear.Design(), m.Dim())
			if err != nil {
				return nil, nil, err
			}
			if summed != nil {
				return summed, nil, nil
			}
		}
	}
	if sampled, ok := c.(SampledCost); ok {
		if some := sampled.Sample(); some != nil {
			rough = Objective(some, m)
		}
	}
	return Objective(c, m), rough, nil
}

// An objective is C(f(x; w)).
type objective struct {
	cost Cost
	form Map
	z    *Images
}

// Value returns the objective and its gradient.
func (o objective) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	if err := o.form.Forward(ctx, o.z.Points, w); err != nil {
		return 0, err
	}
	if err := o.cost.Place(ctx, o.z); err != nil {
		return 0, err
	}
	if joint, ok := o.form.(JointMap); ok {
		return o.jointly(ctx, joint, w, gradient)
	}
	type part struct {
		value    float64
		gradient []float64
	}
	parts, err := parallel.Blocks(ctx, o.form.Rows(), grain(o.cost, o.form), func(lo, hi int) part {
		p := part{gradient: make([]float64, len(gradient))}
		g := make([]float64, o.z.Dim)
		for i := lo; i < hi; i++ {
			clear(g)
			p.value += o.cost.Row(i, g)
			o.form.Pullback(p.gradient, w, i, g)
		}
		return p
	})
	if err != nil {
		return 0, err
	}
	var value float64
	clear(gradient)
	for _, p := range parts {
		value += p.value
		for k, v := range p.gradient {
			gradient[k] += v
		}
	}
	return value, nil
}

// jointly returns the placed objective and its gradient where the map takes the
// gradients of all images at once: these are what it takes memory for.
func (o objective) jointly(ctx context.Context, m JointMap, w, gradient []float64) (float64, error) {
	g := make([]float64, len(o.z.Points))
	value, err := parallel.Sum(ctx, m.Rows(), grain(o.cost, m), func(lo, hi int) (part float64) {
		for i := lo; i < hi; i++ {
			part += o.cost.Row(i, g[i*o.z.Dim:(i+1)*o.z.Dim])
		}
		return part
	})
	if err != nil {
		return 0, err
	}
	return value, m.PullbackAll(ctx, gradient, w, g)
}

// grain is how many rows make a block of an evaluation: few enough blocks that
// their gradients take little memory.
func grain(c Cost, m Map) int {
	return max(parallel.Grain(c.Work(m.Dim())+m.Work()), m.Rows()/4096)
}

// A quarticObjective is one of a linear map, whose images move along lines as the
// parameters do.
type quarticObjective struct {
	objective
	line LineCost
	v    *Images
}

// Along returns the coefficients of the objective along w + a s.
func (o quarticObjective) Along(ctx context.Context, w, s []float64) (c [4]float64, err error) {
	if err := o.form.Forward(ctx, o.z.Points, w); err != nil {
		return c, err
	}
	if err := o.form.Forward(ctx, o.v.Points, s); err != nil {
		return c, err
	}
	if err := o.line.Place(ctx, o.z); err != nil {
		return c, err
	}
	return o.line.Along(ctx, o.v, grain(o.cost, o.form))
}

// A parametricObjective has the parameters of the cost behind those of the map.
type parametricObjective struct {
	objective
	own ParametricCost
}

// Value returns the objective and its gradient by both.
func (o parametricObjective) Value(ctx context.Context, w, gradient []float64) (float64, error) {
	at := o.form.Parameters()
	o.own.Take(w[at:])
	value, err := o.objective.Value(ctx, w[:at], gradient[:at])
	if err == nil {
		o.own.OwnGradient(gradient[at:])
	}
	return value, err
}
