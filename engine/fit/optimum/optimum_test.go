package optimum

import (
	"context"
	"errors"
	"math"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
)

// valley is Rosenbrock's function in pairs of variables.
type valley struct{}

func (valley) Value(ctx context.Context, x, g []float64) (float64, error) {
	var f float64
	for i := 0; i < len(x); i += 2 {
		a, b := 1-x[i], x[i+1]-x[i]*x[i]
		f += a*a + 100*b*b
		g[i], g[i+1] = -2*a-400*b*x[i], 200*b
	}
	return f, ctx.Err()
}

// fence is x − log x, which is not defined below zero.
type fence struct{}

func (fence) Value(_ context.Context, x, g []float64) (float64, error) {
	g[0] = 1 - 1/x[0]
	return x[0] - math.Log(x[0]), nil
}

// bowl is Σ k (x_k² − k)², a quartic along every line.
type bowl struct{}

func (bowl) Value(_ context.Context, x, g []float64) (float64, error) {
	var f float64
	for i, v := range x {
		k := float64(i + 1)
		d := v*v - k
		f += k * d * d
		g[i] = 4 * k * d * v
	}
	return f, nil
}

func (bowl) Along(_ context.Context, x, s []float64) (c [4]float64, err error) {
	for i, v := range x {
		k := float64(i + 1)
		d, b, q := v*v-k, 2*v*s[i], s[i]*s[i]
		c[0] += 2 * k * d * b
		c[1] += k * (b*b + 2*d*q)
		c[2] += 2 * k * b * q
		c[3] += k * q * q
	}
	return c, nil
}

func TestValleyIsDescended(t *testing.T) {
	for word, method := range Methods {
		r, err := Minimise(t.Context(), valley{}, []float64{-1.2, 1, -1.2, 1, 3, -2}, Settings{Method: method, Slope: 1e-10, Decrease: 1e-16})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.X {
			if math.Abs(v-1) > 1e-6 {
				t.Errorf("%s: variable %d is %v after %d iterations (%v), want 1", word, i, v, r.Iterations, r.Reason)
			}
		}
		if r.Evaluations > 400 || r.Reason > Settled || len(r.History) != r.Iterations+1 {
			t.Errorf("%s: %d evaluations, %d iterations, %d values, %v", word, r.Evaluations, r.Iterations, len(r.History), r.Reason)
		}
	}
}

func TestLinesOfFourthDegree(t *testing.T) {
	for word, method := range Methods {
		r, err := Minimise(t.Context(), bowl{}, []float64{0.3, 2, 0.1, 5}, Settings{Method: method, Slope: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.X {
			if math.Abs(v*v-float64(i+1)) > 1e-5 {
				t.Errorf("%s: variable %d is %v (%v)", word, i, v, r.Reason)
			}
		}
	}
}

// TestLowest holds the root against a fine grid.
func TestLowest(t *testing.T) {
	r := random.New(1, "lowest")
	for range 2000 {
		c := [4]float64{r.Normal(), r.Normal(), 2 * r.Normal(), math.Abs(r.Normal()) + 0.01}
		_, got := Lowest(c)
		for at := -300.0; at <= 300; at += 0.25 {
			if v := (((c[3]*at+c[2])*at+c[1])*at + c[0]) * at; v < got-1e-9*(1+math.Abs(got)) {
				t.Fatalf("%v: lowest is said to be %v, but at %v it is %v", c, got, at, v)
			}
		}
	}
	if at, _ := Lowest([4]float64{-2, 1, 0, 0}); at != 1 {
		t.Errorf("parabola: at %v, want 1", at)
	}
	if at, _ := Lowest([4]float64{-2, 0, 0, 0}); at != 0 {
		t.Errorf("a line has no lowest point, got %v", at)
	}
}

// dish is 5 (x − 3)².
type dish struct{}

func (dish) Value(_ context.Context, x, g []float64) (float64, error) {
	g[0] = 10 * (x[0] - 3)
	return 5 * (x[0] - 3) * (x[0] - 3), nil
}

// TestSlopeRatioGoesByItsNumbers follows the first line by hand: from 0, where
// the slope is −900, with the step 1/901, then thrice as far each time until at 81/901
// the slope is a tenth of what it was.
func TestSlopeRatioGoesByItsNumbers(t *testing.T) {
	r, err := Minimise(t.Context(), dish{}, []float64{0}, Settings{Method: SlopeRatio, Iterations: 1})
	if err != nil {
		t.Fatal(err)
	}
	if want := 30 * 81.0 / 901; math.Abs(r.X[0]-want) > 1e-12 || r.Evaluations != 6 {
		t.Errorf("one line leads to %.9g by %d evaluations, want %.9g by 6", r.X[0], r.Evaluations, want)
	}
}

func TestCubicFindsItsLowestPoint(t *testing.T) {
	r := random.New(2, "cubic")
	for range 200 {
		c := [3]float64{r.Normal(), r.Normal(), r.Normal()} // c0 a + c1 a² + c2 a³
		at := func(a float64) probe {
			return probe{step: a, value: a * (c[0] + a*(c[1]+a*c[2])), slope: c[0] + a*(2*c[1]+a*3*c[2])}
		}
		got := cubic(at(r.Between(-1, 0)), at(r.Between(0.1, 1)))
		inner := c[1]*c[1] - 3*c[0]*c[2]
		if inner < 0 {
			if !math.IsNaN(got) {
				t.Errorf("%v has no lowest point, got %v", c, got)
			}
			continue
		}
		if want := (math.Sqrt(inner) - c[1]) / (3 * c[2]); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%v: lowest at %v, want %v", c, got, want)
		}
	}
}

func TestUndefinedRegionsAreLeft(t *testing.T) {
	for word, method := range Methods {
		r, err := Minimise(t.Context(), fence{}, []float64{40}, Settings{Method: method})
		if err != nil || math.Abs(r.X[0]-1) > 1e-4 {
			t.Errorf("%s: %+v, %v", word, r, err)
		}
	}
	var e *engine.Error
	if _, err := Minimise(t.Context(), fence{}, []float64{-1}, Settings{}); !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := Minimise(ctx, valley{}, make([]float64, 2e5), Settings{Iterations: 1e6, Decrease: 1e-300, Slope: 1e-300})
		return err
	})
}

func TestDifferenceTellsWrongGradients(t *testing.T) {
	x := []float64{0.3, 2, -1, 5}
	if d, err := Difference(t.Context(), valley{}, x); err != nil || d > 1e-8 {
		t.Errorf("right gradient is off by %v, %v", d, err)
	}
	if d, err := Difference(t.Context(), wrong{}, x); err != nil || d < 1e-3 {
		t.Errorf("wrong gradient is off by %v, %v", d, err)
	}
}

type wrong struct{ valley }

func (w wrong) Value(ctx context.Context, x, g []float64) (float64, error) {
	f, err := w.valley.Value(ctx, x, g)
	g[0] *= 1.01
	return f, err
}
