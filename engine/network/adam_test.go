package network

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
)

// squares is the mean squared error of a network's images of rows.
type squares struct {
	net  *Network
	x, y []float64
}

func (s squares) Rows() int { return len(s.y) / s.net.Outputs() }

func (s squares) Batch(ctx context.Context, rows []int, w, gradient []float64) (float64, error) {
	clear(gradient)
	p, image, sum := s.net.NewPass(1), make([]float64, s.net.Outputs()), 0.0
	for _, i := range rows {
		p.Forward(image, s.x[i*s.net.Inputs():(i+1)*s.net.Inputs()], w)
		for j := range image {
			image[j] -= s.y[i*len(image)+j]
			sum += image[j] * image[j] / float64(len(rows))
			image[j] *= 2 / float64(len(rows))
		}
		p.Back(gradient, nil, w, image)
	}
	return sum, ctx.Err()
}

// sine is rows x with the responses sin 3x.
func sine() squares {
	s := squares{net: New(Tanh, 1, 16, 1)}
	for i := range 200 {
		x := float64(i)/100 - 1
		s.x, s.y = append(s.x, x), append(s.y, math.Sin(3*x))
	}
	return s
}

// TestAdamLearnsASine: what is left is a thousandth of the variance.
func TestAdamLearnsASine(t *testing.T) {
	loss := sine()
	start := loss.net.Start(random.New(1, "test"))
	kept := slices.Clone(start)
	d, err := Adam(t.Context(), loss, start, Settings{Epochs: 600, Batch: 32, Rate: 0.05, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if last := d.Losses[599]; len(d.Losses) != 600 || last > 5e-4 || d.Losses[0] < 0.1 {
		t.Errorf("the loss falls from %v to %v, want below 5e-4", d.Losses[0], last)
	}
	if !slices.Equal(start, kept) {
		t.Error("the start was changed")
	}
	again, _ := Adam(t.Context(), loss, start, Settings{Epochs: 600, Batch: 32, Rate: 0.05, Seed: 1})
	other, _ := Adam(t.Context(), loss, start, Settings{Epochs: 600, Batch: 32, Rate: 0.05, Seed: 2})
	if !slices.Equal(again.W, d.W) || slices.Equal(other.W, d.W) {
		t.Error("the seed does not tell where the descent leads")
	}
}

// bowl is Σ w², whatever the rows; seen counts them.
type bowl struct{ seen []int }

func (b bowl) Rows() int { return len(b.seen) }

func (b bowl) Batch(_ context.Context, rows []int, w, gradient []float64) (sum float64, _ error) {
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
	b := bowl{make([]int, 10)}
	d, err := Adam(t.Context(), b, []float64{5, -0.01}, Settings{Epochs: 1, Batch: 10, Rate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(d.W[0]-4.9) > 1e-8 || math.Abs(d.W[1]-0.09) > 1e-6 || d.Losses[0] != 25+0.01*0.01 {
		t.Errorf("the first step leads to %v with loss %v", d.W, d.Losses)
	}
	d, err = Adam(t.Context(), b, []float64{5}, Settings{Epochs: 2, Batch: 10, Rate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	// g = 10, then 9.8; the second rate is half the first.
	m, v := (0.09*10+0.1*9.8)/(1-0.81), (0.999*0.001*100+0.001*9.8*9.8)/(1-0.999*0.999)
	if want := 4.9 - 0.05*m/math.Sqrt(v); math.Abs(d.W[0]-want) > 1e-8 {
		t.Errorf("the second step leads to %v, want %v", d.W[0], want)
	}
	if _, err = Adam(t.Context(), b, []float64{5}, Settings{Epochs: 3, Batch: 3}); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]int{6}, 10); !slices.Equal(b.seen, want) {
		t.Errorf("rows were looked at %v times, want %v", b.seen, want)
	}
}

// cliff is infinite.
type cliff struct{ bowl }

func (cliff) Batch(context.Context, []int, []float64, []float64) (float64, error) {
	return math.Inf(1), nil
}

func TestALossThatIsNotFiniteIsRefused(t *testing.T) {
	_, err := Adam(t.Context(), cliff{bowl{make([]int, 2)}}, []float64{1}, Settings{Epochs: 1, Batch: 1, Rate: 1})
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Param != "rate" || refused.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

func TestAdamEndsWithItsContext(t *testing.T) {
	loss := sine()
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := Adam(ctx, loss, loss.net.Start(random.New(1, "test")), Settings{Epochs: 1e6, Batch: 32, Rate: 1e-3})
		return err
	})
}
