package evaluate_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/remedy"

	"gonum.org/v1/gonum/mat"
)

// cloud is a source of rows of two classes that overlap, scattered by a fixed
// recurrence.
type cloud struct{ N int }

func (c *cloud) Params(p *engine.Params) {
	p.Int(&c.N, "n", 60, engine.AtLeast(1), "rows")
}

func (c *cloud) Load(context.Context) (*engine.Table, error) {
	t := &engine.Table{Name: "cloud", X: mat.NewDense(c.N, 2, nil), Columns: []engine.Column{{Name: "x"}, {Name: "y"}}, Target: engine.Target{Label: "class", Classes: []string{"a", "b"}}}
	state := uint64(7)
	next := func() float64 {
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40) / (1 << 24)
	}
	for i := range c.N {
		t.X.SetRow(i, []float64{next() + 0.3*float64(i%2), next()})
		t.Labels, t.Rows = append(t.Labels, i%2), append(t.Rows, i)
	}
	return t, nil
}

// turns is a protocol that holds every k-th row in turn.
type turns struct {
	K, Within int
	Rule      string
	Budget    int
	Keep      string
	Repeated  bool // every training row is there twice
	Deals     int  // so many more times, with labels moved on
}

func (p *turns) Params(ps *engine.Params) {
	ps.Int(&p.K, "k", 3, engine.AtLeast(1), "folds")
	ps.Int(&p.Within, "inner", 4, engine.AtLeast(1), "inner folds")
}

func (p *turns) Inner() engine.Protocol { return &turns{K: p.Within} }

func (p *turns) Choosing() engine.Choosing {
	rule := p.Rule
	if rule == "" {
		rule = engine.BestRule
	}
	return engine.Choosing{Rule: rule, Budget: p.Budget, Keep: p.Keep}
}

func (p *turns) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	var folds []engine.Fold
	for deal := range p.Deals + 1 {
		var dealt []int
		if deal > 0 {
			for i := range t.Len() {
				dealt = append(dealt, (i*(2*deal+1)+i/7)%t.Len())
			}
		}
		for k := range p.K {
			f := engine.Fold{Dealt: dealt, Deal: deal}
			for i := range t.Len() {
				switch {
				case (i/2)%p.K != k || p.K == 1:
					f.Train = append(f.Train, i)
					if p.Repeated {
						f.Train = append(f.Train, i)
					}
				default:
					f.Held = append(f.Held, i)
				}
			}
			folds = append(folds, f)
		}
	}
	return folds, nil
}

// stretch multiplies the first column.
type stretch struct{ By float64 }

func (s *stretch) Params(p *engine.Params) {
	p.Float(&s.By, "by", 1, engine.AtLeast(0), "factor")
}

func (s *stretch) Prepare(_ context.Context, sample engine.Sample) (*engine.Transform, error) {
	stretches.Add(1)
	return &engine.Transform{Map: stretched(s.By), Columns: sample.Columns}, nil
}

type stretched float64

func (stretched) Dim() int { return 2 }

func (s stretched) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, []float64{float64(s) * x.At(i, 0), x.At(i, 1)})
	}
	return nil
}

// How often the toys have learned.
var stretches, votes atomic.Int64

// vote predicts by the k nearest training rows.
type vote struct{ K int }

func (v *vote) Params(p *engine.Params) {
	p.Int(&v.K, "k", 1, engine.AtLeast(1), "voters")
}

// gramKey is what votes share of some rows.
type gramKey struct{}

func (v *vote) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	votes.Add(1)
	if v.K > s.Len() {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d is above the %d rows", v.K, s.Len()), Remedy: remedy.Say("lower k")}
	}
	total, err := engine.Shared(ctx, s.Memo, gramKey{}, func(context.Context) (float64, error) { return mat.Sum(s.X), nil })
	if err == nil && total != mat.Sum(s.X) {
		err = fmt.Errorf("what is shared is of other rows")
	}
	return &voting{k: v.K, x: s.X, labels: s.Labels}, err
}

// jury is a vote that declares the larger number of voters to be simpler.
type jury struct{ K int }

func (j *jury) Params(p *engine.Params) {
	p.Int(&j.K, "k", 1, engine.AtLeast(1), "voters").Simpler(engine.Larger)
}

func (j *jury) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return (&vote{K: j.K}).Learn(ctx, s)
}

type voting struct {
	k      int
	x      *mat.Dense
	labels []int
}

func (v *voting) Predict(_ context.Context, dst []float64, y *mat.Dense) error {
	n, _ := v.x.Dims()
	distances, order := make([]float64, n), make([]int, n)
	for i := range dst {
		engine.Euclidean(v.x).(engine.Outward).From(distances, y.RawRowView(i))
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, distances[a]-distances[b])) })
		sum := 0
		for _, j := range order[:v.k] {
			sum += v.labels[j]
		}
		if 2*sum > v.k {
			dst[i] = 1
		}
	}
	return nil
}

// share is the share of rows that are predicted as they are.
type share struct{}

func (*share) Params(*engine.Params) {}

func (*share) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	return hits{}.Score(ctx, r)
}

// fault is the share of rows that are predicted as they are not.
type fault struct{}

func (*fault) Params(*engine.Params) {}

func (*fault) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	s, err := hits{}.Score(ctx, r)
	return engine.Score{Value: -s.Value, Better: engine.Lower}, err
}

// spread is how far the places of an embedding go from one, at the most.
type spread struct{}

func (*spread) Params(*engine.Params) {}

func (*spread) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	return engine.Score{Value: math.Abs(mat.Max(r.Embedding.Y) - 1), Better: engine.Lower}, nil
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "fault", Needs: engine.NeedPredictions | engine.NeedClasses}, func() *fault { return new(fault) })
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "across", Needs: engine.NeedEmbedding, JudgesHeld: true}, func() *across { return new(across) })
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "spread", Needs: engine.NeedEmbedding}, func() *spread { return new(spread) })
	engine.Declare(&f, engine.SourceRole, engine.Stage{Name: "cloud"}, func() *cloud { return new(cloud) })
	engine.Declare(&f, engine.ProtocolRole, engine.Stage{Name: "turns"}, func() *turns { return new(turns) })
	engine.Declare(&f, engine.PrepareRole, engine.Stage{Name: "stretch"}, func() *stretch { return new(stretch) })
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "vote"}, func() *vote { return new(vote) })
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "jury"}, func() *jury { return new(jury) })
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "share", Needs: engine.NeedPredictions | engine.NeedClasses}, func() *share { return new(share) })
}
