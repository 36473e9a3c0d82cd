package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/graph/rank"
	"unfold/engine/internal/random"
	"unfold/engine/linear/affine"
)

// placed is a report of one fold in which rows of normal numbers were placed at y.
func placed(x, y *mat.Dense) *engine.Report {
	n, d := x.Dims()
	run := &engine.Run{Train: engine.Sample{X: x, Rows: make([]int, n)}, Embedding: &engine.Embedding{Y: y}}
	for i := range n {
		run.Fold.Train = append(run.Fold.Train, i)
		run.Train.Rows[i] = 100 + i
	}
	for j := range d {
		run.Train.Columns = append(run.Train.Columns, engine.Column{Name: fmt.Sprintf("c%d", j+1)})
	}
	return &engine.Report{Runs: []*engine.Run{run}}
}

// normal are n rows of d numbers, column j with the scale j+1.
func normal(n, d int) *mat.Dense {
	stream := random.New(7, "view")
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, float64(j+1)*stream.Normal())
		}
	}
	return x
}

func withDefaults[M engine.Viewer](m M) M {
	engine.SetDefaults(m)
	return m
}

// TestMisplacedSumsToTheMeasures: the shades of all rows have the measure for their mean,
// and the row that was moved far away is the worst.
func TestMisplacedSumsToTheMeasures(t *testing.T) {
	x := normal(40, 2)
	y := mat.DenseCopyOf(x)
	y.SetRow(11, []float64{x.At(3, 0), x.At(3, 1)})
	r := placed(x, y)
	for by, whole := range map[string]func(*rank.Agreement, int) float64{"trustworthiness": (*rank.Agreement).Trustworthiness, "continuity": (*rank.Agreement).Continuity} {
		m := withDefaults(new(Misplaced))
		m.K, m.By = 5, by
		f := enginetest.Draw(t, m, r)
		enginetest.Figure(t, f)
		mean := 0.0
		for _, v := range enginetest.Layer[figure.Points](t, f, 0).Shade {
			mean += v / 40
		}
		a, err := rank.Compare(t.Context(), engine.Euclidean(x), engine.Euclidean(y), 5, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := whole(a, 5); math.Abs(mean-want) > 1e-12 || want == 1 {
			t.Errorf("the mean %s of rows is %g, of all %g", by, mean, want)
		}
	}
	m := withDefaults(new(Misplaced))
	m.Most = 3
	f := enginetest.Draw(t, m, r)
	if len(f.Summary.Rows) != 3 || f.Summary.Rows[0][0].Text != "111" || enginetest.Layer[figure.Names](t, f, 1).Texts[0] != "111" {
		t.Errorf("the worst are %v", f.Summary.Rows)
	}
	if f, err := m.View(t.Context(), placed(x.Slice(0, 2, 0, 2).(*mat.Dense), y.Slice(0, 2, 0, 2).(*mat.Dense))); f != nil || err != nil {
		t.Errorf("of two rows %v is drawn, %v", f, err)
	}
}

// TestNeighbourhoodTellsLostFromFalse: on a line, row 0 has 1 and 2 beside it; where 2 and 4
// change places, 2 is lost and 4 is false.
func TestNeighbourhoodTellsLostFromFalse(t *testing.T) {
	line := func(at ...float64) *mat.Dense { return mat.NewDense(len(at), 1, at) }
	r := placed(line(0, 1, 2, 3, 4), mat.NewDense(5, 2, []float64{0, 0, 1, 0, 4, 0, 3, 0, 2, 0}))
	m := withDefaults(new(Neighbourhood))
	m.Row, m.K = 100, 2
	f := enginetest.Draw(t, m, r)
	enginetest.Figure(t, f)
	if got := strings.Join(f.Classes, "; "); got != strings.Join(neighbourKinds, "; ") {
		t.Errorf("kinds are %s", got)
	}
	var told []string
	for _, row := range f.Summary.Rows {
		told = append(told, row[0].Text+" "+row[1].Text+" "+row[2].Text+" "+row[3].Text)
	}
	if got := strings.Join(told, ", "); got != "101 kept 1 1, 102 lost 2 4, 104 false 4 2" {
		t.Errorf("neighbours are %s", got)
	}
	if strokes := enginetest.Layer[figure.Segments](t, f, 1); fmt.Sprint(strokes.Class, strokes.X1) != "[1 2 3] [1 4 2]" {
		t.Errorf("strokes are %v to %v", strokes.Class, strokes.X1)
	}
	if others := enginetest.Layer[figure.Points](t, f, 0); fmt.Sprint(others.Rows) != "[103]" {
		t.Errorf("other rows are %v", others.Rows)
	}
	m.Row = -1
	worst := enginetest.Draw(t, m, r)
	if !strings.Contains(worst.Caption, "placed worst") {
		t.Errorf("caption %q", worst.Caption)
	}
	m.Row = 5
	var fault *engine.Error
	if _, err := m.View(t.Context(), r); !errors.As(err, &fault) || fault.Param != "row" || fault.Remedy == nil {
		t.Errorf("of a row that is not there: %v", err)
	}
}

// TestBiplotOfALinearMapIsExact: the arrow of a column is its row of W by its standard
// deviation, for whatever W, and R² is that of the regression.
func TestBiplotOfALinearMapIsExact(t *testing.T) {
	x := normal(50, 3)
	w := mat.NewDense(3, 2, []float64{0.5, -1, 2, 0.25, 0, 1})
	by := affine.NewMap([]float64{0.1, 0.2, 0.3}, w, 2)
	y, err := by.Place(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	r := placed(x, y)
	r.Runs[0].Embedding.Map = by
	f := enginetest.Draw(t, withDefaults(new(Biplot)), r)
	enginetest.Figure(t, f)
	spread := columnSDs(x)
	for _, row := range f.Summary.Rows {
		j := int(row[0].Text[1] - '1')
		enginetest.Equal(t, "the arrow of "+row[0].Text, []float64{math.Round(1e9*row[1].Value) / 1e9, math.Round(1e9*row[2].Value) / 1e9}, []float64{math.Round(1e9*spread[j]*w.At(j, 0)) / 1e9, math.Round(1e9*spread[j]*w.At(j, 1)) / 1e9})
	}
	if !strings.Contains(f.Caption, "the map is linear") || !strings.Contains(f.Alt, "exact") {
		t.Errorf("caption %q", f.Caption)
	}
}

// bent is a map that is not linear.
type bent struct{ affine.Map }

func (b bent) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, []float64{x.At(i, 0), x.At(i, 1) * x.At(i, 1)})
	}
	return nil
}

// TestBiplotByRegression: where the map bends, or there is none, arrows have the length R
// and the direction of the regression, here worked out by another way: least squares by QR.
func TestBiplotByRegression(t *testing.T) {
	x := normal(60, 3)
	y := mat.NewDense(60, 2, nil)
	for i := range 60 {
		y.SetRow(i, []float64{x.At(i, 0) + 0.3*x.At(i, 2), 0.2*x.At(i, 1)*x.At(i, 1) + x.At(i, 2)})
	}
	r := placed(x, y)
	r.Runs[0].Embedding.Map = bent{affine.NewMap(make([]float64, 3), mat.NewDense(3, 2, nil), 2)}
	f := enginetest.Draw(t, withDefaults(new(Biplot)), r)
	if !strings.Contains(f.Alt, "by regression") || !strings.Contains(f.Caption, "comes of a regression") {
		t.Errorf("alt %q", f.Alt)
	}
	design := mat.NewDense(60, 3, nil)
	for i := range 60 {
		design.SetRow(i, []float64{1, y.At(i, 0), y.At(i, 1)})
	}
	for _, row := range f.Summary.Rows {
		j := int(row[0].Text[1] - '1')
		column := mat.Col(nil, j, x)
		var b mat.VecDense
		if err := b.SolveVec(design, mat.NewVecDense(60, column)); err != nil {
			t.Fatal(err)
		}
		var rest, all float64
		mean := mat.Sum(mat.NewVecDense(60, column)) / 60
		for i, v := range column {
			off := v - b.AtVec(0) - b.AtVec(1)*y.At(i, 0) - b.AtVec(2)*y.At(i, 1)
			rest, all = rest+off*off, all+(v-mean)*(v-mean)
		}
		r2, length := 1-rest/all, math.Hypot(b.AtVec(1), b.AtVec(2))
		got := []float64{row[1].Value, row[2].Value, row[3].Value}
		want := []float64{math.Sqrt(r2) * b.AtVec(1) / length, math.Sqrt(r2) * b.AtVec(2) / length, r2}
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-9 {
				t.Errorf("%s is %v, want %v", row[0].Text, got, want)
				break
			}
		}
	}
}

// TestStabilityFindsWhatMoves: of embeddings that differ by a motion and one row, that row
// spreads and no other.
func TestStabilityFindsWhatMoves(t *testing.T) {
	x := normal(30, 2)
	r := &engine.Report{}
	for fold := range 4 {
		y := mat.DenseCopyOf(x)
		if fold%2 == 1 {
			y.Set(7, 0, y.At(7, 0)+1)
		}
		sin, cos := math.Sincos(float64(fold))
		y.Mul(y, mat.NewDense(2, 2, []float64{cos, sin, sin, -cos}))
		r.Runs = append(r.Runs, placed(x, y).Runs[0])
	}
	f := enginetest.Draw(t, withDefaults(new(Stability)), r)
	enginetest.Figure(t, f)
	first, second := f.Summary.Rows[0], f.Summary.Rows[1]
	if first[0].Text != "107" || !(first[2].Value > 5*second[2].Value) || first[1].Text != "4" {
		t.Errorf("the rows that move most are %v and %v", first, second)
	}
	if strokes := enginetest.Layer[figure.Segments](t, f, 0); len(strokes.X0) != 120 {
		t.Errorf("%d strokes, want one a row and fold", len(strokes.X0))
	}
	m := withDefaults(new(Stability))
	m.Rows = 10
	if f = enginetest.Draw(t, m, r); len(enginetest.Layer[figure.Points](t, f, 1).X) != 10 || !strings.Contains(f.Caption, "chosen at random") {
		t.Errorf("caption %q", f.Caption)
	}
}
