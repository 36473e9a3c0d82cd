package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// Toys: a cost that takes a map, and maps.
var nestedToys engine.Family

func init() {
	engine.Declare(&nestedToys, engine.EmbedderRole, engine.Stage{Name: "draw"}, func() engine.Embedder { return new(draw) })
	engine.Declare(&nestedToys, engine.FormRole, engine.Stage{Name: "bend", Maps: true, Unlabelled: true}, func() engine.Form { return new(bend) })
	engine.Declare(&nestedToys, engine.PredictorRole, engine.Stage{Name: "guess"}, func() engine.Learner { return new(guess) })
	engine.Declare(&nestedToys, engine.PredictorRole, engine.Stage{Name: "tile"}, func() engine.Learner { return new(tile) })
	engine.Declare(&nestedToys, engine.EmbedderRole, engine.Stage{Name: "lay"}, func() engine.Embedder { return new(lay) })
	engine.Declare(&nestedToys, engine.FormRole, engine.Stage{Name: "cover"}, func() engine.Form { return new(cover) })
}

type draw struct {
	Map engine.Form
}

func (m *draw) Params(p *engine.Params) {
	p.Stage(&m.Map, "map", engine.FormRole, nil, "what the map may be")
}
func (m *draw) Embed(context.Context, engine.Sample) (*engine.Embedding, error) { return nil, nil }

type bend struct {
	By    engine.Learner
	Much  float64
	Given any
}

func (m *bend) Params(p *engine.Params) {
	p.Stage(&m.By, "by", engine.PredictorRole, nil, "what divides the rows").Quietly()
	p.Float(&m.Much, "much", 1, engine.Above(0), "how much")
	p.Any(&m.Given, "given", "a Go value").Quietly()
}
func (m *bend) Bind(context.Context, engine.Sample, int) (engine.Maps, error) { return nil, nil }

type guess struct{ K int }

func (m *guess) Params(p *engine.Params) {
	p.Int(&m.K, "k", 3, engine.AtLeast(1), "how many")
}
func (m *guess) Learn(context.Context, engine.Sample) (engine.Predictor, error) { return nil, nil }

// tile is a predictor with centres, lay an embedder of them, and cover takes either.
type tile struct{ guess }

func (m *tile) Quantise(context.Context, engine.Sample, int) (engine.Codebook, error) {
	return nil, nil
}

type lay struct{ draw }

func (m *lay) Quantise(context.Context, engine.Sample, int) (engine.Codebook, error) {
	return nil, nil
}

type cover struct{ By engine.Quantiser }

func (m *cover) Params(p *engine.Params) {
	p.Stage(&m.By, "by", engine.PredictorRole, nil, "what lies about").OfAnyRole("a stage with centres")
}
func (m *cover) Bind(context.Context, engine.Sample, int) (engine.Maps, error) { return nil, nil }

// TestAnArgumentTakesWhatHasItsVerbs, of any role: nothing else is listed or accepted, and
// auto stands for none.
func TestAnArgumentTakesWhatHasItsVerbs(t *testing.T) {
	m := new(cover)
	engine.SetDefaults(m)
	p := engine.ParamsOf(m)[0]
	if got := engine.NewCatalogue(nestedToys.Stages()).Taken(p); fmt.Sprint(got) != "[lay tile]" {
		t.Errorf("it takes %v", got)
	}
	for _, by := range []engine.Method{new(lay), new(tile)} {
		if err := p.Set(by); err != nil || m.By == nil {
			t.Errorf("%T is not taken: %v", by, err)
		}
	}
	if err := p.Set("auto"); err != nil || m.By != nil || p.Format(p.Value()) != "auto" {
		t.Errorf("auto leaves %v: %v", m.By, err)
	}
	err := p.Set(new(guess))
	if err == nil || !strings.Contains(err.Error(), "by must be a stage with centres, not guess, a predictor") {
		t.Errorf("error is %v", err)
	}
}

// step returns a step with its defaults.
func step(m engine.Method) engine.Step {
	engine.SetDefaults(m)
	return engine.Pipe(m).Steps[0]
}

// TestOfferTakesStagesApart: candidates of a stage that is offered are candidates of
// the argument; more than can be meant are refused.
func TestOfferTakesStagesApart(t *testing.T) {
	inner, err := step(new(bend)).Offer("much", "1..3", 1, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	outer, err := step(new(draw)).Offer("map", "", inner, &bend{Much: 7})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outer.String(), "draw(map=[bend(much=1..3), bend(much=7)])"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p := engine.Pipeline{Steps: []engine.Step{outer}}
	if p.Settings() != 4 || p.Setting(2).String() != "draw(map=bend(much=3))" {
		t.Errorf("%d settings, the third %s", p.Settings(), p.Setting(2))
	}
	if got := strings.Join(p.Candidates()[0].Texts, " "); got != "bend bend(much=2) bend(much=3) bend(much=7)" {
		t.Errorf("readers see %s", got)
	}
	if _, err := step(new(draw)).Offer("map", "", inner, &bend{Much: 2}); err == nil || !strings.Contains(err.Error(), "offered twice") {
		t.Errorf("one of them again: %v", err)
	}
	values := make([]any, 10_001)
	for i := range values {
		values[i] = i + 1
	}
	many, err := step(new(bend)).Offer("much", "", values...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := step(new(draw)).Offer("map", "", many); err == nil || !strings.Contains(err.Error(), "10,001 settings, more than 10000") {
		t.Errorf("very many: %v", err)
	}
}

// TestNestedSettingsAreChecked, as a Go program may set them: the fault names the stage
// in the argument, and the way to its parameter.
func TestNestedSettingsAreChecked(t *testing.T) {
	for param, m := range map[string]engine.Method{
		"map.much": &draw{Map: &bend{Much: -1}},
		"map.by.k": &draw{Map: &bend{Much: 1, By: &guess{K: -1}}},
	} {
		err := evaluate.Check(engine.Pipe(m))
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != param || fault.Stage == "draw" || fault.Step != 1 {
			t.Errorf("%s: %+v", param, err)
		}
	}
	p, err := engine.Pipe(&draw{}).Vary("draw", "map", &bend{Much: 1}, &bend{Much: 2})
	if err != nil {
		t.Fatal(err)
	}
	p.Steps[0].Choices[0].Values[1].(*bend).Much = -1
	if err := p.Steps[0].CheckChoices(); err == nil || !strings.Contains(err.Error(), "much = -1 must be above 0") {
		t.Errorf("a candidate with a wrong setting: %v", err)
	}
}

// TestPipeCompletesStagesInArguments, and leaves those it was given as they are.
func TestPipeCompletesStagesInArguments(t *testing.T) {
	form := &bend{By: &guess{}}
	given := &draw{Map: form}
	made := engine.Pipe(given).Steps[0].Method.(*draw).Map.(*bend)
	if made.Much <= 0 || made.By.(*guess).K < 1 {
		t.Errorf("the form in the pipeline is %+v, by %+v", made, made.By)
	}
	if given.Map != form || form.Much != 0 || form.By.(*guess).K != 0 {
		t.Errorf("the form that was given has become %+v, by %+v", form, form.By)
	}
}

// TestBlameArgument names the innermost stage, and lets cancellation pass.
func TestBlameArgument(t *testing.T) {
	err := engine.BlameArgument(engine.BlameArgument(&engine.Error{Param: "k", Cause: "too many"}, "by", &guess{}), "map", &bend{})
	if got := fmt.Sprint(err, " ", err.(*engine.Error).Param); got != "guess: too many map.by.k" { //nolint:errorlint // which it makes
		t.Errorf("%s", got)
	}
	if err := engine.BlameArgument(errors.New("broken"), "map", &bend{}); err.Error() != "bend: broken" {
		t.Errorf("%v", err)
	}
	if err := engine.BlameArgument(context.Canceled, "map", &bend{}); !errors.Is(err, context.Canceled) || err.Error() != context.Canceled.Error() {
		t.Errorf("%v", err)
	}
	if engine.BlameArgument(nil, "map", &bend{}) != nil {
		t.Error("nothing is blamed")
	}
}

// TestStepsAreWhatTheirArgumentsMakeThem: maps, labels, keys.
func TestStepsAreWhatTheirArgumentsMakeThem(t *testing.T) {
	free, bent, guessed := engine.Pipe(&draw{}), engine.Pipe(&draw{Map: &bend{Much: 1}}), engine.Pipe(&draw{Map: &bend{Much: 1, By: &guess{K: 1}}})
	if free.Maps() || !bent.Maps() || bent.Steps[0].ReadsLabels() || !guessed.Steps[0].ReadsLabels() || guessed.Steps[0].NeedsLabels() {
		t.Error("a map, or what it reads, is not seen")
	}
	given := engine.Pipe(&draw{Map: &bend{Much: 1, Given: mat.NewDense(1, 1, nil)}})
	if !given.Steps[0].HoldsValue() || bent.Steps[0].HoldsValue() {
		t.Error("a Go value inside is not seen")
	}
	one, ok := evaluate.KeyOf(bent)
	other, _ := evaluate.KeyOf(guessed)
	if _, known := evaluate.KeyOf(given); known || !ok || one == other {
		t.Errorf("keys: %v %v", ok, one == other)
	}
}
