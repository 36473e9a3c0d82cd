package neighbourhood

import (
	"math"
	"slices"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/simd"
)

// A bandwidth finds how far a row looks. It is a workspace of one goroutine.
type bandwidth struct {
	excess []float64 // d² less the least of the row
	p      []float64
	sorted []float64
}

func newBandwidth(most int) *bandwidth {
	return &bandwidth{make([]float64, most), make([]float64, most), make([]float64, most)}
}

// tieShare is which share of the median square is nothing beside it.
const tieShare = 1e-12

// load takes the squares of a row, and returns how many are the least of them,
// or as good as that, and a typical excess over it.
func (b *bandwidth) load(squares []float64) (ties int, typical float64) {
	b.excess, b.p, b.sorted = b.excess[:len(squares)], b.p[:len(squares)], b.sorted[:len(squares)]
	least := slices.Min(squares)
	for l, v := range squares {
		b.excess[l] = v - least
	}
	copy(b.sorted, b.excess)
	slices.Sort(b.sorted)
	above, _ := slices.BinarySearchFunc(b.sorted, 0, func(v, _ float64) int {
		if v > 0 {
			return 1
		}
		return -1
	})
	if above == len(squares) {
		return above, 0
	}
	typical = b.sorted[(above+len(squares))/2]
	for _, v := range b.sorted {
		if v > tieShare*typical {
			break
		}
		ties++
	}
	return ties, typical
}

// weigh sets p ∝ exp(−β excess) and returns its entropy in nats and the
// variance of the squares under it.
func (b *bandwidth) weigh(beta float64) (entropy, variance float64) {
	for l, v := range b.excess {
		b.p[l] = -beta * v
	}
	simd.Exp(b.p, b.p)
	var sum, first, second float64
	for l, w := range b.p {
		v := b.excess[l]
		sum += w
		first += float64(w * v)
		second += float64(w * v * v)
	}
	mean := first / sum
	for l := range b.p {
		b.p[l] /= sum
	}
	return elementary.Log(sum) + float64(beta*mean), max(0, second/sum-float64(mean*mean))
}

// solve sets p to the weights whose entropy is that of perplexity rows, and
// returns their β. H falls from ln m at β = 0 to ln ties as β grows, so the root
// is unique where ties < perplexity < m; otherwise p is spread evenly over the
// ties and solved is false.
//
// Newton's step in ln β is dH/d ln β = −β² Var(d²), kept inside the bracket.
func (b *bandwidth) solve(squares []float64, perplexity float64) (beta float64, solved bool) {
	ties, typical := b.load(squares)
	if float64(ties) >= perplexity {
		b.spreadOverTies(ties)
		return math.Inf(1), false
	}
	target := elementary.Log(perplexity)
	at, low, high := -elementary.Log(typical), math.Inf(-1), math.Inf(1)
	for range 200 {
		beta = elementary.Exp(at)
		entropy, variance := b.weigh(beta)
		miss := entropy - target
		if math.Abs(miss) < 1e-13 {
			break
		}
		if miss > 0 {
			low = at
		} else {
			high = at
		}
		slope := beta * beta * variance
		next := at + miss/slope
		if !(next > low && next < high) || math.Abs(next-at) > 4 {
			next = nextBeta(at, low, high, miss)
		}
		if next == at {
			break
		}
		at = next
	}
	return beta, true
}

// nextBeta halves the bracket, or goes on by a factor where it is open.
func nextBeta(at, low, high, miss float64) float64 {
	switch {
	case math.IsInf(high, 1) && miss > 0:
		return at + 2
	case math.IsInf(low, -1) && miss < 0:
		return at - 2
	}
	return low + float64((high-low)/2)
}

// spreadOverTies divides p evenly over the least squares.
func (b *bandwidth) spreadOverTies(ties int) {
	limit := b.sorted[ties-1]
	for l, v := range b.excess {
		b.p[l] = 0
		if v <= limit {
			b.p[l] = 1 / float64(ties)
		}
	}
}
