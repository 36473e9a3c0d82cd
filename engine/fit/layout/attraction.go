package layout

import (
	"context"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// attract sets forces to c Σ_j P_ij u_ij (z_i − z_j), summed over the edges of a
// point in their order.
func (a *Affinities) attract(ctx context.Context, k kernel, z, forces *Points) error {
	c := k.pull()
	return parallel.For(ctx, a.Len(), 128, func(lo, hi int) {
		if z.Dim() == 2 && k.isCauchy() {
			a.attractPlane(z, forces, lo, hi)
			return
		}
		sums, diff := make([]float64, z.Dim()), make([]float64, z.Dim())
		for i := lo; i < hi; i++ {
			clear(sums)
			for e := a.Start[i]; e < a.Start[i+1]; e++ {
				j, square := a.End[e], 0.0
				for d, x := range z.At {
					diff[d] = x[i] - x[j]
					square += float64(diff[d] * diff[d])
				}
				w := float64(a.Weight[e]) * k.nearness(square)
				for d, v := range diff {
					sums[d] += float64(w * v)
				}
			}
			for d, v := range sums {
				forces.At[d][i] = c * v
			}
		}
	})
}

// attractPlane is attract for the usual case: two dimensions, u = 1/(1 + D).
func (a *Affinities) attractPlane(z, forces *Points, lo, hi int) {
	x, y := z.At[0], z.At[1]
	for i := lo; i < hi; i++ {
		xi, yi := x[i], y[i]
		var sumX, sumY float64
		ends, weights := a.End[a.Start[i]:a.Start[i+1]], a.Weight[a.Start[i]:a.Start[i+1]]
		for e, j := range ends {
			dx, dy := xi-x[j], yi-y[j]
			w := float64(weights[e]) / (1 + float64(dx*dx) + float64(dy*dy))
			sumX += float64(w * dx)
			sumY += float64(w * dy)
		}
		forces.At[0][i], forces.At[1][i] = sumX, sumY
	}
}

// divergence returns Σ e P (ln P − ln φ) + ln Σφ over pairs of rows, for the sum Σφ of
// the kernel over all of them: KL(P‖Q) where nothing is exaggerated, e = 1.
func (a *Affinities) divergence(ctx context.Context, k kernel, z *Points, sum, exaggeration float64) (float64, error) {
	cross, err := parallel.Sum(ctx, a.Len(), 128, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			for e := a.Start[i]; e < a.Start[i+1]; e++ {
				sum += float64(float64(a.Weight[e]) * k.log(z.square(i, int(a.End[e]))))
			}
		}
		return sum
	})
	return float64(exaggeration*(a.entropy+cross)) + elementary.Log(sum), err
}
