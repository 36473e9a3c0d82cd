package local

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/graph/alignment"
)

// methods are all of the family, with ten neighbours.
func methods() map[string]engine.Embedder {
	return map[string]engine.Embedder{
		"lle": &LLE{Near: near, Reg: 1e-3}, "modified": &LLE{Near: near, Reg: 1e-3, Form: "modified"},
		"hessian": &LLE{Near: near, Form: "hessian"}, "ltsa": &LTSA{near}, "eigenmaps": &Eigenmaps{Near: near, Weights: "heat"},
		"diffusion": &Diffusion{Dim: 2, Alpha: 1, Time: 1}, "sparse diffusion": &Diffusion{K: 10, Dim: 2, Alpha: 1, Time: 1},
	}
}

// explained returns R² of the flat places by an affine map of y.
func explained(y, flat *mat.Dense) float64 {
	n, dim := y.Dims()
	with := mat.NewDense(n, dim+1, nil)
	for i := range n {
		with.SetRow(i, append([]float64{1}, y.RawRowView(i)...))
	}
	var fit, image mat.Dense
	if err := fit.Solve(with, flat); err != nil {
		return 0
	}
	image.Mul(with, &fit)
	image.Sub(flat, &image)
	centred := mat.DenseCopyOf(flat)
	for c := range flat.RawMatrix().Cols {
		mean := mat.Sum(flat.ColView(c)) / float64(n)
		for i := range n {
			centred.Set(i, c, flat.At(i, c)-mean)
		}
	}
	left, all := mat.Norm(&image, 2), mat.Norm(centred, 2)
	return 1 - left*left/(all*all)
}

// TestRollIsUnrolled: standard weights fold and shrink, which affine R² of about 0.98
// allows for; what keeps tangent spaces flattens it.
func TestRollIsUnrolled(t *testing.T) {
	p := enginetest.Roll(1000)
	twelve := alignment.Near{K: 12, Dim: 2}
	for name, c := range map[string]struct {
		m     engine.Embedder
		least float64
	}{
		"lle": {&LLE{Near: twelve, Reg: 1e-3}, 0.97}, "modified": {&LLE{Near: twelve, Reg: 1e-3, Form: "modified"}, 0.999},
		"hessian": {&LLE{Near: twelve, Form: "hessian"}, 0.999}, "ltsa": {&LTSA{twelve}, 0.999},
	} {
		if r := explained(embed(t, c.m, p.Sample()).Y, p.Flat); r < c.least {
			t.Errorf("%s: R² is %.4f, want %g", name, r, c.least)
		}
	}
}

// TestFlatSheetComesBack: rows of a plane are an affine image of themselves, of which
// the axes are equally right. Weights that are regularised come close alone, and walks
// bend it.
func TestFlatSheetComesBack(t *testing.T) {
	flat := enginetest.Roll(400).Flat
	n, _ := flat.Dims()
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		x.SetRow(i, []float64{flat.At(i, 0), flat.At(i, 1), flat.At(i, 0) - flat.At(i, 1)})
	}
	for _, name := range []string{"hessian", "ltsa"} {
		ctx, notes := engine.WithNotes(t.Context(), "")
		e, err := methods()[name].Embed(ctx, engine.Sample{X: x})
		if err != nil {
			t.Fatal(err)
		}
		if r := explained(e.Y, flat); 1-r > 1e-9 {
			t.Errorf("%s: R² is %v", name, r)
		}
		if list := notes(); len(list) == 0 || !strings.Contains(list[0].Text, "equal") {
			t.Errorf("%s: notes are %v, want one of equal eigenvalues", name, list)
		}
	}
}

// TestColumnsHaveVarianceOne, centred, but for what counts rows by their degree.
func TestColumnsHaveVarianceOne(t *testing.T) {
	s := enginetest.Roll(300).Sample()
	for _, name := range []string{"lle", "modified", "hessian", "ltsa"} {
		y := embed(t, methods()[name], s).Y
		for c := range 2 {
			col := mat.Col(nil, c, y)
			var sum, square float64
			for _, v := range col {
				sum, square = sum+v, square+v*v
			}
			if math.Abs(sum) > 1e-6 || math.Abs(square/300-1) > 1e-9 {
				t.Errorf("%s: column %d has sum %g and mean square %g", name, c, sum, square/300)
			}
		}
	}
}

// TestParts: two sheets far apart are joined, and told, or refused with a k.
func TestParts(t *testing.T) {
	p := enginetest.Roll(200)
	x := mat.NewDense(400, 3, nil)
	for i := range 400 {
		row := p.Table.X.RawRowView(i % 200)
		x.SetRow(i, []float64{row[0] + float64(i/200)*1000, row[1] + float64(i)*1e-3, row[2]})
	}
	for name, m := range methods() {
		if name == "diffusion" {
			continue // which has no graph
		}
		ctx, notes := engine.WithNotes(t.Context(), "")
		e, err := m.Embed(ctx, engine.Sample{X: x})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(e.Graph.Bridges) != 1 || !strings.Contains(notes()[0].Text, "bridge") {
			t.Errorf("%s: bridges are %v, notes %v", name, e.Graph.Bridges, notes())
		}
		var told *engine.Error
		if _, err := strict(m).Embed(t.Context(), engine.Sample{X: x}); !errors.As(err, &told) || told.Remedy == nil {
			t.Errorf("%s: parts are %v, want an error with a remedy", name, err)
		}
	}
}

// strict returns the method so that it refuses a graph in parts.
func strict(m engine.Embedder) engine.Embedder {
	switch m := m.(type) {
	case *LLE:
		m.Connect = "error"
	case *LTSA:
		m.Connect = "error"
	case *Eigenmaps:
		m.Connect = "error"
	case *Diffusion:
		m.Connect = "error"
	}
	return m
}

// TestRefusals: each names its parameter and what to do.
func TestRefusals(t *testing.T) {
	s := enginetest.Roll(50).Sample()
	for name, c := range map[string]struct {
		m     engine.Embedder
		param string
	}{
		"k of all rows":       {&LLE{Near: alignment.Near{K: 50, Dim: 2}, Reg: 1e-3}, "k"},
		"hessian, few":        {&LLE{Near: alignment.Near{K: 5, Dim: 2}, Form: "hessian"}, "k"},
		"hessian, columns":    {&LLE{Near: alignment.Near{K: 30, Dim: 4}, Form: "hessian"}, "dim"},
		"modified, few":       {&LLE{Near: alignment.Near{K: 2, Dim: 2}, Form: "modified", Reg: 1e-3}, "k"},
		"ltsa, few":           {&LTSA{alignment.Near{K: 2, Dim: 2}}, "k"},
		"ltsa, columns":       {&LTSA{alignment.Near{K: 10, Dim: 4}}, "dim"},
		"eigenmaps, dim":      {&Eigenmaps{Near: alignment.Near{K: 10, Dim: 50}}, "dim"},
		"diffusion, dim":      {&Diffusion{Dim: 50, Time: 1}, "dim"},
		"diffusion, k":        {&Diffusion{K: 50, Dim: 2, Time: 1}, "k"},
		"diffusion, negative": {&Diffusion{K: 3, Dim: 45, Time: 1, Epsilon: 1000}, "dim"},
	} {
		_, err := c.m.Embed(t.Context(), s)
		var told *engine.Error
		if !errors.As(err, &told) || told.Remedy == nil || told.Param != c.param {
			t.Errorf("%s: error is %v, want one of %s with a remedy", name, err, c.param)
		}
	}
}

// TestEndWithTheirContext has rows whose graph has no shape, and a surface.
func TestEndWithTheirContext(t *testing.T) {
	s := enginetest.Roll(20_000).Sample()
	for name, m := range methods() {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error { _, err := m.Embed(ctx, s); return err })
		})
	}
}

func TestSameBitsAtAnyProcs(t *testing.T) {
	s := enginetest.Roll(700).Sample()
	for name, m := range methods() {
		want := embed(t, m, s).Y
		before := runtime.GOMAXPROCS(1)
		got := embed(t, m, s).Y
		runtime.GOMAXPROCS(before)
		if !mat.Equal(got, want) {
			t.Errorf("%s: one processor gives other bits", name)
		}
	}
}

// byClass are dissimilarities that keep two classes far apart.
type byClass struct {
	engine.Distances
	labels []int
}

func (b byClass) Row(dst []float64, i int) {
	b.Distances.Row(dst, i)
	for j := range dst {
		if b.labels[i] != b.labels[j] {
			dst[j] += 1000
		}
	}
}

// TestMetricChoosesNeighbours: one that reads labels makes supervised variants, whose
// graph has no edge between classes but a bridge; a note says what columns are for.
func TestMetricChoosesNeighbours(t *testing.T) {
	s := enginetest.Roll(200).Sample()
	s.Labels, s.Classes = make([]int, 200), []string{"even", "odd"}
	for i := range s.Labels {
		s.Labels[i] = i % 2
	}
	s.Distances = byClass{engine.Euclidean(s.X), s.Labels}
	for _, name := range []string{"lle", "ltsa", "eigenmaps"} {
		ctx, notes := engine.WithNotes(t.Context(), "")
		e, err := methods()[name].Embed(ctx, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(e.Graph.Bridges) != 1 {
			t.Errorf("%s: bridges are %v", name, e.Graph.Bridges)
		}
		told := false
		for _, note := range notes() {
			told = told || strings.Contains(note.Text, "found in the columns")
		}
		if told != (name != "eigenmaps") {
			t.Errorf("%s: notes are %v", name, notes())
		}
	}
}
