package sparse

import "slices"

// supernodes are the columns of a factor in groups.
type supernodes struct {
	nodes []supernode
	owner []int32 // the supernode of each column

	inside  []span // subtrees of supernodes that are factored side by side
	outside []int  // supernodes behind them
	size    int    // of all entries
	work    float64
}

// group groups the columns of a factor by what is known of the matrix: where its
// entries are, which column is the parent of which, and how many entries each has.
func group(entries pattern, parent []int32, count []int) *supernodes {
	g := &supernodes{}
	g.gather(parent, count)
	g.findRows(entries)
	g.findUpdates()
	g.spread()
	return g
}

// A supernode is some columns of the factor that follow one another and are taken
// to have entries in the same rows: those of their triangle and some below.
type supernode struct {
	from, to int     // columns
	below    []int32 // rows below the triangle
	parent   int     // the supernode of the first of them, or −1
	at       int     // where its entries begin: rows of the triangle and then below, to−from each
	updates  []update
}

// An update is a supernode before with entries in the rows of the columns of
// this one: from that place among its rows below.
type update struct{ node, from, to int32 }

// A span is the supernodes from one to before another.
type span struct{ from, to int }

func (s *supernode) width() int { return s.to - s.from }
func (s *supernode) rows() int  { return s.to - s.from + len(s.below) }

// work counts the products that the columns of the supernode take part in.
func (s *supernode) work() float64 {
	w, m := float64(s.width()), float64(s.rows())
	return float64(w * m * m)
}

// bunch is how many columns of a subtree are kept together although they do not
// have entries in the same rows: it takes longer to tell them apart.
const bunch = 32

// gather finds the supernodes: whole subtrees of few columns, and chains of columns
// of which each has the entries of the one before, but for that one.
func (g *supernodes) gather(parent []int32, count []int) {
	n := len(parent)
	size, child := make([]int32, n), make([]int32, n) // of subtrees; the last child
	for j := range n {
		size[j]++
		if up := parent[j]; up != none {
			size[up] += size[j]
			child[up] = int32(j)
		}
	}
	g.owner = make([]int32, n)
	for j := 0; j < n; {
		to := j + 1
		for up := parent[j]; up != none && size[up] <= bunch; up = parent[up] {
			to = int(up) + 1 // the subtree of up begins with j, as the first child of first children does
		}
		for to < n && parent[to-1] == int32(to) && (count[to] == count[to-1]-1) {
			to++
		}
		for c := j; c < to; c++ {
			g.owner[c] = int32(len(g.nodes))
		}
		g.nodes = append(g.nodes, supernode{from: j, to: to, parent: -1})
		j = to
	}
}

// findRows finds the rows below each supernode: those of the matrix and of the
// supernodes whose first row below is in it.
func (g *supernodes) findRows(entries pattern) {
	n := len(g.owner)
	columns := transpose(entries)
	children := make([][]int, len(g.nodes))
	seen := make([]int32, n)
	for i := range seen {
		seen[i] = none
	}
	for k := range g.nodes {
		s := &g.nodes[k]
		add := func(rows []int32) {
			for _, i := range rows {
				if int(i) >= s.to && seen[i] != int32(k) {
					seen[i] = int32(k)
					s.below = append(s.below, i)
				}
			}
		}
		for c := s.from; c < s.to; c++ {
			add(columns.at[columns.start[c]:columns.start[c+1]])
		}
		for _, c := range children[k] {
			add(g.nodes[c].below)
		}
		slices.Sort(s.below)
		s.below = slices.Clip(s.below)
		if len(s.below) > 0 {
			s.parent = int(g.owner[s.below[0]])
			children[s.parent] = append(children[s.parent], k)
		}
		s.at = g.size
		g.size += s.rows() * s.width()
		g.work += s.work()
	}
}

// findUpdates lists for each supernode those before it that it depends on.
func (g *supernodes) findUpdates() {
	for k := range g.nodes {
		below := g.nodes[k].below
		for from := 0; from < len(below); {
			node, to := g.owner[below[from]], from+1
			for to < len(below) && g.owner[below[to]] == node {
				to++
			}
			s := &g.nodes[node]
			s.updates = append(s.updates, update{int32(k), int32(from), int32(to)})
			from = to
		}
	}
}

// spread cuts the tree into subtrees of at most a sixteenth of the work, whatever
// processors there are, and what is behind them.
func (g *supernodes) spread() {
	const share = 1. / 16
	first, work := make([]int, len(g.nodes)), make([]float64, len(g.nodes)) // of subtrees
	for k := range g.nodes {
		first[k] = k
	}
	for k := range g.nodes {
		s := &g.nodes[k]
		work[k] += s.work()
		if s.parent >= 0 {
			work[s.parent] += work[k]
			first[s.parent] = min(first[s.parent], first[k])
		}
	}
	for k := range g.nodes {
		up := g.nodes[k].parent
		switch small := work[k] <= share*g.work; {
		case !small:
			g.outside = append(g.outside, k)
		case up < 0 || work[up] > share*g.work:
			g.inside = append(g.inside, span{first[k], k + 1})
		}
	}
}
