package evaluate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/memo"

	"gonum.org/v1/gonum/mat"
)

// eachHeld holds one row after the other.
type eachHeld struct{}

func (eachHeld) Params(*engine.Params) {}

func (eachHeld) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	n := t.Len()
	folds := make([]engine.Fold, n)
	for held := range folds {
		for i := range n {
			if i != held {
				folds[held].Train = append(folds[held].Train, i)
			}
		}
		folds[held].Held = []int{held}
	}
	return folds, nil
}

// watched does what a test says for the fold that holds a row.
type watched struct {
	do func(ctx context.Context, held int) error
}

func (watched) Params(*engine.Params) {}

func (w watched) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	held := len(s.Rows)
	for i, row := range s.Rows {
		if row != i {
			held = i
			break
		}
	}
	return &engine.Transform{Map: offset(held)}, w.do(ctx, held)
}

// loose is watched by another name, which nothing declares.
type loose struct{ watched }

func init() {
	var f engine.Family
	engine.Declare(&f, engine.PrepareRole, engine.Stage{Name: "watched"}, func() watched { return watched{} })
	engine.Declare(&f, engine.EmbedderRole, engine.Stage{Name: "lines"}, func() line { return line{} })
	engine.Declare(&f, engine.ExtenderRole, engine.Stage{Name: "sames"}, func() same { return same{} })
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "parities"}, func() parity { return parity{} })
}

// here is what the pipelines of these tests run in.
var here = evaluate.Environment{Free: unknown}

func unknown() (uint64, bool) { return 0, false }

type memoKey struct{}

// keeping returns a context whose runs keep what they find in a memo.
func keeping(ctx context.Context, m *memo.Memo) context.Context {
	return context.WithValue(ctx, memoKey{}, m)
}

// of is here with the memo of a context.
func of(ctx context.Context) evaluate.Environment {
	env := here
	env.Memo, _ = ctx.Value(memoKey{}).(*memo.Memo)
	return env
}

// atOnce lets folds go together on so many processors, until the test ends.
func atOnce(t *testing.T, procs int) {
	before := runtime.GOMAXPROCS(procs)
	here.Free = func() (uint64, bool) { return 1 << 40, true }
	t.Cleanup(func() {
		runtime.GOMAXPROCS(before)
		here.Free = unknown
	})
}

// foldwise runs do in each of n folds.
func foldwise(ctx context.Context, n int, do func(ctx context.Context, held int) error) (*engine.Report, error) {
	return evaluate.Run(ctx, engine.Pipe(&points{N: n}, eachHeld{}, watched{do}, line{}, same{}, parity{}, hits{}), here)
}

// meeting returns a function that waits until so many goroutines are in it.
func meeting(t *testing.T, many int) func() {
	var all sync.WaitGroup
	all.Add(many)
	return func() {
		all.Done()
		met := make(chan struct{})
		go func() { all.Wait(); close(met) }()
		select {
		case <-met:
		case <-time.After(20 * time.Second):
			t.Errorf("%d folds are not under way together", many)
		}
	}
}

func TestFoldsAtOnceTellWhatOneByOneDo(t *testing.T) {
	remark := func(ctx context.Context, held int) error {
		time.Sleep(time.Duration(held%3) * time.Millisecond) // so that they end out of order
		engine.Remark(ctx, "%s is held", strings.Repeat("x", held+1))
		return nil
	}
	var want *engine.Report
	for _, procs := range []int{1, 2, 5} {
		atOnce(t, procs)
		got, err := foldwise(t.Context(), 9, remark)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !slices.Equal(got.Notes, want.Notes) || !slices.Equal(got.Scores[0].Folds, want.Scores[0].Folds) {
			t.Errorf("on %d processors: %v, %v; on one %v, %v", procs, got.Notes, got.Scores[0].Folds, want.Notes, want.Scores[0].Folds)
		}
		for i, run := range got.Runs {
			if run.Fold.Held[0] != i || !mat.Equal(run.Mapped, want.Runs[i].Mapped) {
				t.Errorf("on %d processors, run %d holds row %d at %v", procs, i, run.Fold.Held[0], mat.Formatted(run.Mapped))
			}
		}
	}
}

func TestFoldsShareTheirCosts(t *testing.T) {
	atOnce(t, 2)
	meet := meeting(t, 2)
	r, err := foldwise(t.Context(), 2, func(context.Context, int) error {
		meet()
		time.Sleep(30 * time.Millisecond)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, s := range r.Steps {
		sum += s.Cost.Seconds
	}
	for _, s := range r.Added {
		sum += s.Cost.Seconds
	}
	if at := r.Steps[2].Cost.Seconds; at < 0.03 || sum > r.Seconds {
		t.Errorf("the step took %v s, all steps %v s of %v s", at, sum, r.Seconds)
	}
}

func TestProgressGoesFromFoldToFold(t *testing.T) {
	atOnce(t, 3)
	var mu sync.Mutex
	var told []string
	ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.Note != "" {
			told = append(told, p.Note)
		}
	})
	if _, err := foldwise(ctx, 6, func(ctx context.Context, held int) error {
		for range 5 {
			engine.Tell(ctx, engine.Progress{Fraction: 0.5})
			time.Sleep(time.Millisecond)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(told) || len(told) == 0 || !slices.Contains(told, "fold 1 of 6") {
		t.Errorf("progress is of %q", told)
	}
}

func TestFirstFoldThatFailsIsTold(t *testing.T) {
	atOnce(t, 3)
	meet := meeting(t, 3)
	_, err := foldwise(t.Context(), 8, func(ctx context.Context, held int) error {
		if held > 2 {
			t.Errorf("fold %d begins after one has failed", held)
			return nil
		}
		meet()
		switch held {
		case 0:
			time.Sleep(20 * time.Millisecond) // the failure in time comes first
			return nil
		case 1:
			time.Sleep(40 * time.Millisecond)
			return errors.New("the first failure in order")
		}
		return fmt.Errorf("the first failure in time")
	})
	if err == nil || !strings.Contains(err.Error(), "in order") {
		t.Errorf("error is %v", err)
	}
}

func TestFailureStopsTheFoldsBehind(t *testing.T) {
	atOnce(t, 2)
	meet := meeting(t, 2)
	_, err := foldwise(t.Context(), 2, func(ctx context.Context, held int) error {
		meet()
		if held == 0 {
			return errors.New("no good")
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Second):
			t.Error("the fold behind goes on")
		}
		return ctx.Err()
	})
	if err == nil || !strings.Contains(err.Error(), "no good") {
		t.Errorf("error is %v", err)
	}
}

func TestCancelStopsAllFolds(t *testing.T) {
	atOnce(t, 2)
	ctx, cancel := context.WithCancel(t.Context())
	meet := meeting(t, 2)
	_, err := foldwise(ctx, 5, func(ctx context.Context, held int) error {
		meet()
		cancel()
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestPanicInAFoldReachesTheCaller(t *testing.T) {
	atOnce(t, 2)
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("recovered %v", p)
		}
	}()
	foldwise(t.Context(), 4, func(_ context.Context, held int) error {
		if held == 1 {
			panic("broken")
		}
		return nil
	})
	t.Error("no panic")
}

// joinRuns returns a function for folds, and how many were in it at once.
func joinRuns() (do func(context.Context, int) error, most func() int) {
	var mu sync.Mutex
	var under, highest int
	return func(context.Context, int) error {
		mu.Lock()
		under++
		highest = max(highest, under)
		mu.Unlock()
		time.Sleep(2 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		under--
		return nil
	}, func() int { return highest }
}

// TestFoldsWaitForRoom: folds that would not fit together go one by one.
func TestFoldsWaitForRoom(t *testing.T) {
	atOnce(t, 4)
	here.Free = func() (uint64, bool) { return 4 * 2 * 32 * 9 * 9, true } // for two folds of nine rows
	do, most := joinRuns()
	if _, err := foldwise(t.Context(), 10, do); err != nil {
		t.Fatal(err)
	}
	if most() > 2 {
		t.Errorf("%d folds together, but there is room for 2", most())
	}
}

func TestUndeclaredMethodsMeetOneFoldAtATime(t *testing.T) {
	atOnce(t, 4)
	do, most := joinRuns()
	if _, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 6}, eachHeld{}, loose{watched{do}}, parity{}, hits{}), here); err != nil {
		t.Fatal(err)
	}
	if most() != 1 {
		t.Errorf("%d folds are with a method at once that nothing declares", most())
	}
}

func TestRemappedIsFoundOnce(t *testing.T) {
	r, err := foldwise(t.Context(), 3, func(context.Context, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	first, err := r.Runs[0].Remapped(t.Context())
	again, _ := r.Runs[0].Remapped(t.Context())
	if err != nil || first == nil || first != again || !mat.Equal(first, r.Runs[0].Train.X) {
		t.Errorf("rows mapped by the identity are %v, then %v (%v)", first, again, err)
	}
	alone := &engine.Run{Train: r.Runs[0].Train, Extension: r.Runs[0].Extension}
	if x, err := alone.Remapped(t.Context()); err != nil || math.Abs(mat.Sum(x)-mat.Sum(first)) > 0 {
		t.Errorf("a run of a program's own maps to %v (%v)", x, err)
	}
}
