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

// An Information is an amount of information in fixed point: of all the cases at
// a node together, in bits times the unit of an [Entropy].
type Information int64

// An Entropy knows w log₂ w, of which informations are sums.
type Entropy struct {
	digits int           // binary digits behind the point
	table  []Information // of whole numbers of rows
}

// NewEntropy returns that of up to n rows, with as many digits as sums of
// n log₂ n leave room for.
func NewEntropy(n int) *Entropy {
	largest := float64(n+2) * elementary.Log2(float64(n+2))
	_, digits := math.Frexp(largest)
	e := &Entropy{digits: 61 - digits, table: make([]Information, n+1)}
	for k := 2; k <= n; k++ {
		e.table[k] = e.fixed(float64(k) * elementary.Log2(float64(k)))
	}
	return e
}

// fixed rounds bits to fixed point.
func (e *Entropy) fixed(bits float64) Information {
	return Information(math.Round(math.Ldexp(bits, e.digits)))
}

// bits is the inverse of fixed.
func (e *Entropy) bits(i Information) float64 { return math.Ldexp(float64(i), -e.digits) }

// of returns w log₂ w, zero for w = 0.
func (e *Entropy) of(w weight) Information {
	if w%whole == 0 {
		return e.table[uint64(w)/uint64(whole)]
	}
	rows := w.rows()
	return e.fixed(rows * elementary.Log2(rows))
}

// OfRows returns k log₂ k.
func (e *Entropy) OfRows(k int) Information { return e.table[k] }

// within returns what there is to learn of the classes of cases, whose weights are
// given: w log₂ w − Σ_c w_c log₂ w_c, which is w times their entropy.
func (e *Entropy) within(classes []weight) Information {
	var total weight
	var sum Information
	for _, w := range classes {
		total += w
		sum += e.of(w)
	}
	return e.of(total) - sum
}
