package export

// A Tree is questions that lead from the first node to a leaf.
type Tree struct {
	Nodes []Node // each before those that it leads to
	// Fractional trees send a row that a node cannot tell of down all branches, in
	// shares, and say the sum of what the leaves say, in shares. Others go on at
	// Unknown.
	Fractional bool
}

// A Node asks for one number of the row, or is a leaf.
type Node struct {
	Column int     // the number that it asks for
	Bound  float64 // a number up to it leads to Next[0], a larger one to Next[1]
	Levels bool    // or a number is that of a level, and leads to Next of it
	Next   []int   // nodes by the answer, −1 for an answer that the node knows nothing of; nil in a leaf

	Unknown  int       // the node for what is missing or has no answer
	Branches []int     // in a fractional tree the nodes for that instead,
	Weights  []float64 // with the training rows of each

	Says []float64 // what a leaf says
}

// Width returns how many numbers the tree says.
func (t *Tree) Width() int {
	for i := range t.Nodes {
		if t.Nodes[i].Next == nil {
			return len(t.Nodes[i].Says)
		}
	}
	panic("export: a tree without leaves")
}

// Depth returns the most questions that lead to a leaf.
func (t *Tree) Depth() int {
	deepest, depth := 0, make([]int, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		deepest = max(deepest, depth[i])
		for _, next := range n.leads() {
			depth[next] = max(depth[next], depth[i]+1)
		}
	}
	return deepest
}

// leads returns the nodes that a node leads to.
func (n *Node) leads() []int {
	var all []int
	for _, next := range n.Next {
		if next >= 0 {
			all = append(all, next)
		}
	}
	if n.Next != nil && n.Branches == nil {
		all = append(all, n.Unknown)
	}
	return append(all, n.Branches...)
}
