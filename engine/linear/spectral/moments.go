package spectral

import (
	"math"

	"unfold/engine/internal/simd"
)

// stretch is how many pairs are measured together.
const stretch = 512

// about are numbers near the means, from which deviations are summed: so no
// digits are lost to large means, and what is constant deviates by nothing.
type about struct {
	count, d float64
	e        []float64 // by the number of coordinates
	single   bool      // so many pairs that roots in float32 do
}

// take brings the means up to date with the pairs of w.
func (a *about) take(w *pairs) {
	for at, d := range w.d {
		a.count++
		a.d += (d - a.d) / a.count
		var square float64
		for p := range a.e {
			diff := w.y[p][at] - w.yi[p]
			square += float64(diff * diff)
			a.e[p] += (math.Sqrt(square) - a.e[p]) / a.count
		}
	}
}

// pairs is a workspace: pairs of one row and others.
type pairs struct {
	yi     []float64   // the one row's coordinates
	d      []float64   // the dissimilarities
	y      [][]float64 // the others' coordinates, each on its own
	whole  []float64   // a row of dissimilarities
	off    []float64   // d less what it is about
	square []float64   // distances so far
}

func newPairs(dim int) *pairs {
	return &pairs{yi: make([]float64, dim), y: make([][]float64, dim), d: make([]float64, stretch), off: make([]float64, stretch), square: make([]float64, stretch)}
}

func resized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// moments are sums over pairs (d, e) of deviations, of d and of the distances e
// in the first 1, 2, ... coordinates.
type moments struct {
	about     about
	count     float64
	d, dd     float64
	distances []simd.Moments
}

func newMoments(a about) *moments {
	return &moments{about: a, distances: make([]simd.Moments, len(a.e))}
}

// add takes in pairs of the row at yi in w and others, whose p-th coordinates
// column returns.
func (m *moments) add(w *pairs, d []float64, column func(p int) []float64) {
	w.off, w.square = resized(w.off, len(d)), resized(w.square, len(d))
	clear(w.square)
	m.count += float64(len(d))
	m.deviations(w.off, d)
	for p := range m.distances {
		m.distances[p].Add(w.square, column(p), w.off, w.yi[p], m.about.e[p], m.about.single)
	}
}

// deviations fills off with what d deviates by, and sums that up, every fourth
// for itself: a single sum would wait for each addition.
func (m *moments) deviations(off, d []float64) {
	var sum, square [4]float64
	at := 0
	for ; at+4 <= len(d); at += 4 {
		from, to := (*[4]float64)(d[at:]), (*[4]float64)(off[at:])
		for l := range 4 {
			v := from[l] - m.about.d
			to[l] = v
			sum[l] += v
			square[l] += float64(v * v)
		}
	}
	for l, v := range d[at:] {
		v -= m.about.d
		off[at+l] = v
		sum[l] += v
		square[l] += float64(v * v)
	}
	m.d += (sum[0] + sum[1]) + (sum[2] + sum[3])
	m.dd += (square[0] + square[1]) + (square[2] + square[3])
}

// curve is the residual variance for 1, 2, ... coordinates of parts that are
// about the same numbers.
func curve(parts []*moments) []float64 {
	all := newMoments(parts[0].about)
	for _, part := range parts {
		all.count += part.count
		all.d += part.d
		all.dd += part.dd
		for p := range part.distances {
			for l, v := range part.distances[p] {
				all.distances[p][l] += v
			}
		}
	}
	residual := make([]float64, len(all.distances))
	for p := range residual {
		residual[p] = all.residual(p)
	}
	return residual
}

// residual is 1 − r² for the distances in p + 1 coordinates.
func (m *moments) residual(p int) float64 {
	e, ee, de := m.distances[p].Sums()
	meanD, meanE := m.about.d+m.d/m.count, m.about.e[p]+e/m.count
	dd, ee, de := m.dd-m.d*m.d/m.count, ee-e*e/m.count, de-m.d*e/m.count
	constantD, constantE := dd <= 1e-28*m.count*meanD*meanD, ee <= 1e-28*m.count*meanE*meanE
	switch {
	case constantD && constantE:
		return 0
	case constantD || constantE:
		return 1
	}
	return min(1, max(0, 1-de/dd*de/ee))
}
