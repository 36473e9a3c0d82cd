package evaluate_test

import (
	"context"
	"sync/atomic"
	"testing"

	"unfold/engine"

	"gonum.org/v1/gonum/mat"
)

// learning is what a test says, as a declared predictor.
type learning struct {
	K  int
	do func(ctx context.Context, s engine.Sample, k int) error
}

func (l *learning) Params(p *engine.Params) {
	p.Int(&l.K, "k", 1, engine.AtLeast(1), "what to ask for")
}

func (l *learning) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return parity{}, l.do(ctx, s, l.K)
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "learning"}, func() *learning { return new(learning) })
}

// asking runs a sweep whose settings each ask for the keys that go with them;
// it returns how often one was made.
func asking(t *testing.T, room uint64, keys func(k int) []int) (made int64) {
	t.Helper()
	atOnce(t, 1)
	here.Free = func() (uint64, bool) { return room, true }
	var count atomic.Int64
	l := &learning{K: 1, do: func(ctx context.Context, s engine.Sample, k int) error {
		for _, key := range keys(k) {
			x, err := engine.Shared(ctx, s.Memo, key, func(context.Context) (*mat.Dense, error) {
				count.Add(1)
				engine.Remark(ctx, "made")
				return mat.NewDense(10, 10, nil), nil
			})
			if err != nil {
				return err
			}
			if n, _ := x.Dims(); n != 10 {
				t.Error("not what was made")
			}
		}
		return nil
	}}
	p := engine.Pipe(&cloud{N: 20}, &turns{K: 2, Within: 2}, l, &share{})
	run(t, t.Context(), varied(t, p, "learning", "k", 1, 2, 3, 4))
	return count.Load()
}

func TestWhatIsAskedForStaysOnTheShelf(t *testing.T) {
	common := func(k int) []int { return []int{0, k, 0} }
	// Four inner folds make the common one and four more, two passes what they
	// ask for, each time anew: no setting is beside them.
	if got, want := asking(t, 1<<40, common), int64(4*5+2*3); got != want {
		t.Errorf("made %d, want %d", got, want)
	}
	// Room for two matrices: the common one is asked for all the time.
	if got, want := asking(t, 4*2*1000, common), int64(4*5+2*3); got != want {
		t.Errorf("with little room made %d, want %d", got, want)
	}
	// Room for none.
	if got, want := asking(t, 4*500, common), int64(4*4*3+2*3); got != want {
		t.Errorf("without room made %d, want %d", got, want)
	}
	// Each goes before it is asked for again.
	if got, want := asking(t, 4*2*1000, func(int) []int { return []int{1, 2, 3} }), int64(4*4*3+2*3); got != want {
		t.Errorf("in turn made %d, want %d", got, want)
	}
}
