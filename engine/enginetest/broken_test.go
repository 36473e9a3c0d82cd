package enginetest

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// broken are stages that break their contract, with the complaint that is due.
var broken = []struct {
	name  string
	role  engine.Role
	stage engine.Method
	suite func(*testing.T, *engine.Catalogue)
	want  string
}{
	{"default outside its rule", engine.MeasureRole, lawless{}, Declarations, "the default breaks its own rule"},
	{"wrong verb", engine.ViewRole, keep{}, Declarations, "has not the verb of a view"},
	{"overlapping fold", engine.ProtocolRole, overlap{}, Protocols, "has row 0 twice"},
	{"one-way distances", engine.MetricRole, oneWay{}, Metrics, "the other way"},
	{"order of rows", engine.EmbedderRole, embedderFunc(byOrder), Embedders, "changes by"},
	{"chance", engine.EmbedderRole, embedderFunc(byChance()), Embedders, "differs from the first"},
	{"deaf", engine.EmbedderRole, embedderFunc(byColumns), Embedders, "error is <nil>, want context canceled"},
	{"panic", engine.EmbedderRole, embedderFunc(byThirdRow), Embedders, "panic: "},
	{"batches", engine.ExtenderRole, batchwise{}, Extenders, "among others gives"},
	{"copies apart", engine.EmbedderRole, embedderFunc(nearly), Embedders, "copies"},
	{"placed beside its image", engine.EmbedderRole, beside{}, Embedders, "a place that its image is not"},
	{"learns nothing", engine.PredictorRole, guess{}, Predictors, "held rows are right"},
	{"mixed in name alone", engine.PredictorRole, &means{}, Predictors, "shapes: "},
	{"infinite score", engine.MeasureRole, boundless{}, Measures, "want a number named stage"},
	{"beside its interval", engine.MeasureRole, askew{}, Measures, "the interval of 5 is 1 to 2"},
	{"rows by their places", engine.MeasureRole, places{}, Measures, "of rows alone the score is"},
	{"careless sharing", engine.EmbedderRole, new(careless), Sweeps, "other numbers in a sweep than alone"},
	{"mute figure", engine.ViewRole, mute{}, Views, "all must be told"},
}

// TestBrokenStagesFail runs the suites on broken stages in another process,
// since here they would fail this one.
func TestBrokenStagesFail(t *testing.T) {
	const key = "ENGINETEST_BROKEN"
	if at := os.Getenv(key); at != "" {
		for i, b := range broken {
			if fmt.Sprint(i) == at {
				s := stageFor("stage", b.role, b.stage)
				_, s.Mixed = b.stage.(*means)
				if _, ok := b.stage.(places); ok {
					s.Needs = engine.NeedRows
				}
				b.suite(t, engine.NewCatalogue([]engine.Stage{s}))
			}
		}
		return
	}
	for i, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			c := exec.Command(os.Args[0], "-test.run=^TestBrokenStagesFail$")
			c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", key, i))
			out, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(out), b.want) {
				t.Errorf("error %v, want a complaint with %q:\n%s", err, b.want, out)
			}
		})
	}
}

type lawless struct{}

func (lawless) Params(p *engine.Params) {
	p.Int(new(int), "k", 0, engine.AtLeast(1), "neighbours")
}

func (lawless) Score(context.Context, *engine.Run) (engine.Score, error) {
	return engine.Score{}, nil
}

type overlap struct{}

func (overlap) Params(*engine.Params) {}

func (overlap) Split(context.Context, *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{{Train: []int{0}, Held: []int{0}}}, nil
}

type oneWay struct{}

func (oneWay) Params(*engine.Params) {}

func (oneWay) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	return onwards(s.Len()), nil
}

type onwards int

func (o onwards) Len() int { return int(o) }

func (o onwards) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = float64(max(0, j-i))
	}
}

// An embedderFunc places rows by a function.
type embedderFunc func(x *mat.Dense) *mat.Dense

func (embedderFunc) Params(*engine.Params) {}

func (f embedderFunc) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	return &engine.Embedding{Y: f(s.X)}, nil
}

func byColumns(x *mat.Dense) *mat.Dense { return mat.DenseCopyOf(x) }

func byOrder(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	y := mat.NewDense(n, 1, nil)
	for i := range n {
		y.Set(i, 0, float64(i))
	}
	return y
}

func byChance() func(x *mat.Dense) *mat.Dense {
	calls := 0.0
	return func(x *mat.Dense) *mat.Dense {
		calls++
		y := mat.DenseCopyOf(x)
		y.Set(0, 0, y.At(0, 0)+calls*1e-15)
		return y
	}
}

func byThirdRow(x *mat.Dense) *mat.Dense {
	x.RawRowView(2)
	return mat.DenseCopyOf(x)
}

// careless shares between settings what belongs to one.
type careless struct{ Times float64 }

func (c *careless) Params(p *engine.Params) {
	p.Float(&c.Times, "times", 2, engine.AtLeast(0), "factor")
}

func (c *careless) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	type key struct{}
	y, err := engine.Shared(ctx, s.Memo, key{}, func(context.Context) (*mat.Dense, error) {
		y := mat.DenseCopyOf(s.X)
		y.Scale(c.Times, y)
		return y, nil
	})
	return &engine.Embedding{Y: y}, err
}

type batchwise struct{}

func (batchwise) Params(*engine.Params) {}

func (batchwise) Extend(_ context.Context, _ engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	return &engine.Extension{Map: byMean(e.Dim())}, nil
}

// nearly places rows by their columns, and those of higher index a little
// farther.
func nearly(x *mat.Dense) *mat.Dense {
	y := mat.DenseCopyOf(x)
	n, _ := y.Dims()
	for i := range n {
		y.Set(i, 0, y.At(i, 0)*(1+float64(i)*0x1p-52))
	}
	return y
}

// beside has a map that takes rows near to where they were placed.
type beside struct{}

func (beside) Params(*engine.Params) {}

func (beside) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	_, d := s.X.Dims()
	return &engine.Embedding{Y: mat.DenseCopyOf(s.X), Map: shifted(d)}, ctx.Err()
}

type shifted int

func (m shifted) Dim() int { return int(m) }

func (shifted) Apply(ctx context.Context, dst, x *mat.Dense) error {
	dst.Apply(func(_, _ int, v float64) float64 { return v * (1 + 0x1p-52) }, x)
	return ctx.Err()
}

// byMean sends every row to the mean of the batch.
type byMean int

func (m byMean) Dim() int { return int(m) }

func (byMean) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Apply(func(_, _ int, _ float64) float64 { return mat.Sum(x) }, dst)
	return nil
}

// means predicts the class with the nearest mean, which is no number where cells
// are missing.
type means struct{}

func (*means) Params(*engine.Params) {}

func (*means) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "no classes", Remedy: remedy.Use("another")}
	}
	_, d := s.X.Dims()
	found := mat.NewDense(len(s.Classes), d, nil)
	for i, class := range s.Labels {
		for j, v := range s.X.RawRowView(i) {
			found.Set(class, j, found.At(class, j)+v/float64(s.Sizes()[class]))
		}
	}
	return nearestMean{found}, ctx.Err()
}

type nearestMean struct{ means *mat.Dense }

func (m nearestMean) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	near := engine.Euclidean(m.means).(engine.Outward)
	distances := make([]float64, near.Len())
	for i := range dst {
		near.From(distances, y.RawRowView(i))
		for class, v := range distances {
			if v < distances[int(dst[i])] {
				dst[i] = float64(class)
			}
		}
	}
	return ctx.Err()
}

// askew has an interval that does not hold its score.
type askew struct{}

func (askew) Params(*engine.Params) {}

func (askew) Score(context.Context, *engine.Run) (engine.Score, error) {
	return engine.Score{Name: "stage", Value: 5, Bounded: true, Low: 1, High: 2}, nil
}

// places says of rows how many dimensions they were placed in.
type places struct{}

func (places) Params(*engine.Params) {}

func (places) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return engine.Score{Name: "stage", Value: float64(r.Dimensions()), Better: engine.Neither}, nil
}

type boundless struct{}

func (boundless) Params(*engine.Params) {}

func (boundless) Score(context.Context, *engine.Run) (engine.Score, error) {
	return engine.Score{Name: "stage", Value: math.Inf(1)}, nil
}

type mute struct{}

func (mute) Params(*engine.Params) {}

func (mute) View(context.Context, *engine.Report) (*figure.Figure, error) {
	return &figure.Figure{Name: "stage"}, nil
}
