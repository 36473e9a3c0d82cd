package layout

import (
	"math"

	"unfold/engine/internal/elementary"
)

// A fourier transforms sequences of one length, a product of 2, 3 and 5,
//
//	y_k = Σ_j x_j exp(−2πi jk/n)
//
// by passes that sort as they go (Stockham 1966, doi:10.1145/1464182.1464209).
// Products are rounded before they are added, so its bits are the same everywhere,
// which those of gonum/dsp/fourier are not: compilers fuse them on some processors.
// Time O(n log n). It may be used by many goroutines at once.
type fourier struct {
	n      int
	roots  []complex128 // exp(−2πi k/n)
	passes []int        // radices
}

func newFourier(n int) *fourier {
	f := &fourier{n: n, roots: make([]complex128, n)}
	for k := range f.roots {
		sin, cos := elementary.Sincos(2 * math.Pi * float64(k) / float64(n))
		f.roots[k] = complex(cos, -sin)
	}
	for _, radix := range []int{4, 2, 3, 5} {
		for n%radix == 0 {
			f.passes = append(f.passes, radix)
			n /= radix
		}
	}
	return f
}

// smooth returns the least product of 2, 3 and 5 from n on that is a multiple of 4.
func smooth(n int) int {
	for at := max(4, (n+3)/4*4); ; at += 4 {
		rest := at
		for _, p := range []int{2, 3, 5} {
			for rest%p == 0 {
				rest /= p
			}
		}
		if rest == 1 {
			return at
		}
	}
}

// transform transforms x, which it uses up together with space; both have n
// numbers. The result is in the one of them that it returns.
func (f *fourier) transform(x, space []complex128) []complex128 {
	n, stride := f.n, 1
	for _, radix := range f.passes {
		switch radix {
		case 2:
			f.pass2(x, space, n/2, stride)
		case 3:
			f.pass3(x, space, n/3, stride)
		case 4:
			f.pass4(x, space, n/4, stride)
		case 5:
			f.pass5(x, space, n/5, stride)
		}
		x, space = space, x
		n /= radix
		stride *= radix
	}
	return x
}

// times is a product whose parts are rounded before they are added.
func times(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)), float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

// scaledBy is a product with a real number, rounded too.
func scaledBy(v float64, a complex128) complex128 {
	return complex(float64(v*real(a)), float64(v*imag(a)))
}

// turnedRight is a product with −i.
func turnedRight(a complex128) complex128 { return complex(imag(a), -real(a)) }

// pass2 takes sequences of 2m numbers, as many as stride, to twice as many of m.
func (f *fourier) pass2(x, y []complex128, m, stride int) {
	for p := range m {
		w := f.roots[p*stride]
		for q := range stride {
			a, b := x[q+stride*p], x[q+stride*(p+m)]
			to := y[q+2*stride*p:]
			to[0] = a + b
			to[stride] = times(w, a-b)
		}
	}
}

// pass3 is pass2 for thirds.
func (f *fourier) pass3(x, y []complex128, m, stride int) {
	half := math.Sqrt(3) / 2
	for p := range m {
		w1, w2 := f.roots[p*stride], f.roots[2*p*stride]
		for q := range stride {
			a, b, c := x[q+stride*p], x[q+stride*(p+m)], x[q+stride*(p+2*m)]
			to := y[q+3*stride*p:]
			sum, turn := b+c, turnedRight(scaledBy(half, b-c))
			middle := a - scaledBy(0.5, sum)
			to[0] = a + sum
			to[stride] = times(w1, middle+turn)
			to[2*stride] = times(w2, middle-turn)
		}
	}
}

// pass4 is pass2 for quarters.
func (f *fourier) pass4(x, y []complex128, m, stride int) {
	for p := range m {
		w1, w2, w3 := f.roots[p*stride], f.roots[2*p*stride], f.roots[3*p*stride]
		from0, from1 := x[stride*p:][:stride], x[stride*(p+m):][:stride]
		from2, from3 := x[stride*(p+2*m):][:stride], x[stride*(p+3*m):][:stride]
		to0, to1 := y[4*stride*p:][:stride], y[4*stride*p+stride:][:stride]
		to2, to3 := y[4*stride*p+2*stride:][:stride], y[4*stride*p+3*stride:][:stride]
		for q := range stride {
			a, b, c, d := from0[q], from1[q], from2[q], from3[q]
			even, odd := a+c, a-c
			sum, turn := b+d, turnedRight(b-d)
			to0[q] = even + sum
			to1[q] = times(w1, odd+turn)
			to2[q] = times(w2, even-sum)
			to3[q] = times(w3, odd-turn)
		}
	}
}

// pass5 is pass2 for fifths.
func (f *fourier) pass5(x, y []complex128, m, stride int) {
	sin1, cos1 := elementary.Sincos(2 * math.Pi / 5)
	sin2, cos2 := elementary.Sincos(4 * math.Pi / 5)
	for p := range m {
		w1, w2, w3, w4 := f.roots[p*stride], f.roots[2*p*stride], f.roots[3*p*stride], f.roots[4*p*stride]
		for q := range stride {
			a, b, c := x[q+stride*p], x[q+stride*(p+m)], x[q+stride*(p+2*m)]
			d, e := x[q+stride*(p+3*m)], x[q+stride*(p+4*m)]
			to := y[q+5*stride*p:]
			outer, inner := b+e, c+d
			turnOuter, turnInner := turnedRight(b-e), turnedRight(c-d)
			first := a + scaledBy(cos1, outer) + scaledBy(cos2, inner)
			second := a + scaledBy(cos2, outer) + scaledBy(cos1, inner)
			left := scaledBy(sin1, turnOuter) + scaledBy(sin2, turnInner)
			right := scaledBy(sin2, turnOuter) - scaledBy(sin1, turnInner)
			to[0] = a + outer + inner
			to[stride] = times(w1, first+left)
			to[2*stride] = times(w2, second+right)
			to[3*stride] = times(w3, second-right)
			to[4*stride] = times(w4, first-left)
		}
	}
}
