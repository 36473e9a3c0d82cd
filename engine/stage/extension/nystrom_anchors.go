package extension

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Anchors are the rows whose dissimilarities place a new row: all training
// rows, or the landmarks that placed those.
type anchors struct {
	weights *mat.Dense                 // dim×count: y_ip / λ_p
	mean    []float64                  // of squared dissimilarities to the other anchors
	to      func(dst []float64, i int) // fills dst with the dissimilarities of the anchors to a training row
}

// fields tells the anchors of n rows, and their dissimilarities where these are asked for:
// in single precision if that loses nothing of them.
func (a *anchors) fields(f *codec.Fields, n int, asked bool) {
	f.Floats("mean", &a.mean)
	f.Matrix("weights", &a.weights)
	if f.Good() {
		_, count := a.weights.Dims()
		f.Check(count == len(a.mean) && (asked || count == n), "%d anchors of %d rows", count, n)
	}
	if !asked || !f.Good() {
		return
	}
	var r reached
	if a.to != nil {
		r = reachedBy(a.to, n, len(a.mean))
	}
	f.Float32s("single", &r.single)
	f.Floats("double", &r.double)
	r.count = len(a.mean)
	f.Check(len(r.single)+len(r.double) > 0 && (len(r.single) == 0 || len(r.double) == 0) && (len(r.single)+len(r.double))/n == r.count && (len(r.single)+len(r.double))%n == 0, "dissimilarities of %d anchors to %d rows", r.count, n)
	if f.Reading() {
		a.to = r.to
	}
}

// reached are the dissimilarities of anchors to rows, row after row; one of the two is
// nil.
type reached struct {
	count  int
	single []float32
	double []float64
}

// reachedBy asks for all of them.
func reachedBy(to func(dst []float64, i int), n, count int) reached {
	r := reached{count: count, double: make([]float64, n*count)}
	short := make([]float32, n*count)
	for i := range n {
		row := r.double[i*count : (i+1)*count]
		to(row, i)
		for a, v := range row {
			if short != nil {
				short[i*count+a] = float32(v)
			}
			if float64(float32(v)) != v {
				short = nil
				break
			}
		}
	}
	if short != nil {
		return reached{count: count, single: short}
	}
	return r
}

func (r reached) to(dst []float64, i int) {
	if r.single == nil {
		copy(dst, r.double[i*r.count:(i+1)*r.count])
		return
	}
	for a, v := range r.single[i*r.count : (i+1)*r.count] {
		dst[a] = float64(v)
	}
}

// anchorsOf learns the anchors of an embedding that keeps dissimilarities.
func anchorsOf(ctx context.Context, e *engine.Embedding) (*anchors, error) {
	a, places := &anchors{to: e.Target.Row}, e.Y
	var rows []int
	if landmarks, ok := e.Target.(engine.Anchored); ok {
		for _, i := range landmarks.Rows() {
			rows = append(rows, int(i))
		}
		a.to, places = landmarks.To, rowsOf(e.Y, rows)
	} else {
		for i := range e.Target.Len() {
			rows = append(rows, i)
		}
	}
	var err error
	if a.mean, err = meanSquares(ctx, rows, a.to); err != nil {
		return nil, err
	}
	a.weights = mat.DenseCopyOf(places.T())
	for p := range e.Dim() {
		var lambda float64
		row := a.weights.RawRowView(p)
		for _, v := range row {
			lambda += float64(v * v)
		}
		if lambda == 0 {
			return nil, &engine.Error{Cause: fmt.Sprintf("dimension %d of the embedding is the same for all rows", p+1), Remedy: remedy.Reduce("dim").Of(engine.EmbedderRole)}
		}
		for i := range row {
			row[i] /= lambda
		}
	}
	return a, nil
}

// meanSquares returns the mean of the squared dissimilarities of each of some rows to
// all of them, which to fills in.
func meanSquares(ctx context.Context, rows []int, to func(dst []float64, i int)) ([]float64, error) {
	count := len(rows)
	mean := make([]float64, count)
	return mean, parallel.With(ctx, count, 16, func() []float64 { return make([]float64, count) }, func(dst []float64, lo, hi int) {
		for l := lo; l < hi; l++ {
			to(dst, rows[l])
			for _, v := range dst {
				mean[l] += v * v / float64(count)
			}
		}
	})
}
