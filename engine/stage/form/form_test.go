package form

import (
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
)

// everyone has all rows for neighbours, who are wanted as far apart as in places.
type everyone struct{ places *mat.Dense }

func (e everyone) Len() int { n, _ := e.places.Dims(); return n }

func (e everyone) Of(i int) (rows []int32, weights []float64) {
	for j := range e.Len() {
		if j != i {
			rows, weights = append(rows, int32(j)), append(weights, 1)
		}
	}
	return rows, weights
}

func (e everyone) Target(i, j int) float64 {
	var d mat.VecDense
	d.SubVec(e.places.RowView(i), e.places.RowView(j))
	return mat.Dot(&d, &d)
}

// fitted returns what a form makes of a wish to have all rows as far apart as they are
// in places.
func fitted(t *testing.T, f engine.Form, s engine.Sample, places, start *mat.Dense) *engine.Embedding {
	t.Helper()
	cost, err := pairwise.NewStress(t.Context(), everyone{places})
	if err != nil {
		t.Fatal(err)
	}
	rough := pairwise.Round{Cost: cost, Descent: optimum.Settings{Iterations: 3}}
	e, err := pairwise.Fit(t.Context(), s, f, start, rough, pairwise.Round{Cost: cost})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// aside returns places to start from that are turned and spoilt.
func aside(places *mat.Dense) *mat.Dense {
	n, dim := places.Dims()
	out := mat.NewDense(n, dim, nil)
	out.Apply(func(i, k int, v float64) float64 { return places.At(i, dim-1-k) + 0.3*math.Sin(float64(7*i+k)) }, out)
	return out
}

// TestFreePointsReachWhatIsWanted: distances of points that exist are kept by free
// points to rounding, along the axes of the points.
func TestFreePointsReachWhatIsWanted(t *testing.T) {
	p := enginetest.Grid(8, 6)
	e := fitted(t, new(Free), p.Sample(), p.Flat, aside(p.Flat))
	if off := enginetest.Procrustes(e.Y, p.Flat); off > 1e-10 {
		t.Errorf("places are %.2g off", off)
	}
	if e.Map != nil {
		t.Error("free points have a map")
	}
	testAxes(t, e)
}

// TestLinearFindsTheDirections: of rows whose places are linear in them, whatever the
// units of their columns.
func TestLinearFindsTheDirections(t *testing.T) {
	s := enginetest.Blobs(80).Sample()
	_, d := s.X.Dims()
	a := mat.NewDense(d, 2, nil)
	a.Apply(func(c, k int, _ float64) float64 { return math.Cos(float64(1 + 3*c + 5*k)) }, a)
	var places mat.Dense
	places.Mul(s.X, a)
	for c := range d { // what was x_c is now 10^(3c−4) x_c
		for i := range 80 {
			s.X.Set(i, c, s.X.At(i, c)*math.Pow(10, float64(3*c-4)))
		}
	}
	e := fitted(t, new(Linear), s, &places, aside(&places))
	if off := enginetest.Procrustes(e.Y, &places); off > 1e-10 {
		t.Errorf("places are %.2g off", off)
	}
	testAxes(t, e)
	image, err := engine.Image(t.Context(), e.Map, s.X)
	if err != nil || !mat.Equal(image, e.Y) {
		t.Errorf("rows are not where the map places them: %v", err)
	}
}

// testAxes tests that places are centred, uncorrelated and of the variances that the
// spectrum tells, falling.
func testAxes(t *testing.T, e *engine.Embedding) {
	t.Helper()
	n, dim := e.Y.Dims()
	var c mat.Dense
	c.Mul(e.Y.T(), e.Y)
	size := e.Spectrum[0] * float64(n-1)
	for a := range dim {
		if mean := mat.Sum(e.Y.ColView(a)) / float64(n); math.Abs(mean) > 1e-12*math.Sqrt(size) {
			t.Errorf("axis %d has the mean %g", a, mean)
		}
		for b := range dim {
			want := 0.0
			if a == b {
				want = e.Spectrum[a] * float64(n-1)
			}
			if math.Abs(c.At(a, b)-want) > 1e-10*size {
				t.Errorf("axes %d and %d: Σ y_a y_b is %g, want %g", a, b, c.At(a, b), want)
			}
		}
	}
	if e.Spectrum[0] < e.Spectrum[1] {
		t.Errorf("variances %v do not fall", e.Spectrum)
	}
}

// TestFitTellsWhereTheLastRoundStillFalls, and of no round before it.
func TestFitTellsWhereTheLastRoundStillFalls(t *testing.T) {
	p := enginetest.Grid(8, 6)
	cost, err := pairwise.NewStress(t.Context(), everyone{p.Flat})
	if err != nil {
		t.Fatal(err)
	}
	short, whole := pairwise.Round{Cost: cost, Descent: optimum.Settings{Iterations: 2}}, pairwise.Round{Cost: cost}
	for want, rounds := range [][]pairwise.Round{{short, whole}, {short, short}} {
		ctx, notes := engine.WithNotes(t.Context(), "fit")
		if _, err := pairwise.Fit(ctx, p.Sample(), new(Free), aside(p.Flat), rounds...); err != nil {
			t.Fatal(err)
		}
		var falls int
		for _, n := range notes() {
			falls += strings.Count(n.String(), "still falling after 2 iterations")
		}
		if falls != want {
			t.Errorf("it is told %d times that the cost still falls, want %d", falls, want)
		}
	}
}

// TestFitsEndWhereTheyAreAsked, and are seen until then: in the first round nothing
// follows, and the last tells how far it came.
func TestFitsEndWhereTheyAreAsked(t *testing.T) {
	p := enginetest.Grid(8, 6)
	cost, err := pairwise.NewStress(t.Context(), everyone{p.Flat})
	if err != nil {
		t.Fatal(err)
	}
	short, whole := pairwise.Round{Cost: cost, Descent: optimum.Settings{Iterations: 4}}, pairwise.Round{Cost: cost}
	for name, f := range map[string]engine.Form{"free": new(Free), "mlp": &MLP{Hidden: "8", Activation: "tanh", Seed: 1}} {
		for at, want := range map[int]string{2: "asked to end in round 1 of 2, after 2 iterations", 6: "asked to end after 2 iterations"} {
			ctx, ask := early.With(t.Context(), nil)
			ctx, notes := engine.WithNotes(ctx, "fit")
			told := 0
			ctx = engine.WithProgress(ctx, func(p engine.Progress) {
				if strings.Contains(p.Note, ": iteration ") {
					if told++; told == at && !ask() {
						t.Error("it cannot be asked to end")
					}
				}
			})
			e, err := pairwise.Fit(ctx, p.Sample(), f, aside(p.Flat), short, whole)
			if err != nil {
				t.Fatal(err)
			}
			said := func(n engine.Note) bool { return strings.Contains(n.Text, want) }
			if told != at || !slices.ContainsFunc(notes(), said) || len(e.Losses.Values) != 3 || e.Losses.Step != "iteration" {
				t.Errorf("%s, asked after %d iterations: it took %d, losses are %v, and notes %v", name, at, told, e.Losses, notes())
			}
		}
	}
}

// TestFitsAreSeen each second, where their rows are by then.
func TestFitsAreSeen(t *testing.T) {
	p := enginetest.Grid(8, 6)
	synctest.Test(t, func(t *testing.T) {
		cost, err := pairwise.NewStress(t.Context(), everyone{p.Flat})
		if err != nil {
			t.Fatal(err)
		}
		var pictures []*figure.Figure
		ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
			if f, ok := p.Picture.(*figure.Figure); ok {
				pictures = append(pictures, f)
			}
			time.Sleep(600 * time.Millisecond)
		})
		if _, err := pairwise.Fit(ctx, p.Sample(), new(Linear), aside(p.Flat), pairwise.Round{Cost: cost, Descent: optimum.Settings{Iterations: 4}}); err != nil {
			t.Fatal(err)
		}
		if len(pictures) == 0 {
			t.Fatal("there are no pictures")
		}
		if points := pictures[0].Layers[0].(figure.Points); len(points.X) != 48 || points.Y[0] == points.Y[47] || !strings.Contains(pictures[0].Title, "cost ") {
			t.Errorf("%q shows %d rows, from %v to %v", pictures[0].Title, len(points.X), points.Y[0], points.Y[47])
		}
	})
}

// TestLinearStartIsOfFullRank: from places on a line, in no direction of the columns or
// in one point, a descent can still leave for the plane.
func TestLinearStartIsOfFullRank(t *testing.T) {
	s := enginetest.Blobs(60).Sample()
	maps, err := new(Linear).Bind(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	line := mat.NewDense(60, 2, nil)
	line.Apply(func(i, _ int, _ float64) float64 { return s.X.At(i, 0) }, line)
	for name, z := range map[string]*mat.Dense{"a line": line, "a point": mat.NewDense(60, 2, nil)} {
		w, err := maps.Toward(t.Context(), z)
		if err != nil {
			t.Fatal(err)
		}
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(len(w)/2, 2, w), mat.SVDNone) {
			t.Fatal("no singular values")
		}
		if v := svd.Values(nil); !(v[1] > 0.9e-3*v[0]) || v[0] == 0 {
			t.Errorf("toward %s singular values are %v", name, v)
		}
	}
}

func TestIsFree(t *testing.T) {
	if !IsFree(nil) || !IsFree(new(Free)) || IsFree(new(Linear)) {
		t.Error("free points are not told from other forms")
	}
}
