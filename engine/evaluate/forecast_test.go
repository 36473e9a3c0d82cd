package evaluate

import (
	"context"
	"math"
	"testing"
	"unfold/engine"
)

// costly is an embedder that estimates n·k seconds, and dim·d bytes.
type costly struct{ K, Dim int }

func (c *costly) Params(p *engine.Params) {
	p.Int(&c.K, "k", 1, engine.AtLeast(1), "seconds a row")
	p.Int(&c.Dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions")
}
func (c *costly) Embed(context.Context, engine.Sample) (*engine.Embedding, error) { return nil, nil }
func (c *costly) Estimate(n, d int) (float64, uint64)                             { return float64(n * c.K), uint64(c.Dim * d) }

// narrow is a learner that estimates a second a column.
type narrow struct{ C int }

func (m *narrow) Params(p *engine.Params)                                      { p.Int(&m.C, "C", 1, engine.AtLeast(1), "cost") }
func (*narrow) Learn(context.Context, engine.Sample) (engine.Predictor, error) { return nil, nil }
func (*narrow) Estimate(_, d int) (seconds float64, bytes uint64)              { return float64(d), 7 }

// silent is a map that cannot tell.
type silent struct{}

func (silent) Params(*engine.Params) {}
func (silent) Extend(context.Context, engine.Sample, *engine.Embedding) (*engine.Extension, error) {
	return nil, nil
}

func as(rate float64) func(string, bool) float64 {
	return func(string, bool) float64 { return rate }
}

func TestForecastCountsFits(t *testing.T) {
	p := engine.Pipe(&costly{K: 1, Dim: 3}, silent{}, &narrow{C: 1})
	f := forecast(p, WorkloadOf(p, 4, 1), present{100, 100, false}, 20, as(0.5))
	if len(f.Steps) != 3 || f.Steps[0].Seconds != 200 || f.Steps[0].Bytes != 60 || f.Steps[2].Seconds != 6 || !math.IsNaN(f.Steps[1].Seconds) {
		t.Errorf("%+v", f.Steps)
	}
	if got := f.String(); got != "about 3 min and under a megabyte, without silent, which cannot tell" {
		t.Errorf("%s", got)
	}
	p, err := p.Vary("costly", "k", 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err = p.Vary("narrow", "C", 1, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	// Four folds of five inner ones: 2·20 embeddings of 80 rows, 6·20 learners,
	// and one pass with what was chosen.
	f = forecast(p, WorkloadOf(p, 4, 5), present{100, 100, false}, 20, as(1))
	if e := f.Steps[0]; e.Fits != 44 || e.Seconds != 40*160+4*200 {
		t.Errorf("%+v", e)
	}
	if e := f.Steps[2]; e.Fits != 124 || e.Seconds != 124*3 {
		t.Errorf("%+v", e)
	}
}

func TestForecastOfManySettingsAsksFew(t *testing.T) {
	if testing.Short() {
		t.Skip("long: plans thousands of settings")
	}
	values := make([]any, 5000)
	for i := range values {
		values[i] = i + 1
	}
	p, err := engine.Pipe(&costly{K: 1, Dim: 1}).Vary("costly", "k", values...)
	if err != nil {
		t.Fatal(err)
	}
	seconds, _ := estimate(p.Steps[0], 1, 1)
	if math.Abs(seconds-2500) > 50 {
		t.Errorf("a mean of %v where it is 2,500", seconds)
	}
}

func TestRatesLearn(t *testing.T) {
	var r Rates
	p := engine.Pipe(&costly{K: 1, Dim: 1})
	w := WorkloadOf(p, 1, 1)
	before := forecast(p, w, present{100, 100, false}, 1, r.rate).Seconds()
	r.update(p, w, present{100, 100, false}, 1, []engine.Cost{{Seconds: 10}})
	if got := forecast(p, w, present{200, 200, false}, 1, r.rate).Seconds(); math.Abs(got-20) > 1e-9 || got == before {
		t.Errorf("%v s after a run of 10 s with half the rows", got)
	}
	r.update(p, w, present{100, 100, false}, 1, []engine.Cost{{Seconds: 1e-5}}) // too short to tell
	if got := r.rate("costly", false); math.Abs(got-0.1) > 1e-12 || r.rate("costly", true) != got {
		t.Errorf("a rate of %v", got)
	}
	var none *Rates
	none.update(p, w, present{100, 100, false}, 1, []engine.Cost{{Seconds: 10}})
}

func TestAbout(t *testing.T) {
	for seconds, want := range map[float64]string{0.2: "under a second", 4.4: "about 4 s", 64: "about 64 s", 240: "about 4 min", 9_000: "about 2 h", 400_000: "about 5 days", 1234 * 60: "about 21 h"} {
		if got := About(seconds); got != want {
			t.Errorf("%v: %s", seconds, got)
		}
	}
}
