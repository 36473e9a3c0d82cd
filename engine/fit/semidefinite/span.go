package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A span is F on the points y + Σ α_k d_k of some directions d. The squared length of
// a kept pair is quadratic in α there,
//
//	‖y_i − y_j‖²/τ² = vᵀ Q v,  v = (1, α),  Q_kl = ⟨d_ki − d_kj, d_li − d_lj⟩/τ²
//
// with y for d_0, and F a polynomial of degree four, whose lowest point is found
// without another look at the points.
type span struct {
	*objective
	size    int       // of v
	squares []float64 // the lower triangle of Q by rows, of each kept pair
	drawn   []float64 // ⟨d_k, L d_l⟩ by rows
}

// lowest returns the α of the lowest point that Newton's steps from y come to.
func (d *descent) lowest(ctx context.Context, ways []direction) ([]float64, error) {
	s := d.newSpan(append([]direction{{d.y, d.drawn}}, ways...))
	return s.descend(), ctx.Err()
}

func (o *objective) newSpan(ways []direction) *span {
	size := len(ways)
	s := &span{objective: o, size: size, drawn: make([]float64, size*size)}
	s.squares = make([]float64, 0, len(o.Keep.End)/2*size*(size+1)/2)
	_, p := ways[0].along.Dims()
	differences := make([]float64, size*p)
	for i := range o.Keep.Len() {
		for e := o.Keep.Start[i]; e < o.Keep.Start[i+1]; e++ {
			if j := int(o.Keep.End[e]); i < j {
				for k, way := range ways {
					difference(differences[k*p:(k+1)*p], way.along.RawRowView(i), way.along.RawRowView(j))
				}
				s.add(differences, p, o.inverse[e])
			}
		}
	}
	if o.pull > 0 {
		for k, a := range ways {
			for l, b := range ways {
				s.drawn[k*size+l] = inner(a.along, b.drawn)
			}
		}
	}
	return s
}

// difference sets dst to a − b.
func difference(dst, a, b []float64) {
	for c, v := range a {
		dst[c] = v - b[c]
	}
}

// add appends the products of all differences with each other.
func (s *span) add(differences []float64, p int, inverse float64) {
	for k := range s.size {
		a := differences[k*p : (k+1)*p]
		for l := range k + 1 {
			var sum float64
			for c, v := range differences[l*p : (l+1)*p] {
				sum += float64(a[c] * v)
			}
			s.squares = append(s.squares, sum*inverse)
		}
	}
}

// pairTension returns ρ at v of a pair whose Q is given, and sets along to Q v.
func (s *span) pairTension(q, v, along []float64) float64 {
	clear(along)
	at := 0
	for k := range s.size {
		for l := range k {
			along[k] += float64(q[at] * v[l])
			along[l] += float64(q[at] * v[k])
			at++
		}
		along[k] += float64(q[at] * v[k])
		at++
	}
	var square float64
	for k, w := range along {
		square += float64(w * v[k])
	}
	return s.tension(square - 1)
}

// value returns F at v.
func (s *span) value(v []float64) float64 {
	var strain float64
	along, entries := make([]float64, s.size), s.size*(s.size+1)/2
	for at := 0; at < len(s.squares); at += entries {
		rho := s.pairTension(s.squares[at:at+entries], v, along)
		strain += float64(rho * rho)
	}
	value := strain / s.pairs
	for k, a := range v {
		for l, b := range v {
			value -= float64(float64(s.pull*s.drawn[k*s.size+l]) * float64(a*b))
		}
	}
	return value
}

// derivatives fills gradient and h with ∂F/∂α and ∂²F/∂α².
func (s *span) derivatives(v, gradient []float64, h *mat.SymDense) {
	clear(gradient)
	h.Zero()
	along, entries := make([]float64, s.size), s.size*(s.size+1)/2
	for at := 0; at < len(s.squares); at += entries {
		q := s.squares[at : at+entries]
		rho := s.pairTension(q, v, along)
		if rho == 0 && s.AtMost {
			continue
		}
		for k := 1; k < s.size; k++ {
			gradient[k-1] += float64(4 * rho * along[k] / s.pairs)
			for l := 1; l <= k; l++ {
				bent := float64(8*along[k]*along[l]) + float64(4*rho*q[k*(k+1)/2+l])
				h.SetSym(k-1, l-1, h.At(k-1, l-1)+bent/s.pairs)
			}
		}
	}
	for k := 1; k < s.size; k++ {
		for l, w := range v {
			gradient[k-1] -= float64(float64(2*s.pull*s.drawn[k*s.size+l]) * w)
		}
		for l := 1; l <= k; l++ {
			h.SetSym(k-1, l-1, h.At(k-1, l-1)-float64(2*s.pull*s.drawn[k*s.size+l]))
		}
	}
}

// descend goes down from v = (1, 0) by Newton's steps until they lower F no more.
func (s *span) descend() []float64 {
	const steps, halvings, enough = 50, 30, 1e-6
	v, to := make([]float64, s.size), make([]float64, s.size)
	v[0], to[0] = 1, 1
	gradient, h := make([]float64, s.size-1), mat.NewSymDense(s.size-1, nil)
	value := s.value(v)
	for range steps {
		s.derivatives(v, gradient, h)
		step, slope := downhill(h, gradient)
		length, next := 1.0, value
		for range halvings {
			for k, w := range step {
				to[k+1] = v[k+1] + float64(length*w)
			}
			if next = s.value(to); next <= value+float64(1e-4*length*slope) {
				break
			}
			length /= 2
		}
		if !(next < value) {
			break
		}
		done := value-next <= -enough*slope
		copy(v, to)
		value = next
		if done {
			break
		}
	}
	return v[1:]
}

// downhill returns Newton's step with the sizes of all eigenvalues of H, whose rows and
// columns are scaled to a diagonal of ones, and how steep it is.
func downhill(h *mat.SymDense, gradient []float64) (step []float64, slope float64) {
	const flat = 1e-8
	k := len(gradient)
	step, scale := make([]float64, k), make([]float64, k)
	for a := range scale {
		if size := math.Abs(h.At(a, a)); size > 0 {
			scale[a] = 1 / math.Sqrt(size)
		}
	}
	scaled := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range a + 1 {
			scaled.SetSym(a, b, h.At(a, b)*scale[a]*scale[b])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(scaled, true) {
		return step, 0
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	for m, v := range e.Values(nil) {
		var along float64
		for a, g := range gradient {
			along += float64(vectors.At(a, m) * float64(g*scale[a]))
		}
		along /= math.Max(math.Abs(v), flat)
		for a := range step {
			step[a] -= float64(vectors.At(a, m) * float64(along*scale[a]))
		}
	}
	for a, g := range gradient {
		slope += float64(g * step[a])
	}
	return step, slope
}
