package gainratio

import (
	"math"

	"unfold/engine/internal/elementary"
)

// A weight is how many rows a case counts for, in units of 2⁻³².
type weight int64

// whole is the weight of a row that was not divided.
const whole weight = 1 << 32

// rows returns the weight as a number of rows.
func (w weight) rows() float64 { return math.Ldexp(float64(w), -32) }

// An information is an amount of information in fixed point: of all the cases at
// a node together, in bits times the unit of an entropy.
type information int64

// An entropy knows w log₂ w, of which informations are sums.
type entropy struct {
	digits int           // binary digits behind the point
	table  []information // of whole numbers of rows
}

// newEntropy returns that of up to n rows, with as many digits as sums of
// n log₂ n leave room for.
func newEntropy(n int) *entropy {
	largest := float64(n+2) * elementary.Log2(float64(n+2))
	_, digits := math.Frexp(largest)
	e := &entropy{digits: 61 - digits, table: make([]information, n+1)}
	for k := 2; k <= n; k++ {
		e.table[k] = e.fixed(float64(k) * elementary.Log2(float64(k)))
	}
	return e
}

// fixed rounds bits to fixed point.
func (e *entropy) fixed(bits float64) information {
	return information(math.Round(math.Ldexp(bits, e.digits)))
}

// bits is the inverse of fixed.
func (e *entropy) bits(i information) float64 { return math.Ldexp(float64(i), -e.digits) }

// of returns w log₂ w, zero for w = 0.
func (e *entropy) of(w weight) information {
	if w%whole == 0 {
		return e.table[w/whole]
	}
	rows := w.rows()
	return e.fixed(rows * elementary.Log2(rows))
}

// within returns what there is to learn of the classes of cases, whose weights are
// given: w log₂ w − Σ_c w_c log₂ w_c, which is w times their entropy.
func (e *entropy) within(classes []weight) information {
	var total weight
	var sum information
	for _, w := range classes {
		total += w
		sum += e.of(w)
	}
	return e.of(total) - sum
}
