package smo

import (
	"math"
	"slices"

	"unfold/engine/internal/simd"
)

const (
	fewestFree = 3   // two variables are moved by a step
	mostFree   = 128 // their matrix is factored

	// newtonRidge is what the diagonal grows by for each free variable: what
	// entries in float32 leave uncertain.
	newtonRidge = 1e-7
)

// A newtonStep moves all variables strictly between their bounds at once to where
// the objective is least among them. Where C is large these depend on one
// another so closely that two at a time take thousands of steps for it. On the
// way a variable that meets a bound stays there (Newton's method on the free
// variables; Scheinberg 2006, Journal of Machine Learning Research 7).
type newtonStep struct {
	nextAt int // after how many steps

	at     []int     // the free variables, by their places among the active ones
	kernel []float64 // of each two of them
	v      []float64 // of each
	sum    []float64 // yα of each
	free   []int     // those of them that are still free
	factor []float64 // of the kernel of these with a ridge
	way    []float64 // how far each is to go
	ones   []float64
}

// moveFree goes as far as it can from the extremes e, and returns those where it
// has come to.
func (s *Solver) moveFree(e simd.Extremes) simd.Extremes {
	w := &s.freeStep
	w.listFree(s)
	w.nextAt = s.steps + max(32, 2*len(w.at)) // steps that take as long as this did
	if len(w.at) < fewestFree || len(w.at) > mostFree {
		return e
	}
	w.loadFree(s)
	moved := false
	for len(w.free) >= fewestFree && w.solve() {
		moved = true
		if !w.advance(s) {
			break
		}
	}
	if !moved {
		return e
	}
	return w.apply(s)
}

// listFree lists the free variables.
func (w *newtonStep) listFree(s *Solver) {
	w.at, w.free = w.at[:0], w.free[:0]
	for side := range s.variablesPerRow {
		for t, place := range s.active {
			if a := s.alpha[side*len(s.p.Rows)+int(place)]; a > 0 && a < s.p.C {
				w.free = append(w.free, len(w.at))
				w.at = append(w.at, side*s.width+t)
			}
		}
	}
}

// loadFree looks up what the free variables have.
func (w *newtonStep) loadFree(s *Solver) {
	m := len(w.at)
	w.kernel, w.v, w.sum = resized(w.kernel, m*m), resized(w.v, m), resized(w.sum, m)
	for a, at := range w.at {
		t, variable := s.locate(at)
		row := s.row(t)
		for b, other := range w.at {
			u, _ := s.locate(other)
			w.kernel[a*m+b] = float64(row[u])
		}
		w.v[a], w.sum[a] = s.v[at], s.p.Y[variable]*s.alpha[variable]
	}
}

// solve finds δ with Kδ + b1 = v and 1ᵀδ = 0, so that v is the same for all free
// variables after it. It reports false where K is not positive definite.
func (w *newtonStep) solve() bool {
	m, all := len(w.free), len(w.at)
	w.factor, w.way, w.ones = resized(w.factor, m*m), resized(w.way, m), resized(w.ones, m)
	for a, i := range w.free {
		for b, j := range w.free[:a+1] {
			w.factor[a*m+b] = w.kernel[i*all+j]
		}
		w.factor[a*m+a] *= 1 + float64(newtonRidge*float64(m))
		w.way[a], w.ones[a] = w.v[i], 1
	}
	if !factorise(w.factor, m) {
		return false
	}
	substitute(w.factor, w.way)
	substitute(w.factor, w.ones)
	var sum, scale float64
	for a, d := range w.way {
		sum, scale = sum+d, scale+w.ones[a]
	}
	level := sum / scale
	for a, o := range w.ones {
		w.way[a] -= float64(level * o) // the conversion keeps the product from being fused
	}
	return true
}

// advance moves the free variables up to the first bound that one of them
// meets. That one is free no longer. It reports whether there was one.
func (w *newtonStep) advance(s *Solver) (stopped bool) {
	share, first := 1.0, -1
	for a, i := range w.free {
		low, high := s.bounds(w.at[i])
		room := high - w.sum[i]
		if w.way[a] < 0 {
			room = w.sum[i] - low
		}
		if length := math.Abs(w.way[a]); room < float64(share*length) {
			share, first = room/length, a
		}
	}
	m := len(w.at)
	for a, i := range w.free {
		low, high := s.bounds(w.at[i])
		next := min(max(w.sum[i]+float64(share*w.way[a]), low), high)
		if a == first {
			if next = low; w.way[a] > 0 {
				next = high
			}
		}
		change := next - w.sum[i]
		w.sum[i] = next
		for _, j := range w.free {
			w.v[j] -= float64(change * w.kernel[i*m+j])
		}
	}
	if first >= 0 {
		w.free = slices.Delete(w.free, first, first+1)
	}
	return first >= 0
}

// bounds is between what yα of an active variable may be.
func (s *Solver) bounds(at int) (low, high float64) {
	if _, variable := s.locate(at); s.p.Y[variable] > 0 {
		return 0, s.p.C
	}
	return -s.p.C, 0
}

// apply takes what came of it into α and the residuals. What a variable has risen
// by in all with those before it, the next one falls by: moves of two, as steps
// are.
func (w *newtonStep) apply(s *Solver) simd.Extremes {
	changes := w.way[:0]
	for a, at := range w.at {
		_, variable := s.locate(at)
		changes = append(changes, w.sum[a]-float64(s.p.Y[variable]*s.alpha[variable]))
		s.alpha[variable] = math.Abs(w.sum[a])
		s.mark(at)
	}
	var e simd.Extremes
	risen := 0.0
	for a, at := range w.at[:len(w.at)-1] {
		risen += changes[a]
		t, _ := s.locate(at)
		u, _ := s.locate(w.at[a+1])
		e = s.update(s.row(t), s.row(u), risen)
	}
	return e
}

// factorise replaces the lower triangle of a matrix of m rows by its factor of
// Cholesky, and reports whether it is positive definite.
func factorise(l []float64, m int) bool {
	for i := range m {
		row := l[i*m : i*m+i+1]
		for j := range row {
			other := l[j*m : j*m+j+1]
			sum := row[j]
			for k := range j {
				sum -= float64(row[k] * other[k])
			}
			if i > j {
				row[j] = sum / other[j]
				continue
			}
			if !(sum > 0) {
				return false
			}
			row[j] = math.Sqrt(sum)
		}
	}
	return true
}

// substitute solves with the factor in place.
func substitute(l, x []float64) {
	m := len(x)
	for i := range m {
		for k := range i {
			x[i] -= float64(l[i*m+k] * x[k])
		}
		x[i] /= l[i*m+i]
	}
	for i := m - 1; i >= 0; i-- {
		x[i] /= l[i*m+i]
		for k := range i {
			x[k] -= float64(l[i*m+k] * x[i])
		}
	}
}
