package dimension

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/random"
)

// sphere draws rows evenly from the sphere of d dimensions, in d+1 columns.
func sphere(seed, n, d int) *mat.Dense {
	r := random.New(seed, "sphere")
	x := mat.NewDense(n, d+1, nil)
	for i := range n {
		row := x.RawRowView(i)
		for c := range row {
			row[c] = r.Normal()
		}
		length := mat.Norm(x.RowView(i), 2)
		for c := range row {
			row[c] /= length
		}
	}
	return x
}

// cube draws rows evenly from the cube of d dimensions.
func cube(seed, n, d int) *mat.Dense {
	r := random.New(seed, "cube")
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.Uniform())
		}
	}
	return x
}

// An estimator is one of the three, by its usual settings.
type estimator struct {
	name string
	of   func(*Rows) (Estimate, error)
}

var estimators = []estimator{
	{"twonn", func(r *Rows) (Estimate, error) { return r.TwoNN(context.Background(), 0.1) }},
	{"mle", func(r *Rows) (Estimate, error) { return r.MLE(context.Background(), 10, 20, false) }},
	{"mle, local", func(r *Rows) (Estimate, error) { return r.MLE(context.Background(), 10, 20, true) }},
	{"correlation", func(r *Rows) (Estimate, error) {
		c, err := r.Radii(context.Background())
		if err != nil {
			return Estimate{}, err
		}
		lo, hi, _ := c.Straight()
		return c.Slope(lo, hi), nil
	}},
}

// TestKnownDimensions: on spheres and cubes the mean over draws is within the bias
// that is known of each, and intervals hold the mean of their estimator as often as
// they say, within what 40 draws can tell: of 95 %, all but seven at least. The
// radii of a correlation are chosen, which its interval does not know of.
func TestKnownDimensions(t *testing.T) {
	if testing.Short() {
		t.Skip("long: estimates dimensions of many tables")
	}
	least := map[int]float64{2: 0.88, 5: 0.78, 10: 0.62} // shares of the dimension, of 400 rows
	for name, shape := range map[string]func(seed, n, d int) *mat.Dense{"sphere": sphere, "cube": cube} {
		for d, share := range least {
			for _, e := range estimators {
				t.Run(fmt.Sprintf("%s/%d/%s", name, d, e.name), func(t *testing.T) {
					all := draws(t, e, func(seed int) *mat.Dense { return shape(seed, 400, d) })
					mean, held := mean(all), 0
					for _, e := range all {
						if e.Low <= mean && mean <= e.High {
							held++
						}
					}
					if mean < share*float64(d) || mean > 1.05*float64(d) {
						t.Errorf("mean is %g, want %d or a little less", mean, d)
					}
					lost := 7
					if e.name == "correlation" {
						lost = 10
					}
					if held < len(all)-lost {
						t.Errorf("%d of %d intervals hold the mean", held, len(all))
					}
				})
			}
		}
	}
}

// draws returns 40 estimates, each of another draw.
func draws(t *testing.T, e estimator, draw func(seed int) *mat.Dense) (all []Estimate) {
	for seed := range 40 {
		got, err := e.of(find(t, draw(seed), 20))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, got)
	}
	return all
}

func mean(all []Estimate) float64 {
	var values []float64
	for _, e := range all {
		values = append(values, e.Value)
	}
	return moments.Mean(values)
}

// TestAnyScale: estimates and intervals do not depend on units.
func TestAnyScale(t *testing.T) {
	x, small := sphere(1, 200, 3), new(mat.Dense)
	small.Scale(0x1p-40, x)
	for _, e := range estimators {
		got, err := e.of(find(t, small, 20))
		want, _ := e.of(find(t, x, 20))
		if err != nil || math.Abs(got.Value/want.Value-1) > 1e-9 || math.Abs(got.High/want.High-1) > 1e-9 {
			t.Errorf("%s is %+v, and %+v in other units (%v)", e.name, want, got, err)
		}
	}
}

// TestCopiesCountOnce: rows written again change nothing, and are counted, by
// points and by dissimilarities that have none.
func TestCopiesCountOnce(t *testing.T) {
	x := sphere(2, 150, 2)
	twice := new(mat.Dense)
	twice.Stack(x.Slice(40, 90, 0, 3), x)
	order := new(mat.Dense) // the rows as they come first in twice
	order.Stack(x.Slice(40, 90, 0, 3), x.Slice(0, 40, 0, 3))
	sorted := new(mat.Dense)
	sorted.Stack(order, x.Slice(90, 150, 0, 3))
	for _, s := range []engine.Sample{{X: twice}, {X: twice, Distances: bare{engine.Euclidean(twice)}}} {
		rows, err := Find(t.Context(), s, 20)
		if err != nil {
			t.Fatal(err)
		}
		if rows.Copies != 50 || rows.Len() != 150 {
			t.Errorf("%d copies beside %d rows", rows.Copies, rows.Len())
		}
		for _, e := range estimators {
			got, err := e.of(rows)
			want, _ := e.of(find(t, sorted, 20))
			if err != nil || got != want {
				t.Errorf("%s is %+v, and %+v without copies (%v)", e.name, got, want, err)
			}
		}
	}
}

// bare are dissimilarities without points.
type bare struct{ engine.Distances }

// TestLattice: where neighbours are equally far, no dimension is told; where some
// are, their share is.
func TestLattice(t *testing.T) {
	x := mat.NewDense(400, 2, nil)
	for i := range 400 {
		x.SetRow(i, []float64{float64(i % 20), float64(i / 20)})
	}
	rows := find(t, x, 3)
	if rows.Tied() != 1 {
		t.Errorf("%g of the rows of a lattice are tied", rows.Tied())
	}
	_, twonn := rows.TwoNN(t.Context(), 0.1)
	all := mat.NewDense(12, 12, nil) // the corners of a simplex
	for i := range 12 {
		all.Set(i, i, 1)
	}
	simplex := find(t, all, 5)
	_, mle := simplex.MLE(t.Context(), 3, 5, false)
	_, radii := simplex.Radii(t.Context())
	local := cube(1, 40, 2)
	for i, row := range [][]float64{{90, 90}, {91, 90}, {90, 91}, {89, 90}, {90, 89}} {
		local.SetRow(i, row)
	}
	_, one := find(t, local, 4).MLE(t.Context(), 4, 4, true)
	for name, err := range map[string]error{"twonn": twonn, "mle": mle, "radii": radii, "local": one} {
		var fault *engine.Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Cause, "lattice") || len(fault.Remedy) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFewRows: few different rows, or no more than neighbours, are refused with
// their number.
func TestFewRows(t *testing.T) {
	alike := mat.NewDense(30, 1, nil)
	for i := range 30 {
		alike.Set(i, 0, float64(i%5))
	}
	words := engine.Sample{X: alike, Columns: []engine.Column{{Name: "kind", Levels: []string{"a"}}}}
	for _, c := range []struct {
		s    engine.Sample
		k    int
		want string
	}{
		{engine.Sample{X: sphere(1, 9, 2)}, 2, "9 rows tell no dimension: 10 is the least"},
		{engine.Sample{X: sphere(1, 15, 2)}, 15, "15 rows have no 15 neighbours each"},
		{engine.Sample{X: alike}, 2, "5 different rows, and 25 copies of them, tell no dimension: 10 is the least"},
		{words, 2, "column \"kind\" is categorical: its levels (a) are not numbers"},
	} {
		_, err := Find(t.Context(), c.s, c.k)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Cause != c.want || len(fault.Remedy) == 0 {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestStraight: of the path of a coarse spiral, a line when near and an area from
// afar, the longest run of one slope is chosen.
func TestStraight(t *testing.T) {
	c := &Radii{}
	for k := range 12 {
		r := math.Exp2(float64(k) / 2)
		reach := 2 * r // a line
		if k > 6 {
			reach = 2 * r * r / 8
		}
		c.Radius, c.Reach = append(c.Radius, r), append(c.Reach, reach)
	}
	lo, hi, ok := c.Straight()
	if got := c.between(lo, hi-1); !ok || math.Abs(got-2) > 0.1 && math.Abs(got-1) > 0.1 {
		t.Errorf("radii %d to %d, %v, slope %g", lo, hi, ok, got)
	}
	for k := range c.Reach { // bent everywhere
		c.Reach[k] = math.Exp(math.Pow(math.Log(c.Radius[k]), 3) / 3)
	}
	if lo, hi, ok = c.Straight(); ok || lo != 0 || hi < 3 {
		t.Errorf("a curve is straight from %d to %d", lo, hi)
	}
}
