package network

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
)

// drawn returns so many numbers about zero.
func drawn(seed, count int) []float64 {
	stream, x := random.New(seed, "network test"), make([]float64, count)
	for i := range x {
		x[i] = stream.Normal()
	}
	return x
}

// shapes are networks without, with one and with two hidden layers.
func shapes() []*Network {
	var all []*Network
	for _, a := range []Activation{Tanh, Rectified} {
		all = append(all, New(a, 3, 2), New(a, 3, 5, 2), New(a, 4, 7, 3, 1))
	}
	return all
}

// TestForwardByHand: y = 3 tanh(2x + 1) − 1 at x = 0.5.
func TestForwardByHand(t *testing.T) {
	n := New(Tanh, 1, 1, 1)
	y := make([]float64, 1)
	n.NewPass(1).Forward(y, []float64{0.5}, []float64{2, 1, 3, -1})
	if want := 3*math.Tanh(2) - 1; math.Abs(y[0]-want) > 1e-15 {
		t.Errorf("the image is %v, want %v", y[0], want)
	}
	rectified := New(Rectified, 1, 2, 1)
	rectified.NewPass(1).Forward(y, []float64{0.5}, []float64{2, -2, 1, 0, 3, 100, -1})
	if y[0] != 5 {
		t.Errorf("the image of rectified neurons is %v, want 3·(2·0.5 + 1) − 1 = 5", y[0])
	}
}

// TestGradients compares gradients by parameters and by inputs with central
// differences of the weighted sum of images, of rows alone and of batches.
func TestGradients(t *testing.T) {
	for at, n := range shapes() {
		for _, rows := range []int{1, 4} {
			t.Run(fmt.Sprint(n.sizes, n.activation, rows), func(t *testing.T) {
				w, x, g := drawn(at, n.Parameters()), drawn(at+100, rows*n.Inputs()), drawn(at+200, rows*n.Outputs())
				p, y := n.NewPass(rows), make([]float64, len(g))
				value := func() float64 {
					p.Forward(y, x, w)
					return simd.Dot(g, y)
				}
				value()
				byWeights, byInputs := drawn(at+300, len(w)), make([]float64, len(x))
				before := slices.Clone(byWeights)
				p.Back(byWeights, byInputs, w, g)
				for i := range byWeights {
					byWeights[i] -= before[i] // it adds
				}
				for name, c := range map[string]struct{ of, gradient []float64 }{"weight": {w, byWeights}, "input": {x, byInputs}} {
					for i := range c.of {
						if want := slope(&c.of[i], value); math.Abs(c.gradient[i]-want) > 1e-6*(1+math.Abs(want)) {
							t.Errorf("gradient by %s %d is %v, want %v", name, i, c.gradient[i], want)
						}
					}
				}
			})
		}
	}
}

// slope is the derivative of a value by a variable, by central differences.
func slope(variable *float64, value func() float64) float64 {
	const step = 1e-6
	was := *variable
	*variable = was + step
	up := value()
	*variable = was - step
	down := value()
	*variable = was
	return (up - down) / (2 * step)
}

// TestABatchIsItsRows: images to the bit, in widths beyond a block of sums; gradients
// but for rounding.
func TestABatchIsItsRows(t *testing.T) {
	n := New(Tanh, 300, 37, 261, 3)
	const rows = 71
	w, x, g := n.Start(random.New(1, "test")), drawn(2, rows*300), drawn(3, rows*3)
	batch := make([]float64, rows*3)
	p := n.NewPass(rows)
	p.Forward(batch, x, w)
	whole := make([]float64, n.Parameters())
	p.Back(whole, nil, w, g)
	one, y, sum := n.NewPass(1), make([]float64, 3), make([]float64, n.Parameters())
	for i := range rows {
		one.Forward(y, x[i*300:(i+1)*300], w)
		if !slices.Equal(y, batch[i*3:(i+1)*3]) {
			t.Fatalf("row %d alone is %v, among others %v", i, y, batch[i*3:(i+1)*3])
		}
		one.Back(sum, nil, w, g[i*3:(i+1)*3])
	}
	for i, v := range whole {
		if math.Abs(v-sum[i]) > 1e-12*(1+math.Abs(v)) {
			t.Fatalf("gradient %d of the batch is %v, of its rows %v", i, v, sum[i])
		}
	}
	wider := mat.NewDense(rows, 305, nil) // of which the rows are a part
	part, dst := wider.Slice(0, rows, 2, 302).(*mat.Dense), mat.NewDense(rows, 3, nil)
	part.Copy(mat.NewDense(rows, 300, x))
	if err := n.Apply(t.Context(), dst, part, w); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(dst.RawMatrix().Data, batch) {
		t.Error("Apply has other bits than Forward")
	}
}

// TestStart: weights are spread as they ought to be, biases are zero, and the seed
// tells them.
func TestStart(t *testing.T) {
	for _, c := range []struct {
		a    Activation
		most []float64
	}{
		{Tanh, []float64{math.Sqrt(6. / 110), math.Sqrt(6. / 12)}},
		{Rectified, []float64{math.Sqrt(6. / 100), math.Sqrt(6. / 12)}},
	} {
		n := New(c.a, 100, 10, 2)
		w := n.Start(random.New(1, "start"))
		for l, most := range c.most {
			a, b := n.layer(w, l)
			if low, high := slices.Min(a), slices.Max(a); low < -most || high > most || high-low < 1.6*most {
				t.Errorf("layer %d draws from %v to %v, want ±%v", l+1, low, high, most)
			}
			if slices.Max(b) != 0 || slices.Min(b) != 0 {
				t.Errorf("biases of layer %d are %v", l+1, b)
			}
		}
		if !slices.Equal(w, n.Start(random.New(1, "start"))) || slices.Equal(w, n.Start(random.New(2, "start"))) {
			t.Error("the seed does not tell the weights")
		}
	}
}

func TestNoNetworkHasFewerThanTwoLayers(t *testing.T) {
	for _, sizes := range [][]int{{3}, {3, 0, 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a network of %v was made", sizes)
				}
			}()
			New(Tanh, sizes...)
		}()
	}
}

func TestApplyEndsWithItsContext(t *testing.T) {
	n := New(Tanh, 50, 500, 500, 2)
	w, x := n.Start(random.New(1, "test")), mat.NewDense(20000, 50, nil)
	enginetest.Cancels(t, func(ctx context.Context) error {
		return n.Apply(ctx, mat.NewDense(20000, 2, nil), x, w)
	})
}

func BenchmarkPass(b *testing.B) {
	n := New(Tanh, 50, 64, 64, 2)
	w, gradient := n.Start(random.New(1, "test")), make([]float64, n.Parameters())
	for _, rows := range []int{1, 64} {
		x, y, p := drawn(1, rows*50), make([]float64, rows*2), n.NewPass(rows)
		perRow := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
		}
		b.Run(fmt.Sprint("forward/", rows), func(b *testing.B) {
			for b.Loop() {
				p.Forward(y, x, w)
			}
			perRow(b)
		})
		b.Run(fmt.Sprint("back/", rows), func(b *testing.B) {
			for b.Loop() {
				p.Back(gradient, nil, w, y)
			}
			perRow(b)
		})
	}
}
