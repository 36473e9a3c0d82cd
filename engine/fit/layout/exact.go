package layout

import (
	"context"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// exact goes through all pairs of points, in float64. Time O(n² dim), memory O(n).
type exact struct {
	kernel
	sources []float64 // where a point is, and its mass
}

// Push pushes every point by all.
func (r *exact) Push(ctx context.Context, z, forces *Points) (float64, error) {
	n, dim := z.Len(), z.Dim()
	wide := dim
	if r.isCauchy() {
		wide = max(dim, 2) // a line is in a plane
	}
	r.sources = r.sources[:0]
	for i, m := range z.Mass {
		for c := range wide {
			v := 0.0
			if c < dim {
				v = z.At[c][i]
			}
			r.sources = append(r.sources, v)
		}
		r.sources = append(r.sources, m)
	}
	push := r.pushBlock
	if r.isCauchy() && wide <= 3 {
		push = r.pushLanes
	}
	lanes := simd.Lanes[float64]()
	sum, err := parallel.Sum(ctx, n, 4*lanes, func(lo, hi int) (sum float64) {
		for ; lo < hi; lo += lanes {
			sum += push(forces, wide, lo, min(hi, lo+lanes))
		}
		return sum
	})
	return sum - z.rows(), err
}

// pushLanes pushes some points, each in a lane.
func (r *exact) pushLanes(forces *Points, wide, lo, hi int) (sum float64) {
	lanes := simd.Lanes[float64]()
	points, sums := make([]float64, wide*lanes), make([]float64, (wide+1)*lanes)
	for i := lo; i < hi; i++ {
		for c := range wide {
			points[c*lanes+i-lo] = r.sources[i*(wide+1)+c]
		}
	}
	simd.Repel(sums, points, wide, r.sources)
	for i := lo; i < hi; i++ {
		for c := range forces.At {
			forces.At[c][i] = sums[c*lanes+i-lo]
		}
		sum += float64(r.sources[i*(wide+1)+wide] * sums[wide*lanes+i-lo])
	}
	return sum
}

// pushBlock pushes some points by any kernel, in any number of dimensions.
func (r *exact) pushBlock(forces *Points, dim, lo, hi int) (sum float64) {
	diff, sums := make([]float64, dim), make([]float64, dim)
	for i := lo; i < hi; i++ {
		here, all := r.sources[i*(dim+1):][:dim+1], 0.0
		clear(sums)
		for s := r.sources; len(s) > 0; s = s[dim+1:] {
			square := 0.0
			for c := range diff {
				diff[c] = here[c] - s[c]
				square += float64(diff[c] * diff[c])
			}
			phi, u := r.at(square)
			weight := float64(s[dim] * phi)
			all += weight
			weight *= u
			for c, v := range diff {
				sums[c] += float64(weight * v)
			}
		}
		for c, v := range sums {
			forces.At[c][i] = r.pull() * v
		}
		sum += float64(here[dim] * all)
	}
	return sum
}
