package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// CrossEntropy weighs rows by the Gaussian p of Entropy, whose width is told by
// rows and responses together: with q_{j|i} ∝ exp(−β_i ‖y_i − y_j‖²) of the same
// β_i,
//
//	H(p_i, q_i) = −Σ_j p_{j|i} ln q_{j|i} = ln Perplexity
//
// H is not monotone in β, so a binary search does not suffice: it begins at
// ln m for β = 0 and grows without bound, unless the nearest row also has the
// nearest response, so there are none, one or two roots; and it never falls
// below the logarithm of how many responses tie for the nearest, so that classes
// larger than Perplexity leave none. H is looked at for 61 values of β from
// 1e-4 to 1e4 times that of Entropy; of the changes of sign the nearest to it is
// bisected in ln β.
//
// Rows without a root are common. Unattained says what they get: "entropy" (or
// "") the weights of Entropy, "argmin" those where H is least, "saturate" those
// of the largest β, or "error". A note tells how many they are. Responses are
// scaled to the mean squared distance of the rows, unless Raw is set.
//
// Row sums are one. Nearest, time, memory and failures are those of Entropy, at
// some hundred times the cost of a row. It is deterministic.
type CrossEntropy struct {
	Perplexity float64 // or engine.Auto
	Nearest    int     // nearest rows with weights, or engine.Auto
	Unattained string  // "entropy", "argmin", "saturate" or "error"
	Raw        bool    // responses are in the units of the rows already
}

func (f CrossEntropy) String() string { return "crossentropy(perplexity=" + auto(f.Perplexity) + ")" }

// Graph weighs the rows of d, whose responses are those of y.
func (f CrossEntropy) Graph(ctx context.Context, d engine.Distances, y *mat.Dense) (*Graph, error) {
	n := d.Len()
	if err := checkResponses(d, y); err != nil {
		return nil, err
	}
	perplexity, err := resolvePerplexity(f.Perplexity, n)
	if err != nil {
		return nil, err
	}
	nearest, err := (Entropy{Nearest: f.Nearest}).nearestCount(perplexity, n)
	if err != nil {
		return nil, err
	}
	scale := 1.0
	if !f.Raw {
		if scale, err = responseScale(ctx, d, y); err != nil {
			return nil, err
		}
	}
	var unattained atomic.Int64
	fresh := func() *crossEntropyRow { return newCrossEntropyRow(y, scale, nearest) }
	g, err := weightedGraph(ctx, d, nearest, f.String(), fresh, func(c *crossEntropyRow, i int, columns []int32, squares []float64) ([]float64, error) {
		if !c.solve(i, columns, squares, perplexity, f.Unattained) {
			unattained.Add(1)
		}
		return c.p, nil
	})
	if err != nil {
		return nil, err
	}
	count := unattained.Load()
	if count > 0 && f.Unattained == "error" {
		return nil, &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("the cross entropy of %d of %d rows is that of perplexity = %.4g nowhere", count, n, perplexity), Remedy: remedy.Raise("perplexity").Or(remedy.Set("graph", "entropy"))}
	}
	if count > 0 {
		engine.Remark(ctx, "crossentropy: the target is unattained for %d of %d rows, which have %s", count, n, fallbackText[f.Unattained])
	}
	return g, nil
}

// fallbackText says what rows without a root have.
var fallbackText = map[string]string{
	"":         "the weights of entropy",
	"entropy":  "the weights of entropy",
	"argmin":   "the weights where it is least",
	"saturate": "the weights of their nearest rows",
}

// checkResponses refuses responses that are not there, or not one a row.
func checkResponses(d engine.Distances, y *mat.Dense) error {
	if y == nil {
		return &engine.Error{Param: "graph", Cause: "cross entropy reads responses, and the table has none", Remedy: remedy.Set("graph", "entropy").Or(remedy.Load("name the column", "response", "y"))}
	}
	if rows, columns := y.Dims(); rows != d.Len() {
		return &engine.Error{Cause: fmt.Sprintf("there are %d rows, but responses are %d×%d", d.Len(), rows, columns), Remedy: remedy.Say("give one response for each row")}
	}
	return check.Response(engine.Sample{X: y, Target: engine.Target{Response: y}})
}

// responseScale returns the factor of squared distances of responses that gives
// them the mean of those of rows.
func responseScale(ctx context.Context, d engine.Distances, y *mat.Dense) (float64, error) {
	own, err := meanSquare(ctx, d)
	if err != nil {
		return 0, err
	}
	if other := meanOfPoints(y); other > 0 && own > 0 {
		return own / other, nil
	}
	return 1, nil
}

// A crossEntropyRow finds the width of one row after the other.
type crossEntropyRow struct {
	*bandwidth
	y               *mat.Dense
	scale           float64
	responseSquares []float64 // ‖y_i − y_j‖² of the columns, less the least
	q               []float64
}

func newCrossEntropyRow(y *mat.Dense, scale float64, nearest int) *crossEntropyRow {
	return &crossEntropyRow{newBandwidth(nearest), y, scale, make([]float64, nearest), make([]float64, nearest)}
}

// loadResponses sets the squared distances of responses.
func (c *crossEntropyRow) loadResponses(i int, columns []int32) {
	own, least := c.y.RawRowView(i), math.Inf(1)
	for l, j := range columns {
		var sum float64
		for k, v := range c.y.RawRowView(int(j)) {
			sum += float64((v - own[k]) * (v - own[k]))
		}
		c.responseSquares[l] = c.scale * sum
		least = min(least, c.responseSquares[l])
	}
	for l := range c.responseSquares {
		c.responseSquares[l] -= least
	}
}

// crossEntropy sets p for β and returns H(p, q) in nats.
func (c *crossEntropyRow) crossEntropy(beta float64) float64 {
	c.weigh(beta)
	for l, v := range c.responseSquares {
		c.q[l] = -beta * v
	}
	simd.Exp(c.q, c.q)
	var sum, mean float64
	for l, p := range c.p {
		sum += c.q[l]
		mean += float64(p * c.responseSquares[l])
	}
	return elementary.Log(sum) + float64(beta*mean)
}

// The values of β that H is looked at for, about that of Entropy.
const (
	gridPoints = 61
	decades    = 4
)

// solve sets p, and reports whether the row has a root.
func (c *crossEntropyRow) solve(i int, columns []int32, squares []float64, perplexity float64, unattained string) bool {
	c.loadResponses(i, columns)
	middle, regular := c.bandwidth.solve(squares, perplexity)
	if !regular {
		return false // even weights over ties, as entropy has
	}
	target, step := elementary.Log(perplexity), 2*decades*math.Ln10/(gridPoints-1)
	var miss [gridPoints]float64
	least := 0
	at := func(look int) float64 { return elementary.Log(middle) + float64(float64(look-gridPoints/2)*step) }
	for look := range gridPoints {
		miss[look] = c.crossEntropy(elementary.Exp(at(look))) - target
		if miss[look] < miss[least] {
			least = look
		}
	}
	best := -1
	for look := range gridPoints - 1 {
		crosses := (miss[look] > 0) != (miss[look+1] > 0)
		if crosses && (best < 0 || math.Abs(float64(look)+0.5-gridPoints/2) < math.Abs(float64(best)+0.5-gridPoints/2)) {
			best = look
		}
	}
	switch {
	case best >= 0:
		c.bisect(at(best), at(best+1), miss[best] > 0, target)
	case unattained == "argmin":
		c.weigh(elementary.Exp(at(least)))
	case unattained == "saturate":
		c.weigh(elementary.Exp(at(gridPoints - 1)))
	default:
		c.weigh(middle)
	}
	return best >= 0
}

// bisect halves an interval of ln β over whose ends H crosses the target.
func (c *crossEntropyRow) bisect(low, high float64, falls bool, target float64) {
	for range 200 {
		middle := low + float64((high-low)/2)
		miss := c.crossEntropy(elementary.Exp(middle)) - target
		if math.Abs(miss) < 1e-13 || middle == low || middle == high {
			return
		}
		if (miss > 0) == falls {
			low = middle
		} else {
			high = middle
		}
	}
}
