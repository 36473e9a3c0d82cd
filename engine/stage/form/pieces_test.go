package form

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/kmeans"
	"unfold/engine/fit/pairwise"
	"unfold/engine/fit/prototype"
	"unfold/engine/internal/random"
	"unfold/engine/linear/affine"
	"unfold/engine/remedy"
)

// ranked learns prototypes with matrices of rank two.
type ranked struct{ each int }

func (ranked) Params(*engine.Params) {}

func (r ranked) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return prototype.Learn(ctx, s, prototype.Settings{Form: prototype.Full, Rank: 2, Most: 10, Local: true, Penalty: 1e-3, PerClass: max(1, r.each), Steepness: 2, Iterations: 50, Starts: 1, Seed: 1})
}

// Quantise learns from the rows that have a class.
func (r ranked) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	var known []int
	for i := range s.Len() {
		if s.Known(i) {
			known = append(known, i)
		}
	}
	if !s.HasClasses() || len(known) == 0 {
		return nil, &engine.Error{Cause: "rows have none", Remedy: remedy.Say("give some")}
	}
	learned, err := r.Learn(ctx, s.Only(known))
	if err != nil {
		return nil, err
	}
	return learned.(*prototype.Model), nil
}

// cornered has centres at two rows, whatever their classes, in about as many copies as
// are asked for.
type cornered struct{}

func (cornered) Params(*engine.Params) {}

func (cornered) Quantise(ctx context.Context, s engine.Sample, about int) (engine.Codebook, error) {
	_, d := s.X.Dims()
	centres := mat.NewDense(about, d, nil)
	for k := range about {
		centres.SetRow(k, s.X.RawRowView(k%2))
	}
	return affine.About(ctx, s.X, centres, 2)
}

// TestEveryPiecesKeepTheContract: those by a predictor, and soft ones.
func TestEveryPiecesKeepTheContract(t *testing.T) {
	for name, m := range map[string]*Pieces{
		"learned":      {By: ranked{}, Borders: "crisp"},
		"given":        {By: cornered{}, Count: 3, Borders: "soft"},
		"learned soft": {By: ranked{each: 3}, Borders: "soft"},
		"soft":         {Count: 5, Borders: "soft", Seed: 1},
		"narrow":       {Count: 5, Borders: "soft", Width: 1e-3, Seed: 1},
		"one":          {Count: 1, Borders: "crisp", Seed: 1},
	} {
		t.Run(name, func(t *testing.T) { enginetest.Form(t, m, true) })
	}
}

// TestOnePieceIsLinear: it reaches what linear maps do.
func TestOnePieceIsLinear(t *testing.T) {
	s := enginetest.Blobs(80).Sample()
	_, d := s.X.Dims()
	a := mat.NewDense(d, 2, nil)
	a.Apply(func(c, k int, _ float64) float64 { return math.Cos(float64(1 + 3*c + 5*k)) }, a)
	var places mat.Dense
	places.Mul(s.X, a)
	e := fitted(t, &Pieces{Count: 1, Borders: "crisp"}, s, &places, aside(&places))
	if off := enginetest.Procrustes(e.Y, &places); off > 1e-10 {
		t.Errorf("places are %.2g off", off)
	}
	testAxes(t, e)
}

// TestPiecesBend: a roll's rows come nearer to where they lie on it than a linear map
// takes them.
func TestPiecesBend(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to the end")
	}
	p := enginetest.Roll(400)
	off := map[string]float64{}
	for name, f := range map[string]engine.Form{"linear": new(Linear), "crisp": &Pieces{Count: 12, Borders: "crisp", Seed: 1}, "soft": &Pieces{Count: 12, Borders: "soft", Seed: 1}} {
		e := fitted(t, f, p.Sample(), p.Flat, aside(p.Flat))
		off[name] = enginetest.Procrustes(e.Y, p.Flat)
	}
	t.Log(off)
	if !(off["crisp"] < off["linear"]/10 && off["soft"] < off["linear"]/10) {
		t.Errorf("places are %v off", off)
	}
}

// TestCrispPiecesByHand: about the nearest of two centres a row has the map of that piece
// alone, and on the border that of the first.
func TestCrispPiecesByHand(t *testing.T) {
	c := &pieces{Codebook: pair{}, sizes: []float64{1}}
	at := c.newLocal()
	for _, row := range []struct{ x, first float64 }{{-2, 1}, {0, 1}, {0.5, 0}} {
		c.read(at, []float64{row.x})
		if at.shares[0] != row.first || at.shares[1] != 1-row.first {
			t.Errorf("row %v has the shares %v", row.x, at.shares)
		}
	}
	c.soft, c.width = true, 0.5
	c.read(at, []float64{0.25})
	if want := 1 / (1 + math.Exp(2*(1.5625-0.5625))); math.Abs(at.shares[0]-want) > 1e-14 {
		t.Errorf("a soft share is %v, want %v", at.shares[0], want)
	}
	c.read(at, []float64{1e5})
	if !slices.Equal(at.shares, []float64{0, 1}) {
		t.Errorf("far away the shares are %v", at.shares)
	}
}

// pair is two centres, at −1 and 1.
type pair struct{}

func (pair) Count() int                     { return 2 }
func (pair) Directions() int                { return 1 }
func (pair) Noise() float64                 { return 0 }
func (pair) Coordinates(dst, row []float64) { dst[0], dst[1] = row[0]+1, row[0]-1 }

// TestLearnedPiecesSeeLabelledRowsAlone: rows without a label are placed, and have no part
// in where pieces are.
func TestLearnedPiecesSeeLabelledRowsAlone(t *testing.T) {
	s := enginetest.Blobs(90).Sample()
	var known []int
	for i := range s.Labels {
		if i%3 == 0 {
			s.Labels[i] = engine.Hidden
		} else {
			known = append(known, i)
		}
	}
	m := &Pieces{By: ranked{}, Borders: "crisp"}
	all, err := m.quantise(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	some, err := m.quantise(t.Context(), s.Only(known))
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		a, b := make([]float64, all.Count()*all.Directions()), make([]float64, all.Count()*all.Directions())
		all.Coordinates(a, s.X.RawRowView(i))
		some.Coordinates(b, s.X.RawRowView(i))
		if !slices.Equal(a, b) {
			t.Fatalf("row %d has the coordinates %v, %v without rows that have no label", i, a, b)
		}
	}
	if maps, err := m.Bind(t.Context(), s, 2); err != nil || maps.Rows() != 90 {
		t.Errorf("rows without a label are not placed: %v", err)
	}
	if !m.ReadsLabels() || new(Pieces).ReadsLabels() || (&Pieces{By: cornered{}}).ReadsLabels() {
		t.Error("what reads labels is not told")
	}
}

// TestCoordinatesAreDistances: their squares are what rows are predicted by.
func TestCoordinatesAreDistances(t *testing.T) {
	s := enginetest.Blobs(90).Sample()
	found, err := ranked{each: 2}.Quantise(t.Context(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	model := found.(*prototype.Model)
	predicted := make([]float64, s.Len())
	if err := model.Predict(t.Context(), predicted, s.X); err != nil {
		t.Fatal(err)
	}
	c := &pieces{Codebook: model, sizes: []float64{1}}
	at := c.newLocal()
	for i := range s.Len() {
		c.read(at, s.X.RawRowView(i))
		if got := model.Classes()[slices.Index(at.shares, 1)]; float64(got) != predicted[i] {
			t.Errorf("row %d is in a piece of class %d, and predicted to be of %v", i, got, predicted[i])
		}
	}
}

func TestPiecesRefuse(t *testing.T) {
	unlabelled := enginetest.Blobs(40).Sample()
	unlabelled.Target = engine.Target{}
	equal := enginetest.Blobs(40).Sample()
	equal.X.Zero()
	for _, c := range []struct {
		m    *Pieces
		s    engine.Sample
		want string
	}{
		{&Pieces{By: ranked{}}, unlabelled, "rows have none"},
		{&Pieces{Count: 3}, equal, "identical"},
	} {
		_, err := c.m.Bind(t.Context(), c.s, 2)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || e.Remedy == nil {
			t.Errorf("error is %v, want one with %q and a remedy", err, c.want)
		}
	}
}

// TestImagesAreLinearInPieces: they are the design times the parameters.
func TestImagesAreLinearInPieces(t *testing.T) {
	s := enginetest.Blobs(70).Sample()
	for _, borders := range []string{"crisp", "soft"} {
		maps, err := (&Pieces{Count: 4, Borders: borders, Seed: 1}).Bind(t.Context(), s, 2)
		if err != nil {
			t.Fatal(err)
		}
		w, err := maps.Toward(t.Context(), aside(mat.DenseCopyOf(s.X.Slice(0, 70, 0, 2))))
		if err != nil {
			t.Fatal(err)
		}
		z := mat.NewDense(70, 2, nil)
		if err := maps.Forward(t.Context(), z.RawMatrix().Data, w); err != nil {
			t.Fatal(err)
		}
		var product mat.Dense
		product.Mul(maps.(pairwise.LinearMap).Design(), mat.NewDense(len(w)/2, 2, w))
		if !mat.EqualApprox(&product, z, 1e-12*mat.Norm(z, 2)) {
			t.Errorf("%s pieces: images are not the design times the parameters", borders)
		}
	}
}

// TestPoorPiecesAreTold, and held by a ridge.
func TestPoorPiecesAreTold(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "pieces")
	maps, err := (&Pieces{Count: 20, Borders: "crisp", Seed: 1}).Bind(ctx, enginetest.Blobs(40).Sample(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if told := fmt.Sprint(notes()); !strings.Contains(told, "too few for their maps") {
		t.Errorf("notes are %s", told)
	}
	if ridge := maps.(*pieceMaps).Ridge(); len(ridge) != maps.Parameters() {
		t.Errorf("%d squares of %d parameters cost something", len(ridge), maps.Parameters())
	}
	rich, err := (&Pieces{Count: 2, Borders: "crisp", Seed: 1}).Bind(t.Context(), enginetest.Blobs(60).Sample(), 2)
	if err != nil || rich.(*pieceMaps).Ridge() != nil {
		t.Errorf("rich pieces have a ridge: %v", err)
	}
}

// TestLearnedPiecesKeepUnseenRows: a matrix with more columns than its class has rows
// overlooks all that these differ in; unseen rows differ there, and lie with the class that
// is predicted all the same.
func TestLearnedPiecesKeepUnseenRows(t *testing.T) {
	const n, d = 120, 60
	r := random.New(1, "unseen")
	x, places := mat.NewDense(n, d, nil), mat.NewDense(n, 2, nil)
	labels, rows := make([]int, n), make([]int, n)
	for i := range n {
		labels[i], rows[i] = i%3, i
		for j := range d {
			x.Set(i, j, r.Normal())
		}
		x.Set(i, i%3, x.At(i, i%3)+8)
		places.SetRow(i, []float64{x.At(i, 0), x.At(i, 1)})
	}
	all := engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b", "c"}}, Rows: rows}
	train := all.First(60)
	first := mat.DenseCopyOf(places.Slice(0, 60, 0, 2))
	e := fitted(t, &Pieces{By: ranked{}, Borders: "crisp"}, train, first, first)
	images, err := engine.Image(t.Context(), e.Map, x)
	if err != nil {
		t.Fatal(err)
	}
	centres := mat.NewDense(3, 2, nil)
	for i := range 60 {
		for k := range 2 {
			centres.Set(labels[i], k, centres.At(labels[i], k)+images.At(i, k)/20)
		}
	}
	learned, err := ranked{}.Learn(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	predicted := make([]float64, n)
	if err := learned.Predict(t.Context(), predicted, x); err != nil {
		t.Fatal(err)
	}
	apart, wrong := 0, 0
	for i := 60; i < n; i++ {
		if int(predicted[i]) != labels[i] {
			wrong++
		}
		near := 0
		for c := range 3 {
			if kmeans.Square(images.RawRowView(i), centres.RawRowView(c)) < kmeans.Square(images.RawRowView(i), centres.RawRowView(near)) {
				near = c
			}
		}
		if near != labels[i] {
			apart++
		}
	}
	if apart > wrong+3 {
		t.Errorf("%d of 60 unseen rows lie with another class, of which %d are predicted wrongly", apart, wrong)
	}
}
