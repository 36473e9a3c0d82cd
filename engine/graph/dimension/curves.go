package dimension

import (
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// A Curve is what one estimator says at each scale: at how many rows around each
// it looks.
type Curve struct {
	Name      string
	Reach     []float64
	Estimates []Estimate
}

// What is drawn: numbers of neighbours in about equal ratios up to the largest, a
// quarter of the rows at most, and shares of the rows down to the fewest.
const (
	mostReach  = 128
	fewestPart = 40
	mostParts  = 8
	runOfRadii = 4
)

// Curves returns what each estimator says of the rows of s at each scale: one that
// all rows share is where the curves lie level. The second neighbour among a share
// 1/f of the rows is about the 2f-th among all, so smaller shares of the rows are
// larger scales of TwoNN; it is the mean over disjoint shares, drawn with a fixed
// seed. MLE is of one k after the other, the correlation of runs of four radii. It
// takes about ten times as long as a single MLE of the largest k.
func Curves(ctx context.Context, s engine.Sample) ([]Curve, error) {
	n := s.Len()
	ks := numbers(max(3, min(mostReach, n/4)))
	rows, err := Find(parallel.Part(ctx, 0, 0.5), s, ks[len(ks)-1])
	if err != nil {
		return nil, err
	}
	twonn, err := rows.twoNNCurve(parallel.Part(ctx, 0.5, 0.7))
	if err != nil {
		return nil, err
	}
	mle, err := rows.mleCurve(ctx, ks)
	if err != nil {
		return nil, err
	}
	radii, err := rows.Radii(parallel.Part(ctx, 0.7, 1))
	if err != nil {
		return nil, err
	}
	return []Curve{twonn, mle, radii.curve()}, ctx.Err()
}

// numbers returns 3, 4, 6, 8, 12, 16, ... up to most.
func numbers(most int) (ks []int) {
	for _, start := range []int{3, 4} {
		for k := start; k <= most; k *= 2 {
			ks = append(ks, k)
		}
	}
	slices.Sort(ks)
	return ks
}

// add puts an estimate at a scale; those that are no numbers have none.
func (c *Curve) add(reach float64, e Estimate) {
	if e.Value > 0 && e.High <= math.MaxFloat64 {
		c.Reach, c.Estimates = append(c.Reach, reach), append(c.Estimates, e)
	}
}

// twoNNCurve is of ever smaller shares of the rows.
func (r *Rows) twoNNCurve(ctx context.Context) (Curve, error) {
	const discard = 0.1
	c := Curve{Name: "twonn"}
	for f := 1; f == 1 || r.Len()/f >= fewestPart; f *= 2 {
		var parts []Estimate
		order := random.New(seed, "twonn").Permutation(r.Len())
		for at := range min(f, mostParts) {
			part := order[at*r.Len()/f : (at+1)*r.Len()/f]
			slices.Sort(part)
			d, err := only(ctx, r.Distances, part)
			if err != nil {
				return c, err
			}
			rows := &Rows{Distances: d}
			if rows.Neighbours, err = neighbour.Find(ctx, rows.Distances, 2, neighbour.Auto); err != nil {
				return c, err
			}
			e, err := rows.TwoNN(ctx, discard)
			if err != nil {
				return c, err
			}
			parts = append(parts, e)
		}
		c.add(float64(2*f), meanOf(parts))
	}
	return c, nil
}

// meanOf is the mean of estimates that know nothing of each other.
func meanOf(parts []Estimate) Estimate {
	var value, half float64 // half of the interval of a logarithm, squared
	for _, e := range parts {
		value += e.Value
		log := elementary.Log(e.High / e.Value)
		half += float64(log * log)
	}
	n := float64(len(parts))
	factor := elementary.Exp(math.Sqrt(half) / n)
	return Estimate{value / n, value / n / factor, value / n * factor}
}

// mleCurve is of single numbers of neighbours.
func (r *Rows) mleCurve(ctx context.Context, ks []int) (Curve, error) {
	c := Curve{Name: "mle"}
	for _, k := range ks {
		e, err := r.MLE(ctx, k, k, false)
		if err != nil {
			return c, err
		}
		c.add(float64(k), e)
	}
	return c, nil
}

// curve is of runs of radii.
func (c *Radii) curve() Curve {
	curve := Curve{Name: "corrdim"}
	run := min(runOfRadii, len(c.Radius))
	for lo := 0; lo+run <= len(c.Radius); lo++ {
		curve.add(math.Sqrt(c.Reach[lo]*c.Reach[lo+run-1]), c.Slope(lo, lo+run))
	}
	return curve
}
