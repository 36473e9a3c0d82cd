package cart

import (
	"container/heap"
	"math"
)

// A Pruning is how a tree shrinks while leaves cost more and more. With the cost α
// for a leaf, a tree T costs
//
//	R_α(T) = R(T) + α |leaves|,  R(T) = Σ over leaves of impurity × share of rows,
//
// and the weakest link is the node t with the least g(t) = (R(t) − R(T_t)) /
// (|leaves of T_t| − 1), which is the α from which it costs less as a leaf than with
// what is below it (Breiman et al. 1984, section 3.3).
type Pruning struct {
	Alphas []float64 // ascending, the first zero: where the tree becomes smaller
	Leaves []int     // how many there are from each of them on
	until  []float64 // of each node: the least α at which it has no branches
}

// Prune finds the order in which branches are worth their cost. It takes
// O(nodes × depth × log nodes) time.
func (g *Grown) Prune() *Pruning {
	w := newLinks(g)
	p := &Pruning{Alphas: []float64{0}, Leaves: []int{w.leaves[0]}, until: w.until}
	for w.leaves[0] > 1 {
		weakest := heap.Pop(&w.queue).(link)
		if weakest.version != w.version[weakest.node] {
			continue
		}
		last := len(p.Alphas) - 1
		alpha := max(weakest.strength, p.Alphas[last])
		w.collapse(weakest.node, alpha)
		if alpha == p.Alphas[last] {
			p.Leaves[last] = w.leaves[0]
		} else {
			p.Alphas, p.Leaves = append(p.Alphas, alpha), append(p.Leaves, w.leaves[0])
		}
	}
	return p
}

// Off reports which nodes have no branches where a leaf costs alpha.
func (p *Pruning) Off(alpha float64) []bool {
	off := make([]bool, len(p.until))
	for i, until := range p.until {
		off[i] = until <= alpha
	}
	return off
}

// At returns which of the alphas rules where a leaf costs alpha.
func (p *Pruning) At(alpha float64) int {
	at := 0
	for at+1 < len(p.Alphas) && p.Alphas[at+1] <= alpha {
		at++
	}
	return at
}

// links are the inner nodes of a tree while it is pruned.
type links struct {
	nodes   []node
	parent  []int32
	risk    []float64 // of each node as a leaf
	below   []float64 // of the leaves below it
	leaves  []int     // how many these are
	until   []float64
	version []int // how often the strength of a node has changed
	queue   linkQueue
}

func newLinks(g *Grown) *links {
	n := len(g.nodes)
	w := &links{
		nodes: g.nodes, parent: make([]int32, n), risk: make([]float64, n), below: make([]float64, n),
		leaves: make([]int, n), until: make([]float64, n), version: make([]int, n),
	}
	_, total := g.impurity(g.rows)
	w.parent[0] = leaf
	for i := n - 1; i >= 0; i-- {
		node := &g.nodes[i]
		impurity, weight := g.impurity(g.rows[node.lo:node.hi])
		w.risk[i] = float64(impurity * weight / total)
		if node.column == leaf {
			w.below[i], w.leaves[i], w.until[i] = w.risk[i], 1, math.Inf(-1)
			continue
		}
		w.parent[node.first], w.parent[node.second] = int32(i), int32(i)
		w.below[i] = w.below[node.first] + w.below[node.second]
		w.leaves[i] = w.leaves[node.first] + w.leaves[node.second]
		w.until[i] = math.Inf(1)
		w.queue = append(w.queue, w.link(int32(i)))
	}
	heap.Init(&w.queue)
	return w
}

func (w *links) link(i int32) link {
	return link{i, w.version[i], (w.risk[i] - w.below[i]) / float64(w.leaves[i]-1)}
}

// collapse makes a node a leaf, from alpha on.
func (w *links) collapse(at int32, alpha float64) {
	w.end(at, alpha)
	gain, lost := w.risk[at]-w.below[at], w.leaves[at]-1
	for i := at; i != leaf; i = w.parent[i] {
		w.below[i] += gain
		w.leaves[i] -= lost
		w.version[i]++
		if i != at {
			heap.Push(&w.queue, w.link(i))
		}
	}
}

// end tells the nodes from at downwards that have branches when these end.
func (w *links) end(at int32, alpha float64) {
	if !math.IsInf(w.until[at], 1) {
		return
	}
	w.until[at] = alpha
	w.version[at]++
	w.end(w.nodes[at].first, alpha)
	w.end(w.nodes[at].second, alpha)
}

// A link is an inner node with its strength, as of a version of the node.
type link struct {
	node     int32
	version  int
	strength float64
}

// A linkQueue has the weakest link first, of equals the one nearest to the root.
type linkQueue []link

func (q linkQueue) Len() int { return len(q) }
func (q linkQueue) Less(i, j int) bool {
	if q[i].strength != q[j].strength {
		return q[i].strength < q[j].strength
	}
	return q[i].node < q[j].node
}
func (q linkQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *linkQueue) Push(x any)   { *q = append(*q, x.(link)) }
func (q *linkQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
