package dimension

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// Radii are the scales of a correlation sum: radii in ascending order, and for each
// how many rows each of some of the rows has within it.
type Radii struct {
	Reach  []float64 // how many rows are within the radius in the mean, itself left out
	Radius []float64
	within [][]int32 // of each row that was looked from, for each radius
	all    bool      // each row was looked from
}

// The work of a correlation sum is limited to about a second of a processor: rows
// are looked from, drawn with a fixed seed, until they make so many products, where
// to sort a distance in takes as long as counted.
const (
	mostProducts = 1_000_000_000
	counted      = 30
	fewestFrom   = 200
	seed         = 1
)

// farthest is the share of rows within the largest radius: farther on, it is the
// extent of the set that is seen rather than its dimension.
const farthest = 0.25

// Radii counts how many rows are within radii that grow by steps, from that at
// which a row has two others near it up to a quarter of all (Grassberger,
// Procaccia 1983, doi:10.1016/0167-2789(83)90298-1). It takes time O(n²d), or from
// a sample of the rows, which it remarks on, O(nd) for each.
func (r *Rows) Radii(ctx context.Context) (*Radii, error) {
	from := r.sample(ctx)
	reach := steps(float64(r.Len()) * farthest)
	if err := memory.Claim(ctx, 4*uint64(len(from))*uint64(len(reach)), fmt.Sprintf("counts of rows near %d rows", len(from)), remedy.FewerRows()); err != nil {
		return nil, err
	}
	radii, err := r.typical(ctx, from, reach)
	if err != nil {
		return nil, err
	}
	if len(radii) < 3 {
		return nil, &engine.Error{Cause: fmt.Sprintf("a quarter of the rows are within %d different distances, as in a lattice or among rows all equally far, which tells no dimension", len(radii)), Remedy: remedy.Say("give more rows")}
	}
	c := &Radii{Radius: radii, within: make([][]int32, len(from)), all: len(from) == r.Len()}
	done := parallel.Count(ctx, "pairs", len(from))
	err = parallel.With(ctx, len(from), 1, func() []float64 { return make([]float64, r.Len()) }, func(row []float64, lo, _ int) {
		r.Row(row, from[lo])
		c.within[lo] = countWithin(row, from[lo], radii)
		done.Add(1)
	})
	if err != nil {
		return nil, err
	}
	for _, sum := range c.sums() {
		c.Reach = append(c.Reach, sum/float64(len(from)))
	}
	return c, nil
}

// sample returns the rows that are looked from, in order.
func (r *Rows) sample(ctx context.Context) []int {
	n, columns := r.Len(), 10
	if p, ok := r.Distances.(engine.Pointed); ok {
		_, columns = p.Points().Dims()
	}
	rows := random.New(seed, "correlation").Permutation(n)
	if size := max(fewestFrom, mostProducts/n/(columns+counted)); size < n {
		engine.Remark(ctx, "looks from %d of the %d rows, drawn with seed %d, at all others", size, n, seed)
		rows = rows[:size]
	}
	slices.Sort(rows)
	return rows
}

// steps returns how many rows are to be within each radius: 2, 2√2, 4, ... up to
// most, each a whole number.
func steps(most float64) (reach []int) {
	for step := 2.0; step <= most || len(reach) < 3; step *= math.Sqrt2 {
		if k := int(math.Round(step)); len(reach) == 0 || k > reach[len(reach)-1] {
			reach = append(reach, k)
		}
	}
	return reach
}

// typical returns the median distances to the k-th nearest for each k of reach, of
// up to 200 of the rows.
func (r *Rows) typical(ctx context.Context, from, reach []int) ([]float64, error) {
	count := min(len(from), fewestFrom)
	lengths := make([][]float64, len(reach))
	for k := range lengths {
		lengths[k] = make([]float64, count)
	}
	err := parallel.With(ctx, count, 1, func() []float64 { return make([]float64, r.Len()) }, func(row []float64, at, _ int) {
		r.Row(row, from[at*len(from)/count])
		slices.Sort(row)
		for k, nearest := range reach {
			lengths[k][at] = row[nearest] // the first is the row itself
		}
	})
	radii := make([]float64, len(reach))
	for k, of := range lengths {
		slices.Sort(of)
		radii[k] = of[count/2]
	}
	return slices.Compact(radii), err
}

// countWithin counts the entries of a row of distances up to each radius, but for
// that of the row itself.
func countWithin(row []float64, itself int, radii []float64) []int32 {
	counts := make([]int32, len(radii))
	for j, d := range row {
		if at, _ := slices.BinarySearch(radii, d); at < len(radii) && j != itself {
			counts[at]++
		}
	}
	for k := 1; k < len(counts); k++ {
		counts[k] += counts[k-1]
	}
	return counts
}

// sums returns how many pairs are within each radius.
func (c *Radii) sums() []float64 {
	sums := make([]float64, len(c.Radius))
	for _, counts := range c.within {
		for k, count := range counts {
			sums[k] += float64(count)
		}
	}
	return sums
}

// Slope estimates the dimension by the slope of log C(r) against log r, fitted by
// least squares to the radii from the lo-th up to but not the hi-th. Its interval is that of
// the jackknife, which leaves one row out at a time, with all its pairs.
func (c *Radii) Slope(lo, hi int) Estimate {
	x := make([]float64, hi-lo)
	for k := range x {
		x[k] = elementary.Log(c.Radius[lo+k])
	}
	sums := c.sums()[lo:hi]
	value := slope(x, logsOf(sums))
	n := float64(len(c.within))
	without := make([]float64, len(c.within))
	left := make([]float64, hi-lo)
	for i, counts := range c.within {
		for k, count := range counts[lo:hi] {
			if left[k] = sums[k] - float64(count); c.all { // and the pair from its other end
				left[k] -= float64(count)
			}
			left[k] = max(1, left[k])
		}
		without[i] = slope(x, logsOf(left))
	}
	mean := moments.Mean(without)
	var squares float64
	for _, v := range without {
		squares += float64((v - mean) * (v - mean))
	}
	return spread(value, math.Sqrt(squares*(n-1)/n))
}

// Straight returns the longest run of radii on which the slope holds: over which
// reach grows by a factor of four at least, and whose halves have slopes that
// differ by no more than a tenth. Of equally long ones it is the one of smaller
// radii. It returns ok false, and the shortest radii, where there is none.
func (c *Radii) Straight() (lo, hi int, ok bool) {
	const shortest, bend = 4, 0.1
	lo, hi = 0, c.end(0, shortest)
	longest := 0.0
	for a := range c.Radius {
		for b := c.end(a, shortest); b <= len(c.Radius); b++ {
			length := c.Reach[b-1] / c.Reach[a]
			if length < shortest || length <= longest {
				continue
			}
			middle := (a + b - 1) / 2
			lower, upper, whole := c.between(a, middle), c.between(middle, b-1), c.between(a, b-1)
			if math.Abs(lower-upper) <= bend*whole {
				lo, hi, longest, ok = a, b, length, true
			}
		}
	}
	return lo, hi, ok
}

// end returns the end of the shortest run of radii from lo on over which reach grows
// by a factor, of three at least, or else of all.
func (c *Radii) end(lo int, factor float64) int {
	for b := lo + 3; b <= len(c.Radius); b++ {
		if c.Reach[b-1] >= factor*c.Reach[lo] {
			return b
		}
	}
	return len(c.Radius)
}

// between returns the slope between two radii.
func (c *Radii) between(a, b int) float64 {
	return elementary.Log(c.Reach[b]/c.Reach[a]) / elementary.Log(c.Radius[b]/c.Radius[a])
}

// slope returns that of the line of least squares through (x, y).
func slope(x, y []float64) float64 {
	meanX, meanY := moments.Mean(x), moments.Mean(y)
	var xy, xx float64
	for i := range x {
		xy += float64((x[i] - meanX) * (y[i] - meanY))
		xx += float64((x[i] - meanX) * (x[i] - meanX))
	}
	return xy / xx
}

// logsOf returns the logarithms of numbers.
func logsOf(v []float64) []float64 {
	logs := make([]float64, len(v))
	for i := range v {
		logs[i] = elementary.Log(v[i])
	}
	return logs
}
