package evaluate_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/memo"

	"gonum.org/v1/gonum/mat"
)

// sameReport holds the numbers of two reports against each other, bit by bit.
func sameReport(t *testing.T, what string, got, want *engine.Report) {
	t.Helper()
	for i, run := range got.Runs {
		other := want.Runs[i]
		if !slices.Equal(run.Predicted, other.Predicted) || !mat.Equal(run.Held.X, other.Held.X) || run.Setting != other.Setting || run.Pipeline != other.Pipeline {
			t.Errorf("%s: fold %d differs", what, i)
		}
	}
	if !reflect.DeepEqual(got.Notes, want.Notes) {
		t.Errorf("%s: notes %v, alone %v", what, got.Notes, want.Notes)
	}
	for i, s := range got.Scores {
		if !slices.Equal(s.Folds, want.Scores[i].Folds) {
			t.Errorf("%s: scores %v, alone %v", what, s.Folds, want.Scores[i].Folds)
		}
	}
	if want.Tuning == nil {
		return
	}
	if got.Tuning.Better != want.Tuning.Better {
		t.Errorf("%s: direction %v", what, got.Tuning.Better)
	}
	for i, c := range got.Tuning.Chosen {
		for s, scores := range c.Scores {
			for j, score := range scores {
				if other := want.Tuning.Chosen[i].Scores[s][j]; math.Float64bits(score) != math.Float64bits(other) {
					t.Errorf("%s: fold %d, setting %d, inner fold %d: %v, alone %v", what, i, s, j, score, other)
				}
			}
		}
	}
}

func run(t *testing.T, ctx context.Context, p engine.Pipeline) *engine.Report {
	t.Helper()
	r, err := evaluate.Run(ctx, p, of(ctx))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestKeptPrefixesAreNotLearnedAgain(t *testing.T) {
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		store := evaluate.NewMemo()
		ctx := keeping(t.Context(), store)
		short := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: 2}, &vote{K: 1}, &share{})
		long := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: 2}, &vote{K: 5}, &share{})
		alone := run(t, t.Context(), long)
		run(t, ctx, short)
		stretches.Store(0)
		votes.Store(0)
		r := run(t, ctx, long)
		sameReport(t, "behind a kept prefix", r, alone)
		if stretches.Load() != 0 || votes.Load() != 3 || r.Steps[2].Kept != 3 || r.Steps[3].Kept != 0 || store.Stats().Hits != 3 {
			t.Errorf("learned %d and %d; kept %d, %d; %+v", stretches.Load(), votes.Load(), r.Steps[2].Kept, r.Steps[3].Kept, store.Stats())
		}
		sameReport(t, "wholly kept", run(t, ctx, long), alone)
		if votes.Load() != 3 {
			t.Errorf("votes learned %d times", votes.Load())
		}
		// Other rows and other arguments are other contents.
		run(t, ctx, engine.Pipe(&cloud{N: 62}, &turns{K: 3, Within: 4}, &stretch{By: 2}, &vote{K: 5}, &share{}))
		run(t, ctx, engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: 2.5}, &vote{K: 5}, &share{}))
		if stretches.Load() != 6 {
			t.Errorf("stretch learned %d times", stretches.Load())
		}
	}
}

func TestKeptRunsKeepTheirRemarks(t *testing.T) {
	ctx := keeping(t.Context(), evaluate.NewMemo())
	p := engine.Pipe(&points{N: 6}, &last{Share: 0.5}, line{}, same{}, parity{}, hits{})
	alone := run(t, t.Context(), p)
	run(t, ctx, p)
	again := run(t, ctx, p)
	sameReport(t, "kept", again, alone)
	if len(again.Notes) != 1 || again.Steps[2].Kept != 1 {
		t.Errorf("notes %v, kept %d", again.Notes, again.Steps[2].Kept)
	}
}

func TestMethodsOfTheProgramAreNotKept(t *testing.T) {
	store := evaluate.NewMemo()
	ctx := keeping(t.Context(), store)
	count := 0
	own := loose{watched{func(context.Context, int) error { count++; return nil }}}
	p := engine.Pipe(&points{N: 6}, &last{Share: 0.5}, own, parity{}, hits{})
	run(t, ctx, p)
	run(t, ctx, p)
	if count != 2 || store.Stats().Values != 0 {
		t.Errorf("learned %d times, %+v", count, store.Stats())
	}
}

func TestStoreKeepsItsBounds(t *testing.T) {
	store := memo.New(6 << 10)
	ctx := keeping(t.Context(), store)
	for k := 1; k < 12; k += 2 {
		run(t, ctx, engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: float64(k)}, &vote{K: k}, &share{}))
		if s := store.Stats(); s.Bytes > s.Limit {
			t.Errorf("%+v", s)
		}
	}
	s := store.Stats()
	if s.Evicted == 0 || s.Values == 0 {
		t.Errorf("%+v", s)
	}
	store.Release()
	if s := store.Stats(); s.Values != 0 || s.Bytes != 0 {
		t.Errorf("after all was let go %+v", s)
	}
}

func TestSweepFromTheStore(t *testing.T) {
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		p := tuned(t, &turns{K: 3, Within: 4})
		alone := run(t, t.Context(), p)
		ctx := keeping(t.Context(), evaluate.NewMemo())
		sameReport(t, "with a store", run(t, ctx, p), alone)
		votes.Store(0)
		again := run(t, ctx, p)
		sameReport(t, "from the store", again, alone)
		if votes.Load() != 0 || again.Tuning.Fits != 0 || again.Tuning.Shared != 3*4*12*2 {
			t.Errorf("learned %d, fits %d, shared %d", votes.Load(), again.Tuning.Fits, again.Tuning.Shared)
		}
	}
}

// interrupted runs p, cancelled as soon as so many settings are done.
func interrupted(t *testing.T, ctx context.Context, p engine.Pipeline, fraction float64) {
	t.Helper()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx = engine.WithProgress(ctx, func(p engine.Progress) {
		if p.Stage == "tuning" && p.Fraction >= fraction {
			cancel()
		}
	})
	if _, err := evaluate.Run(ctx, p, of(ctx)); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
}

func TestInterruptedSweepGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scores.jsonl")
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		alone := run(t, t.Context(), tuned(t, &turns{K: 3, Within: 4}))
		for name, c := range map[string]struct {
			ctx      context.Context
			protocol *turns
		}{
			"store":  {keeping(t.Context(), evaluate.NewMemo()), &turns{K: 3, Within: 4}},
			"ledger": {t.Context(), &turns{K: 3, Within: 4, Keep: file}},
		} {
			os.Remove(file)
			p := tuned(t, c.protocol)
			interrupted(t, c.ctx, p, 0.4)
			votes.Store(0)
			again := run(t, c.ctx, p)
			sameReport(t, "resumed from the "+name, again, alone)
			if fits := votes.Load(); fits > 144*6/10+3 || fits < 144/2 {
				t.Errorf("%s: learned %d times of 147", name, fits)
			}
		}
	}
}

func TestLedgerOutlivesTornLinesAndRefusesForeignFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scores.jsonl")
	p := tuned(t, &turns{K: 3, Within: 4, Keep: file})
	alone := run(t, t.Context(), p)
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "\n") != 145 {
		t.Fatalf("%v, %q", err, text)
	}
	for _, c := range []struct {
		text string
		fits int64 // of votes on inner folds, or -1 for a refusal
		want string
	}{
		{string(text), 0, ""},
		{string(text[:len(text)-20]), 1, ""},
		{string(text) + `{"key":"00`, 0, ""},
		{"", 144, ""},
		{`{"schema":"unf`, 144, ""},
		{"x,y\n1,2\n", -1, "holds something else"},
		{"no line", -1, "holds something else"},
		{`{"schema":"unfold/scores/2"}` + "\n", -1, "holds something else"},
		{strings.Replace(string(text), `"score":`, `"score":"`, 1), -1, "line 2"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		votes.Store(0)
		r, err := evaluate.Run(t.Context(), p, here)
		after, _ := os.ReadFile(file)
		if c.fits < 0 {
			var fault *engine.Error
			if !errors.As(err, &fault) || fault.Param != "keep" || fault.Remedy == nil || fault.Step != 2 || !strings.Contains(fault.Cause, c.want) {
				t.Errorf("%.30q: error %#v", c.text, err)
			}
			if string(after) != c.text {
				t.Errorf("%.30q: the file was changed", c.text)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		sameReport(t, "from the ledger", r, alone)
		if votes.Load() != c.fits+3 || strings.Count(string(after), "\n") != 145 {
			t.Errorf("%d votes, %d lines", votes.Load(), strings.Count(string(after), "\n"))
		}
	}
	// Two programs that began with the same new file have each said what it is.
	header, lines, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(file, []byte(header+"\n"+header+"\n"+lines), 0o600); err != nil {
		t.Fatal(err)
	}
	votes.Store(0)
	if sameReport(t, "after two programs", run(t, t.Context(), p), alone); votes.Load() != 3 {
		t.Errorf("%d votes with all scores at hand", votes.Load())
	}
	p = tuned(t, &turns{K: 3, Within: 4, Keep: filepath.Join(t.TempDir(), "none", "scores")})
	var fault *engine.Error
	if _, err := evaluate.Run(t.Context(), p, here); !errors.As(err, &fault) || fault.Param != "keep" {
		t.Errorf("error %v", err)
	}
}

func TestPipelinesMayShareAStoreAtOnce(t *testing.T) {
	atOnce(t, 2)
	p := tuned(t, &turns{K: 3, Within: 4})
	alone := run(t, t.Context(), p)
	ctx := keeping(t.Context(), memo.New(8<<10))
	var group sync.WaitGroup
	reports := make([]*engine.Report, 4)
	for i := range reports {
		group.Go(func() { reports[i], _ = evaluate.Run(ctx, p, of(ctx)) })
	}
	group.Wait()
	for _, r := range reports {
		if r == nil {
			t.Fatal("a pipeline fails beside others")
		}
		sameReport(t, "beside others", r, alone)
	}
}
