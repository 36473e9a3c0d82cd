package surface

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/fit/network"
	"unfold/engine/internal/random"
)

// TestALinearEncoderSpansThePrincipalPlane: what it leaves of the rows is within a
// thousandth what two principal components leave, and its images are these up to a
// linear change.
func TestALinearEncoderSpansThePrincipalPlane(t *testing.T) {
	x := bent(200)
	m := changed(new(Autoencoder), func(m *Autoencoder) { m.Layers, m.Rate = 0, 0.02 })
	e, _ := embed(t, m, x)
	r, err := rowsOf(t.Context(), engine.Sample{X: x}, 2)
	if err != nil {
		t.Fatal(err)
	}
	plane := mat.NewDense(200, 2, nil)
	plane.Mul(r.x, r.axes.Vectors)
	var change, back mat.Dense
	if err := change.Solve(e.Y, plane); err != nil {
		t.Fatal(err)
	}
	back.Mul(e.Y, &change)
	back.Sub(&back, plane)
	if off := mat.Norm(&back, 2) / mat.Norm(plane, 2); off > 0.01 {
		t.Errorf("images miss the principal plane by %.2g of its size", off)
	}
	left := 1 - (r.axes.Values[0]+r.axes.Values[1])/r.total
	if last := e.Losses.Values[len(e.Losses.Values)-1] * 200 / 199; math.Abs(last-left) > 1e-3*left+1e-4 {
		t.Errorf("it leaves %.6f of the variance, two components leave %.6f", last, left)
	}
}

// TestAnEncoderBeatsThePlane on a bent sheet: two numbers tell more of its rows.
func TestAnEncoderBeatsThePlane(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to the end")
	}
	x := bent(300)
	e, notes := embed(t, changed(new(Autoencoder), func(*Autoencoder) {}), x)
	r, _ := rowsOf(t.Context(), engine.Sample{X: x}, 2)
	left := 1 - (r.axes.Values[0]+r.axes.Values[1])/r.total
	if last := e.Losses.Values[len(e.Losses.Values)-1]; last > left/10 || e.Losses.Values[0] < last {
		t.Errorf("it leaves %.4f of the variance, two components leave %.4f", last, left)
	}
	t.Log(notes, left)
	for j, v := range e.Spectrum {
		sum, square := 0.0, 0.0
		for i := range 300 {
			sum += e.Y.At(i, j)
			square += e.Y.At(i, j) * e.Y.At(i, j)
		}
		if math.Abs(sum) > 1e-9*math.Sqrt(300*square) || math.Abs(square/299-v) > 1e-9*v {
			t.Errorf("axis %d has the mean %v and the variance %v, told is %v", j+1, sum/300, square/299, v)
		}
	}
}

// TestTheGradientOfAReconstruction by central differences, over several parts.
func TestTheGradientOfAReconstruction(t *testing.T) {
	r, err := rowsOf(t.Context(), engine.Sample{X: bent(80)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	r.standardise()
	encoder, decoder := network.New(network.Tanh, 5, 4, 2), network.New(network.Tanh, 2, 3, 5)
	stream := random.New(1, "test")
	w := append(encoder.Start(stream), decoder.Start(stream)...)
	loss := newReconstruction(r, encoder, decoder)
	rows := stream.Permutation(80)[:70]
	gradient, scratch := make([]float64, len(w)), make([]float64, len(w))
	if _, err := loss.Batch(t.Context(), rows, w, gradient); err != nil {
		t.Fatal(err)
	}
	for i := range w {
		const step = 1e-6
		moved := slices.Clone(w)
		moved[i] += step
		up, _ := loss.Batch(t.Context(), rows, moved, scratch)
		moved[i] -= 2 * step
		down, _ := loss.Batch(t.Context(), rows, moved, scratch)
		if want := (up - down) / (2 * step); math.Abs(gradient[i]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("gradient by weight %d is %v, want %v", i, gradient[i], want)
		}
	}
}

// TestTheSeedTellsTheEncoder: the same seed gives the same bits, another one others.
func TestTheSeedTellsTheEncoder(t *testing.T) {
	at := func(seed int) []float64 {
		e, _ := embed(t, changed(new(Autoencoder), func(m *Autoencoder) { m.Seed, m.Epochs = seed, 5 }), bent(100))
		return e.Y.RawMatrix().Data
	}
	if !slices.Equal(at(1), at(1)) || slices.Equal(at(1), at(2)) {
		t.Error("the seed does not tell the images")
	}
}

// TestEncodersEndEarly where they are asked to, by batches and by all rows at once.
func TestEncodersEndEarly(t *testing.T) {
	for batch, want := range map[int]string{64: "epochs of 800, where it was asked to end", engine.Auto: "iterations of 1000, where it was asked to end"} {
		m := changed(new(Autoencoder), func(m *Autoencoder) { m.Batch, m.Neurons = batch, 16 })
		ctx, ask := early.With(t.Context(), nil)
		ctx, notes := engine.WithNotes(ctx, "autoencoder")
		ctx = engine.WithProgress(ctx, func(p engine.Progress) {
			if p.Fraction > 0.2 {
				ask()
			}
		})
		e, err := m.Embed(ctx, engine.Sample{X: bent(300)})
		if err != nil {
			t.Fatal(err)
		}
		if told := fmt.Sprint(notes()); len(e.Losses.Values) > 300 || !strings.Contains(told, want) {
			t.Errorf("after %d values notes are %s", len(e.Losses.Values), told)
		}
	}
}

// TestWholeBatchesGoLower: of few rows, all at once leave less of the variance than
// minibatches do.
func TestWholeBatchesGoLower(t *testing.T) {
	if testing.Short() {
		t.Skip("long: trains to the end")
	}
	left := func(batch int) float64 {
		e, _ := embed(t, changed(new(Autoencoder), func(m *Autoencoder) { m.Batch, m.Neurons = batch, 32 }), bent(200))
		return e.Losses.Values[len(e.Losses.Values)-1]
	}
	whole, batches := left(engine.Auto), left(64)
	t.Logf("%.3g by all rows, %.3g by batches", whole, batches)
	if whole > batches {
		t.Errorf("all rows at once leave %.3g, batches %.3g", whole, batches)
	}
}
