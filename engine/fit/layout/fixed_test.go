package layout

import (
	"math"
	"slices"
	"testing"

	"unfold/engine/internal/random"
)

// fixed returns points that stay, and what they are fixed as.
func fixed(t *testing.T, n, dim int, dof float64) (*Points, *Fixed) {
	t.Helper()
	z := scattered(n, dim, 12)
	f, err := Fix(t.Context(), z, dof)
	if err != nil {
		t.Fatal(err)
	}
	return z, f
}

// attracting draws points that attract another, and their weights.
func attracting(r *random.Stream, n int) (points []int32, weights []float64) {
	var sum float64
	for range 20 {
		points, weights = append(points, int32(r.Below(n))), append(weights, r.Uniform())
		sum += weights[len(weights)-1]
	}
	for j := range weights {
		weights[j] /= sum
	}
	return points, weights
}

// TestFixedPointsPushOthers as the sums over all of them do, on a line and in a plane,
// within and beyond the layout.
func TestFixedPointsPushOthers(t *testing.T) {
	const n = 800
	for _, dof := range []float64{1, 0.5, 3} {
		for dim := 1; dim <= 2; dim++ {
			z, f := fixed(t, n, dim, dof)
			r := random.New(4, "places")
			var off, size float64
			for range 200 {
				var at [2]float64
				for c := range dim {
					at[c] = 20 * r.Normal()
				}
				at = f.within(at[:dim])
				all, force := f.push(at)
				var wantAll float64
				var want [2]float64
				for i := range n {
					var square float64
					var diff [2]float64
					for c, x := range z.At {
						diff[c] = at[c] - x[i]
						square += diff[c] * diff[c]
					}
					phi, u := f.kernel.at(square)
					wantAll += z.Mass[i] * phi
					for c := range want {
						want[c] += f.pull() * z.Mass[i] * phi * u * diff[c]
					}
				}
				off += math.Abs(all-wantAll) + math.Hypot(force[0]-want[0], force[1]-want[1])
				size += wantAll + math.Hypot(want[0], want[1])
			}
			if !(off < 1e-3*size) {
				t.Errorf("%d dimensions, %v degrees of freedom: sums are off by %.2g", dim, dof, off/size)
			}
		}
	}
}

// TestStepsOfAPointAreDownhill: a step is along minus the slope of the divergence, by
// central differences.
func TestStepsOfAPointAreDownhill(t *testing.T) {
	const step = 1e-4
	for _, dof := range []float64{1, 0.5, 3} {
		_, f := fixed(t, 300, 2, dof)
		r, p := random.New(2, "steps"), f.Placer()
		for range 20 {
			p.attracted(attracting(r, 300))
			at := f.within([]float64{8 * r.Normal(), 8 * r.Normal()})
			got := p.step(at)
			var slope [2]float64
			for c := range slope {
				above, below := at, at
				above[c], below[c] = at[c]+step, at[c]-step
				slope[c] = (p.divergence(above) - p.divergence(below)) / (2 * step)
			}
			cosine := -(got[0]*slope[0] + got[1]*slope[1]) / math.Hypot(got[0], got[1]) / math.Hypot(slope[0], slope[1])
			if math.Hypot(slope[0], slope[1]) > 1e-2 && !(cosine > 0.99) {
				t.Errorf("%v degrees of freedom: the step %v is not along the slope %v", dof, got, slope)
			}
		}
	}
}

// TestPlacedPointsGoDownhill from where they are or from a point that attracts them,
// whichever is lower, to the same place whatever was placed before.
func TestPlacedPointsGoDownhill(t *testing.T) {
	_, f := fixed(t, 300, 2, 1)
	r, used := random.New(3, "placed"), f.Placer()
	for range 30 {
		points, weights := attracting(r, 300)
		start := []float64{8 * r.Normal(), 8 * r.Normal()}
		z, again, alone := slices.Clone(start), slices.Clone(start), f.Placer()
		alone.Place(z, points, weights, 3)
		used.Place(again, points, weights, 3)
		if !slices.Equal(z, again) {
			t.Fatalf("a point is placed at %v, and at %v after others", z, again)
		}
		end := alone.divergence(f.within(z))
		for _, from := range append([][2]float64{f.within(start)}, alone.near[:3]...) {
			if !(end <= alone.divergence(from)) {
				t.Errorf("it ends at %v, above %v where it could have started", end, alone.divergence(from))
			}
		}
	}
}

// TestPointsFarFromALayoutComeToIt: places beyond the grid are brought onto it, which ends
// a node or so further than it must.
func TestPointsFarFromALayoutComeToIt(t *testing.T) {
	const node = 1
	z, f := fixed(t, 300, 2, 3)
	at := []float64{1e6, math.Inf(-1)}
	f.Placer().Place(at, []int32{7, 8}, []float64{0.5, 0.5}, 0)
	for c, x := range z.At {
		if !(at[c] >= slices.Min(x)-around-node && at[c] <= slices.Max(x)+around+node) {
			t.Errorf("it is placed at %v", at)
		}
	}
}
