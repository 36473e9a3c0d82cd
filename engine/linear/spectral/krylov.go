package spectral

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
)

// A target is how many leading pairs are sought: some as exactly as can be, and
// some more roughly, to look at.
type target struct {
	exact, rough int
	tolerance    float64 // of residuals, as a share of the largest |λ|
}

// roughTolerance is the tolerance of rough pairs. An eigenvalue is off by about the
// square of that over its distance from the others.
const roughTolerance = 1e-4

func (w target) all() int { return w.exact + w.rough }

// reached reports whether residuals are small enough, for the given share of the
// largest |λ|.
func (w target) reached(left []float64, tolerance, scale float64) bool {
	for c, r := range left {
		if r > tolerance*scale && (c < w.exact || r > roughTolerance/2*scale) {
			return false
		}
	}
	return true
}

// width is how many vectors a block has for the given number of pairs: all of
// them, so that an eigenvalue as often repeated shows, as far as is sensible.
func width(count int) int { return min(widest, (count+7)/8*8) }

const widest = 32

// A krylovSearch looks for the pairs of a target in a space that grows. Behind each
// product it has the Ritz values, the largest first, and what makes vectors of
// the basis.
type krylovSearch struct {
	*space
	target  target
	room    int // vectors of the basis
	values  []float64
	weights *mat.Dense
	scale   float64 // the largest |λ|

	found *Pairs // that were sought, and
	last  int    // the product by which the cluster of the last of them is to end
}

// krylov returns the leading pairs of s, which has more than small rows and
// more than four times as many as pairs are sought. It ends when they are
// found, or after so many products that more of them would not help. Where the
// last exact pair is not told from what follows it, as many products more look
// for the end of its cluster.
func krylov(ctx context.Context, s operator, w target) (*Pairs, error) {
	n, block, count := s.size(), width(w.all()), w.all()
	room := min(n/block*block, max(10*block, (2*count+3*block)/block*block))
	sp := &space{s: s, q: newTall(n, room), h: mat.NewDense(room, room, nil), newest: newTall(n, block), next: newTall(n, block)}
	if err := s.start(ctx, sp.next); err != nil {
		return nil, err
	}
	if err := sp.orthonormalise(ctx, nil); err != nil {
		return nil, err
	}
	k := &krylovSearch{space: sp, target: w, room: room}
	for product := 1; ; product++ {
		engine.Tell(ctx, engine.Progress{Note: "eigenpairs", Fraction: 1 - elementary.Pow(0.8, float64(product))})
		if err := sp.expand(ctx); err != nil {
			return nil, err
		}
		full := sp.size+block > room
		if !full && (sp.size < count || product < 3) {
			continue // too early for any pair
		}
		k.values, k.weights, k.scale = sp.ritz()
		if p, err := k.finish(ctx, product); p != nil || err != nil {
			return p, err
		}
		if full {
			if err := sp.restart(ctx, k.values, k.weights, k.keptSize()); err != nil {
				return nil, err
			}
		}
	}
}

// keptSize is how many vectors a restart keeps: all that may be of a cluster, where
// one is looked for.
func (k *krylovSearch) keptSize() int {
	count, block := k.target.all(), k.newest.cols
	if k.found != nil {
		return k.room - 2*block
	}
	return count + min(block, (k.room-count-2*block)/2)
}

// finish returns the pairs if they are found by now, or not any more.
func (k *krylovSearch) finish(ctx context.Context, product int) (*Pairs, error) {
	const products = 300
	if k.found == nil {
		if err := k.find(ctx, product >= products); err != nil || k.found == nil {
			return nil, err
		}
		k.last = 2*product + 1
	}
	if k.found.Left > k.found.Sought {
		return k.found, nil
	}
	return k.complete(ctx, product >= k.last)
}

// find takes the pairs that were wished for once their residuals are small
// enough, or for the last time.
func (k *krylovSearch) find(ctx context.Context, last bool) error {
	count := k.target.all()
	if !last && !k.target.reached(k.residuals(k.weights, count), k.tolerance()/2, k.scale) {
		return nil
	}
	p, left, err := k.bestPairs(ctx, count, k.target.exact)
	if err == nil && (last || k.target.reached(left, p.Sought, k.scale)) {
		k.found = p
	}
	return err
}

// complete returns the found pairs where the last exact one is apart from what
// follows. Else they are taken again once its cluster is there to the end. For
// the last time it returns what was found, and tells what is equal so far: Ritz
// values are at most the eigenvalues of the same number.
func (k *krylovSearch) complete(ctx context.Context, last bool) (*Pairs, error) {
	exact, count, end := k.target.exact, k.target.all(), k.clusterEnd()
	if end == exact && !k.found.cut(exact) {
		return k.found, nil
	}
	if end > 0 && (target{exact: end}).reached(k.residuals(k.weights, end), k.tolerance()/2, k.scale) {
		p, _, err := k.bestPairs(ctx, max(end, count), end)
		if err != nil || p.Left <= p.Sought {
			return p.first(count), err
		}
	}
	if !last {
		return nil, nil
	}
	k.found.Equal = Clusters(k.values)
	for i, c := range k.found.Equal {
		k.found.Equal[i].Open = c.To > count
	}
	return k.found.first(count), nil
}

// clusterEnd is where the cluster of the last exact pair ends, 0 where that is
// not known.
func (k *krylovSearch) clusterEnd() int {
	exact := k.target.exact
	if exact == 0 || k.values[exact-1] <= positive*k.values[0] {
		return exact
	}
	for end := exact; end <= k.room/2; end++ {
		if k.separated(end) {
			return end
		}
	}
	return 0
}

// separated reports whether Ritz value i is an eigenvalue less than the one before. A
// vector between their spaces would leave a residual that is a share of their
// distance.
func (k *krylovSearch) separated(i int) bool {
	const share = 0.01
	if i >= len(k.values) {
		return false
	}
	left := k.residuals(k.weights, i+1)[i]
	return share*(k.values[i-1]-k.values[i]) > max(left, share*together*k.values[0])
}

// bestPairs returns the first count pairs, of which so many are exact, and their
// residuals. These are known from H as well as products are rounded: where they
// are far above that they are taken from there, else measured.
func (k *krylovSearch) bestPairs(ctx context.Context, count, exact int) (*Pairs, []float64, error) {
	const trusted = 1000 // roundings of a product, above which estimates hold to a thousandth
	p, err := k.pairs(ctx, k.values[:count], k.weights, !k.separated(count))
	if err != nil {
		return nil, nil, err
	}
	p.Sought = k.tolerance()
	left := k.residuals(k.weights, count)
	if p.Sought < trusted*k.s.rounding()/k.scale {
		if left, err = k.measure(ctx, p); err != nil {
			return nil, nil, err
		}
	}
	for _, r := range left[:exact] {
		p.Left = max(p.Left, r/k.scale)
	}
	return p, left, nil
}

// tolerance is what residuals are to be at most, as a share of the largest |λ|.
func (k *krylovSearch) tolerance() float64 { return max(k.target.tolerance, k.s.rounding()/k.scale) }
