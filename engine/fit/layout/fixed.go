package layout

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// A Fixed layout stays where it is, on a line or in a plane. Further points are placed
// among its own, each by itself, where
//
//	KL(p‖q) = Σ_j p_j (ln p_j − ln φ_j) + ln Σ_l m_l φ_l,  φ_l = φ(‖z − z_l‖²)
//
// is least nearby, for weights p of sum one over the points that attract it (Poličar,
// Stražar, Zupan 2023, doi:10.1007/s10994-021-06043-1). All points push it, as told by a
// grid that is convolved once. It may be used by many goroutines at once.
type Fixed struct {
	kernel
	z     *Points
	axes  [2]axis
	nodes [][3]float64 // of the grid: Σ m φ, and c Σ m φ u (z − z_l) along either axis
	least float64      // that Σ m φ is anywhere on the grid
}

// around is how far beyond a layout others may be placed.
const around = 5

// Fix returns the layout of z, which must not change any more.
func Fix(ctx context.Context, z *Points, dof float64) (*Fixed, error) {
	g, wider := &grid{kernel: newKernel(dof)}, widened(z)
	if err := g.cover(ctx, wider); err != nil {
		return nil, err
	}
	f := &Fixed{kernel: g.kernel, z: z, axes: g.axes}
	rows, columns := g.axes[0].count, g.axes[1].count
	if err := memory.Claim(ctx, 24*uint64(rows)*uint64(columns)+16*uint64(len(g.table)), fmt.Sprintf("the forces of a layout on %d×%d nodes", rows, columns), remedy.Reduce("landmarks")); err != nil {
		return nil, err
	}
	g.spread(wider)
	if err := g.transformReal(ctx, g.table, rows); err != nil {
		return nil, err
	}
	potential, err := g.potentials(ctx, rows)
	if err != nil {
		return nil, err
	}
	if _, err := g.convolveTransformed(ctx, rows); err != nil {
		return nil, err
	}
	f.nodes = make([][3]float64, rows*columns)
	for i := range rows {
		for j := range columns {
			v := g.table[i*g.columns+j]
			f.nodes[i*columns+j] = [3]float64{real(potential[i*g.columns+j]), real(v), -imag(v)}
		}
	}
	f.least, _ = f.kernel.at(f.diagonal())
	f.least *= z.rows()
	return f, nil
}

// widened returns points with two more, of no mass, beyond the corners of all.
func widened(z *Points) *Points {
	wider := NewPoints(append(slices.Clone(z.Mass), 0, 0), z.Dim())
	for c, x := range z.At {
		n := copy(wider.At[c], x)
		wider.At[c][n], wider.At[c][n+1] = slices.Min(x)-around, slices.Max(x)+around
	}
	return wider
}

// diagonal is the square of the longest distance on the grid.
func (f *Fixed) diagonal() (square float64) {
	for _, a := range f.axes[:f.z.Dim()] {
		length := a.apart * float64(a.count)
		square += float64(length * length)
	}
	return square
}

// push returns Σ m φ and c Σ m φ u (z − z_l) at a place.
func (f *Fixed) push(at [2]float64) (all float64, force [2]float64) {
	rows, columns := f.axes[0].placeOf(at[0]), f.axes[1].placeOf(at[1])
	for k, w := range rows.weight {
		for l, v := range f.nodes[(rows.first+k)*f.axes[1].count+columns.first:][:f.axes[1].wide] {
			weight := w * columns.weight[l]
			all += float64(weight * v[0])
			force[0] += float64(weight * v[1])
			force[1] += float64(weight * v[2])
		}
	}
	return max(f.least, all), force
}

// within returns the place on the grid that is nearest to z.
func (f *Fixed) within(z []float64) (at [2]float64) {
	for c := range f.z.Dim() {
		a := &f.axes[c]
		low := a.low + float64((stencil/2-1)*a.apart)
		at[c] = min(max(z[c], low), low+float64(a.apart*float64(a.count-stencil)))
	}
	return at
}

// A Placer places points one by one.
type Placer struct {
	*Fixed
	near   [][2]float64 // points that attract
	weight []float64
}

// Placer returns one, for one goroutine.
func (f *Fixed) Placer() *Placer { return &Placer{Fixed: f} }

// Of the descent of a point: how many steps it takes at most, how often each is halved,
// and how short one is that counts as none, where the kernel is one wide.
const (
	placingSteps = 100
	mostHalved   = 8
	shortest     = 1e-3
)

// Place moves a point downhill from where it is, or from the first so many of the points
// that attract it where the divergence is less there.
func (p *Placer) Place(z []float64, points []int32, weights []float64, starts int) {
	p.attracted(points, weights)
	at := p.within(z)
	value := p.divergence(at)
	for _, start := range p.near[:min(starts, len(p.near))] {
		if v := p.divergence(start); v < value {
			at, value = start, v
		}
	}
	for range placingSteps {
		next, lower := p.lower(at, value)
		if !(lower < value) {
			break
		}
		at, value = next, lower
	}
	copy(z, at[:len(z)])
}

// attracted sets which points attract, and how much.
func (p *Placer) attracted(points []int32, weights []float64) {
	p.near, p.weight = p.near[:0], weights
	for _, j := range points {
		var z [2]float64
		for c, x := range p.z.At {
			z[c] = x[j]
		}
		p.near = append(p.near, z)
	}
}

// lower returns a place downhill with the divergence there; the place itself where all
// steps are too short, or go up.
func (p *Placer) lower(at [2]float64, value float64) ([2]float64, float64) {
	step := p.step(at)
	for range mostHalved {
		if float64(step[0]*step[0])+float64(step[1]*step[1]) < shortest*shortest {
			break
		}
		next := p.within([]float64{at[0] + step[0], at[1] + step[1]})
		if v := p.divergence(next); v < value {
			return next, v
		}
		step[0], step[1] = step[0]/2, step[1]/2
	}
	return at, value
}

// divergence returns Σ p ln 1/φ + ln Σ m φ at a place: what of it depends on that.
func (p *Placer) divergence(at [2]float64) (sum float64) {
	for j, z := range p.near {
		dx, dy := at[0]-z[0], at[1]-z[1]
		sum += float64(p.weight[j] * p.log(float64(dx*dx)+float64(dy*dy)))
	}
	all, _ := p.push(at)
	return sum + elementary.Log(all)
}

// step returns the step that is downhill, −∇ by the curvature that attraction has at
// most, 2c Σ p u.
func (p *Placer) step(at [2]float64) (step [2]float64) {
	var total float64
	for j, z := range p.near {
		dx, dy := at[0]-z[0], at[1]-z[1]
		w := float64(p.weight[j] * p.nearness(float64(dx*dx)+float64(dy*dy)))
		total += w
		step[0] -= float64(w * dx)
		step[1] -= float64(w * dy)
	}
	all, force := p.push(at)
	scale := p.pull() * all
	step[0] = (step[0] + force[0]/scale) / total
	step[1] = (step[1] + force[1]/scale) / total
	return step
}
