package enginetest

import (
	"context"
	"hash/fnv"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// Sweeps tests that what settings share changes no bit: the stage with
// candidates for its parameters, tried together on inner folds, does to each
// fold what it does with each of these arguments alone.
func Sweeps(t *testing.T, c *engine.Catalogue) {
	for role, around := range map[engine.Role]func(t *testing.T, s engine.Step) (before, after []any){
		engine.MetricRole:   func(*testing.T, engine.Step) (_, _ []any) { return nil, []any{nearby{}, follow{}, guess{}} },
		engine.EmbedderRole: func(*testing.T, engine.Step) (_, _ []any) { return nil, []any{follow{}, guess{}} },
		engine.ExtenderRole: func(t *testing.T, s engine.Step) (_, _ []any) {
			embedder, _ := acceptedEmbedding(t, c, s.Method.(engine.Extender))
			return []any{embedder}, []any{guess{}}
		},
		engine.PredictorRole: func(*testing.T, engine.Step) (_, _ []any) { return nil, nil },
	} {
		each(t, c, role, func(t *testing.T, s *engine.Stage) {
			before, after := around(t, briefStep(t, s))
			offered := stepWithChoices(t, s)
			if len(offered.Choices) == 0 {
				t.Skip("nothing can vary")
			}
			of := func(p Problem, protocol engine.Protocol) engine.Pipeline {
				steps := append([]any{protocol}, before...)
				steps = append(append(steps, offered), after...)
				return sentence(p.Table, append(steps, digest{})...)
			}
			problem := Blobs(64)
			if _, err := evaluate.Run(t.Context(), of(problem, hold{}).Setting(0), evaluate.Environment{}); err != nil {
				problem = Grid(8, 8) // for a response
			}
			testSweep(t, func(protocol engine.Protocol) engine.Pipeline { return of(problem, protocol) })
		})
	}
}

// stepWithChoices is the stage with a second value for each of its first
// parameters, as far as they can vary.
func stepWithChoices(t *testing.T, s *engine.Stage) engine.Step {
	t.Helper()
	const most = 3
	offered := briefStep(t, s)
	for _, p := range engine.ParamsOf(offered.Method) {
		if len(offered.Choices) == most || !s.Varies(p) {
			continue
		}
		for _, v := range otherValues(p) {
			if more, err := offered.Offer(p.Name, "", p.Value(), v); err == nil {
				offered = more
				break
			}
		}
	}
	return offered
}

// briefStep is defaultStep of few passes.
func briefStep(t *testing.T, s *engine.Stage) engine.Step {
	t.Helper()
	step := defaultStep(t, s)
	step.Method = Brief(step.Method)
	return step
}

// otherValues are values of the parameter that it might have instead of its own.
func otherValues(p *engine.Param) []any {
	switch v := p.Value().(type) {
	case int:
		return []any{v + 1, v - 1, 5}
	case float64:
		return []any{v / 2, v * 2, 0.5, 1.0, 2.0}
	}
	var words []any
	for _, w := range engine.Words(p.Rule) {
		words = append(words, w)
	}
	return words
}

// testSweep holds the scores of a sweep against those of each setting alone.
func testSweep(t *testing.T, of func(engine.Protocol) engine.Pipeline) {
	t.Helper()
	tuned := of(chooses{})
	r, err := evaluate.Run(t.Context(), tuned, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	folds, _ := chooses{}.Split(t.Context(), r.Table)
	inner, _ := chooses{}.Inner().Split(t.Context(), &engine.Table{X: mat.NewDense(len(folds[0].Train), 1, nil)})
	for setting := range tuned.Settings() {
		for i, f := range inner { // the rows of the fold are the first of the table
			alone, err := evaluate.Run(t.Context(), of(fixed{f}).Setting(setting), evaluate.Environment{})
			got, want := r.Tuning.Chosen[0].Scores[setting][i], math.NaN()
			if err == nil {
				want = alone.Scores[0].Mean
			}
			if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s, inner fold %d: other numbers in a sweep than alone (%v, %v)", tuned.Setting(setting), i+1, r.Tuning.Chosen[0].Failed[setting], err)
			}
		}
	}
}

// fixed is the protocol of a fold that is there.
type fixed struct{ fold engine.Fold }

func (fixed) Params(*engine.Params) {}

func (f fixed) Split(context.Context, *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{f.fold}, nil
}

// chooses is hold with inner folds: each holds every second pair of rows.
type chooses struct{ hold }

func (chooses) Inner() engine.Protocol { return pairs{} }

func (chooses) Choosing() engine.Choosing { return engine.Choosing{Rule: engine.BestRule} }

type pairs struct{}

func (pairs) Params(*engine.Params) {}

func (pairs) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	folds := make([]engine.Fold, 2)
	for i := range t.Len() {
		at := i / 2 % 2
		folds[at].Held = append(folds[at].Held, i)
		folds[1-at].Train = append(folds[1-at].Train, i)
	}
	return folds, nil
}

// nearby is an embedder that places each row by its dissimilarities to the
// first two.
type nearby struct{}

func (nearby) Params(*engine.Params) {}

func (nearby) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	n := s.Len()
	y, row := mat.NewDense(n, 2, nil), make([]float64, n)
	for j := range 2 {
		s.Distances.Row(row, j)
		y.SetCol(j, row)
	}
	return &engine.Embedding{Y: y}, nil
}

// digest is a measure that differs wherever a bit of a run does.
type digest struct{}

func (digest) Params(*engine.Params) {}

func (digest) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	all, err := numbersOf(ctx, &engine.Report{Runs: []*engine.Run{r}})
	if err != nil {
		return engine.Score{}, err
	}
	h := fnv.New64a()
	for _, v := range all {
		bits := math.Float64bits(v)
		for at := range 8 {
			h.Write([]byte{byte(bits >> (8 * at))})
		}
	}
	return engine.Score{Name: "digest", Value: float64(h.Sum64() >> 11)}, nil
}
