package neighbourhood

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Few weights stand for many: sums over the others are met on average.
func TestDrawnTailsStandForAll(t *testing.T) {
	x := cloud(900, 3, 3)
	whole, drawn := graphOf(t, Student{}, x, nil), graphOf(t, Student{Whole: 1, Seed: 5}, x, nil)
	if drawn.Edges() != 900*(tailNearest+tailDrawn) {
		t.Errorf("%d edges, want %d", drawn.Edges(), 900*(tailNearest+tailDrawn))
	}
	var a, b float64
	for i := range 900 {
		end, weight := whole.Of(i)
		for e, j := range end {
			a += weight[e] * x.At(int(j), 0) * x.At(int(j), 0)
		}
		end, weight = drawn.Of(i)
		for e, j := range end {
			b += weight[e] * x.At(int(j), 0) * x.At(int(j), 0)
		}
	}
	if math.Abs(a-b) > 0.02*a {
		t.Errorf("the weighted sum of all is %v, of those drawn %v", a, b)
	}
}

// matrix are dissimilarities without points.
type matrix struct{ *mat.Dense }

func (m matrix) Len() int                 { n, _ := m.Dims(); return n }
func (m matrix) Row(dst []float64, i int) { copy(dst, m.RawRowView(i)) }

func TestDissimilaritiesWithoutPoints(t *testing.T) {
	x := cloud(70, 3, 3)
	m := matrix{mat.NewDense(70, 70, nil)}
	for i := range 70 {
		engine.Euclidean(x).Row(m.RawRowView(i), i)
	}
	for _, f := range []Function{KNN{K: 5}, Epsilon{Eps: .8}, Entropy{Perplexity: 6}, CrossEntropy{Perplexity: 30}, Student{}} {
		want := graphOf(t, f, x, responses(x))
		got, err := f.Graph(t.Context(), m, responses(x))
		if err != nil {
			t.Fatalf("%v: %v", f, err)
		}
		for i := range 70 {
			for j := range 70 {
				if math.Abs(got.At(i, j)-want.At(i, j)) > 1e-9 {
					t.Fatalf("%v: rows %d and %d have %v, want %v", f, i, j, got.At(i, j), want.At(i, j))
				}
			}
		}
	}
	for _, f := range []Function{Epsilon{}, Enclosing{}, Natural{}, Gabriel{}} {
		if _, err := f.Graph(t.Context(), m, nil); err == nil {
			t.Errorf("%v: finds points where there are none", f)
		}
	}
}

func TestFaultsSayWhatToDo(t *testing.T) {
	x := cloud(40, 3, 3)
	broken := mat.DenseCopyOf(x)
	broken.Set(16, 2, math.NaN())
	for _, c := range []struct {
		f     Function
		x, y  *mat.Dense
		param string
		cause string
	}{
		{KNN{K: 40}, x, nil, "k", "k = 40 must be between 1 and 39"},
		{Enclosing{Most: 41}, x, nil, "k", "k = 41 must be between 1 and 39"},
		{Entropy{Perplexity: 39}, x, nil, "perplexity", "perplexity = 39 must be above 1 and below 39"},
		{Entropy{Perplexity: 1}, x, nil, "perplexity", "must be above 1"},
		{Entropy{Perplexity: 9, Nearest: 9}, x, nil, "perplexity", "9 nearest rows cannot be as many"},
		{Entropy{Perplexity: 1.5}, cloud(2, 2, 1), nil, "", "need at least 3 rows, got 2"},
		{CrossEntropy{}, x, nil, "graph", "the table has none"},
		{CrossEntropy{}, x, cloud(38, 1, 1), "", "there are 40 rows, but responses are 38×1"},
		{CrossEntropy{}, x, broken, "", "there are 40"},
		{Natural{}, cloud(40, 13, 1), nil, "graph", "at most 5 dimensions, got 13 columns"},
		{Natural{}, broken, nil, "", "row 16, column 3 is NaN: values must be finite"},
		{Gabriel{}, broken, nil, "", "row 16, column 3 is NaN: values must be finite"},
		{Enclosing{}, broken, nil, "", "row 16, column 3 is NaN: values must be finite"},
		{Student{}, broken, nil, "", "row 16, column 3 is NaN: values must be finite"},
		{Epsilon{Eps: .01, Lone: "error"}, x, nil, "eps", "have no neighbour within eps = 0.01"},
		{Student{Scale: -1}, x, nil, "scale", "scale = -1 must be above 0"},
	} {
		if _, ok := c.f.(CrossEntropy); ok && c.y == broken {
			c.cause = "response 3 of row 16 is NaN: values must be finite"
		}
		_, err := c.f.Graph(t.Context(), engine.Euclidean(c.x), c.y)
		var e *engine.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%v: error is %v", c.f, err)
		case e.Param != c.param || !strings.Contains(e.Cause, c.cause) || e.Remedy == nil:
			t.Errorf("%v: error is %+v, want %q of %q", c.f, *e, c.cause, c.param)
		}
	}
}

func TestSmallSamples(t *testing.T) {
	for n := 3; n < 8; n++ {
		for _, d := range []int{1, 2, 3, 9} {
			x := cloud(n, d, n)
			for _, f := range []Function{KNN{}, Epsilon{}, Enclosing{}, Gabriel{}, Entropy{}, CrossEntropy{}, Student{}} {
				graphOf(t, f, x, responses(x))
			}
			if d < 4 || n < 7 {
				graphOf(t, Natural{}, x, nil)
			}
		}
	}
}

func TestChoices(t *testing.T) {
	for _, c := range []struct {
		choice Choice
		want   Function
	}{
		{Choice{}, Entropy{}},
		{Choice{Usual: "knn"}, KNN{}},
		{Choice{K: 3}, KNN{K: 3}},
		{Choice{Graph: "auto", Perplexity: 3}, Entropy{Perplexity: 3}},
		{Choice{Eps: 3}, Epsilon{Eps: 3}},
		{Choice{Graph: "enclosing", K: 50}, Enclosing{Most: 50}},
		{Choice{Graph: "natural"}, Natural{}},
		{Choice{Graph: "gabriel"}, Gabriel{}},
		{Choice{Graph: "crossentropy", Perplexity: 4}, CrossEntropy{Perplexity: 4}},
		{Choice{Graph: "student", Seed: 2}, Student{Seed: 2}},
	} {
		if got, err := c.choice.Function(); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v is %#v and %v, want %#v", c.choice, got, err, c.want)
		}
	}
	for _, c := range []struct {
		choice Choice
		param  string
		remedy string
	}{
		{Choice{Graph: "gabrel"}, "graph", `did you mean "gabriel"?`},
		{Choice{Graph: "entropy", K: 3}, "k", `leave k out, or set graph="knn"`},
		{Choice{K: 3, Perplexity: 3}, "perplexity", `leave perplexity out, or set graph="entropy"`},
	} {
		_, err := c.choice.Function()
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || e.Remedy.String() != c.remedy {
			t.Errorf("%+v: error is %v, want %q", c.choice, err, c.remedy)
		}
	}
	for _, word := range words {
		if _, err := (Choice{Graph: word}).Function(); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// stage declares a choice, as an embedder would.
type stage struct{ Choice }

func (s *stage) Params(p *engine.Params) { s.Choice.Params(p, "knn") }

func TestStagesDeclareChoices(t *testing.T) {
	s := new(stage)
	engine.SetDefaults(s)
	for _, p := range engine.ParamsOf(s) {
		if err := p.Check(); err != nil {
			t.Errorf("the default of %s: %v", p.Name, err)
		}
	}
	if got, err := s.Function(); err != nil || !reflect.DeepEqual(got, KNN{}) {
		t.Errorf("a stage without arguments uses %#v, %v", got, err)
	}
}
