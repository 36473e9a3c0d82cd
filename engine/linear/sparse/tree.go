package sparse

// A pattern is where the entries of a symmetric matrix are, in the order of its
// elimination.
type pattern struct {
	start []int
	at    []int32 // rows of the lower triangle in each row, without the diagonal
}

// lower returns the pattern of the lower triangle of s once its rows are in order.
func lower(s *Matrix, order []int32) pattern {
	n := s.Len()
	place := inverse(order)
	p := pattern{start: make([]int, n+1), at: make([]int32, 0, len(s.At)/2)}
	for i, row := range order {
		for _, j := range s.At[s.Start[row]:s.Start[row+1]] {
			if at := place[j]; int(at) < i {
				p.at = append(p.at, at)
			}
		}
		p.start[i+1] = len(p.at)
	}
	return p
}

// inverse returns the place of each row in order.
func inverse(order []int32) []int32 {
	place := make([]int32, len(order))
	for at, i := range order {
		place[i] = int32(at)
	}
	return place
}

const none = int32(-1)

// eliminationTree returns the parent of each column of the Cholesky factor, the
// first row below its diagonal, none at roots (Liu 1990, doi:10.1137/0611010).
func eliminationTree(p pattern) []int32 {
	n := len(p.start) - 1
	parent, ancestor := make([]int32, n), make([]int32, n)
	for i := range n {
		parent[i], ancestor[i] = none, none
		for _, k := range p.at[p.start[i]:p.start[i+1]] {
			for k != none && k < int32(i) {
				next := ancestor[k]
				ancestor[k] = int32(i)
				if next == none {
					parent[k] = int32(i)
				}
				k = next
			}
		}
	}
	return parent
}

// postorder returns the columns so that those of each subtree follow one another,
// its root last.
func postorder(parent []int32) []int32 {
	n := len(parent)
	child, sibling := make([]int32, n), make([]int32, n)
	for i := range child {
		child[i] = none
	}
	roots := none
	for i := n - 1; i >= 0; i-- {
		if up := parent[i]; up == none {
			sibling[i], roots = roots, int32(i)
		} else {
			sibling[i], child[up] = child[up], int32(i)
		}
	}
	order := make([]int32, 0, n)
	var stack []int32
	for root := roots; root != none; root = sibling[root] {
		stack = append(stack, root)
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			if next := child[top]; next != none {
				child[top] = sibling[next]
				stack = append(stack, next)
				continue
			}
			order = append(order, top)
			stack = stack[:len(stack)-1]
		}
	}
	return order
}

// columnCounts returns how many entries each column of the factor has, with its
// diagonal, of columns in postorder. It counts the leaves of the subtrees that the
// rows are (Gilbert, Ng, Peyton 1994, doi:10.1137/S089547989223921X), in time
// nearly that of the matrix's own entries.
func columnCounts(p pattern, parent []int32) []int {
	n := len(parent)
	t := newLeaves(parent)
	count := make([]int, n)
	for j := range n {
		if t.first[j] == int32(j) {
			count[j] = 1
		}
	}
	rows := transpose(p)
	for j := range n {
		if parent[j] != none {
			count[parent[j]]--
		}
		for _, i := range rows.at[rows.start[j]:rows.start[j+1]] {
			if leaf, meets := t.leaf(i, int32(j)); leaf {
				count[j]++
				if meets != none {
					count[meets]--
				}
			}
		}
		if parent[j] != none {
			t.ancestor[j] = parent[j]
		}
	}
	for j := range n {
		if parent[j] != none {
			count[parent[j]] += count[j]
		}
	}
	return count
}

// transpose returns the rows below the diagonal of each column.
func transpose(p pattern) pattern {
	n := len(p.start) - 1
	t := pattern{start: make([]int, n+1), at: make([]int32, len(p.at))}
	for _, j := range p.at {
		t.start[j+1]++
	}
	for j := range n {
		t.start[j+1] += t.start[j]
	}
	next := append([]int(nil), t.start[:n]...)
	for i := range n {
		for _, j := range p.at[p.start[i]:p.start[i+1]] {
			t.at[next[j]] = int32(i)
			next[j]++
		}
	}
	return t
}

// leaves finds the leaves of the subtrees that rows of the factor are.
type leaves struct {
	first     []int32 // the first column of each subtree
	mostFirst []int32 // of each row: the largest first of its leaves so far
	previous  []int32 // of each row: its last leaf so far
	ancestor  []int32
}

func newLeaves(parent []int32) *leaves {
	n := len(parent)
	t := &leaves{first: make([]int32, n), mostFirst: make([]int32, n), previous: make([]int32, n), ancestor: make([]int32, n)}
	for i := range n {
		t.first[i], t.mostFirst[i], t.previous[i], t.ancestor[i] = none, none, none, int32(i)
	}
	for j := range n {
		for up := int32(j); up != none && t.first[up] == none; up = parent[up] {
			t.first[up] = int32(j)
		}
	}
	return t
}

// leaf reports whether column j is a leaf of row i's subtree, and where its way to
// the root meets that of the leaf before.
func (t *leaves) leaf(i, j int32) (is bool, meets int32) {
	if t.first[j] <= t.mostFirst[i] {
		return false, none
	}
	t.mostFirst[i] = t.first[j]
	before := t.previous[i]
	t.previous[i] = j
	if before == none {
		return true, none
	}
	root := before
	for root != t.ancestor[root] {
		root = t.ancestor[root]
	}
	for before != root {
		before, t.ancestor[before] = t.ancestor[before], root
	}
	return true, root
}
