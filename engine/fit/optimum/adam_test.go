package optimum

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// squares is the mean squared error of a cubic's values at rows x.
type squares struct{ x, y []float64 }

func (c squares) Rows() int { return len(c.y) }

func (c squares) Batch(ctx context.Context, rows []int, w, gradient []float64) (sum float64, _ error) {
	clear(gradient)
	for _, i := range rows {
		off, power := -c.y[i], 1.0
		for _, v := range w {
			off += v * power
			power *= c.x[i]
		}
		sum += off * off / float64(len(rows))
		power = 2 * off / float64(len(rows))
		for k := range w {
			gradient[k] += power
			power *= c.x[i]
		}
	}
	return sum, ctx.Err()
}

// bent is rows x with the responses 1 − 2 x + 3 x³.
func bent() (c squares) {
	for i := range 200 {
		x := float64(i)/100 - 1
		c.x, c.y = append(c.x, x), append(c.y, 1-2*x+3*x*x*x)
	}
	return c
}

// TestTrainLearnsACubic, by minibatches and by all rows at once, from a start that stays.
func TestTrainLearnsACubic(t *testing.T) {
	loss, start := bent(), []float64{0, 1, 0, 0}
	for _, batch := range []int{32, 0} {
		r, err := Train(t.Context(), loss, start, Training{Epochs: 400, Batch: batch, Rate: 0.05, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range []float64{1, -2, 0, 3} {
			if math.Abs(r.X[k]-want) > 1e-2 {
				t.Errorf("batches of %d: coefficient %d is %v, want %v", batch, k, r.X[k], want)
			}
		}
		last := r.History[len(r.History)-1]
		if batch == 32 && (len(r.History) != 400 || r.Reason != Exhausted || r.Evaluations != 400*7) || last > 1e-4 || r.Value != last || r.History[0] < 0.1 {
			t.Errorf("batches of %d: the loss falls from %v to %v in %d epochs of %d steps, and ends as %v", batch, r.History[0], last, len(r.History), r.Evaluations, r.Reason)
		}
	}
	if !slices.Equal(start, []float64{0, 1, 0, 0}) {
		t.Error("the start was changed")
	}
}

// TestTheSeedOrdersRows: the same leads to the same bits, another elsewhere.
func TestTheSeedOrdersRows(t *testing.T) {
	at := func(seed int) []float64 {
		r, err := Adam(t.Context(), bent(), make([]float64, 4), Training{Epochs: 3, Batch: 32, Rate: 0.05, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return r.X
	}
	if first := at(1); !slices.Equal(first, at(1)) || slices.Equal(first, at(2)) {
		t.Error("the seed does not tell where the descent leads")
	}
}

// bucket is Σ w², whatever the rows; seen counts them.
type bucket struct{ seen []int }

func (b bucket) Rows() int { return len(b.seen) }

func (b bucket) Batch(_ context.Context, rows []int, w, gradient []float64) (sum float64, _ error) {
	for _, i := range rows {
		b.seen[i]++
	}
	for i, v := range w {
		sum += v * v
		gradient[i] = 2 * v
	}
	return sum, nil
}

// TestStepsOfAdam: the first moves by the rate whatever the slope; two steps by hand.
// An epoch looks at each row once.
func TestStepsOfAdam(t *testing.T) {
	b := bucket{make([]int, 10)}
	d, err := Adam(t.Context(), b, []float64{5, -0.01}, Training{Epochs: 1, Batch: 10, Rate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(d.X[0]-4.9) > 1e-8 || math.Abs(d.X[1]-0.09) > 1e-6 || d.History[0] != 25+0.01*0.01 {
		t.Errorf("the first step leads to %v with loss %v", d.X, d.History)
	}
	d, err = Adam(t.Context(), b, []float64{5}, Training{Epochs: 2, Batch: 10, Rate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	// g = 10, then 9.8; the second rate is half the first.
	m, v := (0.09*10+0.1*9.8)/(1-0.81), (0.999*0.001*100+0.001*9.8*9.8)/(1-0.999*0.999)
	if want := 4.9 - 0.05*m/math.Sqrt(v); math.Abs(d.X[0]-want) > 1e-8 {
		t.Errorf("the second step leads to %v, want %v", d.X[0], want)
	}
	if _, err = Adam(t.Context(), b, []float64{5}, Training{Epochs: 3, Batch: 3}); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]int{6}, 10); !slices.Equal(b.seen, want) {
		t.Errorf("rows were looked at %v times, want %v", b.seen, want)
	}
}

// cliff is infinite.
type cliff struct{ bucket }

func (cliff) Batch(context.Context, []int, []float64, []float64) (float64, error) {
	return math.Inf(1), nil
}

func TestALossThatIsNotFiniteIsRefused(t *testing.T) {
	_, err := Adam(t.Context(), cliff{bucket{make([]int, 2)}}, []float64{1}, Training{Epochs: 1, Batch: 1, Rate: 1})
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Param != "rate" || refused.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

func TestAdamEndsWithItsContext(t *testing.T) {
	loss := bent()
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := Adam(ctx, loss, make([]float64, 4), Training{Epochs: 1e6, Batch: 32, Rate: 1e-3})
		return err
	})
}

// TestTrainingEndsWhereItIsAskedTo, with what it has come to and the mean of the epoch
// that it had begun.
func TestTrainingEndsWhereItIsAskedTo(t *testing.T) {
	for _, batch := range []int{32, 0} {
		steps := 0
		watch := func(_ context.Context, p engine.Progress, x []float64) bool {
			steps++
			if len(x) != 4 || p.Note == "" || !(p.Fraction > 0) {
				t.Errorf("it tells %+v of %d variables", p, len(x))
			}
			return steps == 10
		}
		r, err := Train(t.Context(), bent(), make([]float64, 4), Training{Epochs: 100, Batch: batch, Rate: 0.001, Note: "test", Watch: watch})
		if err != nil {
			t.Fatal(err)
		}
		if r.Reason != Asked || steps != 10 {
			t.Errorf("batches of %d: it ends as %v after %d steps", batch, r.Reason, steps)
		}
		if batch == 32 && (len(r.History) != 2 || math.Abs(r.History[1]-r.History[0]) > 0.2*r.History[0]) {
			t.Errorf("losses are %v", r.History)
		}
	}
}
