package dsl_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/dsl/interp"
	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/stdlib"
	"unfold/stdlib/symbols"
)

// Toys: a cost, settle, whose map is an argument, and what that may be. The language
// is held to them, whatever the catalogue holds.
var toys engine.Family

func init() {
	engine.Declare(&toys, engine.EmbedderRole, engine.Stage{Name: "settle", Summary: "places rows by two columns"}, func() engine.Embedder { return new(settle) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "loose", Summary: "is points alone"}, func() engine.Form { return new(loose) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "tilt", Maps: true, Summary: "is a turn of the plane"}, func() engine.Form { return new(tilt) })
	engine.Declare(&toys, engine.FormRole, engine.Stage{Name: "parts", Maps: true, Summary: "is a turn a class"}, func() engine.Form { return new(parts) })
}

// withToys returns a session whose catalogue has them.
func withToys(t testing.TB) *dsl.Session {
	t.Helper()
	all := engine.NewCatalogue(slices.Concat(stdlib.Catalogue().Stages(), toys.Stages()))
	s, err := dsl.New(all, dsl.Options{Symbols: []interp.Library{symbols.Library}, Prelude: stdlib.Prelude})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// settle is a toy cost: it draws rows to their first two columns.
type settle struct {
	Strength float64
	Map      engine.Form
}

func (m *settle) Params(p *engine.Params) {
	p.Float(&m.Strength, "strength", 1, engine.Above(0), "how strongly")
	p.Stage(&m.Map, "map", engine.FormRole, new(loose), "what the map may be")
}

func (m *settle) Estimate(n, d int) (float64, uint64) { return float64(n) * 1e-6, 1 }

func (m *settle) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	n, _ := s.X.Dims()
	form, start := m.Map, mat.DenseCopyOf(s.X.Slice(0, n, 0, 2))
	if form == nil {
		form = new(loose)
	}
	maps, err := form.Bind(ctx, s, 2)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	w, err := maps.Toward(ctx, start)
	if err != nil {
		return nil, err
	}
	z := make([]float64, 2*n)
	if err := maps.Forward(ctx, z, w); err != nil {
		return nil, err
	}
	e := &engine.Embedding{Y: mat.NewDense(n, 2, z)}
	e.Map, err = maps.Map(ctx, w)
	return e, err
}

// loose is the toy of free points.
type loose struct{}

func (*loose) Params(*engine.Params) {}
func (*loose) Bind(_ context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	return &turns{x: s.X}, nil
}

// tilt is a toy of a map: the first two columns, turned.
type tilt struct {
	Angle float64
	Steps int
}

func (m *tilt) Params(p *engine.Params) {
	p.Float(&m.Angle, "angle", 0, engine.AtLeast(0), "by how much, in degrees").Simpler(engine.Smaller)
	p.Int(&m.Steps, "steps", 1, engine.AtLeast(1), "in how many turns")
}

func (m *tilt) Estimate(n, d int) (float64, uint64) { return 10, 5e6 }

func (m *tilt) Bind(_ context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if m.Angle > 360 {
		return nil, &engine.Error{Param: "angle", Cause: fmt.Sprintf("angle = %g is more than once around", m.Angle), Remedy: remedy.Reduce("angle")}
	}
	return &turns{x: s.X, angle: m.Angle * float64(m.Steps) * math.Pi / 180, maps: true}, nil
}

// parts is a toy of a map that a predictor has a say in, and so labels have: it turns
// by their sum.
type parts struct {
	By    engine.Learner
	Count int
}

func (m *parts) Params(p *engine.Params) {
	p.Stage(&m.By, "by", engine.PredictorRole, nil, "what divides the rows").Require()
	p.Int(&m.Count, "count", 2, engine.AtLeast(1), "how many parts")
}

func (m *parts) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if n, _ := s.X.Dims(); n < m.Count {
		return nil, &engine.Error{Cause: fmt.Sprintf("%d rows are fewer than %d parts", n, m.Count), Remedy: remedy.Reduce("count")}
	}
	if _, err := m.By.Learn(ctx, s); err != nil {
		return nil, engine.BlameArgument(err, "by", m.By)
	}
	sum := 0
	for _, label := range s.Labels {
		sum += label
	}
	return &turns{x: s.X, angle: float64(sum), maps: true}, nil
}

// turns are the maps of the toys.
type turns struct {
	x     *mat.Dense
	angle float64
	maps  bool
}

func (t *turns) Rows() int       { n, _ := t.x.Dims(); return n }
func (t *turns) Dim() int        { return 2 }
func (t *turns) Parameters() int { return 1 }
func (t *turns) Work() int       { return 1 }

func (t *turns) Forward(ctx context.Context, z, w []float64) error {
	return t.Apply(ctx, mat.NewDense(t.Rows(), 2, z), t.x)
}

func (t *turns) Pullback(_, _ []float64, _ int, _ []float64)           {}
func (t *turns) Toward(context.Context, *mat.Dense) ([]float64, error) { return []float64{0}, nil }
func (t *turns) Map(_ context.Context, w []float64) (engine.Map, error) {
	if !t.maps {
		return nil, nil
	}
	return t, nil
}

func (t *turns) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	s, c := math.Sincos(t.angle)
	for i := range n {
		a, b := x.At(i, 0), x.At(i, 1)
		dst.SetRow(i, []float64{c*a - s*b, s*a + c*b})
	}
	return nil
}
