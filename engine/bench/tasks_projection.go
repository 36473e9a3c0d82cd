package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/random"
	"unfold/engine/stage/embedding"
)

// projection is the work of a supervised projection.
func projection(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&embedding.SDPP{}, set)
	if err != nil {
		return nil, err
	}
	s := engine.Sample{X: arrays["x"], Target: engine.Target{Response: arrays["y"]}}
	return newJob(func(ctx context.Context) (*engine.Embedding, error) {
		return m.Embed(ctx, s)
	}, func(_ context.Context, e *engine.Embedding) (output, error) {
		return output{arrays: map[string]*mat.Dense{"z": e.Y}}, nil
	}), nil
}

// plane makes rows of independent normal numbers, and as responses their places
// on a plane through them, with a little noise.
func plane(n, d int) func(ctx context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := noise(ctx, n, d)
		if err != nil {
			return in, err
		}
		stream := random.New(1, "plane")
		drawn := func(r, c int) *mat.Dense {
			m := mat.NewDense(r, c, nil)
			m.Apply(func(int, int, float64) float64 { return stream.Normal() }, m)
			return m
		}
		var qr mat.QR
		qr.Factorize(drawn(d, 2))
		var q, y mat.Dense
		qr.QTo(&q)
		basis := mat.DenseCopyOf(q.Slice(0, d, 0, 2))
		y.Mul(in.arrays["x"], basis)
		off := drawn(n, 2)
		off.Scale(0.1, off)
		y.Add(&y, off)
		in.arrays["y"], in.arrays["basis"] = &y, basis
		return in, nil
	}
}

// onPlane judges a map by how much of it lies off the plane that the responses
// came from, and by the cost of the neighbours of 500 rows, over what it is for
// that plane itself.
func onPlane(k int) func(in rowset, ours, theirs *output) []finding {
	return func(in rowset, ours, _ *output) []finding {
		x, basis, z := in.arrays["x"], in.arrays["basis"], ours.arrays["z"]
		var w, part, truth mat.Dense
		if err := w.Solve(x, z); err != nil {
			return []finding{atMost("share of the map off the plane", 1, 1e-4)}
		}
		part.Mul(basis.T(), &w)
		all, inside := mat.Norm(&w, 2), mat.Norm(&part, 2)
		truth.Mul(x, basis)
		return []finding{
			atMost("share of the map off the plane", 1-inside*inside/(all*all), 1e-4),
			atMost("cost over the true plane's", someCost(in, z, k)/someCost(in, &truth, k), 1.001),
		}
	}
}

// someCost is the mean over 500 rows of Σ_j (‖z_i − z_j‖² − ‖y_i − y_j‖²)², j
// being the k nearest rows.
func someCost(in rowset, z *mat.Dense, k int) float64 {
	const rows = 500
	x, y := in.arrays["x"], in.arrays["y"]
	n, _ := x.Dims()
	d := engine.Euclidean(x)
	lengths, list := make([]float64, n), []neighbour.Candidate(nil)
	var sum float64
	for i := range rows {
		d.Row(lengths, i)
		lengths[i] = math.Inf(1)
		list = neighbour.Least(list, lengths, k)
		for _, c := range list {
			off := gap(z, i, int(c.Index)) - gap(y, i, int(c.Index))
			sum += float64(off * off)
		}
	}
	return sum / rows
}

// gap is the squared distance of two rows.
func gap(x *mat.Dense, i, j int) (sum float64) {
	for c, v := range x.RawRowView(i) {
		sum += float64((v - x.At(j, c)) * (v - x.At(j, c)))
	}
	return sum
}
