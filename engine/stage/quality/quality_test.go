package quality

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/internal/triangle"
)

func TestClassesByHand(t *testing.T) {
	// Class 0: 3 rows, 2 predicted; class 1: 1 row, predicted; class 2: none,
	// predicted once. F1: 4/5, 2/2, 0.
	r := classified([]int{0, 0, 0, 1}, []float64{0, 0, 2, 1}, 4)
	s, err := (&Accuracy{}).Score(t.Context(), r)
	if err != nil || s.Value != 0.75 || s.Count != 3 || s.Of != 4 {
		t.Errorf("accuracy is %+v, %v; want 3 of 4", s, err)
	}
	wantClose(t, "balanced", value(t, &Balanced{}, r), (2.0/3+1)/2)
	wantClose(t, "f1", value(t, &F1{}, r), (4.0/5+1+0)/3)
	// 3 of 4 agree, (3·2 + 1·1 + 0·1)/16 would by chance.
	wantClose(t, "kappa", value(t, &Kappa{}, r), (0.75-7.0/16)/(1-7.0/16))
	wantClose(t, "kappa of one class", value(t, &Kappa{}, classified([]int{1, 1}, []float64{1, 1}, 2)), math.NaN())
}

// TestWilsonGolden holds the interval of an accuracy against the values of
// Newcombe 1998, table I (doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E).
func TestWilsonGolden(t *testing.T) {
	for _, c := range []struct{ count, of, low, high float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := evidence.Wilson(c.count, c.of)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%v of %v: [%.4f, %.4f], want [%v, %v]", c.count, c.of, low, high, c.low, c.high)
		}
	}
}

func TestJudgesHeldRows(t *testing.T) {
	r := classified([]int{0, 0}, []float64{1, 1, 0}, 2)
	r.Fold.Held = []int{7, 8, 9}
	r.Held = classified([]int{1, 1, 1}, nil, 2).Train
	ctx, notes := engine.WithNotes(t.Context(), "accuracy")
	s, err := (&Accuracy{}).Score(ctx, r)
	if err != nil || s.Count != 2 || s.Of != 3 {
		t.Errorf("accuracy is %+v, %v; want 2 of 3", s, err)
	}
	if len(notes()) != 0 {
		t.Errorf("remarks %v, want none", notes())
	}
	r.Fold.Held, r.Predicted = nil, []float64{0, 0}
	if _, err := (&Accuracy{}).Score(ctx, r); err != nil || len(notes()) != 1 {
		t.Errorf("remarks %v, want that no rows were held", notes())
	}
}

func TestResponseByHand(t *testing.T) {
	wantClose(t, "rmse", value(t, &RMSE{}, regressed([]float64{1, 2, 3}, []float64{1, 2, 6})), math.Sqrt(3))
	wantClose(t, "r2 of the mean", value(t, &R2{}, regressed([]float64{1, 2, 3}, []float64{2, 2, 2})), 0)
	wantClose(t, "r2 of a constant", value(t, &R2{}, regressed([]float64{2, 2}, []float64{2, 2})), math.NaN())
	wantClose(t, "mae", value(t, &MAE{}, regressed([]float64{1, 2, 3}, []float64{1, 1, 6})), 4.0/3)
	wantClose(t, "mae of classes", value(t, &MAE{}, classified([]int{0}, []float64{0}, 1)), math.NaN())
	wantClose(t, "rmse of classes", value(t, &RMSE{}, classified([]int{0}, []float64{0}, 1)), math.NaN())
}

// TestPerfectEmbeddings: a rigid motion keeps all ranks and distances.
func TestPerfectEmbeddings(t *testing.T) {
	r := readReference(t).run()
	x := r.Train.X
	r.Embedding.Y = mat.DenseCopyOf(x)
	r.Embedding.Y.Apply(func(_, _ int, v float64) float64 { return 3 - v }, x)
	r.Extension = sendingTo(r.Embedding.Y)
	for name, m := range map[string]engine.Measure{"trustworthiness": &Trustworthiness{K: 10}, "continuity": &Continuity{K: 10}, "qnx": &QNX{K: 10}, "rnx": &RNX{}} {
		wantClose(t, name, value(t, m, r), 1)
	}
	wantClose(t, "stress", value(t, &Stress{}, r), 0)
	wantClose(t, "gap", value(t, &Gap{}, r), 0)
	mean := mat.NewDense(60, 4, nil)
	for j := range 4 {
		for i := range 60 {
			for at := range 60 {
				mean.Set(i, j, mean.At(i, j)+r.Embedding.Y.At(at, j)/60)
			}
		}
	}
	r.Extension = sendingTo(mean)
	wantClose(t, "gap of the mean", value(t, &Gap{}, r), 1)
}

func TestTrustworthinessByHand(t *testing.T) {
	r := &engine.Run{
		Train:     engine.Sample{X: mat.NewDense(4, 1, []float64{0, 1, 10, 11})},
		Embedding: &engine.Embedding{Y: mat.NewDense(4, 1, []float64{0, 5, 5.1, 0.1})},
	}
	// In the embedding rows 0 and 3, and rows 1 and 2, are nearest to each
	// other. In the data row 0 sees row 3, and row 3 row 0, at rank 3; row 1
	// sees row 2, and row 2 row 1, at rank 2. The ranks above 1 sum to 6:
	// 1 − 2·6/(4·1·(8 − 3 − 1)).
	wantClose(t, "trustworthiness", value(t, &Trustworthiness{K: 1}, r), 0.25)
}

func TestResidualIsThatOfTheDimension(t *testing.T) {
	// The corners of a triangle are 3, 5 and 4 apart. On a line they are 3, 3
	// and 0 apart, which varies otherwise, or 0, 4 and 4: r² = 4²/(2·32/3).
	x := mat.NewDense(3, 2, []float64{0, 0, 3, 0, 3, 4})
	r := &engine.Run{Embedding: &engine.Embedding{Y: x, Target: engine.Euclidean(x)}}
	wantClose(t, "residual", value(t, &Residual{}, r), 0)
	r.Embedding.Y = mat.NewDense(3, 1, []float64{0, 3, 3})
	wantClose(t, "residual", value(t, &Residual{}, r), 1)
	r.Embedding.Y = mat.NewDense(3, 1, []float64{0, 0, 4})
	wantClose(t, "residual", value(t, &Residual{}, r), 0.25)
}

func TestFewRowsLowerK(t *testing.T) {
	for _, c := range []struct {
		n    int
		note string
		nan  bool
	}{{2, "too few", true}, {3, "lowered from 10 to 1", false}, {20, "lowered from 10 to 9", false}, {21, "", false}} {
		x := mat.NewDense(c.n, 1, nil)
		for i := range c.n {
			x.Set(i, 0, math.Sqrt(float64(i)))
		}
		ctx, notes := engine.WithNotes(t.Context(), "trustworthiness")
		s, err := (&Trustworthiness{K: 10}).Score(ctx, &engine.Run{Train: engine.Sample{X: x}, Embedding: &engine.Embedding{Y: x}})
		if err != nil || math.IsNaN(s.Value) != c.nan || !c.nan && s.Value != 1 {
			t.Errorf("n = %d: %v, %v", c.n, s.Value, err)
		}
		if said := notes(); len(said) != min(1, len(c.note)) || len(said) == 1 && !strings.Contains(said[0].Text, c.note) {
			t.Errorf("n = %d: remarks %v, want %q", c.n, said, c.note)
		}
	}
}

func TestCoincidingRows(t *testing.T) {
	x := mat.NewDense(30, 2, nil) // all equal: ties go by index on both sides
	r := &engine.Run{Train: engine.Sample{X: x}, Embedding: &engine.Embedding{Y: x, Target: engine.Euclidean(x)}, Extension: sendingTo(x)}
	wantClose(t, "trustworthiness", value(t, &Trustworthiness{K: 5}, r), 1)
	wantClose(t, "stress", value(t, &Stress{}, r), math.NaN())
	wantClose(t, "gap", value(t, &Gap{}, r), math.NaN())
}

func TestManyRowsAreSampled(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "stress")
	if rows := sampleRows(ctx, line(20_000)); len(rows) != 20_000 || rows[0] != 0 || rows[19_999] != 19_999 || len(notes()) != 0 {
		t.Errorf("%d of 20000 rows, remarks %v; want all and none", len(rows), notes())
	}
	rows := sampleRows(ctx, line(40_000))
	if len(rows) != 10_000 || !slices.IsSorted(rows) || len(notes()) != 1 || !strings.Contains(notes()[0].Text, "10000 of the 40000 training rows") {
		t.Errorf("%d of 40000 rows, remarks %v", len(rows), notes())
	}
	if got := len(sampleRows(ctx, line(3_000_000))); got != fewestRows {
		t.Errorf("%d of three million rows, want %d", got, fewestRows)
	}
}

// line is rows at 0, 1, 2, ..., measured row by row.
type line int

func (n line) Len() int { return int(n) }

func (n line) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = math.Abs(float64(i - j))
	}
}

// marked is a line whose every third row is a landmark; the others must not be
// asked for.
type marked struct{ line }

var _ engine.Anchored = marked{}

func (m marked) Rows() (rows []int32) {
	for i := 0; i < m.Len(); i += 3 {
		rows = append(rows, int32(i))
	}
	return rows
}

func (m marked) To(dst []float64, i int) {
	for l := range dst {
		dst[l] = math.Abs(float64(i - 3*l))
	}
}

func (m marked) Row(dst []float64, i int) {
	if i%3 != 0 {
		panic("not a landmark")
	}
	m.line.Row(dst, i)
}

// kept is a line in a packed triangle.
type kept struct{ *triangle.Matrix }

func (k kept) Triangle() *triangle.Matrix { return k.Matrix }

// TestStressOfEveryTarget: the same number however the target gives its rows.
func TestStressOfEveryTarget(t *testing.T) {
	const n = 100
	double, single := triangle.NewDouble(n), triangle.NewSingle(n)
	x, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		x.Set(i, 0, float64(i))
		y.SetRow(i, []float64{float64(i), float64(i % 3)})
		for j := range i {
			double.Double(i)[j], single.Single(i)[j] = float64(i-j), float32(i-j)
		}
	}
	score := func(target engine.Distances) float64 {
		return value(t, &Stress{}, &engine.Run{Embedding: &engine.Embedding{Y: y, Target: target}})
	}
	want := score(line(n))
	for name, target := range map[string]engine.Distances{"points": engine.Euclidean(x), "double": kept{double}, "single": kept{single}} {
		wantClose(t, "stress of "+name, score(target), want)
	}
	var missed, all float64
	for i := 0; i < n; i += 3 {
		for j := range n {
			d := math.Abs(float64(i - j))
			miss := d - math.Hypot(d, float64(i%3-j%3))
			missed, all = missed+miss*miss, all+d*d
		}
	}
	wantClose(t, "stress of landmarks", score(marked{n}), math.Sqrt(missed/all))
}

func TestMeasuresStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range []engine.Measure{&Trustworthiness{K: 5}, &Continuity{K: 5}, &QNX{K: 5}, &RNX{}, &Stress{}} {
		if _, err := m.Score(ctx, readReference(t).run()); !errors.Is(err, context.Canceled) {
			t.Errorf("%T: error is %v", m, err)
		}
	}
}

func TestTablesListPredictionFirst(t *testing.T) {
	var names []string
	for _, s := range Stages() {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, " "); got != "accuracy balanced f1 kappa rmse mae r2 trustworthiness continuity ycontinuity qnx rnx residual stress isometry certificate recovery knnerror gap leaves tests depth dimensions outofbag twonn mle corrdim" {
		t.Errorf("measures are in the order %s", got)
	}
}
